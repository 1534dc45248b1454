"""The command line: one file for each command; it imports what the command needs, when it needs it."""

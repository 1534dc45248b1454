"""The forms and the computer table of the regulations of 2003."""

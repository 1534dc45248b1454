"""The same rules over columns. Needs the extra `engine`."""

"""The steps by which the database of an office came to its present form."""

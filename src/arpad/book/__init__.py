"""A book: everything that lists are made from, read through a view and changed in one way. Needs the extra `engine`."""

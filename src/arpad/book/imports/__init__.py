"""Rating lists and reports become part of a book."""

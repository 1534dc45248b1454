"""A made-up world as a book."""

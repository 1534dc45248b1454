"""Tables of the database as frames, in bulk and never row by row: the way of a book to the engine and back."""

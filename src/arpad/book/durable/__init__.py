"""Writing so that a book is always whole: one writer, a journal, bytes on the disk."""

"""What a rating office keeps: models, named queries, the archive, the book in a database."""

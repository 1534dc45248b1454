"""Tables of a database in bulk: COPY with PostgreSQL, Arrow from a process of its own with SQLite."""

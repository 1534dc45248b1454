"""What the public site asks of the database: who is shown, and what of whom."""

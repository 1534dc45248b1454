"""Rating lists of any size as frames."""

"""Many periods in a row."""

"""Further stories."""

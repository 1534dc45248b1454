"""A book's list beside another: differences, evidence, what would have been otherwise."""

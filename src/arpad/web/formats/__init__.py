"""How days and moments are written, in each language."""

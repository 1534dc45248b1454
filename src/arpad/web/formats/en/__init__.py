"""How days and moments are written in English."""

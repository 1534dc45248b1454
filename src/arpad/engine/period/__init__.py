"""From one list to the next, over columns."""

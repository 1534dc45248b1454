"""A made-up event that arpad can show itself with."""

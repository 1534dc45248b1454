"""Experiments: made-up worlds. Needs the extra `engine`."""

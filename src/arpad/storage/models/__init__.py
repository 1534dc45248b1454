"""The models of an office."""

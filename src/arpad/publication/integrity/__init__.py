"""The watch over the scale."""

"""Tournament reports: read, checked and written, TRF of 2006, 2016 and 2026."""

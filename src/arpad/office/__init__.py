"""What a rating office decides: deeds, rights, stages and the chained log, as pure functions. No Django."""

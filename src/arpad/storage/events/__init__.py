"""Events from registration to acceptance: rows read as the office decides about them, and decisions carried out."""

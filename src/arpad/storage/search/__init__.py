"""Players found by words of their names: an index beside the tables, built anew after every publication."""

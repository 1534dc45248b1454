"""What the rules come to: a player's period, first ratings, K, round robins, with the explanation and warnings."""

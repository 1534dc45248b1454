"""The nouns of the rating system: exact numbers, players, games, events, periods, problems."""

"""A list worked out player by player with whole numbers."""

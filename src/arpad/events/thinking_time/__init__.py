"""Thinking times: as people write them, by round, and how many minutes are needed."""

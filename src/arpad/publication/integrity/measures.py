"""By what the watch over the scale measures: bands, ages, differences, the groups of its account.

Plain numbers and names, without a table behind them: the page explains itself with the same ones.
"""

from __future__ import annotations

A_POINT = 100
"""Everything is counted in hundredths of a rating point."""
BAND = 100
"""Points in a band of ratings."""
PERCENTILES = (5, 25, 50, 75, 95)
STEADY_FROM, STEADY_TO = 20, 38
"""The ages of those whose strength is held to be stable."""
STEP = 25
"""Points in a band of differences."""
LAST_BAND = 800
"""Larger differences are taken together."""
WATCHED_FROM, WATCHED_TO = 100, 400
"""The differences over which expectation and result are compared from list to list."""
MEMBERS, UNLISTED, DECISIONS, GAMES, FAULT = "members", "unlisted", "decisions", "games", "fault"
"""The groups of the account of points."""

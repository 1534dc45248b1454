"""Thinking time: periods with or without a number of moves, and how much of it a player has for so many moves."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TimePeriod:
    """One period: seconds on the clock, seconds added for each move, and the moves to make in it (None: the rest)."""

    seconds: int
    increment: int = 0
    moves: int | None = None


@dataclass(frozen=True, slots=True)
class TimeControl:
    """All periods of a game, in order."""

    periods: tuple[TimePeriod, ...]

    def seconds(self, moves: int) -> int:
        """Give a player's time for a game of so many moves.

        >>> TimeControl((TimePeriod(5400, 30, 40), TimePeriod(1800, 30))).seconds(60)
        9000
        """
        given, left = 0, moves
        for period in self.periods:
            if left <= 0:
                break
            moves_here = left if period.moves is None else min(left, period.moves)
            given += period.seconds + period.increment * moves_here
            left -= moves_here if period.moves is not None else 0
        return given

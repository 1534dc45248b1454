"""The inactive players of a list by the reference: one by one, from the last game and the games of the window."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from arpad.regulations.rules.activity import ACTIVITY
from arpad.regulations.terms.ints import ints
from arpad.regulations.workings.activity import games_to_be_active

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from arpad.book.view import Period

_WOMAN, _INACTIVE = "w", "i"


class InWindow(NamedTuple):
    """What earlier lists say of a player's games within the window."""

    games: int = 0
    played_before: bool = False
    """True where the oldest list that the book has knows of a game within the window."""
    knows_all: bool = True


_NOT_ASKED = InWindow()


class Activity:
    """The rule of inactivity of the edition of one standard list, and what it asks of earlier lists."""

    def __init__(self, period: Period, only: Sequence[int] | None = None) -> None:
        self._period, self._days, self._only = period, period.calendar, only
        self._since = self._days.inactive_from(period.list_date)
        self._law = period.law
        before = self._days.list_before(period.list_date)
        self._has_list_before = before is not None and period.rating_list(before) is not None

    @cached_property
    def _window(self) -> tuple[dict[int, int], dict[int, tuple[int, date | None]] | None]:
        """Games of everybody on the earlier lists of the window.

        Where the book does not have all of these lists, there are also games and last day on the oldest that it has.
        """
        games: dict[int, int] = {}
        oldest: dict[int, tuple[int, date | None]] = {}
        day = self._days.list_before(self._period.list_date)
        while day is not None and day > self._since:
            frame = self._period.rating_list(day)
            if frame is None:
                return games, oldest
            lines = frame.select("fide_id", "standard_games", "standard_last")
            if self._only is not None:
                lines = lines.filter(pl.col("fide_id").is_in(self._only))
            oldest = {}
            for player, count, last in lines.iter_rows():
                games[player] = games.get(player, 0) + count
                oldest[player] = count, last
            day = self._days.list_before(day)
        return games, None if day is not None else oldest

    def in_window(self, player: int, *, was_idle: bool) -> InWindow:
        """Give what earlier lists say of a player's games within the window, where the edition counts them."""
        if not self._counts_games[was_idle]:
            return _NOT_ASKED
        earlier, oldest = self._window
        games = earlier.get(player, 0)
        if oldest is None:
            return InWindow(games)
        # The book does not reach back over the whole window: there may have been games before its oldest list.
        then, last_then = oldest.get(player, (0, None))
        played_before = last_then is not None and last_then >= self._since
        return InWindow(games, played_before, then == 0 and last_then is not None and last_then < self._since)

    @cached_property
    def _counts_games(self) -> tuple[bool, bool]:
        """Tell whether more than one game is asked, of a player who was active and of one who was not."""
        active, idle = (games_to_be_active(self._law, was_idle=was_idle) > 1 for was_idle in (False, True))
        return active, idle

    def flag(  # noqa: PLR0913 - what a flag depends on
        self, window: InWindow, *, rated: bool, games: int, last: date | None, was_idle: bool, woman: bool
    ) -> str:
        """Give the flag of a player: w for a woman, i for a rated player who is inactive."""
        facts = {
            "is_rated": rated,
            "was_idle": was_idle,
            "has_list_before": self._has_list_before,
            "has_last": last is not None,
            "last": 0 if last is None else last.toordinal(),
            "window_from": self._since.toordinal(),
            "games": games,
            "games_in_window": games + window.games,
            "knows_all_games": window.knows_all,
            "played_before": window.played_before,
        }
        is_inactive = ints(ACTIVITY, self._law).run(facts, {}).whole["is_inactive"]
        return (_WOMAN if woman else "") + (_INACTIVE if is_inactive else "")

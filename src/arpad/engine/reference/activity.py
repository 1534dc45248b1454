"""The inactive players of a list by the reference: one by one, from the last game and the games of the window."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from arpad.regulations.rules.activity import ACTIVITY
from arpad.regulations.terms.ints import ints
from arpad.regulations.workings.activity import games_to_be_active

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from arpad.book.view import Period

_WOMAN, _INACTIVE = "w", "i"


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

    def flag(self, player: int, *, rated: bool, games: int, last: date | None, was_idle: bool, woman: bool) -> str:  # noqa: PLR0913 - what a flag depends on
        """Give the flag of a player: w for a woman, i for a rated player who is inactive."""
        is_inactive = self._is_inactive(player, games, last, rated=rated, was_idle=was_idle)
        return (_WOMAN if woman else "") + (_INACTIVE if is_inactive else "")

    def _is_inactive(self, player: int, games: int, last: date | None, *, rated: bool, was_idle: bool) -> bool:
        facts = {
            "is_rated": rated,
            "was_idle": was_idle,
            "has_list_before": self._has_list_before,
            "has_last": last is not None,
            "last": 0 if last is None else last.toordinal(),
            "window_from": self._since.toordinal(),
            "games": games,
            "games_in_window": games,
            "knows_all_games": True,
            "played_before": False,
        }
        if games_to_be_active(self._law, was_idle=was_idle) > 1:
            earlier, oldest = self._window
            facts["games_in_window"] = games + earlier.get(player, 0)
            if oldest is not None:
                # The book does not reach back over the whole window: there may have been games before its oldest list.
                then, last_then = oldest.get(player, (0, None))
                facts["played_before"] = last_then is not None and last_then >= self._since
                facts["knows_all_games"] = then == 0 and last_then is not None and last_then < self._since
        return bool(ints(ACTIVITY, self._law).run(facts, {}).whole["is_inactive"])

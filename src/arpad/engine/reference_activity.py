"""Who is inactive on a list, by the reference: one player at a time, from his last game and his games of the window."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from arpad.engine.book_view import Period

_WOMAN, _INACTIVE = "w", "i"


class Activity:
    """The rule of inactivity of the edition of one standard list, and what it asks of earlier lists."""

    def __init__(self, period: Period, only: Sequence[int] | None = None) -> None:
        self._period, self._days, self._only = period, period.calendar, only
        self._since = self._days.inactive_from(period.list_date)
        law = period.law
        self._to_stay: int = law.value("inactive_below")
        self._to_return: int = law.value("active_again_from")
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
            for one, count, last in lines.iter_rows():
                games[one] = games.get(one, 0) + count
                oldest[one] = count, last
            day = self._days.list_before(day)
        return games, None if day is not None else oldest

    def flag(self, one: int, *, rated: bool, games: int, last: date | None, was_idle: bool, woman: bool) -> str:  # noqa: PLR0913 - what a flag depends on
        """Give the flag of a player: w for a woman, i for who is rated and inactive."""
        idle = rated and not self._is_active(one, games, last, was_idle=was_idle)
        return (_WOMAN if woman else "") + (_INACTIVE if idle else "")

    def _is_active(self, one: int, games: int, last: date | None, *, was_idle: bool) -> bool:
        # Of whom no game is known, as after an import, it stays as the list before has it.
        has_played = self._has_list_before and not was_idle if last is None else last >= self._since
        needed = self._to_return if was_idle else self._to_stay
        if needed <= 1:
            return has_played
        earlier, oldest = self._window
        if games + earlier.get(one, 0) >= needed:
            return True
        if oldest is None:
            return False
        # The book does not reach back over the whole window: there may have been other games before its oldest list.
        then, last_then = oldest.get(one, (0, None))
        if was_idle:
            return games > 0 and last_then is not None and last_then >= self._since
        nothing_before = then == 0 and last_then is not None and last_then < self._since
        return has_played and not nothing_before

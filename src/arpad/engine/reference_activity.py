"""Who is inactive on a list, by the reference: one player at a time, from his last game and his games of the window."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from arpad.regulations.calendar import Calendar

_WOMAN, _INACTIVE = "w", "i"


class Activity:
    """The rule of inactivity of the edition of one standard list, and what it asks of earlier lists."""

    def __init__(
        self,
        days: Calendar,
        list_date: date,
        rating_list: Callable[[date], pl.DataFrame | None],
        only: Sequence[int] | None = None,
    ) -> None:
        self._days, self._list_date, self._rating_list, self._only = days, list_date, rating_list, only
        self._since = days.inactive_from(list_date)
        self._least: int = days.edition(list_date).value("inactive_below")
        before = days.list_before(list_date)
        self._has_list_before = before is not None and rating_list(before) is not None

    @cached_property
    def _window(self) -> tuple[dict[int, int], bool]:
        """Games of everybody on the earlier lists of the window, and whether the book has all of these lists."""
        games: dict[int, int] = {}
        day = self._days.list_before(self._list_date)
        while day is not None and day > self._since:
            frame = self._rating_list(day)
            if frame is None:
                return games, False
            played = frame.select("fide_id", "standard_games").filter(pl.col("standard_games") > 0)
            if self._only is not None:
                played = played.filter(pl.col("fide_id").is_in(self._only))
            for one, count in played.iter_rows():
                games[one] = games.get(one, 0) + count
            day = self._days.list_before(day)
        return games, day is not None

    def flag(self, one: int, *, rated: bool, games: int, last: date | None, was_idle: bool, woman: bool) -> str:  # noqa: PLR0913 - what a flag depends on
        """Give the flag of a player: w for a woman, i for who is rated and inactive."""
        idle = rated and not self._is_active(one, games, last, was_idle=was_idle)
        return (_WOMAN if woman else "") + (_INACTIVE if idle else "")

    def _is_active(self, one: int, games: int, last: date | None, *, was_idle: bool) -> bool:
        # Of whom no game is known, as after an import, it stays as the list before has it.
        has_played = self._has_list_before and not was_idle if last is None else last >= self._since
        if self._least <= 1:
            return has_played
        earlier, is_complete = self._window
        if games + earlier.get(one, 0) >= self._least:
            return True
        # Where the book does not reach back over the whole window, a game within it is all that can be asked.
        return has_played and not is_complete

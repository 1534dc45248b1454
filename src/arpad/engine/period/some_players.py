"""A book with some of its players: whoever is asked about a hundred of them need not read two million lines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.schema import LISTS
from arpad.book.view import LaidOver
from arpad.engine.period.kept_rows import PLAYER, rows_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.book.view import BookView
    from arpad.engine.arrays import Column


@dataclass(frozen=True)
class SomePlayers(LaidOver):
    """The rows of a book about some players; `tables` stand in the place of those of the book."""

    below: BookView
    players: Column
    """In order."""
    tables: Mapping[str, pl.DataFrame] = field(default_factory=dict)
    _known: dict[str, pl.DataFrame] = field(default_factory=dict)
    """What was asked for already."""

    def table(self, name: str) -> pl.DataFrame:
        """Give the rows of a table about these players, and those about nobody; a table that names no player whole."""
        if name in self.tables:
            return self.tables[name]
        if name not in self._known:
            self._known[name] = self._about_them(self.below.table(name))
        return self._known[name]

    def rating_list(self, day: date) -> pl.DataFrame | None:
        """Give the lines of these players on the list of a day; None where the book has none."""
        name = f"{LISTS}/{day}"
        if name not in self._known:
            rating_list = self.below.rating_list(day)
            if rating_list is None:
                return None
            self._known[name] = self._about_them(rating_list)
        return self._known[name]

    def pool_before(self, list_date: date) -> pl.DataFrame:
        """Give the part results of these players from which a list is made, or was made."""
        return self._about_them(self.below.pool_before(list_date))

    def _about_them(self, frame: pl.DataFrame) -> pl.DataFrame:
        if PLAYER not in frame.columns:
            return frame
        nobody = frame.filter(pl.col(PLAYER).is_null()) if frame[PLAYER].null_count() else frame.clear()
        return pl.concat([nobody, rows_of(frame, self.players)]) if nobody.height else rows_of(frame, self.players)

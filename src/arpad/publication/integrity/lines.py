"""The lines of a rating list by places: everybody of a book stands at one place on every list, so nothing is joined.

A place is where a player stands among all FIDE numbers of a book (`engine.ids`). A list of a book has everybody in this
order as a rule; another one is put into it once. From then on what two lists say of a player stands in the same row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.everybody import NO_DAY, NO_K, UNRATED
from arpad.model.period import KINDS

if TYPE_CHECKING:
    from arpad.engine.arrays import Column
    from arpad.engine.ids import Places

_ABSENT = {"rating": UNRATED, "k": NO_K, "played": 0, "highest": UNRATED, "last": NO_DAY}
"""What stands for nothing in each column of a kind of chess."""


class InPlaces:
    """Frames in the order of places, each put into it once."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self._known: dict[int, tuple[pl.DataFrame, pl.DataFrame]] = {}

    def of(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Give the rows of a frame in order; nothing stands in the row of a player who is not in it."""
        # The frame is kept beside its answer, so no other can come to its identity.
        if id(frame) not in self._known:
            self._known[id(frame)] = frame, self._ordered(frame)
        return self._known[id(frame)][1]

    def _ordered(self, frame: pl.DataFrame) -> pl.DataFrame:
        numbers = self.places.numbers
        if np.array_equal(frame["fide_id"].to_numpy(), numbers):
            return frame
        everybody = pl.DataFrame({"fide_id": numbers}, schema={"fide_id": frame.schema["fide_id"]})
        return everybody.join(frame, on="fide_id", how="left", maintain_order="left")


class Lines:
    """The lines of one kind of chess on a list; without a list, nobody is rated.

    A column is taken from the list when it is asked for.
    """

    def __init__(self, frame: pl.DataFrame | None, kind: str, order: InPlaces) -> None:
        self._kind = kind
        self._size = len(order.places)
        self._frame = None if frame is None else order.of(frame)
        self._columns: dict[str, Column] = {}
        of_nobody = pl.Series(dtype=pl.Int64)
        if frame is not None and self._frame is not frame:
            is_unknown = pl.Series(order.places.of(frame["fide_id"]) < 0, dtype=pl.Boolean)
            of_nobody = frame[f"{kind}_rating"].filter(is_unknown).drop_nulls()
        self.ratings_of_nobody: Column = of_nobody.to_numpy()
        """Ratings of numbers that the table of players does not have: a fault of the book, and told as such."""

    def of(self, part: str) -> Column:
        """Give a column of everybody, by places: `rating`, `k`, `played`, `highest` or `last`."""
        return self._column(f"{self._kind}_{part}", _ABSENT[part])

    def standard(self) -> Column:
        """Give the standard ratings of everybody, which may stand in for those of other kinds of chess."""
        return self._column("standard_rating", UNRATED)

    def _column(self, name: str, absent: int) -> Column:
        if name not in self._columns:
            self._columns[name] = (
                np.full(self._size, absent, dtype=np.int32)
                if self._frame is None
                else self._frame[name].to_physical().fill_null(absent).to_numpy()
            )
        return self._columns[name]


def is_rated(frame: pl.DataFrame) -> Column:
    """Tell which rows of a list have a rating in some kind of chess."""
    any_of = frame.select(pl.any_horizontal(pl.col(f"{kind}_rating").is_not_null() for kind in KINDS))
    return any_of.to_series().to_numpy()

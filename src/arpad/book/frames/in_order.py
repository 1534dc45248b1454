"""Rows of a frame in another order than they stand in, taken out piece by piece."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Condition
from typing import TYPE_CHECKING

from arpad.book.frames.side_by_side import SideBySide

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

_KEPT = 2
"""So many pieces are kept for the other readers; whoever is further ahead waits for them."""


class InOrder:
    """Some rows of a frame in an order of their own. Who goes through them in pieces never has all of them at once.

    TXT and XML are written at the same time. Taking rows out is much of the work, so a piece is taken out once for all
    `readers`, who go through the same pieces in threads of their own, each within `reading`.
    """

    def __init__(self, frame: pl.DataFrame, rows: pl.Series, readers: int = 1) -> None:
        self._frame, self.rows = SideBySide(frame), rows
        self._readers = readers
        self._pieces: dict[tuple[int, int], tuple[pl.DataFrame, int]] = {}
        """Each with how many are still to get it."""
        self._changed = Condition()

    @property
    def height(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Be one of the readers; whoever ends, at the end or before, is waited for no longer."""
        try:
            yield
        finally:
            with self._changed:
                self._readers -= 1
                self._changed.notify_all()

    def slice(self, offset: int, length: int) -> pl.DataFrame:
        """Give the rows of a piece; the other readers get the same."""
        place = offset, length
        with self._changed:
            while place not in self._pieces and self._is_ahead(place):
                self._changed.wait()
            if place not in self._pieces:
                self._pieces[place] = self._frame.taken(self.rows.slice(*place)), self._readers
            piece, readers = self._pieces.pop(place)
            if readers > 1:
                self._pieces[place] = piece, readers - 1
            self._changed.notify_all()
        return piece

    def _is_ahead(self, place: tuple[int, int]) -> bool:
        """Tell whether others have still to get as many pieces as are kept, all of them before a place."""
        return self._readers > 1 and len(self._pieces) >= _KEPT and place > max(self._pieces)

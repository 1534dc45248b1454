"""Rows of a frame in another order than they stand in, taken out piece by piece."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

_KEPT = 4
"""So many pieces are kept for a second reader: TXT and XML are written at the same time, one a little ahead."""


class InOrder:
    """Some rows of a frame in an order of their own. Who goes through them in pieces never has all of them at once."""

    def __init__(self, frame: pl.DataFrame, rows: pl.Series) -> None:
        self.frame, self.rows = frame, rows
        self._pieces: dict[tuple[int, int], pl.DataFrame] = {}
        self._one_at_a_time = Lock()

    @property
    def height(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    def slice(self, offset: int, length: int) -> pl.DataFrame:
        """Give the rows of a piece; whoever asks for the same soon after gets the same."""
        with self._one_at_a_time:
            piece = self._pieces.get((offset, length))
            if piece is None:
                piece = self.frame[self.rows.slice(offset, length)]
                self._pieces[offset, length] = piece
                if len(self._pieces) > _KEPT:
                    del self._pieces[next(iter(self._pieces))]
            return piece

"""Rows of a frame, taken out in any order, with the short numbers of each row side by side in memory.

A frame keeps every column by itself, and besides it which of its values are known. Whoever takes rows out in another
order than they stand in looks into memory twice for each number. Ratings, games and coefficients are short, so here all
those of a row are one look; the other columns are taken out by the frame.
"""

from __future__ import annotations

import numpy as np
import polars as pl

_NOTHING = np.iinfo(np.uint16).max
"""Stands for none; a column that has such a number stays with the frame."""
_PIECE = 1 << 15


class SideBySide:
    """A frame from which rows are taken."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self._columns = frame.columns
        short = [name for name, kind in frame.schema.items() if kind == pl.UInt16]
        self._short = [name for name in short if frame[name].max() != _NOTHING]
        self._rest = frame.drop(self._short)
        self._numbers = np.empty((frame.height, len(self._short)), dtype=np.uint16)
        # Piece by piece, so that the rows which are being filled stay near the processor.
        for start in range(0, frame.height, _PIECE):
            piece = frame.slice(start, _PIECE)
            for place, name in enumerate(self._short):
                self._numbers[start : start + _PIECE, place] = piece[name].fill_null(_NOTHING).to_numpy()

    def taken(self, rows: pl.Series) -> pl.DataFrame:
        """Give rows, by their places in the frame, in the order in which they are asked for."""
        taken = self._rest[rows]
        if not self._short:
            return taken
        columns = np.ascontiguousarray(self._numbers.take(rows.to_numpy(), axis=0).T)
        numbers = [pl.Series(name, columns[place]) for place, name in enumerate(self._short)]
        known = [pl.when(pl.col(name) != _NOTHING).then(name).alias(name) for name in self._short]
        return taken.hstack(numbers).with_columns(known).select(self._columns)

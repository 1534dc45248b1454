"""FIDE numbers as places: everybody gets a number from 0 on, in the order of the FIDE numbers.

Numbers are given out in blocks, so they are looked up page by page; where they lie too far apart for that, by a join.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

Column = np.ndarray[Any, Any]

_BITS = 10
_PAGE = 1 << _BITS
_MOST_PAGES = 1 << 15
_WIDEST = 1 << 34
_BLOCK = 1 << 16


class Places:
    """Where each of some numbers stands among all of them, sorted."""

    def __init__(self, numbers: pl.Series) -> None:
        given = numbers.to_numpy()
        self.is_sorted = bool(np.all(given[1:] > given[:-1]))
        self.numbers: Column = given if self.is_sorted else np.unique(given)
        self._table: Column | None = None
        if len(self.numbers) and int(self.numbers[-1]) - int(self.numbers[0]) < _WIDEST:
            self._make_pages()

    def __len__(self) -> int:
        """Count the numbers."""
        return len(self.numbers)

    def _make_pages(self) -> None:
        """Lay out a page for each block in which there are numbers; page 0 is for all others and empty."""
        offsets = self.numbers - self.numbers[0]
        self._is_run = int(offsets[-1]) == len(offsets) - 1
        pages = offsets >> _BITS
        number = np.cumsum(np.diff(pages, prepend=-1) != 0)
        if number[-1] >= _MOST_PAGES:
            return
        self._first, self._span = int(self.numbers[0]), int(offsets[-1])
        self._page = np.zeros(int(pages[-1]) + 1, dtype=np.int64)
        self._page[pages] = number << _BITS
        self._table = np.full((int(number[-1]) + 1) << _BITS, -1, dtype=np.int32)
        self._table[(number << _BITS) | (offsets & (_PAGE - 1))] = np.arange(len(offsets), dtype=np.int32)

    def of(self, wanted: pl.Series) -> Column:
        """Give the places of numbers; -1 for those that are not among them."""
        asked = wanted.to_numpy()
        if len(asked) == len(self.numbers) and np.array_equal(asked, self.numbers):
            return np.arange(len(asked), dtype=np.int64)
        if not len(self.numbers):
            return np.full(len(asked), -1, dtype=np.int64)
        if self._table is None:
            known = pl.DataFrame({"number": self.numbers, "place": np.arange(len(self.numbers), dtype=np.int64)})
            joined = wanted.to_frame("number").join(known, on="number", how="left", maintain_order="left")
            return joined["place"].fill_null(-1).to_numpy()
        if self._is_run and self._holds(asked):
            return asked - self._first
        found = np.empty(len(asked), dtype=np.int64)
        # Block by block, so that what lies between stays in the cache of the processor.
        for start in range(0, len(asked), _BLOCK):
            rows = slice(start, start + _BLOCK)
            found[rows] = self._looked_up(self._table, asked[rows])
        return found

    def _holds(self, asked: Column) -> bool:
        """Tell whether all of some numbers lie between the first and the last."""
        return not len(asked) or (asked.min() >= self._first and asked.max() <= self._first + self._span)

    def _looked_up(self, table: Column, asked: Column) -> Column:
        offsets = asked - self._first
        inside = None
        if not self._holds(asked):
            inside = (offsets >= 0) & (offsets <= self._span)
            offsets = np.where(inside, offsets, 0)
        found = self._page[offsets >> _BITS]
        found |= offsets & (_PAGE - 1)
        places = table[found]
        return places if inside is None else np.where(inside, places, -1)

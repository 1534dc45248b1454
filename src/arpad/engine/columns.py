"""Columns side by side, of one length: the plain frames in which the passes over a period hand on what they have."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Self

import numpy as np
import polars as pl

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.engine.arrays import Column


_MOST = 1 << 62
"""Numbers of columns that are packed into one stay below."""


def order_of(*columns: Column) -> Column:
    """Give the rows in the order of the first column, and where it is the same in that of the next; all else stays.

    Columns that fit into one number together are sorted once, which `np.lexsort` does for each of them.

    >>> order_of(np.array([2, 1, 1]), np.array([0, 5, -5])).tolist()
    [2, 1, 0]
    """
    packed, room = np.zeros(len(columns[0]), dtype=np.int64), 1
    for column in columns if len(packed) else ():
        low = int(column.min())
        span = int(column.max()) - low + 1
        room *= span
        if room > _MOST:
            return np.lexsort(columns[::-1])
        packed = packed * span + (column - low)
    return np.argsort(packed, kind="stable")


def raise_to(column: Column, places: Column, values: Column) -> None:
    """Let a column have at least the values that are given for its places; those of a place stand together, as a rule.

    >>> column = np.array([5, 0])
    >>> raise_to(column, np.array([0, 1, 1]), np.array([4, 3, 2]))
    >>> column.tolist()
    [5, 3]
    """
    if not len(places):
        return
    if np.any(places[1:] < places[:-1]):
        np.maximum.at(column, places, values)
        return
    first = np.flatnonzero(np.diff(places, prepend=places[0] - 1))
    column[places[first]] = np.maximum(column[places[first]], np.maximum.reduceat(values, first))


@dataclass(frozen=True, slots=True)
class ColumnFrame:
    """A frame whose columns are the fields of its class: nothing but NumPy columns, so it goes anywhere as it is."""

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.columns()[0])

    def columns(self) -> tuple[Column, ...]:
        """Give all columns in their order."""
        return tuple(getattr(self, field.name) for field in fields(self))

    def only(self, rows: Column) -> Self:
        """Give some of the rows, by their numbers or as true for each that is given."""
        places = np.flatnonzero(rows) if rows.dtype == bool else rows
        return type(self)(*(column.take(places) for column in self.columns()))

    def having(self, name: str, numbers: Column) -> Self:
        """Give the rows in which a column has one of some numbers."""
        return self.only(np.flatnonzero(np.isin(getattr(self, name), numbers)))

    def lacking(self, name: str, numbers: Column) -> Self:
        """Give the rows in which a column has none of some numbers."""
        return self.only(np.flatnonzero(~np.isin(getattr(self, name), numbers)))

    def frame(self) -> pl.DataFrame:
        """Give it as a Polars frame."""
        return pl.DataFrame({field.name: getattr(self, field.name) for field in fields(self)})

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Put the rows of several frames below one another."""
        if len(parts) == 1:
            return parts[0]
        columns = zip(*(part.columns() for part in parts), strict=True) if parts else [() for _ in fields(cls)]
        return cls(*(np.concatenate(column) if column else np.zeros(0, dtype=np.int64) for column in columns))

    @classmethod
    def of_rows(cls, rows: Sequence[tuple[int, ...]]) -> Self:
        """Make a frame from rows of whole numbers."""
        table = np.array(rows, dtype=np.int64).reshape(-1, len(fields(cls)))
        return cls(*table.T)

"""Rows of a frame in another order than they stand in, taken out piece by piece."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import polars as pl


class InOrder(NamedTuple):
    """Some rows of a frame in an order of their own; whoever goes through them in pieces never has them all twice."""

    frame: pl.DataFrame
    rows: pl.Series

    @property
    def height(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    def slice(self, offset: int, length: int) -> pl.DataFrame:
        """Give the rows of a piece."""
        return self.frame[self.rows.slice(offset, length)]

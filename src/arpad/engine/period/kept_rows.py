"""Rows about players that are kept while a few of them change: what was worked out first, and what replaced it since.

The first rows are never copied: replacing the rows of a hundred players among two million costs a hundred rows, and
whoever still holds the rows from before holds them unchanged.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.ids import distinct

if TYPE_CHECKING:
    from arpad.engine.arrays import Column

PLAYER = "fide_id"


@dataclass(frozen=True)
class KeptRows:
    """Rows of a frame by player, of which those of some players have been replaced; a player may have several."""

    first: pl.DataFrame
    """As they were worked out first; quickest in the order of players."""
    replaced: Column
    """The players whose rows are others now, or none any more, in order."""
    now: pl.DataFrame
    """The rows of these players."""

    @classmethod
    def of(cls, frame: pl.DataFrame) -> KeptRows:
        """Keep a frame."""
        return cls(frame, np.zeros(0, dtype=np.int64), frame.clear())

    def with_rows(self, players: Column, rows: pl.DataFrame) -> KeptRows:
        """Put rows in the place of all that there are about some players, given in order."""
        others = self.now.filter(~pl.col(PLAYER).is_in(pl.Series(players).implode()))
        fitted = rows.select(pl.col(name).cast(dtype) for name, dtype in self.first.schema.items())
        return replace(
            self, replaced=distinct(np.concatenate([self.replaced, players])), now=pl.concat([others, fitted])
        )

    def without(self, players: Column) -> KeptRows:
        """Take away all rows about some players, given in order."""
        return self.with_rows(players, self.first.clear())

    def whole(self) -> pl.DataFrame:
        """Give all rows as they are now, in the order of players if any were replaced."""
        if not len(self.replaced):
            return self.first
        is_replaced = pl.col(PLAYER).is_in(pl.Series(self.replaced).implode())
        return pl.concat([self.first.filter(~is_replaced), self.now]).sort(PLAYER, maintain_order=True)

    @property
    def sums(self) -> dict[str, int]:
        """Add up every column of numbers or truths: the first rows, without those replaced, with those there now."""
        was = _sums(rows_of(self.first, self.replaced))
        now = _sums(self.now)
        return {name: total - was[name] + now[name] for name, total in self._first_sums.items()}

    @cached_property
    def _first_sums(self) -> dict[str, int]:
        return _sums(self.first)


def _sums(frame: pl.DataFrame) -> dict[str, int]:
    return {name: int(total or 0) for name, total in frame.drop(PLAYER).sum().row(0, named=True).items()}


def rows_of(frame: pl.DataFrame, players: Column) -> pl.DataFrame:
    """Give the rows of a frame about some players, in order; quickest where the frame is, too."""
    numbers = frame[PLAYER]
    if not numbers.is_sorted() or numbers.null_count():
        return frame.filter(pl.col(PLAYER).is_in(pl.Series(players).implode()))
    column = numbers.to_numpy()
    first, upto = (np.searchsorted(column, players, side=side) for side in ("left", "right"))
    counts = upto - first
    # Of each player the rows from the first one on.
    within = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
    rows: pl.DataFrame = frame[np.repeat(first, counts) + within]
    return rows

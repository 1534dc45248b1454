"""A list as what changed since the one before: the lines that differ, whole; most lines are the same for years."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

if TYPE_CHECKING:
    from collections.abc import Sequence


def changes_since(before: pl.DataFrame, now: pl.DataFrame) -> pl.DataFrame | None:
    """Give the lines of a list that differ from those of another; None where the two have not the same players.

    Both have the same columns, and stand in the order of their FIDE numbers.
    """
    if not before["fide_id"].equals(now["fide_id"]):
        return None
    differs = [now[name].ne_missing(before[name]) for name in now.columns if name != "fide_id"]
    return now.filter(reduce(or_, differs))


def changed_by(before: pl.DataFrame, changes: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Give a list from an earlier one and what changed since, one list after the other."""
    numbers = before["fide_id"].to_numpy()
    columns = {name: before[name].clone() for name in before.columns}
    for lines in changes:
        places = pl.Series(np.searchsorted(numbers, lines["fide_id"].to_numpy()).astype(np.uint32))
        for name in before.columns:
            if name != "fide_id":
                columns[name] = columns[name].scatter(places, lines[name])
    return pl.DataFrame(columns)

"""The order of a list: by name, then by FIDE number, in plain order of characters; kept from list to list.

Sorting the names of the world takes seconds, and from one list to the next next to nobody changes place. So the FIDE
numbers are kept in the order of their names. That the names still stand in it is seen by a look at each pair of
neighbours; whoever breaks it, and whoever is new, is sorted and put between the others. The order is therefore the same
whatever was kept: a bad one costs time, nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl

from arpad.engine.ids import Places

if TYPE_CHECKING:
    from arpad.engine.arrays import Column

_MOST_CHANGED = 16
"""Where more than one of so many changed place, all are sorted."""
_MOST_LOOKS = 8
"""So many times those are taken out who break the order; after that all are sorted."""


def name_order(numbers: pl.Series, names: pl.Series, kept: pl.Series | None = None) -> pl.Series:
    """Give the rows in the order of names, those of the same name in the order in which they stand.

    `numbers` are FIDE numbers, each once and rising; `kept` are such numbers in the order that their names had once.
    """
    rows = None if kept is None or names.null_count() else _put_right(numbers, names, kept)
    if rows is None:
        return names.to_frame("name").with_row_index("row").sort("name", maintain_order=True)["row"].rechunk()
    return pl.Series("row", rows.astype(np.uint32))


class NamesInOrder(NamedTuple):
    """The players of a table in the order of their names."""

    numbers: pl.Series
    """Their FIDE numbers, each once and rising."""
    rows: pl.Series
    """The places of these numbers in the order of names."""


def as_they_stand(lines: pl.DataFrame) -> NamesInOrder:
    """Take lines for being in the order of names: for whoever looks numbers up, and asks nothing of their order."""
    numbers = lines["fide_id"].cast(pl.Int64)
    return NamesInOrder(numbers, pl.int_range(len(numbers), dtype=pl.UInt32, eager=True).alias("row"))


def names_in_order(players: pl.DataFrame, kept: pl.Series | None) -> NamesInOrder | None:
    """Put players into the order of their names; None where a number is there twice."""
    people = players.select(pl.col("fide_id").cast(pl.Int64), "name")
    people = people if people["fide_id"].is_sorted() else people.sort("fide_id")
    numbers = people["fide_id"].to_numpy()
    if not np.all(numbers[1:] > numbers[:-1]):
        return None
    return NamesInOrder(people["fide_id"], name_order(people["fide_id"], people["name"], kept))


def _put_right(numbers: pl.Series, names: pl.Series, kept: pl.Series) -> Column | None:
    """Give the order that was kept, with what has changed since; None where too much has."""
    rows = Places(numbers).of(kept.drop_nulls(), np.int32)
    rows = rows[rows >= 0]
    is_there = np.zeros(len(numbers), dtype=bool)
    is_there[rows] = True
    if np.count_nonzero(is_there) != len(rows):
        return None
    changed = [np.flatnonzero(~is_there)]
    for _ in range(_MOST_LOOKS):
        if _MOST_CHANGED * sum(map(len, changed)) > len(numbers):
            return None
        in_order = names.gather(rows)
        is_broken = _broken(in_order, rows)
        if not is_broken.any():
            return _merged(rows, in_order, names, np.concatenate(changed))
        # Which of the two is in the wrong place cannot be told from them alone.
        stays = np.ones(len(rows), dtype=bool)
        stays[:-1] &= ~is_broken
        stays[1:] &= ~is_broken
        changed.append(rows[~stays])
        rows = rows[stays]
    return None


def _broken(names: pl.Series, rows: Column) -> Column:
    """Tell of each pair of neighbours whether they stand the wrong way round."""
    first, second = names.head(-1), names.slice(1)
    # Few are the same, so who is the same is asked only of those whose order is in doubt.
    broken: Column = (first >= second).to_numpy(writable=True)
    doubtful = np.flatnonzero(broken)
    is_same = (first.gather(doubtful) == second.gather(doubtful)).to_numpy()
    broken[doubtful] = ~is_same | (rows[doubtful] > rows[doubtful + 1])
    return broken


def _merged(rows: Column, in_order: pl.Series, names: pl.Series, changed: Column) -> Column:
    """Put rows that changed between those that are in order."""
    if not len(changed):
        return rows
    own = np.sort(changed)
    more = pl.DataFrame({"row": own, "name": names.gather(own)}).sort("name", maintain_order=True)
    own = more["row"].to_numpy()
    places, ends = (
        in_order.search_sorted(more["name"], side="left").to_numpy().astype(np.int64),
        in_order.search_sorted(more["name"], side="right").to_numpy(),
    )
    # Among those of the same name the row decides.
    for which in np.flatnonzero(places < ends):
        first, end = places[which], ends[which]
        places[which] = first + np.searchsorted(rows[first:end], own[which])
    merged: Column = np.insert(rows, places, own)
    return merged

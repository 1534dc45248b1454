"""The groups of age in which players are compared, by the year of birth, which is all that is public."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import polars as pl

if TYPE_CHECKING:
    from datetime import date

OF_AGE = 18
"""From the year on in which a player turns older than that, nothing tells any more that a player was young."""


class AgeGroup(NamedTuple):
    """A group of age: how it is called, and how old its players become at least and at most in the year of a list."""

    name: str
    least: int
    most: int


AGE_GROUPS = (
    *(AgeGroup(f"U{most}", 0, most) for most in range(8, 21, 2)),
    AgeGroup("50+", 50, 200),
    AgeGroup("65+", 65, 200),
)
"""The youngest first. Whoever belongs to several is ranked in the narrowest."""


def born_in(group: AgeGroup, day: date) -> tuple[int, int]:
    """Give the years of birth of a group on the list of a day, the first and the last.

    >>> from datetime import date
    >>> born_in(AGE_GROUPS[0], date(2026, 9, 1)), born_in(AGE_GROUPS[-1], date(2026, 9, 1))
    ((2018, 2026), (1826, 1961))
    """
    return day.year - group.most, day.year - group.least


def narrowest_group(born: str, day: date) -> pl.Expr:
    """Give the narrowest group of everybody by a column with the year of birth; nothing where there is none."""
    chosen = pl.lit(None, pl.String)
    narrow_last = [*reversed(AGE_GROUPS[:-2]), *AGE_GROUPS[-2:]]
    for group in narrow_last:
        chosen = pl.when(pl.col(born).is_between(*born_in(group, day))).then(pl.lit(group.name)).otherwise(chosen)
    return chosen


def group_of(born: int | None, day: date) -> str:
    """Give the narrowest group of one player; empty where there is none.

    >>> from datetime import date
    >>> [group_of(year, date(2026, 9, 1)) for year in (2018, 2007, 2000, 1961, None)]
    ['U8', 'U20', '', '65+', '']
    """
    if born is None:
        return ""
    for group in (*AGE_GROUPS[:-2], *reversed(AGE_GROUPS[-2:])):
        first, last = born_in(group, day)
        if first <= born <= last:
            return group.name
    return ""

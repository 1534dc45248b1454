"""What a month brought, for journalists and clubs: thresholds, personal bests, number ones, gains and losses, teams.

Everything follows from two public lists. A change is the difference of the ratings that the two show. Whoever may be
under 18, by the year of birth, is never among the losses, and neither is whose year is not known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arpad.model.numbers import decimal
from arpad.model.period import STANDARD
from arpad.publication.list_rows import AGES, ORDER, AskedLines, is_adult, is_code, is_idle_in, is_of_age

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

THRESHOLDS = (2500, 2400, 2300, 2200, 2100, 2000)
TEAM = 10
"""So many players make the average of a federation."""
_LINE = ("fide_id", "name", "title", "federation", "sex", "birth_year")
MOST = 1000
"""So many lines of thresholds and personal bests are kept and downloaded."""


@dataclass(frozen=True, slots=True)
class NumberOne:
    """Who is first in a group, and who was on the list before."""

    group: str
    fide_id: int
    name: str
    federation: str
    rating: int
    before: tuple[int, str] | None


def crossed(table: pl.DataFrame, kind: str, federation: str = "") -> pl.DataFrame:
    """Give who crossed a threshold upwards, the highest first: the lines, and which threshold."""
    both = _lines(table, kind, federation).filter(pl.col("before").is_not_null())
    passed = pl.coalesce(
        pl.when((pl.col("before") < limit) & (pl.col("rating") >= limit)).then(pl.lit(limit)) for limit in THRESHOLDS
    )
    rows = both.with_columns(threshold=passed).filter(pl.col("threshold").is_not_null())
    return rows.sort("threshold", "rating", "name", "fide_id", descending=[True, True, False, False]).head(MOST)


def bests(table: pl.DataFrame, kind: str, federation: str = "", many: int = MOST) -> tuple[pl.DataFrame, int]:
    """Give who is rated higher than ever before, the highest first, and how many these are."""
    rows = _lines(table.filter(pl.col(f"{kind}_best")), kind, federation)
    return _first(rows, "rating", many, falls=True), rows.height


def gains(table: pl.DataFrame, kind: str, federation: str = "", many: int = 25) -> pl.DataFrame:
    """Give the biggest gains."""
    rows = _lines(table, kind, federation).filter(pl.col("change") > 0)
    return _first(rows, "change", many, falls=True)


def losses(table: pl.DataFrame, kind: str, day: date, federation: str = "", many: int = 25) -> pl.DataFrame:
    """Give the biggest losses of those who are surely of age."""
    rows = _lines(table, kind, federation).filter((pl.col("change") < 0) & is_adult(day))
    return _first(rows, "change", many, falls=False)


def _first(rows: pl.DataFrame, by: str, many: int, *, falls: bool) -> pl.DataFrame:
    """Give the first by a number, then by name; only who may be among them is put into order."""
    number = pl.col(by).cast(pl.Int32)
    edge = rows.select(number.top_k(many).min() if falls else number.bottom_k(many).max()).item()
    near = rows if edge is None else rows.filter(number >= edge if falls else number <= edge)
    return near.sort(by, "name", "fide_id", descending=[falls, False, False]).head(many)


def _lines(table: pl.DataFrame, kind: str, federation: str) -> pl.DataFrame:
    """Give the lines of the rated with the rating now and before."""
    is_asked = pl.col(f"{kind}_rating").is_not_null()
    if federation:
        is_asked &= is_code(table, "federation", federation)
    rating, before = pl.col(f"{kind}_rating"), pl.col(f"{kind}_before")
    return table.filter(is_asked).select(*_LINE, rating=rating, before=before, change=rating - before)


def groups() -> Iterator[tuple[str, AskedLines]]:
    """Give the groups that have a number one: everybody, women, and those of age."""
    yield "everybody", AskedLines()
    yield "women", AskedLines(sex="F")
    for age in AGES:
        yield age, AskedLines(age=age)


def number_ones(
    now: pl.DataFrame, then: pl.DataFrame | None, kind: str, day: date, federation: str = ""
) -> list[NumberOne]:
    """Give who is first in each group of the active, and who was before; who shares the first place is there too."""
    ones = []
    for group, asked in groups():
        firsts = _firsts(now, kind, asked, day, federation)
        was = pl.DataFrame() if then is None else _firsts(then, kind, asked, day, federation)
        before = None if was.is_empty() else (int(was["fide_id"][0]), str(was["name"][0]))
        ones += [
            NumberOne(group, row["fide_id"], row["name"], row["federation"], row["rating"], before)
            for row in firsts.to_dicts()
        ]
    return ones


def _firsts(table: pl.DataFrame, kind: str, asked: AskedLines, day: date, federation: str) -> pl.DataFrame:
    rating = pl.col(f"{kind}_rating")
    holds = rating.is_not_null() & ~is_idle_in(kind)
    if federation:
        holds &= is_code(table, "federation", federation)
    if asked.sex:
        holds &= is_code(table, "sex", asked.sex)
    if asked.age:
        holds &= is_of_age(asked.age, day).fill_null(value=False)
    rows = table.lazy().filter(holds).select("fide_id", "name", "federation", rating=rating)
    return rows.filter(pl.col("rating") == pl.col("rating").max()).sort("name", "fide_id").collect()


def teams(table: pl.DataFrame, kind: str) -> pl.DataFrame:
    """Rank the federations by the average of their best ten active players; the sum is exact, and so is the rank.

    The lines stand in the order of the rating, so the first of each federation is its best.
    """
    rating = pl.col(f"{kind}_rating")
    is_in = rating.is_not_null() & ~is_idle_in(kind) & (pl.col("federation") != "")
    order = table if kind == STANDARD else table[table[f"{ORDER}{kind}"]]
    rated = order.filter(is_in).select("fide_id", "name", "federation", rating)
    rows = rated.group_by("federation", maintain_order=True).agg(
        total=rating.top_k(TEAM).cast(pl.Int32).sum(), players=rating.top_k(TEAM).len(), active=pl.len(),
        best=pl.col("name").first(), best_id=pl.col("fide_id").first(), best_rating=rating.max(),
    )  # fmt: skip
    whole = (
        rows.filter(pl.col("players") == TEAM)
        .with_columns(pl.col("federation").cast(pl.String))
        .sort("total", "federation", descending=[True, False])
    )
    return whole.with_columns(place=pl.col("total").rank("min", descending=True).cast(pl.Int32))


def average(total: int) -> str:
    """Write the average of ten ratings by their sum.

    >>> average(23456)
    '2345.60'
    """
    return decimal(total * 100 // TEAM)

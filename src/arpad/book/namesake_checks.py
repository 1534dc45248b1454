"""Players without a FIDE number who have the name of one with a number: perhaps one person, counted as a newcomer.

A report without the number of a rated player would otherwise give that person a second, first rating, and take the
games away from the opponents.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.duplicate_checks import distinct_pairs
from arpad.book.near_duplicates import name_key
from arpad.book.problems import problem

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from arpad.book.tables import TableFile
    from arpad.model.problems import FileProblem

_READ = {
    "events": ("event_id", "withdrawn", "rated_for"),
    "games": ("event_id", "white", "black"),
    "players": ("fide_id", "name", "birth_year"),
}


def namesake_problems(tables: Mapping[str, TableFile], book: str) -> Iterator[FileProblem]:
    """Find the stand-ins with a namesake who play in events that wait to be rated; `book` is the folder as typed."""
    if not all(name in tables and tables[name].has(*columns) for name, columns in _READ.items()):
        return
    events, games, players = (tables[name].frame.select(columns) for name, columns in _READ.items())
    waiting = events.filter(pl.col("rated_for").is_null() & ~pl.col("withdrawn").fill_null(value=False))["event_id"]
    rows = games.filter(pl.col("event_id").is_in(waiting.implode()))
    known = distinct_pairs(tables["log"].frame) if "log" in tables and tables["log"].has("facts") else set()
    yield from stand_in_problems(pl.concat([rows["white"], rows["black"]]), players, book, known)


def stand_in_problems(
    numbers: pl.Series, players: pl.DataFrame, book: str, distinct: Collection[tuple[int, int]] = ()
) -> Iterator[FileProblem]:
    """Name the players with a FIDE number and the same name, of those among the numbers who have none; `book` as typed.

    Where both years of birth are known they have to be the same. Those in `distinct` were said to be two.
    """
    keyed = players.select("fide_id", "name", "birth_year")
    stand_ins = keyed.filter((pl.col("fide_id") < 0) & pl.col("fide_id").is_in(numbers.implode()))
    if stand_ins.is_empty():
        return
    known = keyed.filter(pl.col("fide_id") > 0).select(other="fide_id", born="birth_year", key=name_key(pl.col("name")))
    both = stand_ins.with_columns(key=name_key(pl.col("name"))).join(known, on="key", how="inner")
    same = both.filter((pl.col("birth_year") == pl.col("born")).fill_null(value=True))
    for row in same.sort("fide_id", "other", descending=[True, False]).iter_rows(named=True):
        if (row["fide_id"], row["other"]) in distinct:
            continue
        yield problem("namesake", number=row["fide_id"], name=row["name"], other=row["other"], book=shlex.quote(book))

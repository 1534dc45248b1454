"""A list as a book or a replay keeps it, read like any other rating list: shown, searched, compared, hashed.

A book's list has no names; they stand in the table `players` beside the folder `lists`. Put together they are the list
that `arpad list` knows, so that one hash and one comparison serve both.
"""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.bounded_tables import BROKEN, csv_table
from arpad.book.frames.columns import SCHEMA, completed
from arpad.book.schema import CSV, LIST, PLAYERS
from arpad.book.tables import places, read_table
from arpad.model.bounded import YEARS
from arpad.model.period import KINDS
from arpad.model.problems import ERROR

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.formats.lists.problems import Findings

_MONTH = re.compile(r"(\d{4})-(0[1-9]|1[0-2])", re.ASCII)
_OF_LIST_ONLY = frozenset(LIST.columns) - frozenset(SCHEMA)
"""What a book's list has and a published one has not."""
OF_CHANGES = "arpad.changes_since"
"""Marks a Parquet file with the lines of a list that changed since an earlier one: it is no list."""


def with_people(rating_list: pl.DataFrame, players: pl.DataFrame, *, narrow: bool = True) -> pl.DataFrame:
    """Give a book's list the columns of a published one; a player the book does not know has no name.

    Numbers are as narrow as those of a published list, unless it does not matter.
    """
    people = players.select("fide_id", *(name for name in PLAYERS.columns if name in SCHEMA and name != "fide_id"))
    if rating_list["fide_id"].equals(people["fide_id"]):
        # Both have everybody in the order of FIDE numbers, as a rule.
        known = rating_list.hstack(people.drop("fide_id"))
    else:
        known = rating_list.join(people, on="fide_id", how="left")
    whole = completed(known.with_columns(shown_games()))
    fitting = whole.cast(dict(SCHEMA)) if narrow else whole  # type: ignore[arg-type]
    return fitting.with_columns(pl.col(pl.String).fill_null(""))


def shown_games() -> list[pl.Expr]:
    """Give the numbers of games as every list has them: a player without a rating has none, unless there are some."""
    return [
        pl.when(pl.col(f"{kind}_rating").is_not_null() | (pl.col(f"{kind}_games") > 0)).then(f"{kind}_games")
        for kind in KINDS
    ]


def is_of_book(place: Path) -> bool:
    """Tell whether a file is a list as a book keeps it: its own columns are there, and no names."""
    try:
        if place.suffix == f".{CSV}":
            columns = set(csv_table(place, n_rows=0).columns)
        else:
            columns = set() if OF_CHANGES in pl.read_parquet_metadata(place) else set(pl.read_parquet_schema(place))
    except BROKEN:
        return False
    return columns >= _OF_LIST_ONLY and "name" not in columns


def day_of(place: Path) -> date | None:
    """Give the day of a list of a book from the name of its file."""
    return day_of_month(place.stem)


def day_of_month(month: str) -> date | None:
    """Give the day of a list from its year and month; None where it is no month.

    >>> day_of_month("2026-11")
    datetime.date(2026, 11, 1)
    """
    match = _MONTH.fullmatch(month)
    return date(int(match[1]), int(match[2]), 1) if match and int(match[1]) in YEARS else None


def read_book_list(place: Path, findings: Findings) -> pl.DataFrame | None:
    """Read a list of a book with the names of its players; None where it cannot be read, which is then noted."""
    frame = _read(place, findings, of_players=False)
    if frame is None:
        return None
    beside = places(place.resolve().parent.parent, "players")
    players = _read(beside[0], findings, of_players=True) if len(beside) == 1 else PLAYERS.empty()
    tables = (frame,) if players is None else (frame, players)
    outside = [name for name in SCHEMA if any(_is_outside(table, name) for table in tables)]
    for name in outside:
        findings.add("table_unreadable", says="number_outside", name=name)
    return None if players is None or outside else with_people(frame, players)


def _is_outside(frame: pl.DataFrame, name: str) -> bool:
    """Tell whether a column holds a number that a published list cannot have."""
    if name not in frame.columns or not frame[name].dtype.is_integer():
        return False
    return frame[name].cast(SCHEMA[name], strict=False).null_count() > frame[name].null_count()


def _read(place: Path, findings: Findings, *, of_players: bool) -> pl.DataFrame | None:
    table = PLAYERS if of_players else LIST
    table_file, problems = read_table(place, place.name, table)
    for fault in problems:
        if fault.severity == ERROR:
            findings.add("table_unreadable", why=fault.message)
    whole = (
        table_file is not None
        and table_file.has(*table.columns)
        and not any(fault.severity == ERROR for fault in problems)
    )
    return table_file.frame if table_file is not None and whole else None

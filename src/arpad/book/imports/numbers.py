"""The numbers under which players of reports come into a book: FIDE's, or a negative one as a stand-in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from arpad.book.near_duplicates import name_key, name_keys
from arpad.book.problems import problem
from arpad.book.schema import TABLES
from arpad.book.view import list_name, pool_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arpad.book.imports.lists import Imported
    from arpad.book.imports.rows import ReportRows, Row
    from arpad.book.view import BookView

_SHOWN = 5
"""So many players without a FIDE number are named."""
SIDES = ("white", "black")


class Numbers:
    """Whom a book knows, and who comes to it."""

    def __init__(self, book: BookView) -> None:
        ids = book.table("players")["fide_id"]
        self._ids = set(ids.to_list())
        self._next = min(_least(ids), 0) - 1
        self.players: list[Row] = []
        """The players who are new, in the order in which they came."""

    def settle(self, report: ReportRows, done: Imported, kept: Mapping[str, int] | None = None) -> dict[int, int]:
        """Give everybody's number by starting number; `kept` has those that an event's players had before, by name."""
        numbers: dict[int, int] = {}
        nameless: list[Row] = []
        unnumbered = [number for number in sorted(report.players) if report.players[number]["fide_id"] is None]
        known = _by_name([report.players[number]["name"] for number in unnumbered], kept or {})
        stand_ins = dict(zip(unnumbered, known, strict=True))
        for number in sorted(report.players):
            row = report.players[number]
            own = row["fide_id"] or stand_ins.get(number)
            if own is None:
                own = self._next
                self._next -= 1
                nameless.append({"name": row["name"] or number, "number": own})
            numbers[number] = own
            if own not in self._ids:
                self._ids.add(own)
                self.players.append({**row, "fide_id": own})
        if nameless:
            shown = nameless[:_SHOWN]
            done.problems.append(
                problem(
                    "without_number",
                    file=report.file,
                    count=len(nameless),
                    players=len(report.report.tournament.entries),
                    shown=shown,
                    more=len(nameless) - len(shown),
                )
            )
        return numbers


def kept_numbers(book: BookView, event_id: int) -> dict[str, int]:
    """Give the numbers of an event's players by what the spellings of a name share; of namesakes none."""
    games = book.table("games").filter(pl.col("event_id") == event_id)
    playing = pl.concat([games[side] for side in SIDES]).unique()
    people = book.table("players").filter(pl.col("fide_id").is_in(playing.implode()))
    keyed = people.select("fide_id", key=name_key(pl.col("name"))).drop_nulls()
    return dict(keyed.filter(pl.len().over("key") == 1).select("key", "fide_id").iter_rows())


def without_stand_ins(book: BookView, players: pl.DataFrame, was: pl.DataFrame, games: pl.DataFrame) -> pl.DataFrame:
    """Leave out the stand-ins of games that are replaced, where nothing else speaks of them.

    `was` are the games that were replaced, `games` all that there are then.
    """
    ids = pl.concat([was[side] for side in SIDES])
    lone = ids.filter(ids < 0).unique()
    for frame, columns in _mentions(book, games) if len(lone) else ():
        for name in columns:
            lone = lone.filter(~lone.is_in(frame[name].drop_nulls().implode()))
    return players.filter(~pl.col("fide_id").is_in(lone.implode()))


def _mentions(book: BookView, games: pl.DataFrame) -> Iterator[tuple[pl.DataFrame, tuple[str, ...]]]:
    """Give the tables and lists that speak of players, and in which columns."""
    for name, table in TABLES.items():
        columns = tuple(key for key, column in table.columns.items() if column.of == "players")
        if columns:
            yield (games if name == "games" else book.table(name)), columns
    yield from ((book.table(list_name(day)), ("fide_id",)) for day in book.list_dates)
    yield from ((book.table(pool_name(day)), ("fide_id",)) for day in book.pool_dates)


def _by_name(names: list[str], kept: Mapping[str, int]) -> list[int | None]:
    if not kept:
        return [None] * len(names)
    keys = name_keys(names)
    return [kept.get(key) if key and keys.count(key) == 1 else None for key in keys]


def _least(ids: pl.Series) -> int:
    return int(ids.min() or 0)  # type: ignore[arg-type] # whole numbers

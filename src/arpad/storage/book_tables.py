"""The tables of a book in the database, as frames: read whole, changed by the rows that come and go."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from django.db import connection

from arpad.book.schema import TABLES
from arpad.storage.bulk.frames import read_frames, remove_rows, write_frame
from arpad.storage.bulk.queries import selected
from arpad.storage.models import MODELS, RatingSystem

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from arpad.storage.bulk.queries import Query

SYSTEM = "rating_system_id"
_OF_CLOSING = """{system} = %s AND event_id IN (
    SELECT event_id FROM {events} WHERE {system} = %s AND (rated_for IS NULL OR rated_for = %s OR rated_for IN (
        SELECT rated_for FROM {events} WHERE {system} = %s AND withdrawn AND withdrawn_for = %s)))"""


def database_table(name: str) -> str:
    """Give the name that a table of a book has in the database."""
    return MODELS[name]._meta.db_table  # noqa: SLF001 - Django's own way to say it


def read(system: int, names: Iterable[str]) -> dict[str, pl.DataFrame]:
    """Read tables of a book, all as of one moment, their rows in the order of their keys."""
    whose = _whose()
    return _sorted({name: _whole(system, name, whose) for name in names})


def read_for_closing(system: int, names: Iterable[str], list_date: date) -> dict[str, pl.DataFrame]:
    """Read tables of a book, all as of one moment, with those games only that the list of a day may rate.

    They are the games of events that no list has rated, or this one. Where this list takes an event back, the earlier
    list that rated it is worked out once more: so its games, too.
    """
    day = list_date.isoformat()
    where = _OF_CLOSING.format(system=SYSTEM, events=database_table("events"))
    games = selected(database_table("games"), TABLES["games"].schema, where, [system, system, day, system, day])
    whose = _whose()
    return _sorted({name: games if name == "games" else _whole(system, name, whose) for name in names})


def _whose() -> str:
    """Name the column by which rows are told to be of a book: where there is no other book, no index is asked by it."""
    return f"+{SYSTEM}" if RatingSystem.objects.count() == 1 else SYSTEM


def _whole(system: int, name: str, whose: str) -> Query:
    return selected(database_table(name), TABLES[name].schema, f"{whose} = %s", [system])


def _sorted(queries: dict[str, Query]) -> dict[str, pl.DataFrame]:
    frames = read_frames(connection, queries)
    return {name: in_order(name, frame) for name, frame in frames.items()}


def in_order(name: str, frame: pl.DataFrame) -> pl.DataFrame:
    """Give a table with its rows in the order of their key: so the same rows are the same bytes."""
    key = list(TABLES[name].key)
    first = frame[key[0]]
    return frame if len(key) == 1 and first.is_sorted() else frame.sort(key)


def change_rows(system: int, name: str, removed: pl.DataFrame, added: pl.DataFrame) -> None:
    """Take rows out of a table and put others in, within the transaction."""
    table, whose = database_table(name), pl.lit(system, pl.Int64).alias(SYSTEM)
    if removed.height:
        remove_rows(connection, table, removed.select(whose, *TABLES[name].key))
    if added.height:
        write_frame(connection, table, added.select(whose, *TABLES[name].schema))

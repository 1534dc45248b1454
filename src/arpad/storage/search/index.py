"""The index of the players of a rating system: each at a place by rating, with the words of the name, and marks.

It is written beside the one that is in use, in short transactions, and then takes its place; so until it is ready a
search answers from the list before. It follows from the tables and is no part of a backup. Beside it stand the words of
all names with a letter left out, by which typing errors are forgiven.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl
from django.db import connection, transaction

from arpad.storage.bulk.frames import fill_tables
from arpad.storage.bulk.indexes import build_missing
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.lists import system_of
from arpad.storage.models import PlayerRow, RatingSystem
from arpad.storage.search.asking import ask_rebuild
from arpad.storage.search.errors import spellings
from arpad.storage.search.index_tables import dropped, emptied, finish_errors, rows_beside_words, write_words
from arpad.storage.search.rows import indexed, words_of_name
from arpad.storage.site.shown_table import LinesOfLists, analyzed, made_anew, shown_rows, table_of, use_table

if TYPE_CHECKING:
    from arpad.office.person import Person
    from arpad.storage.jobs.kinds import Finish, JobInput, Progress, Result
    from arpad.storage.models import Job

STATE = "search_state"
"""The table that says which index is in use; like the indexes it is no part of a backup."""
STEP = 20_000
"""So many rows are written in a transaction of their own."""


@dataclass(frozen=True, slots=True)
class Index:
    """The index that is in use: its table, the version of the list it was built for, and the newest row it knows."""

    table: str
    list_version: int
    last_row: int
    """Players whose rows were written later are not in it, or under another name."""


def ask_missing() -> list[Job]:
    """Ask for every index, or table of who is shown, that is not there, such as after an office was restored."""
    systems = RatingSystem.objects.filter(newest__isnull=False, is_ready=True).order_by("number")
    return [ask_rebuild(system) for system in systems if index_of(system) is None or table_of(system) is None]


def index_of(system: RatingSystem) -> Index | None:
    """Give the index that is in use; None where none was built yet."""
    with connection.cursor() as cursor:
        if STATE not in connection.introspection.table_names(cursor):
            return None
        cursor.execute(
            f"SELECT name, list_version, last_row FROM {STATE} WHERE rating_system = %s",  # noqa: S608 - our own name
            [system.number],
        )
        row = cursor.fetchone()
    return None if row is None else Index(*row)


def work(job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:  # noqa: ARG001 - as all work
    """Build the index for the newest list, and the table of who is shown; they take the place of those before."""
    system = system_of(job_input["system"])
    before = index_of(system)
    table = f"search_{system.number}_{_other(before)}"
    last_row = PlayerRow.objects.order_by("-row_number").values_list("row_number", flat=True).first() or 0
    book, lists = DatabaseBook(system), LinesOfLists()
    players = book.table("players")
    emptied(table)
    with ThreadPoolExecutor(1) as beside:
        naming = beside.submit(players.select, words=words_of_name(pl.col("name")))
        progress("ordering the players")
        build_missing()
        progress("gathering the names")
        shown = shown_rows(system, book, lists)
        rows = _rows_of(system, players.hstack(naming.result()), lists, shown.numbers)
        writing = beside.submit(write_words, table, rows)
        written, filled = made_anew(system, shown)
        filled |= rows_beside_words(table, rows, spellings(rows["words"]))
        height = sum(frame.height for frame in filled.values())
        for done in fill_tables(connection, filled, STEP):
            progress("writing who is shown", done, height)
        analyzed(written)
        finish_errors(table)
        progress("writing the index")
        take_over = writing.result()
    progress("finishing the index")
    take_over()
    result = {"players": rows.height, "list_version": system.newest_id}
    with transaction.atomic(), connection.cursor() as cursor:
        finish(result)
        cursor.execute(
            f"CREATE TABLE IF NOT EXISTS {STATE} (rating_system bigint PRIMARY KEY, name text NOT NULL,"
            " list_version bigint NOT NULL, last_row bigint NOT NULL)"
        )
        cursor.execute(f"DELETE FROM {STATE} WHERE rating_system = %s", [system.number])  # noqa: S608 - our own name
        cursor.execute(
            f"INSERT INTO {STATE} VALUES (%s, %s, %s, %s)",  # noqa: S608 - the same
            [system.number, table, system.newest_id or 0, last_row],
        )
        use_table(system, written)
    if before is not None and before.table != table:
        dropped(before.table)
    return result


def _rows_of(system: RatingSystem, players: pl.DataFrame, lists: LinesOfLists, numbers: pl.Series) -> pl.DataFrame:
    newest = system.newest
    lines, day = (None, None) if newest is None else (lists.of(newest), newest.list_date)
    return indexed(players, lines, day, numbers)


def _other(before: Index | None) -> str:
    """Name the index that is not in use: there are two, in turns."""
    return "b" if before is not None and before.table.endswith("_a") else "a"

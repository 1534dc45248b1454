"""The index of the players of a rating system: each at a place by rating, with the words of the name, and marks.

It is written beside the one that is in use, in short transactions, and then takes its place; so until it is ready a
search answers from the list before. It follows from the tables and is no part of a backup. Beside it stand the words of
all names with a letter left out, by which typing errors are forgiven.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl
from django.db import connection, transaction

from arpad.book.schema import LIST
from arpad.storage.archived_files import read_frame
from arpad.storage.bulk import postgresql, sqlite
from arpad.storage.bulk.indexes import build_missing
from arpad.storage.bulk.queries import quoted
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.lists import system_of
from arpad.storage.models import PlayerRow, RatingSystem
from arpad.storage.search.asked import HEAD
from arpad.storage.search.asking import ask_rebuild
from arpad.storage.search.errors import spellings
from arpad.storage.search.rows import BEGUN, SIGN, indexed
from arpad.storage.site.shown_table import table_of, use_table, write_shown

if TYPE_CHECKING:
    from arpad.office.person import Person
    from arpad.storage.jobs.kinds import Finish, JobInput, Progress, Result
    from arpad.storage.models import Job

STATE = "search_state"
"""The table that says which index is in use; like the indexes it is no part of a backup."""
STEP = 20_000
"""So many players are written in a transaction of their own."""
_ERRORS_STEP = 250_000
"""So many spellings are written in a transaction of their own."""
_SQLITE = "sqlite"


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
    last_row = PlayerRow.objects.order_by("-row_number").values_list("row_number", flat=True).first() or 0
    progress("ordering the players")
    build_missing()
    progress("gathering the names")
    book = DatabaseBook(system)
    shown, numbers = write_shown(system, book, progress)
    day = None if system.newest is None else system.newest.list_date
    rows = indexed(book.table("players"), _list_of(system), day, numbers)
    table = f"search_{system.number}_{_other(before)}"
    _emptied(table)
    for number, part in enumerate(rows.iter_slices(STEP)):
        progress("writing the index", number * STEP, rows.height)
        with transaction.atomic():
            _written(table, part)
    progress("gathering typing errors")
    for part in spellings(rows["words"]).iter_slices(_ERRORS_STEP):
        with transaction.atomic():
            _write(f"{table}_errors", part)
    progress("finishing the index")
    _finished(table)
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
        use_table(system, shown)
    if before is not None and before.table != table:
        _dropped(before.table)
    return result


def _list_of(system: RatingSystem) -> pl.DataFrame | None:
    return None if system.newest is None else read_frame(system.newest.list_file, LIST)


def _other(before: Index | None) -> str:
    """Name the index that is not in use: there are two, in turns."""
    return "b" if before is not None and before.table.endswith("_a") else "a"


def _run(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _emptied(table: str) -> None:
    """Make the tables of an index anew, without rows."""
    _dropped(table)
    places, words, errors = (quoted(f"{table}{of}") for of in ("_places", "", "_errors"))
    if connection.vendor == _SQLITE:
        _run(
            f"CREATE TABLE {places} (place integer PRIMARY KEY, fide_id integer NOT NULL)",
            f"CREATE VIRTUAL TABLE {words} USING fts5(words, content='', detail=none, columnsize=0,"
            f' tokenize="unicode61 remove_diacritics 0 tokenchars {SIGN}")',
            f"CREATE TABLE {errors} (spelling text NOT NULL, word text NOT NULL, PRIMARY KEY (spelling, word))"
            " WITHOUT ROWID",
        )
    else:
        _run(
            f"CREATE TABLE {words} (place integer NOT NULL, fide_id bigint NOT NULL, words tsvector NOT NULL)",
            f'CREATE TABLE {errors} (spelling text COLLATE "C" NOT NULL, word text NOT NULL)',
        )


def _dropped(table: str) -> None:
    _run(*(f"DROP TABLE IF EXISTS {quoted(table + of)}" for of in ("", "_places", "_errors")))


def _written(table: str, rows: pl.DataFrame) -> None:
    """Add players to an index."""
    words, marks = pl.col("words"), pl.col("marks")
    own = words.str.split(" ")
    begun = [
        own.list.eval(f"{SIGN * letters}" + pl.element().str.slice(0, letters)).list.unique().list.join(" ")
        for letters in range(1, BEGUN + 1)
    ]
    text = pl.when(words == "").then(marks).otherwise(pl.concat_str(words, *begun, marks, separator=" "))
    if connection.vendor == _SQLITE:
        _write(f"{table}_places", rows.select("place", "fide_id"))
        _write(table, rows.select(words=text, rowid="place"))
        return
    # A word for each lexeme: PostgreSQL reads the text of a tsvector as it stands.
    quotes = text.str.strip_chars(" ").str.split(" ").list.eval("'" + pl.element() + "'").list.join(" ")
    _write(table, rows.select("place", "fide_id", words=pl.when(text == "").then(text).otherwise(quotes)))


def _write(table: str, frame: pl.DataFrame) -> None:
    bulk = sqlite if connection.vendor == _SQLITE else postgresql
    bulk.write(connection, table, frame)


def _finished(table: str) -> None:
    """Add what makes an index quick, when all rows are there."""
    if connection.vendor == _SQLITE:
        _run(f"INSERT INTO {quoted(table)}({quoted(table)}) VALUES ('optimize')")  # noqa: S608 - our own name
        return
    _run(
        f"ALTER TABLE {quoted(table)} ADD PRIMARY KEY (place)",
        f"CREATE INDEX {quoted(f'{table}_words')} ON {quoted(table)} USING gin (words) WITH (fastupdate = off)",
        f"CREATE INDEX {quoted(f'{table}_head')} ON {quoted(table)} USING gin (words) WITH (fastupdate = off)"
        f" WHERE place <= {HEAD}",
        f"CREATE INDEX {quoted(f'{table}_spellings')} ON {quoted(f'{table}_errors')} (spelling)",
        f"ANALYZE {quoted(table)}",
        f"ANALYZE {quoted(f'{table}_errors')}",
    )

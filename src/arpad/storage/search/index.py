"""The index of the players of a rating system: every player at a place by rating, with the words of the name.

Words are those that two spellings of a name share: accents, capitals, hyphens and the order of names do not matter. It
is written beside the one that is in use, in short transactions, and then takes its place; so until it is ready a search
answers from the list before. It follows from the tables and is no part of a backup.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl
from django.db import connection, transaction

from arpad.book.near_duplicates import name_key
from arpad.book.schema import LIST
from arpad.model.period import KINDS
from arpad.storage.archived_files import read_frame
from arpad.storage.bulk import postgresql, sqlite
from arpad.storage.bulk.queries import quoted
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.lists import system_of
from arpad.storage.models import PlayerRow, RatingSystem
from arpad.storage.search.asking import ask_rebuild
from arpad.storage.site.shown_table import table_of, use_table, write_shown

if TYPE_CHECKING:
    from arpad.office.person import Person
    from arpad.storage.jobs.kinds import Finish, JobInput, Progress, Result
    from arpad.storage.models import Job

STATE = "search_state"
"""The table that says which index is in use; like the indexes it is no part of a backup."""
STEP = 20_000
"""So many players are written in a transaction of their own."""
FEDERATION = "f0"
"""So begins the word that stands for a federation: no word of a name has a figure before letters."""
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
    progress("gathering the names")
    book = DatabaseBook(system)
    shown = write_shown(system, book, progress)
    rows = indexed(book.table("players"), _list_of(system))
    table = f"search_{system.number}_{_other(before)}"
    _emptied(table)
    for number, part in enumerate(rows.iter_slices(STEP)):
        progress("writing the index", number * STEP, rows.height)
        with transaction.atomic():
            _written(table, part)
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


def indexed(players: pl.DataFrame, rating_list: pl.DataFrame | None) -> pl.DataFrame:
    """Give place, number and words of every player: the best rated first, in standard chess before the others.

    >>> players = pl.DataFrame({"fide_id": [1, 2], "name": ["Éber, Ada", ""], "federation": ["HUN", ""]})
    >>> indexed(players, None).rows()
    [(1, 1, 'ada eber f0hun'), (2, 2, '')]
    """
    ratings = [f"{kind}_rating" for kind in KINDS]
    federation = pl.when(pl.col("federation") != "").then(FEDERATION + pl.col("federation").str.to_lowercase())
    words = pl.concat_str(name_key(pl.col("name")), federation, separator=" ", ignore_nulls=True)
    rows = players.select("fide_id", words=words)
    if rating_list is not None:
        rows = rows.join(rating_list.select("fide_id", *ratings), on="fide_id", how="left", maintain_order="left")
        order = [pl.col(name) for name in ratings]
        rows = rows.sort([*order, "fide_id"], descending=[True, True, True, False], nulls_last=True)
    return rows.with_row_index("place", 1).select(pl.col("place").cast(pl.Int64), "fide_id", "words")


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
    places, words = quoted(f"{table}_places"), quoted(table)
    if connection.vendor == _SQLITE:
        _run(
            f"CREATE TABLE {places} (place integer PRIMARY KEY, fide_id integer NOT NULL)",
            f"CREATE VIRTUAL TABLE {words} USING fts5(words, content='', detail=none, columnsize=0, prefix='1 2 3',"
            ' tokenize="unicode61 remove_diacritics 0")',
        )
    else:
        _run(f"CREATE TABLE {words} (place integer NOT NULL, fide_id bigint NOT NULL, words tsvector NOT NULL)")


def _dropped(table: str) -> None:
    _run(f"DROP TABLE IF EXISTS {quoted(table)}", f"DROP TABLE IF EXISTS {quoted(f'{table}_places')}")


def _written(table: str, rows: pl.DataFrame) -> None:
    """Add players to an index."""
    if connection.vendor == _SQLITE:
        sqlite.write(connection, f"{table}_places", rows.select("place", "fide_id"))
        sqlite.write(connection, table, rows.select("words", rowid="place"))
        return
    # A word for each lexeme: PostgreSQL reads the text of a tsvector as it stands.
    quotes = pl.col("words").str.split(" ").list.eval("'" + pl.element() + "'").list.join(" ")
    text = pl.when(pl.col("words") == "").then(pl.lit("")).otherwise(quotes)
    postgresql.write(connection, table, rows.with_columns(words=text))


def _finished(table: str) -> None:
    """Add what makes an index quick, when all rows are there."""
    if connection.vendor == _SQLITE:
        _run(f"INSERT INTO {quoted(table)}({quoted(table)}) VALUES ('optimize')")  # noqa: S608 - our own name
        return
    _run(
        f"ALTER TABLE {quoted(table)} ADD PRIMARY KEY (place)",
        f"CREATE INDEX {quoted(f'{table}_words')} ON {quoted(table)} USING gin (words) WITH (fastupdate = off)",
        f"ANALYZE {quoted(table)}",
    )


def matches(index: Index, words: list[str], federations: list[str] | None, most: int) -> list[int]:
    """Give the numbers of the players whose names have words that begin so, the best rated first.

    `federations` are those that may be shown; None for all.
    """
    if federations is not None and not federations:
        return []
    chosen = [f"{FEDERATION}{federation.lower()}" for federation in federations or ()]
    sql, asked = _query(index.table, words, chosen)
    with connection.cursor() as cursor:
        cursor.execute(sql, [asked, most])
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return [number for (number,) in rows]


def _query(table: str, words: list[str], chosen: list[str]) -> tuple[str, str]:
    """Give the statement for words, and what is asked in the language of the database's own index."""
    name = quoted(table)
    if connection.vendor == _SQLITE:
        begins = [f'"{word}"*' for word in words]
        either = " OR ".join(f'"{word}"' for word in chosen)
        asked = " AND ".join([*begins, *([f"({either})"] if either else [])])
        places = quoted(f"{table}_places")
        joined = f"{name} JOIN {places} p ON p.place = {name}.rowid"
        order = f"ORDER BY {name}.rowid LIMIT %s"
        return f"SELECT p.fide_id FROM {joined} WHERE {name} MATCH %s {order}", asked  # noqa: S608 - our own names
    either = " | ".join(f"'{word}'" for word in chosen)
    asked = " & ".join([*(f"'{word}':*" for word in words), *([f"({either})"] if either else [])])
    return f"SELECT fide_id FROM {name} WHERE words @@ %s::tsquery ORDER BY place LIMIT %s", asked  # noqa: S608 - the same

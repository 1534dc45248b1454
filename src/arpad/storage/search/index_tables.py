"""The tables of an index of players: made, filled with the words of everybody, and made quick when all rows are there.

PostgreSQL reads the words of a row as they stand. SQLite's own index of words is built in a file aside, in which nobody
waits for anybody; its pieces are then taken over in short transactions.
"""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING

import polars as pl
from django.db import connection, transaction

from arpad.storage.bulk import postgresql
from arpad.storage.bulk.queries import quoted
from arpad.storage.opening import open_now
from arpad.storage.search.asked import HEAD
from arpad.storage.search.rows import BEGUN, SIGN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PLACES, ERRORS = "_places", "_errors"
"""So end the names of the table of places, on SQLite, and of that of typing errors."""
_SQLITE = "sqlite"
_STEP = 50_000
"""The words of so many players are made ready at a time."""
_PIECES = 1500
"""So many pieces of an index are taken over in a transaction of their own."""
_ASIDE = "aside"
_BUILDING = ("PRAGMA page_size = 4096", "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", "BEGIN")
"""Nothing of the file aside counts, and a run that was ended begins anew."""
_KEPT_IN_MEMORY = 64 << 20
"""So many bytes of an index are put in order before they are written."""


def emptied(table: str) -> None:
    """Make the tables of an index anew, without rows."""
    dropped(table)
    places, words, errors = (quoted(f"{table}{of}") for of in (PLACES, "", ERRORS))
    if connection.vendor == _SQLITE:
        _run(
            f"CREATE TABLE {places} (place integer PRIMARY KEY, fide_id integer NOT NULL)",
            _table_of_words(table),
            f"CREATE TABLE {errors} (spelling text NOT NULL, word text NOT NULL, PRIMARY KEY (spelling, word))"
            " WITHOUT ROWID",
        )
    else:
        _run(
            f"CREATE TABLE {words} (place integer NOT NULL, fide_id bigint NOT NULL, words tsvector NOT NULL)",
            f'CREATE TABLE {errors} (spelling text COLLATE "C" NOT NULL, word text NOT NULL)',
        )


def dropped(table: str) -> None:
    """Take the tables of an index away, as far as they are there."""
    _run(*(f"DROP TABLE IF EXISTS {quoted(table + of)}" for of in ("", PLACES, ERRORS)))


def _run(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def rows_beside_words(table: str, rows: pl.DataFrame, errors: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """Give what stands beside the words, by table."""
    beside = {f"{table}{ERRORS}": errors}
    return {f"{table}{PLACES}": rows.select("place", "fide_id"), **beside} if connection.vendor == _SQLITE else beside


def write_words(table: str, rows: pl.DataFrame) -> Callable[[], None]:
    """Write the words of everybody where nobody reads them yet, by a thread of its own; give what is left to do then.

    That is done by whoever has begun a transaction for nothing else.
    """
    if connection.vendor == _SQLITE:
        return _built_aside(table, rows)
    try:
        postgresql.write_made(connection, table, rows, _lexemes)
        name, head = quoted(table), f"WHERE place <= {HEAD}"
        with postgresql.with_room(connection) as cursor:
            cursor.execute(f"ALTER TABLE {name} ADD PRIMARY KEY (place)")
            for of, where in (("_words", ""), ("_head", head)):
                by_words = f"{quoted(table + of)} ON {name} USING gin (words) WITH (fastupdate = off) {where}"
                cursor.execute(f"CREATE INDEX {by_words}")
            cursor.execute(f"ANALYZE {name}")
    finally:
        connection.close()  # that of this thread
    return lambda: None


def finish_errors(table: str) -> None:
    """Add what makes the table of typing errors quick, when all its rows are there."""
    if connection.vendor != _SQLITE:
        errors = quoted(f"{table}{ERRORS}")
        with postgresql.with_room(connection) as cursor:
            cursor.execute(f"CREATE INDEX {quoted(f'{table}_spellings')} ON {errors} (spelling)")
            cursor.execute(f"ANALYZE {errors}")


def _table_of_words(name: str) -> str:
    return (
        f"CREATE VIRTUAL TABLE {quoted(name)} USING fts5(words, content='', detail=none, columnsize=0,"
        f' tokenize="unicode61 remove_diacritics 0 tokenchars {SIGN}")'
    )


def _begun(word: pl.Expr, letters: int) -> pl.Expr:
    return pl.lit(SIGN * letters) + word.str.slice(0, letters)


def _texts(rows: pl.DataFrame) -> pl.DataFrame:
    """Give places and words, each word with its beginnings beside it."""
    word = pl.element()
    begun = pl.concat_str(word, *(_begun(word, letters) for letters in range(1, BEGUN + 1)), separator=" ")
    words = pl.when(pl.col("words") != "").then(pl.col("words").str.split(" ").list.eval(begun).list.join(" "))
    return rows.select("place", words=pl.concat_str(words, "marks", separator=" ", ignore_nulls=True))


def _lexemes(rows: pl.DataFrame) -> pl.DataFrame:
    """Give places, numbers and words for PostgreSQL: a word for each lexeme, which it reads as it stands."""
    text = _texts(rows)["words"].str.strip_chars(" ")
    quotes = pl.lit("'") + text.str.replace_all(" ", "' '", literal=True) + "'"
    return rows.select("place", "fide_id", words=pl.when(text == "").then(pl.lit("")).otherwise(quotes))


def _built_aside(table: str, rows: pl.DataFrame) -> Callable[[], None]:
    """Build SQLite's index of words in a file aside; give what takes it over."""
    place = open_now().work / f"{table}.words"
    place.parent.mkdir(exist_ok=True)
    place.unlink(missing_ok=True)  # of a run that was ended
    with closing(sqlite3.connect(place, isolation_level=None)) as aside:
        for statement in (*_BUILDING, _table_of_words(_ASIDE)):
            aside.execute(statement)
        # What is not merged on the way is merged once, at the end.
        for setting, value in (("automerge", 0), ("crisismerge", 1999), ("hashsize", _KEPT_IN_MEMORY)):
            aside.execute(f"INSERT INTO {_ASIDE}({_ASIDE}, rank) VALUES (?, ?)", (setting, value))  # noqa: S608 - our own name
        for part in _ready(rows):
            aside.executemany(f"INSERT INTO {_ASIDE}(rowid, words) VALUES (?, ?)", part)  # noqa: S608 - the same
        aside.execute(f"INSERT INTO {_ASIDE}({_ASIDE}) VALUES ('optimize')")  # noqa: S608 - the same
        aside.execute("COMMIT")

    def take_over() -> None:
        _taken_over(place, table)
        place.unlink()

    return take_over


def _ready(rows: pl.DataFrame) -> Iterator[list[tuple[int, str]]]:
    """Give places and words part by part, the next one made while one is written."""
    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(_texts, rows.head(_STEP))
        for at in range(_STEP, rows.height + _STEP, _STEP):
            ready, coming = coming.result(), pool.submit(_texts, rows.slice(at, _STEP))
            yield ready.rows()


def _taken_over(place: Path, table: str) -> None:
    """Put the pieces of an index that was built aside in the place of an empty one; nobody has asked that yet."""
    with closing(sqlite3.connect(place, isolation_level=None)) as aside:
        for name, columns in (("_idx", "segid, term, pgno"), ("_data", "id, block")):
            pieces = aside.execute(f"SELECT {columns} FROM {_ASIDE}{name}")  # noqa: S608 - the same
            holes = ", ".join(["%s"] * (columns.count(",") + 1))
            into = f"INSERT OR REPLACE INTO {quoted(table + name)} ({columns}) VALUES ({holes})"  # noqa: S608 - the same
            while part := pieces.fetchmany(_PIECES):
                with transaction.atomic(), connection.cursor() as cursor:
                    cursor.executemany(into, part)

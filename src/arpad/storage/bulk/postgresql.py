"""Frames from PostgreSQL and back by COPY, through the connection and in the transaction that are there."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import polars as pl
from django.db import transaction

from arpad.storage.bulk.queries import cast, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from django.db.backends.base.base import BaseDatabaseWrapper

    from arpad.storage.bulk.queries import Query

_STEP = 100_000
"""So many rows are written as text at a time."""
MANY = 10_000
"""From so many rows on, indexes are built sooner than kept."""
_ROOM = "256MB"
"""So much memory an index may be sorted in."""
_HAS_REFERENCES = (
    "EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND %s::regclass::oid = ANY (ARRAY[conrelid, confrelid]))"
)
_KEYS = """SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE contype IN ('p', 'u') AND conrelid = %s::regclass"""
_INDEXES = """SELECT relname, pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE indrelid = %s::regclass AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)"""


def read(connection: BaseDatabaseWrapper, queries: Mapping[str, Query]) -> dict[str, pl.DataFrame]:
    """Answer questions, all as of the same moment."""
    with as_of_now(connection):
        return {name: _answered(connection, query) for name, query in queries.items()}


@contextmanager
def as_of_now(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Have everything read as of one moment; within a transaction, as that sees it."""
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic(using=connection.alias):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


def _answered(connection: BaseDatabaseWrapper, query: Query) -> pl.DataFrame:
    text = io.BytesIO()
    sql = f"COPY ({query.sql}) TO STDOUT (FORMAT csv)"
    with connection.wrap_database_errors, connection.cursor() as cursor, _copying(cursor, sql, query) as copy:
        for block in copy:
            text.write(block)
    text.seek(0)
    kinds = {name: kind if kind.is_integer() or kind == pl.Date else pl.String() for name, kind in query.schema.items()}
    frame = pl.read_csv(text, has_header=False, schema=kinds, raise_if_empty=False)
    bytes_ = [name for name, kind in query.schema.items() if kind == pl.Binary]
    frame = frame.with_columns(pl.col(name).str.slice(2).str.decode("hex") for name in bytes_)
    return cast(frame, query.schema)


@contextmanager
def _copying(cursor: Any, sql: str, query: Query | None = None) -> Iterator[Any]:  # noqa: ANN401 - Django wraps it
    """Begin to copy; Django's cursor hands on to that of psycopg."""
    parameters = query.parameters if query is not None and query.parameters else None
    with cursor.cursor.copy(sql, parameters) as copy:
        yield copy


def write(connection: BaseDatabaseWrapper, table: str, frame: pl.DataFrame, *, is_new: bool = False) -> None:
    """Add rows to a table, within the transaction where there is one; `is_new` where that has emptied the table."""
    _write(connection, table, frame, _text, is_new=is_new)


def write_made(
    connection: BaseDatabaseWrapper, table: str, frame: pl.DataFrame, make: Callable[[pl.DataFrame], pl.DataFrame]
) -> None:
    """Fill a table that is new, with what is made of rows part by part; that of all rows would take much room."""
    with transaction.atomic(using=connection.alias):
        with connection.cursor() as cursor:
            cursor.execute(f"TRUNCATE {quoted(table)}")
        _write(
            connection, table, frame, lambda part: _text(make(part)), is_new=True, columns=make(frame.head(0)).columns
        )


@contextmanager
def with_room(connection: BaseDatabaseWrapper) -> Iterator[Any]:
    """Give a cursor of a transaction in which indexes are built with much memory."""
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL maintenance_work_mem = '{_ROOM}'")
        yield cursor


def _write(  # noqa: PLR0913 - how rows become text, too
    connection: BaseDatabaseWrapper,
    table: str,
    frame: pl.DataFrame,
    text_of: Callable[[pl.DataFrame], str],
    *,
    is_new: bool = False,
    columns: Sequence[str] = (),
) -> None:
    named = ", ".join(map(quoted, columns or frame.columns))
    sql = f"COPY {quoted(table)} ({named}) FROM STDIN (FORMAT csv{', FREEZE' if is_new else ''})"
    with connection.wrap_database_errors, connection.cursor() as cursor, _copying(cursor, sql) as copy:
        for text in _texts(frame, text_of):
            copy.write(text)


def made_ready(connection: BaseDatabaseWrapper, table: str, frame: pl.DataFrame) -> Callable[[], None]:
    """Make rows ready, and give what adds them within a transaction."""
    columns, text = ", ".join(map(quoted, frame.columns)), _text(frame)
    sql = f"COPY {quoted(table)} ({columns}) FROM STDIN (FORMAT csv)"

    def add() -> None:
        with connection.wrap_database_errors, connection.cursor() as cursor, _copying(cursor, sql) as copy:
            copy.write(text)

    return add


def _texts(frame: pl.DataFrame, text_of: Callable[[pl.DataFrame], str]) -> Iterator[str]:
    """Give the rows as text, part by part, the next one while one is copied."""
    parts = frame.iter_slices(_STEP)
    if frame.height <= _STEP:
        yield from map(text_of, parts)
        return
    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(text_of, next(parts))
        for part in parts:
            coming, ready = pool.submit(text_of, part), coming
            yield ready.result()
        yield coming.result()


def _text(frame: pl.DataFrame) -> str:
    # What is no number stands in quotes: so nothing is told from an empty text.
    return _written(frame).write_csv(include_header=False, quote_style="non_numeric")


def load(connection: BaseDatabaseWrapper, table: str, frame: pl.DataFrame, later: Collection[str] = ()) -> None:
    """Add many rows to a table, within the transaction; indexes of an empty one are built after.

    Whoever reads the empty table meanwhile waits.
    """
    if frame.height < MANY:
        write(connection, table, frame)
        return
    with connection.cursor() as cursor:
        indexes = _indexes_taken_away(cursor, table)
    write(connection, table, frame, is_new=indexes is not None)
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL maintenance_work_mem = '{_ROOM}'")
        for name, statement in (indexes or {}).items():
            if name not in later:
                cursor.execute(statement)


def _indexes_taken_away(cursor: Any, table: str) -> dict[str, str] | None:  # noqa: ANN401 - Django's
    """Take keys and indexes of an empty table away; give the statements that make them, None where it is not empty.

    With nothing in it, and made anew within the transaction, its rows need not be looked at again by those who read.
    """
    has_rows = f"SELECT EXISTS (SELECT FROM {quoted(table)})"  # noqa: S608 - names of our own tables
    cursor.execute(has_rows)
    if cursor.fetchone()[0]:
        return None
    cursor.execute(f"LOCK TABLE {quoted(table)} IN ACCESS EXCLUSIVE MODE")
    cursor.execute(f"{has_rows}, {_HAS_REFERENCES}", [quoted(table)])
    if any(cursor.fetchone()):  # somebody else was faster, or rows would be looked up one by one
        return None
    cursor.execute(f"TRUNCATE {quoted(table)}")
    cursor.execute(_KEYS, [quoted(table)])
    keys = dict(cursor.fetchall())
    cursor.execute(_INDEXES, [quoted(table)])
    indexes = dict(cursor.fetchall())
    for name in keys:
        cursor.execute(f"ALTER TABLE {quoted(table)} DROP CONSTRAINT {quoted(name)}")
    for name in indexes:
        cursor.execute(f"DROP INDEX {quoted(name)}")
    of_keys = {name: f"ALTER TABLE {quoted(table)} ADD CONSTRAINT {quoted(name)} {key}" for name, key in keys.items()}
    return of_keys | indexes


def _written(frame: pl.DataFrame) -> pl.DataFrame:
    columns = []
    for name, kind in frame.schema.items():
        column = pl.col(name)
        if isinstance(kind, pl.Datetime):
            moment = column if kind.time_zone is None else column.dt.convert_time_zone("UTC")
            columns.append(moment.dt.strftime("%Y-%m-%d %H:%M:%S%.6f+00"))
        elif kind == pl.Binary:
            columns.append(pl.lit("\\x") + column.bin.encode("hex"))
        else:
            columns.append(column)
    return frame.select(columns)

"""Frames from PostgreSQL and back by COPY, through the connection and in the transaction that are there."""

from __future__ import annotations

import io
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import polars as pl
from django.db import transaction

from arpad.storage.bulk.queries import cast, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from django.db.backends.base.base import BaseDatabaseWrapper

    from arpad.storage.bulk.queries import Query

_STEP = 100_000
"""So many rows are written as text at a time."""


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


def write(connection: BaseDatabaseWrapper, table: str, frame: pl.DataFrame) -> None:
    """Add rows to a table, within the transaction where there is one."""
    columns = ", ".join(map(quoted, frame.columns))
    sql = f"COPY {quoted(table)} ({columns}) FROM STDIN (FORMAT csv)"
    with connection.wrap_database_errors, connection.cursor() as cursor, _copying(cursor, sql) as copy:
        for part in frame.iter_slices(_STEP):
            # What is no number stands in quotes: so nothing is told from an empty text.
            copy.write(_written(part).write_csv(include_header=False, quote_style="non_numeric"))


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

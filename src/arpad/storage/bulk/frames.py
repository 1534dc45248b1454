"""Tables as frames, on both databases alike: read, written within a transaction, loaded in bulk, taken out by key."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.db import transaction

from arpad.storage.bulk import postgresql, sqlite
from arpad.storage.bulk.queries import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import polars as pl
    from django.db.backends.base.base import BaseDatabaseWrapper

    from arpad.storage.bulk.queries import Query

_SQLITE = "sqlite"


def read_frames(connection: BaseDatabaseWrapper, queries: Mapping[str, Query]) -> dict[str, pl.DataFrame]:
    """Answer several questions as of one moment, each in the kinds that it asks for.

    Within a transaction they are answered as that transaction sees the tables. Outside of one nobody is kept waiting.
    """
    return sqlite.read(connection, queries) if connection.vendor == _SQLITE else postgresql.read(connection, queries)


def read_frame(connection: BaseDatabaseWrapper, query: Query) -> pl.DataFrame:
    """Answer one question."""
    return read_frames(connection, {"": query})[""]


def write_frame(connection: BaseDatabaseWrapper, table: str, frame: pl.DataFrame) -> None:
    """Add rows to a table, within the transaction of the connection; all or none."""
    with transaction.atomic(using=connection.alias):
        if connection.vendor == _SQLITE:
            sqlite.write(connection, table, frame)
        else:
            postgresql.write(connection, table, frame)


def fill_tables(connection: BaseDatabaseWrapper, frames: Mapping[str, pl.DataFrame], step: int) -> Iterator[int]:
    """Add rows to tables that nobody reads yet, so many in a transaction of their own; give how many are written.

    On PostgreSQL nobody waits for such a table, and one of many rows is loaded at once. What an ended run leaves of
    them is there: who fills them makes them anew.
    """
    frames = {table: frame for table, frame in frames.items() if frame.height}
    written = 0
    if connection.vendor == _SQLITE and sqlite.has_file(connection) and any(f.height > step for f in frames.values()):
        yield from sqlite.fill(connection, frames, step)
        return
    for table, frame in frames.items():
        is_large = connection.vendor != _SQLITE and frame.height >= postgresql.MANY
        for part in [frame] if is_large else frame.iter_slices(step):
            yield written
            if is_large:
                load_frames(connection, {table: part})
            else:
                write_frame(connection, table, part)
            written += part.height


def made_ready(connection: BaseDatabaseWrapper, table: str, frame: pl.DataFrame) -> Callable[[], None]:
    """Make rows ready before a transaction begins that others wait for; give what adds them within it."""
    if connection.vendor == _SQLITE:
        return sqlite.made_ready(connection, table, frame)
    return postgresql.made_ready(connection, table, frame)


def let_others_write(connection: BaseDatabaseWrapper) -> None:
    """Let others write between two of many transactions: on SQLite whoever waits does not stand in a queue."""
    if connection.vendor == _SQLITE:
        sqlite.let_others_write(connection)


def load_frames(
    connection: BaseDatabaseWrapper,
    frames: Mapping[str, pl.DataFrame],
    before: Sequence[str] = (),
    after: Sequence[str] = (),
    later: Sequence[str] = (),
) -> None:
    """Add many rows to tables, all or none, in a transaction of its own; statements may be run before and after.

    Indexes of a table that was empty are built when its rows are there. Those named for `later` are not built at all:
    see `arpad.storage.bulk.indexes`.

    It is refused within a transaction: on SQLite another process does it, which would wait for this one. So the rows
    have to be such that nobody sees them yet: a later, short transaction makes them count.
    """
    if connection.in_atomic_block:
        raise transaction.TransactionManagementError("load_frames has a transaction of its own")
    frames = {table: frame for table, frame in frames.items() if frame.height}
    if connection.vendor == _SQLITE:
        sqlite.load(connection, frames, before, after, later)
        return
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        for statement in before:
            cursor.execute(statement)
        for table, frame in frames.items():
            postgresql.load(connection, table, frame, later)
        for statement in after:
            cursor.execute(statement)


def remove_rows(connection: BaseDatabaseWrapper, table: str, keys: pl.DataFrame) -> int:
    """Take out the rows whose columns are those of a frame, nothing in both included; give how many there were."""
    if keys.is_empty():
        return 0
    aside = f"keys_{secrets.token_hex(6)}"
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        columns = ", ".join(map(quoted, keys.columns))
        cursor.execute(
            f"CREATE TEMPORARY TABLE {quoted(aside)} AS SELECT {columns} FROM {quoted(table)} LIMIT 0"  # noqa: S608 - names of our own tables
        )
        if connection.vendor == _SQLITE:
            sqlite.write(connection, aside, keys)
        else:
            postgresql.write(connection, aside, keys)
        same = "IS" if connection.vendor == _SQLITE else "IS NOT DISTINCT FROM"
        # A plain comparison finds rows by an index; the other is needed only where nothing stands in a key.
        match = " AND ".join(
            f"{quoted(table)}.{quoted(name)} {same if keys[name].null_count() else '='} {quoted(aside)}.{quoted(name)}"
            for name in keys.columns
        )
        if connection.vendor == _SQLITE:
            cursor.execute(
                f"DELETE FROM {quoted(table)} WHERE rowid IN (SELECT {quoted(table)}.rowid FROM {quoted(aside)} "  # noqa: S608 - the same
                f"CROSS JOIN {quoted(table)} ON {match})"
            )
        else:
            cursor.execute(f"ANALYZE {quoted(aside)}")
            cursor.execute(f"DELETE FROM {quoted(table)} USING {quoted(aside)} WHERE {match}")  # noqa: S608 - the same
        removed = cursor.rowcount
        cursor.execute(f"DROP TABLE {quoted(aside)}")
    return int(removed)

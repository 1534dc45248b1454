"""Frames from SQLite and back: little by the connection that is there, much by a process of its own.

The process of its own sees what is committed, and nothing that the connection here has written and not yet committed.
Within a transaction everything is therefore read and written by the connection itself.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
from django.db import OperationalError

import arpad
from arpad.storage.bulk.queries import cast, plain, plain_kind, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from django.db.backends.base.base import BaseDatabaseWrapper

    from arpad.storage.bulk.queries import Query

FEW = 20_000
"""So many rows are read sooner than a process is started."""
_CHILD = "arpad.storage.bulk.sqlite_child"
_READY, _COMMIT = "ready", "commit"
_NEXT, _WRITTEN = "next", "written"
_PAUSE = 0.003
"""So many seconds nothing is written between two of many transactions."""
_STEP = 250_000
"""So many rows of a large load are bound at a time."""


def read(connection: BaseDatabaseWrapper, queries: Mapping[str, Query]) -> dict[str, pl.DataFrame]:
    """Answer questions, all as of the same moment."""
    with _as_of_now(connection):
        frames = {name: _few(connection, query, in_full=_has_no_file(connection)) for name, query in queries.items()}
    answered = {name: frame for name, frame in frames.items() if frame is not None}
    if len(answered) == len(frames):
        return answered
    return read_in_child(str(connection.settings_dict["NAME"]), queries)


def _few(connection: BaseDatabaseWrapper, query: Query, *, in_full: bool) -> pl.DataFrame | None:
    """Answer a question by the connection; None where there are many rows, and another way is quicker."""
    # A plus before a column has the value come as it is kept, and not as Django's dates.
    columns = ", ".join(f"+{quoted(name)} AS {quoted(name)}" for name in query.schema)
    kinds = {name: plain_kind(kind) for name, kind in query.schema.items()}
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM ({query.sql})", query.parameters or None)  # noqa: S608 - made of our own
        rows = cursor.fetchall() if in_full or connection.in_atomic_block else cursor.fetchmany(FEW + 1)
    if len(rows) > FEW and not (in_full or connection.in_atomic_block):
        return None
    return cast(pl.DataFrame(rows, schema=kinds, orient="row"), query.schema)


def has_file(connection: BaseDatabaseWrapper) -> bool:
    """Tell whether another process can open the database."""
    return not _has_no_file(connection)


def _has_no_file(connection: BaseDatabaseWrapper) -> bool:
    name = str(connection.settings_dict["NAME"])
    return name == ":memory:" or "mode=memory" in name


@contextmanager
def _as_of_now(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Have everything read as of one moment, without keeping anybody from writing."""
    connection.ensure_connection()
    if connection.in_atomic_block or not connection.get_autocommit():
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def read_in_child(database: str, queries: Mapping[str, Query]) -> dict[str, pl.DataFrame]:
    """Answer questions in a process of its own, all as of the same moment."""
    with tempfile.TemporaryDirectory(prefix="arpad-frames-") as folder:
        files = {name: Path(folder, f"{number}.arrow") for number, name in enumerate(queries)}
        read_into_files(database, queries, files)
        return {name: pl.read_ipc(file) for name, file in files.items()}


def read_into_files(database: str, queries: Mapping[str, Query], files: Mapping[str, Path]) -> None:
    """Have questions answered by files, Arrow or Parquet, all as of the same moment."""
    asked = [
        {
            "sql": query.sql.replace("%s", "?") if query.parameters else query.sql,
            "parameters": list(query.parameters),
            "schema": {name: str(kind) for name, kind in query.schema.items()},
            "file": str(files[name]),
        }
        for name, query in queries.items()
    ]
    with _child({"deed": "read", "database": database, "settings": [], "queries": asked}) as child:
        _ended(child)


def write(connection: BaseDatabaseWrapper, table: str, frame: pl.DataFrame) -> None:
    """Add rows to a table within the transaction of the connection."""
    for part in frame.iter_slices(_STEP):
        made_ready(connection, table, part)()


def made_ready(connection: BaseDatabaseWrapper, table: str, frame: pl.DataFrame) -> Callable[[], None]:
    """Make rows ready, and give what adds them within a transaction."""
    columns = ", ".join(map(quoted, frame.columns))
    places = ", ".join(["%s"] * frame.width)
    sql = f"INSERT INTO {quoted(table)} ({columns}) VALUES ({places})"  # noqa: S608 - names of our own tables
    rows = plain(frame).rows()

    def add() -> None:
        with connection.cursor() as cursor:
            cursor.executemany(sql, rows)

    return add


def let_others_write(connection: BaseDatabaseWrapper) -> None:
    """Bring what was written into the file, so that nobody else has to do it at their next write, and pause.

    Whoever waits asks again at ever longer intervals: only a database that is free for a part of the time is found so.
    """
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
    time.sleep(_PAUSE)


def load(
    connection: BaseDatabaseWrapper,
    frames: Mapping[str, pl.DataFrame],
    before: Sequence[str] = (),
    after: Sequence[str] = (),
    later: Sequence[str] = (),
) -> None:
    """Add rows to tables, all or none, by a process of its own."""
    with tempfile.TemporaryDirectory(prefix="arpad-frames-") as folder:
        files = {table: Path(folder, f"{number}.arrow") for number, table in enumerate(frames)}
        for table, frame in frames.items():
            frame.write_ipc(files[table], compression="uncompressed")
        load_files(str(connection.settings_dict["NAME"]), files, before, after, later)


def load_files(
    database: str,
    files: Mapping[str, Path],
    before: Sequence[str] = (),
    after: Sequence[str] = (),
    later: Sequence[str] = (),
) -> None:
    """Add the rows of files to tables, all or none, by a process of its own.

    Indexes of a table that was empty are built when its rows are there; those named for later are not built at all.
    """
    asked = {
        "deed": "load",
        "database": database,
        "settings": ["cache_size = -131072"],
        "before": list(before),
        "tables": [{"table": table, "file": str(file), "step": _STEP} for table, file in files.items()],
        "after": list(after),
        "later": list(later),
    }
    with _child(asked) as child:
        if child.stdout.readline().strip() == _READY:
            child.stdin.write(_COMMIT + "\n")
            child.stdin.flush()
        _ended(child)


def fill(connection: BaseDatabaseWrapper, frames: Mapping[str, pl.DataFrame], step: int) -> Iterator[int]:
    """Add rows to tables by a process of its own, so many in a transaction; give before each how many are written.

    It ends with whoever asks for the next ones. A loss of power may take what was written last, and never a part of a
    transaction: the one that makes the rows count brings them to the disk before itself.
    """
    database = str(connection.settings_dict["NAME"])
    with tempfile.TemporaryDirectory(prefix="arpad-frames-") as folder:
        files = {table: Path(folder, f"{number}.arrow") for number, table in enumerate(frames)}
        for table, frame in frames.items():
            frame.write_ipc(files[table], compression="uncompressed")
        tables = [{"table": table, "file": str(file), "step": step} for table, file in files.items()]
        asked = {"deed": "fill", "database": database, "settings": ["synchronous = NORMAL"], "tables": tables}
        sizes = [part.height for frame in frames.values() for part in frame.iter_slices(step)]
        with _child(asked) as child:
            for number in range(len(sizes)):
                yield sum(sizes[:number])
                child.stdin.write(_NEXT + "\n")
                child.stdin.flush()
                if child.stdout.readline().strip() != _WRITTEN:
                    break
            _ended(child)


@contextmanager
def _child(asked: Mapping[str, Any]) -> Iterator[Any]:
    """Start the process and ask it; it ends with the block at the latest."""
    source = str(Path(arpad.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [source, os.environ.get("PYTHONPATH")]))}
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as faults,
        subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", _CHILD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=faults,
            text=True,
            env=environment,
        ) as child,
    ):
        child.faults = faults  # type: ignore[attr-defined]
        try:
            child.stdin.write(json.dumps(asked) + "\n")  # type: ignore[union-attr]
            child.stdin.flush()  # type: ignore[union-attr]
            yield child
        finally:
            if child.poll() is None:
                child.kill()


def _ended(child: Any) -> None:  # noqa: ANN401 - a process with its faults
    """Wait for the process; what it complains of is a fault of the database."""
    child.stdin.close()
    if child.wait() != 0:
        child.faults.seek(0)
        lines = child.faults.read().strip().splitlines()
        raise OperationalError(lines[-1] if lines else f"{_CHILD}: {child.returncode}")

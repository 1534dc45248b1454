"""Reads tables of an SQLite file as Arrow, and loads large ones: always a process of its own, started by its parent.

The driver carries a copy of SQLite of its own. Two copies in one process cancel each other's locks on the file, and
committed rows are lost. So this program never runs within a process that has the database open, and never loads Django.

What is asked for comes as a line of JSON on the standard input; frames are handed over as Arrow files. A load is
committed only when the parent says so: a parent that was ended leaves nothing behind. A table is filled step by step,
each as the parent asks for it.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import adbc_driver_sqlite.dbapi as driver
import polars as pl

from arpad.storage.bulk.queries import cast, plain, plain_kind, quoted

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

READY, COMMIT = "ready", "commit"
NEXT, WRITTEN = "next", "written"
_KINDS: dict[str, pl.DataType] = {
    str(kind): kind
    for kind in (
        *(pl.Int64(), pl.Int32(), pl.Int16(), pl.Int8(), pl.String(), pl.Binary(), pl.Boolean(), pl.Date()),
        pl.Datetime("us", "UTC"),
    )
}
_FIRST = {pl.Int64(): "0", pl.String(): "''", pl.Binary(): "x''"}
_PATIENCE_MS = 30_000
_APART = "loaded_apart"
_BATCH = str(1 << 14)
"""So many rows the driver hands over at a time."""


def written_schema(schema: Mapping[str, pl.DataType]) -> dict[str, str]:
    """Give a schema as it is handed over."""
    return {name: str(kind) for name, kind in schema.items()}


def asked_schema(written: Mapping[str, str]) -> dict[str, pl.DataType]:
    """Read a schema that was handed over."""
    return {name: _KINDS[kind] for name, kind in written.items()}


def with_first_row(sql: str, schema: Mapping[str, pl.DataType]) -> str:
    """Put a row before all others that has every kind in its column.

    The driver guesses the kinds from the first rows and ends where a later row has another.
    """
    first = ", ".join(f"{_FIRST[plain_kind(kind)]} AS {quoted(name)}" for name, kind in schema.items())
    return f"SELECT * FROM (SELECT {first} UNION ALL SELECT * FROM ({sql}))"  # noqa: S608 - made of our own


def read(cursor: Any, query: Mapping[str, Any]) -> None:  # noqa: ANN401 - the driver has no types
    """Answer one question with a file."""
    schema = asked_schema(query["schema"])
    cursor.adbc_statement.set_options(**{"adbc.sqlite.query.batch_rows": _BATCH})
    cursor.execute(with_first_row(query["sql"], schema), query["parameters"] or None)
    frame = pl.DataFrame(cursor.fetch_arrow()).slice(1)
    frame.columns = list(schema)
    write(cast(frame, schema), query["file"])


def write(frame: pl.DataFrame, file: str) -> None:
    """Hand a frame over: as Arrow, or as Parquet where it is to be kept."""
    if file.endswith(".parquet"):
        frame.write_parquet(file, compression="zstd")
    else:
        frame.write_ipc(file, compression="uncompressed")


def load(cursor: Any, table: Mapping[str, Any], later: Collection[str] = ()) -> None:  # noqa: ANN401 - the driver has no types
    """Add the rows of a file to a table; indexes of an empty one are built after, but for those named for later.

    They come into a table apart first: the driver inserts row by row, and each of them would ask for the next number
    and find its place in every index. From there one statement takes them over, in half of the time.
    """
    file = table["file"]
    frame = pl.read_parquet(file) if file.endswith(".parquet") else pl.read_ipc(file)
    indexes = indexes_taken_away(cursor, table["table"])
    same = same_everywhere(frame)
    varied, step = frame.drop(same), table["step"]
    apart, columns = (", ".join(map(quoted, names)) for names in (varied.columns, frame.columns))
    values = ", ".join(same.get(name, quoted(name)) for name in frame.columns)
    cursor.execute(f"CREATE TEMPORARY TABLE {_APART} AS SELECT {apart} FROM {quoted(table['table'])} LIMIT 0")  # noqa: S608 - names of our own tables
    for at in range(0, frame.height, step):
        cursor.adbc_ingest(_APART, plain(varied.slice(at, step)), mode="append", temporary=True)
    cursor.execute(f"INSERT INTO {quoted(table['table'])} ({columns}) SELECT {values} FROM temp.{_APART}")  # noqa: S608 - the same
    cursor.execute(f"DROP TABLE temp.{_APART}")
    for name, statement in indexes.items():
        if name not in later:
            cursor.execute(statement)


def fill(cursor: Any, table: Mapping[str, Any]) -> None:  # noqa: ANN401 - the driver has no types
    """Add the rows of a file to a table, so many in a transaction, each when it is asked for."""
    frame, step = pl.read_ipc(table["file"]), table["step"]
    for at in range(0, frame.height, step):
        if sys.stdin.readline().strip() != NEXT:
            return
        cursor.execute("BEGIN IMMEDIATE")
        cursor.adbc_ingest(table["table"], plain(frame.slice(at, step)), mode="append")
        cursor.execute("COMMIT")
        print(WRITTEN, flush=True)  # noqa: T201 - how it answers its parent


def same_everywhere(frame: pl.DataFrame) -> dict[str, str]:
    """Give the columns that say nothing, or have one number in all rows, as SQL: they need not be handed over.

    >>> same_everywhere(pl.DataFrame({"a": [1, 2], "b": [7, 7], "c": [None, None]}))
    {'b': '7', 'c': 'NULL'}
    """
    same: dict[str, str] = {}
    for name, kind in frame.schema.items():
        column = frame[name]
        if column.null_count() == frame.height:
            same[name] = "NULL"
        elif kind.is_integer() or kind == pl.Boolean:
            least, most = column.min(), column.max()
            if not column.null_count() and least == most:
                same[name] = str(int(least))  # type: ignore[arg-type]
    return same if len(same) < frame.width else dict(list(same.items())[1:])


def indexes_taken_away(cursor: Any, table: str) -> dict[str, str]:  # noqa: ANN401 - the driver has no types
    """Take the indexes of an empty table away; give the statements that make them, by name."""
    cursor.execute(f"SELECT 1 AS a FROM {quoted(table)} LIMIT 1")  # noqa: S608 - names of our own tables
    if pl.DataFrame(cursor.fetch_arrow()).height:
        return {}
    cursor.execute("SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'index' AND sql > ''")
    rows = pl.DataFrame(cursor.fetch_arrow()).rows()
    indexes = {name: statement for of, name, statement in rows if of == table}
    for name in indexes:
        cursor.execute(f"DROP INDEX {quoted(name)}")
    return indexes


def main() -> int:
    """Do what the standard input asks for, in one transaction."""
    asked = json.loads(sys.stdin.readline())
    with driver.connect(asked["database"], autocommit=True) as connection, connection.cursor() as cursor:
        for setting in (f"busy_timeout = {_PATIENCE_MS}", "synchronous = FULL", *asked["settings"]):
            cursor.execute(f"PRAGMA {setting}")
        if asked["deed"] == "read":
            cursor.execute("PRAGMA query_only = ON")
            cursor.execute("BEGIN")
            for query in asked["queries"]:
                read(cursor, query)
            cursor.execute("ROLLBACK")
            return 0
        if asked["deed"] == "fill":
            for table in asked["tables"]:
                fill(cursor, table)
            return 0
        cursor.execute("BEGIN IMMEDIATE")
        for statement in asked["before"]:
            cursor.execute(statement)
        for table in asked["tables"]:
            load(cursor, table, asked["later"])
        for statement in asked["after"]:
            cursor.execute(statement)
        print(READY, flush=True)  # noqa: T201 - how it answers its parent
        is_asked = sys.stdin.readline().strip() == COMMIT
        cursor.execute("COMMIT" if is_asked else "ROLLBACK")
        return 0 if is_asked else 1


if __name__ == "__main__":
    sys.exit(main())

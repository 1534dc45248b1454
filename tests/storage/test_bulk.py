"""Tables in bulk: what is written comes back the same, in the same kinds, on both databases, whatever stands in it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from django.db import DatabaseError, connection, transaction
from offices import DATABASES, office

import arpad
from arpad.book.schema import LIST, TABLES
from arpad.storage.bulk import postgresql, sqlite
from arpad.storage.bulk.frames import fill_tables, load_frames, read_frame, read_frames, remove_rows, write_frame
from arpad.storage.bulk.indexes import PUT_OFF, build_missing
from arpad.storage.bulk.queries import MOMENT, Query, selected
from arpad.storage.models import RatingSystem
from arpad.storage.models.book_rows import MODELS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arpad.book.schema import BookTable

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(arpad.__file__).parents[1])}
TEXTS = (
    *("", "Anders, Björn", 'O"Neill, "Ann"', "a,b;c\td", "new\nline", "\r\n", "\\N", "\\.", "NULL", "null", " ", "''"),
    *("日本, 太郎", "🙂", "x" * 500, "t", "f", "1", "0", "true", "2026-10-01", "%s", "?", "e\u0301", "\u200f", "-"),
)
DAYS = (date(1800, 1, 1), date(2026, 2, 28), date(2199, 12, 31), date(1969, 12, 31))


@pytest.fixture(scope="module", params=DATABASES)
def system(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """An office with a rating system; gives its number."""
    with office(request.param, tmp_path_factory.mktemp("office") / "office"):
        yield RatingSystem.objects.create(key="fide").number


def value(kind: pl.DataType, chance: Random) -> Any:  # noqa: ANN401 - of any kind
    """Draw a value of a kind."""
    if kind == pl.String:
        return chance.choice(TEXTS)
    if kind == pl.Date:
        return chance.choice(DAYS)
    if kind == pl.Boolean:
        return chance.random() < 0.5
    most = 2**63 if kind == pl.Int64 else 2**31
    return chance.choice([0, 1, -1, most - 1, -most, chance.randrange(most)])


def drawn(table: BookTable, rows: int, seed: int = 7) -> pl.DataFrame:
    """Draw a table: in every column that may be empty nothing stands in the first half of the rows."""
    chance = Random(seed)  # noqa: S311 - no secret
    columns = {}
    for name, column in table.columns.items():
        if name == table.key[-1] and column.kind != pl.String:
            columns[name] = [date.fromordinal(700000 + row) if column.kind == pl.Date else row for row in range(rows)]
        elif name == table.key[-1]:
            columns[name] = [f"{chance.choice(TEXTS)}{row}" for row in range(rows)]
        else:
            columns[name] = [
                None if column.null and row < rows / 2 else value(column.kind, chance) for row in range(rows)
            ]
    return pl.DataFrame(columns, schema=table.schema)


def table_of(name: str) -> str:
    """Give the table of the database in which a table of a book is kept."""
    return str(MODELS[name]._meta.db_table)  # noqa: SLF001 - the name for it that Django documents


def kept(name: str, system: int, order: tuple[str, ...] = ("row_number",)) -> Query:
    """Ask for a table of a book."""
    return selected(table_of(name), TABLES[name].schema, "rating_system_id = %s", [system], order)


def written(frame: pl.DataFrame, system: int) -> pl.DataFrame:
    """Give rows as the table has them."""
    return frame.with_columns(pl.lit(system, pl.Int64).alias("rating_system_id"))


def emptied(name: str) -> None:
    """Take all rows out of a table."""
    MODELS[name].objects.all().delete()


@pytest.mark.parametrize("rows", [0, 1, 40])
@pytest.mark.parametrize("name", TABLES)
def test_a_table_comes_back(system: int, name: str, rows: int) -> None:
    """Every kind, empty texts and nothing told apart, within a transaction and outside of it."""
    frame, table = drawn(TABLES[name], rows), table_of(name)
    with transaction.atomic():
        write_frame(connection, table, written(frame, system))
        within = read_frame(connection, kept(name, system))
        outside = within if rows == 0 else None
        assert within.equals(frame)
    outside = read_frame(connection, kept(name, system))
    emptied(name)

    assert outside.equals(frame)
    assert outside.schema == within.schema == pl.Schema(TABLES[name].schema)


def test_many_rows(system: int) -> None:
    """A hundred thousand players, nothing in the first half of some columns: loaded, read, and read in part."""
    frame = drawn(TABLES["players"], 100_000)
    table = table_of("players")
    load_frames(connection, {table: written(frame, system)})
    whole = read_frame(connection, kept("players", system))
    part = selected(table, TABLES["players"].schema, "rating_system_id = %s AND fide_id < %s", [system, 30_000])
    some = read_frame(connection, part).sort("fide_id")
    with transaction.atomic():
        within = read_frame(connection, kept("players", system))
    emptied("players")

    assert whole.equals(frame)
    assert within.equals(frame)
    assert some.equals(frame.filter(pl.col("fide_id") < 30_000))


def test_what_a_transaction_wrote_is_read_in_it(system: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where there are many rows; and nothing of it is left where it is taken back."""
    monkeypatch.setattr(sqlite, "FEW", 100)
    frame = drawn(TABLES["games"], 1000)

    def taken_back() -> None:
        with transaction.atomic():
            write_frame(connection, table_of("games"), written(frame, system))
            assert read_frame(connection, kept("games", system)).equals(frame)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        taken_back()
    assert read_frame(connection, kept("games", system)).equals(frame.clear())


def test_a_load_is_whole_or_nothing(system: int) -> None:
    """Where the last of two tables is refused, the first is not there either; statements before and after count too."""
    players = written(drawn(TABLES["players"], 500), system)
    events = written(drawn(TABLES["events"], 500), system)
    twice = pl.concat([events, events])
    tables = [table_of(name) for name in ("players", "events")]
    with pytest.raises(DatabaseError):
        load_frames(connection, {tables[0]: players, tables[1]: twice})
    assert read_frame(connection, kept("players", system)).is_empty()

    load_frames(
        connection,
        {tables[0]: players},
        before=[f"DELETE FROM {tables[0]}"],  # noqa: S608 - our own table
        after=[f"UPDATE {tables[0]} SET title = 'GM'"],  # noqa: S608 - our own table
    )
    assert set(read_frame(connection, kept("players", system))["title"]) == {"GM"}
    emptied("players")
    with transaction.atomic(), pytest.raises(transaction.TransactionManagementError):
        load_frames(connection, {tables[0]: players})


def indexes(name: str) -> dict[str, Any]:
    """Give the keys and indexes of a table, with their columns."""
    with connection.cursor() as cursor:
        there = connection.introspection.get_constraints(cursor, table_of(name))
    return {index: (about["columns"], about["unique"]) for index, about in there.items() if about["index"]}


def test_an_empty_table_has_its_indexes_after_a_load(system: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after one that failed; those that were put off are built when they are asked for, and not twice."""
    monkeypatch.setattr(postgresql, "MANY", 1)
    table, before = table_of("players"), indexes("players")
    rows = written(drawn(TABLES["players"], 500), system)
    with pytest.raises(DatabaseError):
        load_frames(connection, {table: pl.concat([rows, rows])})
    assert indexes("players") == before
    load_frames(connection, {table: rows})
    assert indexes("players") == before
    with pytest.raises(DatabaseError):  # the key holds for what comes later, too
        load_frames(connection, {table: rows})
    emptied("players")

    load_frames(connection, {table: rows}, later=PUT_OFF)
    assert set(before) - set(indexes("players")) == set(PUT_OFF) == {"player_federation", "player_name"}
    assert build_missing() == list(PUT_OFF)
    assert indexes("players") == before
    assert build_missing() == []
    assert read_frame(connection, kept("players", system)).equals(rows.drop("rating_system_id"))
    emptied("players")


def test_a_table_is_filled_step_by_step(system: int) -> None:
    """Everything is there in the end; others write between two steps, and whoever stops asking has what was written."""
    rows = drawn(TABLES["players"], 500)
    table = table_of("players")
    seen = []
    for done in fill_tables(connection, {table: written(rows, system)}, 200):
        seen.append((done, MODELS["players"].objects.count()))
        with transaction.atomic():
            RatingSystem.objects.filter(number=system).update(title=f"{done} rows")
    assert seen == [(0, 0), (200, 200), (400, 400)]
    assert read_frame(connection, kept("players", system)).equals(rows)
    emptied("players")

    filling = fill_tables(connection, {table: written(rows, system)}, 200)
    assert [next(filling), next(filling)] == [0, 200]
    filling.close()
    assert read_frame(connection, kept("players", system)).equals(rows.head(200))
    emptied("players")


def test_rows_are_taken_out_by_key(system: int) -> None:
    """Where nothing stands in a key, too."""
    frame = pl.DataFrame(
        {
            "kind": ["rapid", "rapid", "blitz"],
            "fide_id": [None, 7, None],
            "since": [date(2004, 1, 1)] * 3,
            "k": [10, 20, 30],
        },
        schema=TABLES["coefficients"].schema,
    )
    table = table_of("coefficients")
    write_frame(connection, table, written(frame, system))
    keys = written(frame.head(2).select(TABLES["coefficients"].key), system)

    assert remove_rows(connection, table, keys.head(0)) == 0
    assert remove_rows(connection, table, keys) == 2
    assert read_frame(connection, kept("coefficients", system)).equals(frame.tail(1))
    assert remove_rows(connection, table, keys) == 0
    emptied("coefficients")


def test_many_rows_are_taken_out(system: int) -> None:
    """Found by the index of their key, or by a table of hashes, and never by comparing each with each."""
    frame, table = drawn(TABLES["games"], 20_000), table_of("games")
    write_frame(connection, table, written(frame, system))
    plans: list[str] = []

    def explained(execute: Callable[..., Any], statement: str, *more: Any) -> Any:  # noqa: ANN401 - as Django calls it
        if statement.startswith("DELETE"):
            with connection.cursor() as cursor:
                how = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
                cursor.execute(f"{how} {statement}")
                plans.append(" ".join(str(row) for row in cursor.fetchall()))
        return execute(statement, *more)

    with connection.execute_wrapper(explained):
        assert remove_rows(connection, table, written(frame.select(TABLES["games"].key), system).head(15_000)) == 15_000
    (plan,) = plans
    if connection.vendor == "sqlite":
        assert f"sqlite_autoindex_{table}" in plan
        assert f"SCAN {table}" not in plan
    else:
        assert "Index" in plan or "Hash Join" in plan, plan
    assert read_frame(connection, kept("games", system)).equals(frame.tail(5_000))
    emptied("games")


def test_moments_bytes_and_lists(system: int) -> None:
    """Of the other tables of an office: moments to the microsecond in UTC, bytes, a whole list."""
    moments = [datetime(2026, 10, 1, 9, 30, 0, 123456, UTC), datetime(2026, 10, 1, tzinfo=UTC), None]
    schema = {"moment": MOMENT, "bytes": pl.Binary(), "text": pl.String()}
    frame = pl.DataFrame(
        {"moment": moments, "bytes": [b"\x00\xff'", b"", None], "text": ["", None, "x"]}, schema=schema
    )
    kinds = {"sqlite": "moment datetime, bytes blob", "postgresql": "moment timestamptz, bytes bytea"}
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE apart ({kinds[connection.vendor]}, text text)")
    write_frame(connection, "apart", frame)
    assert read_frame(connection, selected("apart", schema)).equals(frame)
    with connection.cursor() as cursor:
        cursor.execute("SELECT moment FROM apart WHERE moment IS NOT NULL ORDER BY moment DESC")
        first = cursor.fetchall()[0][0]
        assert first == (moments[0] if connection.vendor == "postgresql" else moments[0].replace(tzinfo=None))  # type: ignore[union-attr]
    if connection.vendor == "sqlite":
        in_child = sqlite.read_in_child(str(connection.settings_dict["NAME"]), {"": selected("apart", schema)})
        assert in_child[""].equals(frame)
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE apart")

    empty = {name: kind for name, kind in LIST.schema.items() if name != "fide_id"}
    assert read_frame(connection, selected("storage_standing", empty)).schema == pl.Schema(empty)
    assert RatingSystem.objects.filter(number=system).exists()


def test_several_questions_are_of_one_moment(system: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody writes between two of them: none of that is seen."""
    monkeypatch.setattr(sqlite, "FEW", 100)
    players, events = (table_of(name) for name in ("players", "events"))
    rows = {name: written(drawn(TABLES[name], 3000), system) for name in ("players", "events")}
    load_frames(connection, {players: rows["players"], events: rows["events"]})
    stop = threading.Event()

    def writing() -> None:
        while not stop.is_set():
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"UPDATE {players} SET birth_year = COALESCE(birth_year, 0) + 1 WHERE fide_id = 5")  # noqa: S608 - our own table
                cursor.execute(f"UPDATE {events} SET cycles = cycles + 1 WHERE event_id = 5")  # noqa: S608 - our own table
        connection.close()

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE {players} SET birth_year = 0 WHERE fide_id = 5")  # noqa: S608 - our own table
        cursor.execute(f"UPDATE {events} SET cycles = 0 WHERE event_id = 5")  # noqa: S608 - our own table
    writer = threading.Thread(target=writing)
    writer.start()
    try:
        seen: list[tuple[int, int]] = []
        until = time.monotonic() + 300
        while len(set(seen)) < 3 and time.monotonic() < until:
            asked = {name: kept(name, system) for name in ("players", "events")}
            frames = read_frames(connection, asked)
            seen.append(
                (
                    frames["players"].filter(pl.col("fide_id") == 5)["birth_year"].item(),
                    frames["events"].filter(pl.col("event_id") == 5)["cycles"].item(),
                )
            )
    finally:
        stop.set()
        writer.join()
    for name in ("players", "events"):
        emptied(name)

    assert len(set(seen)) == 3
    assert [first for first, _ in seen] == [second for _, second in seen]


_WRITER = """
import pathlib, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], timeout=300, isolation_level=None)
connection.execute("PRAGMA synchronous=OFF")
number = 0
while not pathlib.Path(sys.argv[2]).exists():
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany("INSERT INTO rows (by, n) VALUES ('other', ?)", [(number + n,) for n in range(5)])
    connection.execute("COMMIT")
    number += 5
print(number)
"""


def test_reading_beside_writers_harms_nothing(tmp_path: Path) -> None:
    """This process and another write while Arrow is read all the time: every committed row is there, the file sound.

    With the driver in this process instead of a process of its own, rows vanish and the file is damaged.
    """
    place = str(tmp_path / "rows.sqlite3")
    here = sqlite3.connect(place, timeout=300, isolation_level=None)
    here.execute("PRAGMA journal_mode=WAL")
    here.execute("PRAGMA synchronous=OFF")
    here.execute("CREATE TABLE rows (id integer PRIMARY KEY, by text, n integer)")
    here.execute("CREATE INDEX rows_by ON rows (by, n)")
    seconds, enough_reads = 2.5, 3
    reads, stop = [], threading.Event()

    def reading() -> None:
        schema: dict[str, pl.DataType] = {"by": pl.String(), "n": pl.Int64()}
        while not stop.is_set():
            reads.append(sqlite.read_in_child(place, {"": selected("rows", schema)})[""].height)

    reader = threading.Thread(target=reading)
    reader.start()
    number, until = 0, time.monotonic() + seconds
    ended = tmp_path / "ended"
    words = [sys.executable, "-c", _WRITER, place, str(ended)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as other:
        while time.monotonic() < until or len(reads) < enough_reads:
            here.execute("BEGIN IMMEDIATE")
            here.executemany("INSERT INTO rows (by, n) VALUES ('this', ?)", [(number + n,) for n in range(5)])
            here.execute("COMMIT")
            number += 5
        stop.set()
        ended.touch()
        reader.join()
        written_there, _ = other.communicate()

    assert here.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    counts = dict(here.execute("SELECT by, count(*) FROM rows GROUP BY by").fetchall())
    assert counts == {"this": number, "other": int(written_there)}
    assert len(reads) >= enough_reads
    assert reads == sorted(reads)


_LOADED = """
import sys
from pathlib import Path
import polars as pl
from django.db import connection
from arpad.storage.bulk import frames, queries, sqlite
from arpad.storage.opening import open_office
open_office(Path(sys.argv[1]))
frame = pl.DataFrame({"key": [f"s{n}" for n in range(sqlite.FEW + 5)]})
with connection.cursor() as cursor:
    cursor.execute("CREATE TABLE many (key text)")
frames.load_frames(connection, {"many": frame})
assert frames.read_frame(connection, queries.selected("many", {"key": pl.String()})).equals(frame)
maps = Path("/proc/self/maps")
loaded = [name for name in sys.modules if name.startswith(("adbc", "connectorx"))]
loaded += [line for line in maps.read_text().splitlines() if "adbc" in line or "connectorx" in line]
print(loaded)
"""


def test_no_second_sqlite_beside_django(tmp_path: Path) -> None:
    """After a large load and a large read the process of Django has neither driver; the child has no Django."""
    with office("sqlite", tmp_path / "office") as there:
        folder = str(there.folder)
    run = subprocess.run(
        [sys.executable, "-c", _LOADED, folder], env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout) == (0, "[]\n"), run.stderr

    asked = "import arpad.storage.bulk.sqlite_child, sys; print([n for n in sys.modules if n.startswith('django')])"
    run = subprocess.run([sys.executable, "-c", asked], env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, "[]\n"), run.stderr


def test_a_load_whose_parent_is_gone_leaves_nothing(tmp_path: Path) -> None:
    """The process that loads commits only when it is told to."""
    place = tmp_path / "rows.sqlite3"
    here = sqlite3.connect(place)
    here.execute("CREATE TABLE rows (n integer)")
    here.commit()
    pl.DataFrame({"n": range(10)}).write_ipc(tmp_path / "rows.arrow")
    asked = (
        '{"deed": "load", "database": "%s", "settings": [], "before": [], "after": [], "later": [], '
        '"tables": [{"table": "rows", "file": "%s", "step": 100}]}\n'
    )
    given = asked % (place, tmp_path / "rows.arrow")
    words = [sys.executable, "-m", "arpad.storage.bulk.sqlite_child"]
    for more, count in (("", 0), ("commit\n", 10)):
        run = subprocess.run(words, input=given + more, env=ENVIRONMENT, capture_output=True, text=True, check=False)
        assert run.stdout == "ready\n", run.stderr
        assert here.execute("SELECT count(*) FROM rows").fetchone() == (count,)

"""What can be wrong with the rows of a book: all of it, with the first rows of each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.problems import problem
from arpad.book.schema import FIRST_DAY, LAST_DAY, LIST, POOL, REFERRED, TABLES
from arpad.model.period import KINDS
from arpad.regulations.adjustments import adjustments

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from arpad.book.schema import BookColumn, BookTable
    from arpad.book.tables import TableFile
    from arpad.model.problems import FileProblem

_FEDERATION = "^([A-Z]{3})?$"
_ONE_POINT = 100


def known_numbers(tables: Mapping[str, TableFile]) -> dict[str, pl.Series]:
    """Give the numbers of players and events that rows of other tables may name, as far as they could be read."""
    return {name: tables[name].frame[key] for name, key in REFERRED.items() if name in tables and tables[name].has(key)}


def table_problems(tables: Mapping[str, TableFile], newest: TableFile | None) -> Iterator[FileProblem]:
    """Check all rows of all tables that could be read; `newest` is the newest list."""
    known = known_numbers(tables)
    for name, table in tables.items():
        yield from _columns(table, TABLES[name], known)
        if name in _CHECKS:
            yield from _CHECKS[name](table, tables)
    if newest is not None and "pool" in tables:
        yield from _rated_in_pool(tables["pool"], newest)


def list_problems(table: TableFile, known: Mapping[str, pl.Series]) -> Iterator[FileProblem]:
    """Check all rows of a list; `known` are the numbers that they may name."""
    yield from _columns(table, LIST, known)
    for kind in KINDS:
        rating, highest = f"{kind}_rating", f"{kind}_highest"
        if table.has(rating, highest):
            wrong = table.frame[rating] > table.frame[highest]
            yield from _wrong_rows(table, "highest_below", wrong, rating=rating, highest=highest)


def pool_problems(table: TableFile, known: Mapping[str, pl.Series]) -> Iterator[FileProblem]:
    """Check all rows of part results as they were kept after a list."""
    yield from _columns(table, POOL, known)
    yield from _pool(table, {})


def _columns(table_file: TableFile, table: BookTable, known: Mapping[str, pl.Series]) -> Iterator[FileProblem]:
    """Check what the description says of each column, and of keys and dates."""
    for name, column in table.columns.items():
        if table_file.has(name):
            yield from _values(table_file, name, column, known)
    if table_file.has(*table.key) and not _rises(table_file.frame.select(table.key)):
        twice = ~table_file.frame.select(pl.struct(table.key).is_first_distinct()).to_series()
        yield from _wrong_rows(table_file, "key_twice", twice, columns=table.key)
    for first, last in table.order:
        if table_file.has(first, last):
            wrong = table_file.frame[last] < table_file.frame[first]
            yield from _wrong_rows(table_file, "dates_reversed", wrong, first=first, last=last)


def _rises(keys: pl.DataFrame) -> bool:
    """Tell whether numbers rise from row to row, as those of players do: then none is there twice."""
    numbers = keys.to_series()
    if keys.width > 1 or not numbers.dtype.is_integer() or numbers.null_count():
        return False
    return bool((numbers.head(-1) < numbers.slice(1)).all())


def _values(
    table_file: TableFile, name: str, column: BookColumn, known: Mapping[str, pl.Series]
) -> Iterator[FileProblem]:
    values = table_file.frame[name]
    if not column.null and values.null_count():
        yield from _wrong_rows(table_file, "value_missing", values.is_null(), column=name)
    if column.choices:
        wrong = values.is_not_null() & ~values.is_in(list(column.choices))
        if wrong.any():
            value = values.filter(wrong)[0]
            yield from _wrong_rows(
                table_file, "value_unknown", wrong, column=name, value=value, choices=tuple(column.choices)
            )
    is_day = column.kind == pl.Date()
    least, most = (FIRST_DAY, LAST_DAY) if is_day else (column.least, column.most)
    if least is not None:
        says = "before" if is_day else "message"
        yield from _wrong_rows(table_file, "value_below", values < least, says=says, column=name, least=least)
    if most is not None:
        says = "after" if is_day else "message"
        yield from _wrong_rows(table_file, "value_above", values > most, says=says, column=name, most=most)
    if column.of in known:
        wrong = values.is_not_null() & ~values.is_in(known[column.of].implode())
        if wrong.any():
            number = values.filter(wrong)[0]
            yield from _wrong_rows(table_file, "id_unknown", wrong, column=name, id=number, of=column.of)


def _wrong_rows(
    table_file: TableFile,
    code: str,
    wrong: pl.Series,
    *,
    says: str = "message",
    **facts: Any,  # noqa: ANN401 - plain values
) -> Iterator[FileProblem]:
    if wrong.any():
        yield problem(code, says=says, at=table_file.where(wrong), **facts)


def _true(table_file: TableFile, condition: pl.Expr) -> pl.Series:
    return table_file.frame.select(condition.alias("wrong")).to_series()


def _players(table_file: TableFile, _: Mapping[str, TableFile]) -> Iterator[FileProblem]:
    if table_file.has("birth_year", "birth_date"):
        wrong = _true(table_file, pl.col("birth_date").dt.year() != pl.col("birth_year"))
        yield from _wrong_rows(table_file, "birth_contradicts", wrong)
    yield from _federation(table_file)


def _federation(table_file: TableFile) -> Iterator[FileProblem]:
    if table_file.has("federation"):
        wrong = _true(table_file, ~pl.col("federation").str.contains(_FEDERATION))
        yield from _wrong_rows(table_file, "federation_odd", wrong)


def _events(table_file: TableFile, tables: Mapping[str, TableFile]) -> Iterator[FileProblem]:
    yield from _federation(table_file)
    if table_file.has("event_id", "part_of"):
        wrong = _true(table_file, pl.col("part_of") == pl.col("event_id"))
        yield from _wrong_rows(table_file, "part_of_itself", wrong)
    if table_file.has("event_id", "kind", "replaces"):
        kinds = table_file.frame.select(replaces="event_id", other="kind").unique("replaces", keep="first")
        joined = table_file.frame.select("kind", "replaces").join(
            kinds, on="replaces", how="left", maintain_order="left"
        )
        wrong = joined.select((pl.col("kind") != pl.col("other")).fill_null(value=False)).to_series()
        yield from _wrong_rows(table_file, "replaces_other_kind", wrong)
    if table_file.has("rated_for"):
        yield from _first_of_month(table_file, "rated_for")
    games = tables.get("games")
    if table_file.has("event_id") and games is not None and games.has("event_id"):
        wrong = ~table_file.frame["event_id"].is_in(games.frame["event_id"].unique().implode())
        yield from _wrong_rows(table_file, "event_without_games", wrong)


def _games(table_file: TableFile, tables: Mapping[str, TableFile]) -> Iterator[FileProblem]:
    if table_file.has("white", "black"):
        wrong = _true(table_file, pl.col("white") == pl.col("black"))
        yield from _wrong_rows(table_file, "against_himself", wrong)
    if table_file.has("white_score", "black_score"):
        wrong = _true(table_file, pl.col("white_score") + pl.col("black_score") > _ONE_POINT)
        yield from _wrong_rows(table_file, "scores_over", wrong)
    if table_file.has("event_id", "round", "white", "black"):
        rows = table_file.frame.with_row_index("row").filter(pl.col("white") != pl.col("black"))
        sides = pl.concat([rows.select("row", "event_id", "round", player=side) for side in ("white", "black")])
        # A game that stands twice is told as such.
        once = sides.sort("row").filter(~pl.struct("event_id", "round", "player").is_first_distinct())["row"]
        twice = table_file.frame.select(
            ~pl.struct("event_id", "round", "white", "black").is_first_distinct()
        ).to_series()
        wrong = pl.int_range(table_file.frame.height, dtype=pl.UInt32, eager=True).is_in(once.implode()) & ~twice
        yield from _wrong_rows(table_file, "paired_twice", wrong)
    events = tables.get("events")
    if table_file.has("event_id", "white_score", "black_score") and events is not None:
        yield from _less_than_a_point(table_file, events)
    if table_file.has("event_id", "day") and events is not None and events.has("event_id", "start", "end"):
        span = events.frame.select("event_id", "start", "end").unique("event_id", keep="first")
        joined = table_file.frame.select("event_id", "day").join(span, on="event_id", how="left", maintain_order="left")
        wrong = joined.select((pl.col("day") < pl.col("start")) | (pl.col("day") > pl.col("end"))).to_series()
        yield from _wrong_rows(table_file, "day_outside", wrong)


def _less_than_a_point(games: TableFile, events: TableFile) -> Iterator[FileProblem]:
    """Ask about games of which both have less than a point, until a list has rated them: it may be a slip."""
    wrong = _true(games, pl.col("white_score") + pl.col("black_score") < _ONE_POINT)
    if wrong.any() and events.has("event_id", "rated_for", "withdrawn"):
        is_done = pl.col("rated_for").is_not_null() | pl.col("withdrawn")
        done = events.frame.filter(is_done)["event_id"]
        wrong &= ~games.frame["event_id"].is_in(done.implode())
    yield from _wrong_rows(games, "scores_under", wrong)


def _pool(table_file: TableFile, _: Mapping[str, TableFile]) -> Iterator[FileProblem]:
    if table_file.has("games", "score"):
        wrong = _true(table_file, pl.col("score") > _ONE_POINT * pl.col("games"))
        yield from _wrong_rows(table_file, "score_over_games", wrong)
    if table_file.has("due"):
        yield from _first_of_month(table_file, "due")


def _rated_in_pool(pool: TableFile, newest: TableFile) -> Iterator[FileProblem]:
    if not pool.has("kind", "fide_id"):
        return
    for kind in KINDS:
        if newest.has("fide_id", f"{kind}_rating"):
            rated = newest.frame.filter(pl.col(f"{kind}_rating").is_not_null())["fide_id"]
            wrong = (pool.frame["kind"] == kind) & pool.frame["fide_id"].is_in(rated.implode())
            yield from _wrong_rows(pool, "rated_in_pool", wrong, kind=kind)


def _first_of_month(table_file: TableFile, name: str) -> Iterator[FileProblem]:
    wrong = table_file.frame[name].dt.day() != 1
    yield from _wrong_rows(table_file, "not_first_of_month", wrong, column=name)


def _corrections(table_file: TableFile, _: Mapping[str, TableFile]) -> Iterator[FileProblem]:
    if table_file.has("list"):
        yield from _first_of_month(table_file, "list")


def _adjustments(table_file: TableFile, _: Mapping[str, TableFile]) -> Iterator[FileProblem]:
    if not table_file.has("list", "kind", "id"):
        return
    # A day outside of all calendars was told before, and would be none in Python.
    day = pl.when(pl.col("list").is_between(FIRST_DAY, LAST_DAY)).then("list").alias("list")
    rows = table_file.frame.select(day, "kind", "id").iter_rows()
    wrong = [
        day is not None and kind in KINDS and name not in {known.id for known in adjustments(day, kind)}
        for day, kind, name in rows
    ]
    yield from _wrong_rows(table_file, "adjustment_unknown", pl.Series(wrong, dtype=pl.Boolean))


_CHECKS: dict[str, Callable[[TableFile, Mapping[str, TableFile]], Iterator[FileProblem]]] = {
    "players": _players,
    "events": _events,
    "games": _games,
    "pool": _pool,
    "corrections": _corrections,
    "line_corrections": _corrections,
    "adjustments": _adjustments,
}

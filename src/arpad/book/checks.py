"""What can be wrong with the rows of a book: all of it, with the first rows of each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from arpad.book.problems import problem
from arpad.book.schema import FIRST_DAY, LAST_DAY, LIST, POOL, TABLES
from arpad.model.period import KINDS
from arpad.regulations.adjustments import adjustments

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import date

    from arpad.book.schema import Column, Table
    from arpad.book.tables import TableFile
    from arpad.model.problems import FileProblem

_ID_OF = {"players": "fide_id", "events": "event_id"}
_FEDERATION = "^([A-Z]{3})?$"
_ONE_POINT = 100


def row_problems(
    tables: Mapping[str, TableFile], lists: Mapping[date, TableFile], pools: Sequence[TableFile]
) -> Iterator[FileProblem]:
    """Check all rows of all tables that could be read; `pools` are the part results as they were after lists."""
    known = {name: tables[name].frame[key] for name, key in _ID_OF.items() if name in tables and tables[name].has(key)}
    for name, one in tables.items():
        yield from _columns(one, TABLES[name], known)
        if name in _CHECKS:
            yield from _CHECKS[name](one, tables)
    for one in lists.values():
        yield from _columns(one, LIST, known)
        yield from _list(one)
    for one in pools:
        yield from _columns(one, POOL, known)
        yield from _pool(one, tables)
    if lists and "pool" in tables:
        yield from _rated_in_pool(tables["pool"], lists[max(lists)])


def _columns(one: TableFile, table: Table, known: Mapping[str, pl.Series]) -> Iterator[FileProblem]:
    """Check what the description says of each column, and of keys and dates."""
    for name, column in table.columns.items():
        if one.has(name):
            yield from _values(one, name, column, known)
    if one.has(*table.key):
        twice = ~one.frame.select(pl.struct(table.key).is_first_distinct()).to_series()
        said = f"the same {' and '.join(table.key)} stand in a row before."
        yield from _found(one, "key_twice", twice, said)
    for first, last in table.order:
        if one.has(first, last):
            yield from _found(one, "dates_reversed", one.frame[last] < one.frame[first], f"{last} is before {first}.")


def _values(one: TableFile, name: str, column: Column, known: Mapping[str, pl.Series]) -> Iterator[FileProblem]:
    values = one.frame[name]
    if not column.null and values.null_count():
        yield from _found(one, "value_missing", values.is_null(), f"nothing stands in {name}.")
    if column.choices:
        wrong = values.is_not_null() & ~values.is_in(list(column.choices))
        if wrong.any():
            asked = ", ".join(f"{choice!r}" for choice in column.choices)
            said = f"{name} is {values.filter(wrong)[0]!r}; it has to be one of {asked}."
            yield from _found(one, "value_unknown", wrong, said)
    is_day = column.kind == pl.Date()
    least, most = (FIRST_DAY, LAST_DAY) if is_day else (column.least, column.most)
    if least is not None:
        said = f"{name} is {'before' if is_day else 'less than'} {least}."
        yield from _found(one, "value_below", values < least, said)
    if most is not None:
        said = f"{name} is {'after' if is_day else 'more than'} {most}."
        yield from _found(one, "value_above", values > most, said)
    if column.of in known:
        wrong = values.is_not_null() & ~values.is_in(known[column.of].implode())
        if wrong.any():
            what = {"players": "player", "events": "event"}[column.of]
            said = f"{name} is {values.filter(wrong)[0]}, and the book has no such {what}."
            yield from _found(one, "id_unknown", wrong, said)


def _found(one: TableFile, code: str, wrong: pl.Series, said: str) -> Iterator[FileProblem]:
    if wrong.any():
        yield problem(code, f"{one.where(wrong)}: {said}")


def _true(one: TableFile, what: pl.Expr) -> pl.Series:
    return one.frame.select(what.alias("wrong")).to_series()


def _players(one: TableFile, _: Mapping[str, TableFile]) -> Iterator[FileProblem]:
    if one.has("birth_year", "birth_date"):
        wrong = _true(one, pl.col("birth_date").dt.year() != pl.col("birth_year"))
        yield from _found(one, "birth_contradicts", wrong, "birth_date is not in birth_year.")
    yield from _federation(one)


def _federation(one: TableFile) -> Iterator[FileProblem]:
    if one.has("federation"):
        wrong = _true(one, ~pl.col("federation").str.contains(_FEDERATION))
        yield from _found(one, "federation_odd", wrong, "federation is not three capital letters.")


def _events(one: TableFile, tables: Mapping[str, TableFile]) -> Iterator[FileProblem]:
    yield from _federation(one)
    if one.has("event_id", "part_of"):
        wrong = _true(one, pl.col("part_of") == pl.col("event_id"))
        yield from _found(one, "part_of_itself", wrong, "part_of is the event itself.")
    if one.has("event_id", "kind", "replaces"):
        kinds = one.frame.select(replaces="event_id", other="kind").unique("replaces", keep="first")
        joined = one.frame.select("kind", "replaces").join(kinds, on="replaces", how="left", maintain_order="left")
        wrong = joined.select((pl.col("kind") != pl.col("other")).fill_null(value=False)).to_series()
        yield from _found(one, "replaces_other_kind", wrong, "the event in replaces is of another kind of chess.")
    if one.has("rated_for"):
        yield from _first_of_month(one, "rated_for")
    games = tables.get("games")
    if one.has("event_id") and games is not None and games.has("event_id"):
        wrong = ~one.frame["event_id"].is_in(games.frame["event_id"].unique().implode())
        yield from _found(one, "event_without_games", wrong, "the event has no games.")


def _games(one: TableFile, tables: Mapping[str, TableFile]) -> Iterator[FileProblem]:
    if one.has("white", "black"):
        wrong = _true(one, pl.col("white") == pl.col("black"))
        yield from _found(one, "against_himself", wrong, "white and black are the same player.")
    if one.has("white_score", "black_score"):
        wrong = _true(one, pl.col("white_score") + pl.col("black_score") > _ONE_POINT)
        yield from _found(one, "scores_over", wrong, "the two scores are more than one point.")
    if one.has("event_id", "round", "white", "black"):
        rows = one.frame.with_row_index("row").filter(pl.col("white") != pl.col("black"))
        sides = pl.concat([rows.select("row", "event_id", "round", player=side) for side in ("white", "black")])
        # A game that stands twice is told as such.
        once = sides.sort("row").filter(~pl.struct("event_id", "round", "player").is_first_distinct())["row"]
        twice = one.frame.select(~pl.struct("event_id", "round", "white", "black").is_first_distinct()).to_series()
        wrong = pl.int_range(one.frame.height, dtype=pl.UInt32, eager=True).is_in(once.implode()) & ~twice
        yield from _found(one, "paired_twice", wrong, "a player has another game in the same round.")
    events = tables.get("events")
    if one.has("event_id", "white_score", "black_score") and events is not None:
        yield from _less_than_a_point(one, events)
    if one.has("event_id", "day") and events is not None and events.has("event_id", "start", "end"):
        span = events.frame.select("event_id", "start", "end").unique("event_id", keep="first")
        joined = one.frame.select("event_id", "day").join(span, on="event_id", how="left", maintain_order="left")
        wrong = joined.select((pl.col("day") < pl.col("start")) | (pl.col("day") > pl.col("end"))).to_series()
        yield from _found(one, "day_outside", wrong, "day is not within the event.")


def _less_than_a_point(games: TableFile, events: TableFile) -> Iterator[FileProblem]:
    """Ask about games of which both have less than a point, until a list has rated them: it may be a slip."""
    wrong = _true(games, pl.col("white_score") + pl.col("black_score") < _ONE_POINT)
    if wrong.any() and events.has("event_id", "rated_for", "withdrawn"):
        is_done = pl.col("rated_for").is_not_null() | pl.col("withdrawn")
        done = events.frame.filter(is_done)["event_id"]
        wrong &= ~games.frame["event_id"].is_in(done.implode())
    yield from _found(games, "scores_under", wrong, "the two scores are less than one point.")


def _pool(one: TableFile, _: Mapping[str, TableFile]) -> Iterator[FileProblem]:
    if one.has("games", "score"):
        wrong = _true(one, pl.col("score") > _ONE_POINT * pl.col("games"))
        yield from _found(one, "score_over_games", wrong, "score is more than a point for each game.")
    if one.has("due"):
        yield from _first_of_month(one, "due")


def _rated_in_pool(pool: TableFile, newest: TableFile) -> Iterator[FileProblem]:
    if not pool.has("kind", "fide_id"):
        return
    for kind in KINDS:
        if newest.has("fide_id", f"{kind}_rating"):
            rated = newest.frame.filter(pl.col(f"{kind}_rating").is_not_null())["fide_id"]
            wrong = (pool.frame["kind"] == kind) & pool.frame["fide_id"].is_in(rated.implode())
            yield from _found(pool, "rated_in_pool", wrong, f"the player has a {kind} rating.")


def _first_of_month(one: TableFile, name: str) -> Iterator[FileProblem]:
    wrong = one.frame[name].dt.day() != 1
    yield from _found(one, "not_first_of_month", wrong, f"{name} is not the first day of a month.")


def _corrections(one: TableFile, _: Mapping[str, TableFile]) -> Iterator[FileProblem]:
    if one.has("list"):
        yield from _first_of_month(one, "list")


def _adjustments(one: TableFile, _: Mapping[str, TableFile]) -> Iterator[FileProblem]:
    if not one.has("list", "kind", "id"):
        return
    # A day outside of all calendars was told before, and would be none in Python.
    day = pl.when(pl.col("list").is_between(FIRST_DAY, LAST_DAY)).then("list").alias("list")
    rows = one.frame.select(day, "kind", "id").iter_rows()
    wrong = [
        day is not None and kind in KINDS and name not in {known.id for known in adjustments(day, kind)}
        for day, kind, name in rows
    ]
    said = "no shipped adjustment of that list and kind has this id."
    yield from _found(one, "adjustment_unknown", pl.Series(wrong, dtype=pl.Boolean), said)


def _list(one: TableFile) -> Iterator[FileProblem]:
    for kind in KINDS:
        rating, highest = f"{kind}_rating", f"{kind}_highest"
        if one.has(rating, highest):
            wrong = one.frame[rating] > one.frame[highest]
            yield from _found(one, "highest_below", wrong, f"{rating} is more than {highest}.")


_CHECKS: dict[str, Callable[[TableFile, Mapping[str, TableFile]], Iterator[FileProblem]]] = {
    "players": _players,
    "events": _events,
    "games": _games,
    "pool": _pool,
    "corrections": _corrections,
    "adjustments": _adjustments,
}

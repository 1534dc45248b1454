"""Events of a book that are nearly the same and would count twice, but for those that were said to be two."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.change import Change
from arpad.book.log import BookLogEntry
from arpad.book.near_duplicates import near_within
from arpad.book.problems import problem
from arpad.book.wording import WORDS
from arpad.model.problems import NOTE, Problem, RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arpad.book.tables import TableFile
    from arpad.book.view import BookView
    from arpad.model.problems import FileProblem

_READ = {
    "events": ("event_id", "name", "kind", "start", "end", "part_of", "withdrawn", "rated_for"),
    "games": ("event_id", "round", "white", "black"),
    "players": ("fide_id", "name"),
}
DISTINCT = "distinct"
"""The fact of the log that names the events, two by two, of which somebody said that both were played; and players who
are two, of whom the one without a FIDE number has a negative one, as no event has."""


def duplicate_problems(
    tables: Mapping[str, TableFile], book: str, *, is_waiting: bool = False
) -> Iterator[FileProblem]:
    """Find the events that are nearly the same; `book` is the folder as it is typed.

    With `is_waiting`, only where one of the two is still to be rated.
    """
    if not all(name in tables and tables[name].has(*columns) for name, columns in _READ.items()):
        return
    events, games, players = (tables[name].frame.select(columns) for name, columns in _READ.items())
    pairs = near_within(events.unique("event_id", keep="first", maintain_order=True), games, players)
    known = distinct_pairs(tables["log"].frame) if "log" in tables and tables["log"].has("facts") else set()
    rows = {
        row["event_id"]: row
        for row in events.filter(
            pl.col("event_id").is_in(pl.concat([pairs["event_id"], pairs["other"]]).implode())
        ).iter_rows(named=True)
    }
    for event_id, other, common, *games_of in pairs.iter_rows():
        if (event_id, other) in known:
            continue
        unrated = [number for number in (event_id, other) if rows[number]["rated_for"] is None]
        if is_waiting and not unrated:
            continue
        facts = {
            "event_id": event_id,
            "name": rows[event_id]["name"] or "",
            "other": other,
            "other_name": rows[other]["name"] or "",
            "common": common,
            "games": min(games_of),
            "book": shlex.quote(book),
            "wrong": max(unrated or (event_id, other)),
        }
        yield problem("counted_twice", **facts)


def distinct_pairs(log: pl.DataFrame) -> set[tuple[int, int]]:
    """Give the events of which the log says that both were played, the smaller number first."""
    entries = log.filter(pl.col("facts").str.contains(f'"{DISTINCT}"', literal=True))["facts"]
    return {pair for facts in entries for pair in _pairs(facts)}


def _pairs(facts: str) -> Iterator[tuple[int, int]]:
    """Read the pairs of an entry; what somebody edited so that it is none is nothing."""
    try:
        record: Any = json.loads(facts)
        for first, second in record[DISTINCT]:
            yield min(first, second), max(first, second)
    except (ValueError, TypeError, KeyError, RecursionError):
        return


def distinct_players(book: BookView, number: int, other: int, why: str, called: str = "") -> Change:
    """Give the change that keeps in the log that a player without a FIDE number and a namesake are two."""
    players = book.table("players")["fide_id"]
    for fide_id in (number, other):
        if fide_id not in players:
            raise RefusedError.of(WORDS, "no_player", called, book=called, number=fide_id)
    first, second = sorted((number, other))
    if second < 0 or first > 0:
        raise RefusedError.of(WORDS, "not_namesakes", called, number=first, other=second)
    reason = Problem.of(WORDS, "distinct_players", severity=NOTE, number=first, other=second)
    facts = {"what": "players", "number": first, "other": second, DISTINCT: [[first, second]]}
    return Change({}, (reason,), entry=BookLogEntry(DISTINCT, why, facts=facts))


def distinct(book: BookView, event_id: int, other: int, why: str, called: str = "") -> Change:
    """Give the change that keeps in the log that two events which are nearly the same were both played."""
    events = book.table("events")["event_id"]
    for number in (event_id, other):
        if number not in events:
            raise RefusedError.of(WORDS, "no_event", called, number=number)
    if event_id == other:
        raise RefusedError.of(WORDS, "not_two", called, event_id=event_id)
    first, second = sorted((event_id, other))
    reason = Problem.of(WORDS, "distinct", severity=NOTE, event_id=first, other=second)
    return Change(
        {},
        (reason,),
        entry=BookLogEntry("distinct", why, facts={"event_id": first, "other": second, DISTINCT: [[first, second]]}),
    )

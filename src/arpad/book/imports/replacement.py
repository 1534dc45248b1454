"""Reports put into a book as events: new ones, or in the place of events that no list has rated yet.

An event that is replaced keeps its number, the event of which it is a part and the one in whose place it stands; its
players keep the numbers that they had in the book. What a list has rated is never replaced: it was published.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from arpad.book.change import Change, TableChange, changed
from arpad.book.imports.numbers import SIDES, Numbers, kept_numbers, without_stand_ins
from arpad.book.log import BookLogEntry, import_facts, with_rows
from arpad.book.namesake_checks import stand_in_problems
from arpad.book.problems import problem
from arpad.book.schema import TABLES
from arpad.book.wording import WORDS
from arpad.model.problems import NOTE, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.book.imports.lists import Imported
    from arpad.book.imports.rows import ReportRows, Row
    from arpad.book.view import BookView

_KEPT = ("event_id", "part_of", "replaces")
"""What stays of an event that is replaced."""


def placed(book: BookView, reports: Mapping[int, ReportRows], done: Imported) -> Change:
    """Give the change that puts reports into a book under these numbers; an event of the same number is replaced."""
    tables = {name: book.table(name) for name in ("players", "events", "games")}
    old = {
        row["event_id"]: row
        for row in tables["events"].filter(pl.col("event_id").is_in(list(reports))).iter_rows(named=True)
    }
    numbers = Numbers(book)
    events: list[Row] = []
    games: list[Row] = []
    for event_id, report in reports.items():
        is_there = event_id in old
        number_of = numbers.settle(report, done, kept_numbers(book, event_id) if is_there else None)
        event = _in_place(old[event_id], report.event) if is_there else {"event_id": event_id, **report.event}
        events.append(event)
        games += [
            {"event_id": event_id, **game, **{side: number_of[game[side]] for side in SIDES}} for game in report.games
        ]
        _tell(report, event, done, is_replaced=is_there)
    after = {
        "players": _added(tables["players"], numbers.players, "players").sort("fide_id"),
        "events": _put(tables["events"], events, "events"),
        "games": _put(tables["games"], games, "games"),
    }
    new = pl.Series([row["fide_id"] for row in numbers.players], dtype=pl.Int64)
    done.problems += stand_in_problems(new, after["players"], done.called)
    if old:
        was = tables["games"].filter(pl.col("event_id").is_in(list(old)))
        after["players"] = without_stand_ins(book, after["players"], was, after["games"])
        done.players_gone += tables["players"].height + len(numbers.players) - after["players"].height
    return _with_entry(book, after, events, sorted(old), len(numbers.players))


def _in_place(old: Row, new: Row) -> Row:
    """Give an event as it is reported now; when the first report came stays, unless this one says it."""
    return {**new, **{name: old[name] for name in _KEPT}, "received": new["received"] or old["received"]}


def _tell(report: ReportRows, event: Row, done: Imported, *, is_replaced: bool) -> None:
    """Note what came into the book, and what is to be known of it."""
    if report.report.left_out:
        done.problems.append(problem("games_left_out", file=report.file, games=len(report.report.left_out)))
    if report.unsure:
        done.problems.append(problem("colours_unknown", file=report.file, games=report.unsure))
    shown = {name: event[name] for name in ("event_id", "name", "kind", "system")}
    counts = {"players": len(report.players), "games": len(report.games)}
    done.events.append({"file": report.file, **shown, **counts, "replaced": is_replaced})


def _added(frame: pl.DataFrame, rows: list[Row], name: str) -> pl.DataFrame:
    return pl.concat([frame, pl.DataFrame(rows, schema=TABLES[name].schema)]) if rows else frame


def _put(frame: pl.DataFrame, rows: list[Row], name: str) -> pl.DataFrame:
    """Put the rows of events where those of the same event stood, and those of new ones at the end."""
    new = pl.DataFrame(rows, schema=TABLES[name].schema)
    numbered = frame.with_row_index("place")
    is_replaced = pl.col("event_id").is_in(new["event_id"].unique().implode())
    first = numbered.filter(is_replaced).group_by("event_id").agg(pl.col("place").min())
    if first.is_empty():
        return pl.concat([frame, new])
    standing = new.join(first, on="event_id", how="left", maintain_order="left")
    standing = standing.with_columns(pl.col("place").fill_null(frame.height))
    whole = pl.concat([numbered.filter(~is_replaced), standing.select(numbered.columns)])
    return whole.sort("place", maintain_order=True).drop("place")


def _with_entry(
    book: BookView, after: Mapping[str, pl.DataFrame], events: list[Row], replaced: list[int], players: int
) -> Change:
    """Give the change with its entry in the log; of what is replaced, the rows before and after."""
    reasons = tuple(Problem.of(WORDS, "reported", severity=NOTE, event=event["name"]) for event in events)
    named = [{"event_id": event["event_id"], "name": event["name"]} for event in events]
    numbers = [event["event_id"] for event in events]
    games = after["games"].filter(pl.col("event_id").is_in(numbers)).height
    facts = import_facts(events=named, games=games, players=players)
    entry = BookLogEntry("import", facts={**facts, **({"replaced": replaced} if replaced else {})})
    if replaced:
        is_replaced = pl.col("event_id").is_in(replaced)
        touched = {
            name: TableChange(book.table(name).filter(is_replaced), after[name].filter(is_replaced))
            for name in ("events", "games")
        }
        entry = with_rows(Change(touched), entry).entry or entry
    return changed(book, after, reasons=reasons, entry=entry)

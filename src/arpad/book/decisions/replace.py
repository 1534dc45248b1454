"""A report in the place of an event: before the event is rated it takes its place, afterwards it is re-rated.

Players keep the numbers that they have in the book, as far as their names are the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.change import changed
from arpad.book.decisions.events import event_of, in_other_form, refuse_other_kind_in_place, refuse_settled
from arpad.book.imports.lists import Imported
from arpad.book.imports.numbers import SIDES, Numbers, kept_numbers
from arpad.book.imports.replacement import placed
from arpad.book.imports.reports import judged_rows
from arpad.book.imports.rulings import TAKEN
from arpad.book.log import BookLogEntry, with_rows
from arpad.book.schema import GAMES, PLAYERS
from arpad.book.view import Instead
from arpad.book.wording import WORDS
from arpad.model.problems import NOTE, Advised, Problem, RefusedError

if TYPE_CHECKING:
    from datetime import date

    from arpad.book.change import Change
    from arpad.book.imports.rows import ReportRows, Row
    from arpad.book.view import BookView
    from arpad.model.report import Report

_KEPT = ("event_id", "part_of", "replaces", "rated_for")
"""What an event keeps, whatever a report says."""


@dataclass(frozen=True, slots=True)
class Replace:
    """Which report stands in the place of which event, and why."""

    event: int
    report: Report
    why: str


def replaced(view: BookView, request: Replace, done: Imported | None = None) -> Change:
    """Give the change that puts a report into the place of an event; `done` is told what is to be known of it."""
    event = event_of(view, request.event)
    refuse_settled(view, event)
    done = Imported() if done is None else done
    rows = _rows(view, event, request.report, done)
    number, name = event["event_id"], event["name"]
    if event["rated_for"] is None:
        refuse_other_kind_in_place(event, rows.event)
        change, now, list_date = placed(view, {number: rows}, done), number, None
    else:
        if rows.event["kind"] != event["kind"]:
            kind = rows.event["kind"]
            raise RefusedError.of(WORDS, "report_of_other_kind", str(number), number=number, name=name, kind=kind)
        change, now, list_date = _rerated(view, event, rows, done)
    facts = {"event_id": number, "name": name, "now": now, "file": request.report.file}
    reason = Problem.of(WORDS, "replaced", severity=NOTE, number=number, name=name, file=request.report.file)
    entry = BookLogEntry("replace", request.why, list_date, facts)
    return with_rows(replace(change, reasons=(reason,)), entry)


def _rows(view: BookView, event: Row, report: Report, done: Imported) -> ReportRows:
    """Give a report as rows, judged as if the event were not there; refused where it is, nearly, another event.

    Nor are withdrawn events there: what was replaced once may turn out to have been right.
    """
    others = view.table("events").filter((pl.col("event_id") != event["event_id"]) & ~pl.col("withdrawn"))
    games = view.table("games").join(others, on="event_id", how="semi")
    rows, judgements = judged_rows(Instead(view, {"events": others, "games": games}), [report], done)
    if not rows or judgements[0].verdict not in TAKEN:
        faults = [Advised(fault) for fault in done.problems]
        raise RefusedError(
            [Problem.of(WORDS, each.fault.code, report.file, says="in_book", fault=each) for each in faults]
        )
    return rows[0]


def _rerated(view: BookView, event: Row, report: ReportRows, done: Imported) -> tuple[Change, int, date | None]:
    """Give the change that withdraws a rated event and rates the report in its place, its number then, and the list."""
    numbers = Numbers(view)
    number_of = numbers.settle(report, done, kept_numbers(view, event["event_id"]))
    games = [{**game, **{side: number_of[game[side]] for side in SIDES}, "event_id": 0} for game in report.games]
    form = {**report.event, **{key: event[key] for key in _KEPT}}
    other = in_other_form(view, event, form, pl.DataFrame(games, schema=GAMES.schema))
    people = pl.concat([view.table("players"), pl.DataFrame(numbers.players, schema=PLAYERS.schema)])
    tables = {**other.tables, "players": people.sort("fide_id")}
    return changed(view, tables), other.event_id, other.list_date

"""A report in the place of an event: before the event is rated it takes its place, afterwards it is re-rated.

Players without a FIDE number keep the numbers that stood in for them, as far as their names are the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.change import changed
from arpad.book.decisions.events import event_of, games_of, in_other_form, refuse_settled
from arpad.book.imports.lists import Imported
from arpad.book.imports.reports import reports_taken
from arpad.book.log import LogEntry, with_rows
from arpad.book.schema import TABLES
from arpad.book.view import Instead, list_name, pool_name
from arpad.book.wording import WORDS
from arpad.model.problems import NOTE, Advised, Problem, RefusedError

if TYPE_CHECKING:
    from arpad.book.change import Change
    from arpad.book.imports.reports import Row
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
    row, games, players = _taken(view, event, request.report, done)
    number, name = event["event_id"], event["name"]
    if row["kind"] != event["kind"] and event["rated_for"] is not None:
        raise RefusedError.of(WORDS, "report_of_other_kind", str(number), number=number, name=name, kind=row["kind"])
    form = in_other_form(view, event, {**row, **{key: event[key] for key in _KEPT}}, games)
    people = pl.concat([view.table("players"), players])
    if form.list_date is None:
        people = _without_strangers(view, people, games_of(view, number), form.tables["games"])
    tables = {**form.tables, "players": people.sort("fide_id")}
    facts = {"event_id": number, "name": name, "now": form.event_id, "file": request.report.file}
    reason = Problem.of(WORDS, "replaced", severity=NOTE, number=number, name=name, file=request.report.file)
    entry = LogEntry("replace", request.why, form.list_date, facts)
    return with_rows(changed(view, tables, reasons=(reason,)), entry)


def _taken(view: BookView, event: Row, report: Report, done: Imported) -> tuple[Row, pl.DataFrame, pl.DataFrame]:
    """Take a report as if the event were not there: its row, its games, and the players whom the book lacks.

    Nor are withdrawn events: what was replaced once may turn out to have been right.
    """
    others = view.table("events").filter((pl.col("event_id") != event["event_id"]) & ~pl.col("withdrawn"))
    games = view.table("games").join(others, on="event_id", how="semi")
    change = reports_taken(Instead(view, {"events": others, "games": games}), [report], done)
    if change is None:
        faults = [Advised(fault) for fault in done.problems]
        raise RefusedError(
            [Problem.of(WORDS, each.fault.code, report.file, says="in_book", fault=each) for each in faults]
        )
    added = {name: change.tables[name].added for name in ("events", "games", "players")}
    row = added["events"].row(0, named=True)
    own = _stand_ins(view, games_of(view, event["event_id"]), added["players"])
    played = added["games"].with_columns(pl.col("white", "black").replace(own))
    return row, played, added["players"].filter(~pl.col("fide_id").is_in(list(own)))


def _stand_ins(view: BookView, games: pl.DataFrame, added: pl.DataFrame) -> dict[int, int]:
    """Give the numbers that stood in for players of an event, by those that would stand in for them now."""
    ids = pl.concat([games["white"], games["black"]]).unique()
    nameless = pl.col("fide_id") < 0
    known = view.table("players").filter(nameless & pl.col("fide_id").is_in(ids.implode()))
    both = added.filter(nameless, pl.col("name") != "").select("name", new="fide_id")
    both = both.join(known.select("name", old="fide_id"), on="name")
    # Namesakes cannot be told apart, so they get numbers of their own.
    both = both.filter(pl.col("name").is_unique())
    return dict(both.select("new", "old").iter_rows())


def _without_strangers(view: BookView, players: pl.DataFrame, games: pl.DataFrame, after: pl.DataFrame) -> pl.DataFrame:
    """Leave out the stand-ins of a report that is replaced before it is rated, where nothing else speaks of them."""
    ids = pl.concat([games["white"], games["black"]])
    strangers = ids.filter(ids < 0).unique()
    for frame, columns in (after, ("white", "black")), *_mentions(view):
        for name in columns:
            strangers = strangers.filter(~strangers.is_in(frame[name].drop_nulls().implode()))
    return players.filter(~pl.col("fide_id").is_in(strangers.implode()))


def _mentions(view: BookView) -> list[tuple[pl.DataFrame, tuple[str, ...]]]:
    """Give the tables and lists that speak of players, but for the games, and in which columns."""
    tables = [
        (view.table(name), columns)
        for name, table in TABLES.items()
        if name != "games"
        and (columns := tuple(key for key, column in table.columns.items() if column.of == "players"))
    ]
    lists = [view.table(list_name(day)) for day in view.list_dates]
    pools = [view.table(pool_name(day)) for day in view.pool_dates]
    return [*tables, *((frame, ("fide_id",)) for frame in (*lists, *pools))]

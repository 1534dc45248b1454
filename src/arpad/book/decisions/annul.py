"""An event annulled: no list rates it; if one has, the next list takes its changes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.change import changed
from arpad.book.decisions.events import event_of, list_that_takes_back, refuse_settled, with_row
from arpad.book.log import BookLogEntry, with_rows
from arpad.book.wording import WORDS
from arpad.model.problems import NOTE, Problem, RefusedError

if TYPE_CHECKING:
    from datetime import date

    from arpad.book.change import Change
    from arpad.book.imports.rows import Row
    from arpad.book.view import BookView


@dataclass(frozen=True, slots=True)
class Annul:
    """Which event is annulled and why, or with `back` whose annulment is taken back before a list carries it out."""

    event: int
    why: str
    back: bool = False


def annulled(view: BookView, request: Annul) -> Change:
    """Give the change that annuls an event with all its parts, or takes that back."""
    event = event_of(view, request.event)
    if event["withdrawn"]:
        refuse_settled(view, event)
    if bool(event["withdrawn"]) is not request.back:
        raise RefusedError.of(
            WORDS, "annulled_already", str(request.event), says="not_annulled" if request.back else "annulled_already",
            number=request.event, name=event["name"],
        )  # fmt: skip
    parts = view.table("events").filter((pl.col("part_of") == request.event) & (pl.col("withdrawn") == request.back))
    rows = [event, *parts.iter_rows(named=True)]
    events = view.table("events")
    days: set[date] = set()
    for row in rows:
        other = _rated_again(view, row) if request.back else _gone(view, row)
        days |= {day for day in (row["withdrawn_for"], other["withdrawn_for"]) if day is not None}
        events = with_row(events, other)
    what = {"what": "back"} if request.back else {}
    facts = {**what, "events": [{"event_id": row["event_id"], "name": row["name"]} for row in rows]}
    entry = BookLogEntry("annul", request.why, max(days, default=None), facts)
    reason = Problem.of(
        WORDS, "annulled", severity=NOTE, says="annulment_back" if request.back else "annulled",
        number=request.event, name=event["name"],
    )  # fmt: skip
    return with_rows(changed(view, {"events": events}, reasons=(reason,)), entry)


def _gone(view: BookView, event: Row) -> Row:
    day = None if event["rated_for"] is None else list_that_takes_back(view, event)
    return {**event, "withdrawn": True, "withdrawn_for": day}


def _rated_again(view: BookView, event: Row) -> Row:
    refuse_settled(view, event)
    return {**event, "withdrawn": False, "withdrawn_for": None}

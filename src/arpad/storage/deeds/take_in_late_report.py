"""Take a late report into the list being made: a decision of two people, never for a list that was published."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction

from arpad.book.change import changed
from arpad.book.decisions.events import event_of, with_row
from arpad.book.log import BookLogEntry, with_rows
from arpad.book.view import open_list
from arpad.model.problems import RefusedError
from arpad.office.canonical import plain
from arpad.office.decision import Waiting
from arpad.office.take_in_late_report import LateReportState, TakeInLateReport
from arpad.office.take_in_late_report import take_in_late_report as decided
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.asking import DeedOutcome, Origin, circumstances, keep_waiting, settle
from arpad.storage.deeds.lists import system_of
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.book.change import Change
    from arpad.book.view import BookView
    from arpad.office.person import Person
    from arpad.storage.models import Asked, RatingSystem

DEED = "late_report.take_in"
_LOOKED_AHEAD = timedelta(days=400)
"""So far after its end a day is looked for on which the report would have come in time."""


def take_in_late_report(  # noqa: PLR0913, PLR0917 - what it is asked with
    person: Person,
    system: RatingSystem,
    asked: TakeInLateReport,
    shown: Mapping[str, Any] | None = None,
    origin: Origin = Origin(),  # noqa: B008 - a value that never changes
    confirms: Asked | None = None,
) -> DeedOutcome:
    """Decide whether a late report is taken into the list being made, and do it; `shown` is who else changes."""
    book = DatabaseBook(system)
    event, being_made = _late(book, asked.event)
    due = book.rulebook.list_for(event["kind"], event["end"], event["received"], official=event["official"])
    now = circumstances(DEED, confirms)
    federation, received, rated_for = event["federation"], event["received"], event["rated_for"]
    state = LateReportState(now, federation, being_made, due, received, rated_for, shown or {})
    answer = decided(person, asked, state)
    if isinstance(answer, Waiting):
        given = {"system": system.key, "event": asked.event, "reason": asked.why, "shown": plain(shown or {})}
        return DeedOutcome(waiting=keep_waiting(answer, given))
    prepared = book.prepared(late_change(book, event, being_made, asked.why))
    with transaction.atomic():
        settle(None if confirms is None else confirms.number, answer)
        entry = prepared.write(answer, origin.request, origin.system_user)
    return DeedOutcome(answer, entry.number)


def confirmed(person: Person, row: Asked, origin: Origin) -> DeedOutcome:
    """Decide anew, as the second person, what somebody asked for."""
    asked = TakeInLateReport(row.input["event"], row.input["reason"])
    return take_in_late_report(person, system_of(row.input["system"]), asked, row.input.get("shown"), origin, row)


def change_of_late(view: BookView, asked: TakeInLateReport) -> Change:
    """Give the change of a book by which a late report is taken into the list being made."""
    event, being_made = _late(view, asked.event)
    return late_change(view, event, being_made, asked.why)


def _late(view: BookView, number: int) -> tuple[Mapping[str, Any], date]:
    """Give an event, and the list being made of its kind of chess."""
    event = event_of(view, number)
    being_made = open_list(view, event["kind"])
    if being_made is None:
        raise RefusedError.of(WORDS, "no_list_being_made", str(number), event=number)
    return event, being_made


def late_change(book: BookView, event: Mapping[str, Any], being_made: date, why: str) -> Change:
    """Give the change that has the list being made rate an event: its report counts as come on the last day for it."""
    day = last_day_for(book, event, being_made)
    if day is None:
        month = f"{being_made:%Y-%m}"
        raise RefusedError.of(WORDS, "no_day_in_time", str(event["event_id"]), event=event["event_id"], month=month)
    events = with_row(book.table("events"), {**event, "received": day})
    received = [None if event["received"] is None else event["received"].isoformat(), day.isoformat()]
    facts = {"what": "event", "event_id": event["event_id"], "name": event["name"], "received": received}
    return with_rows(changed(book, {"events": events}), BookLogEntry("correct", why, being_made, facts))


def last_day_for(book: BookView, event: Mapping[str, Any], being_made: date) -> date | None:
    """Give the last day on which a report of an event would have come in time for a list; None where there is none."""
    day: date = min(event["end"] + _LOOKED_AHEAD, being_made)
    while day >= event["end"]:
        if book.rulebook.list_for(event["kind"], event["end"], day, official=event["official"]) == being_made:
            return day
        day -= timedelta(days=1)
    return None

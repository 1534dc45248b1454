"""The calendar around a day as the documented JSON: lists, closing dates and deadlines, each with its article."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arpad.documents.parts import day_text
from arpad.regulations.calendar import Reckoned
from arpad.regulations.consulted import Consulted
from arpad.regulations.workings.explained_lines import TEXT, ExplainedLine
from arpad.regulations.workings.reporting import is_sent_by_federation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

    from arpad.regulations.calendar import Calendar, Registration
    from arpad.regulations.edition import Citation, Edition


@dataclass(frozen=True, slots=True)
class DaysAround:
    """The days that matter around a day, and the lines that cite what gives them."""

    day: date
    law: Edition
    days: Mapping[str, date | None]
    registrations: tuple[tuple[Registration, Citation], ...]
    lines: tuple[ExplainedLine, ...]
    too_late: bool
    """The report came so late that no list rates the event."""


def days_around(calendar: Calendar, day: date, *, official: bool = False, received: date | None = None) -> DaysAround:
    """Give the days around a day: of an event that ended on it, and of its report, where the day of that is known."""
    law = calendar.edition(day)
    reckoned = dict(_reckoned(calendar, day, official=official, received=received))
    days = {name: None if known is None else known.day for name, known in reckoned.items()}
    registrations = tuple((lead, cited) for lead in calendar.registrations(day) for cited in lead.by.citations())
    lines = tuple(
        ExplainedLine(name, known.day.isoformat(), TEXT, known.by.citations())
        for name, known in reckoned.items()
        if known is not None
    )
    return DaysAround(day, law, days, registrations, lines, received is not None and days["list_of_report"] is None)


def calendar_data(around: DaysAround) -> dict[str, Any]:
    """Give the days around a day, without their explanation."""
    return {
        "date": around.day.isoformat(),
        "kind": around.law.kind,
        "edition": around.law.id,
        **{name: day_text(day) for name, day in around.days.items()},
        "registrations": [_registration_data(lead, cited) for lead, cited in around.registrations],
        "too_late": around.too_late,
    }


def _registration_data(lead: Registration, cited: Citation) -> dict[str, Any]:
    return {
        "of": lead.of,
        "lead": lead.lead,
        "last_day": lead.last_day.isoformat(),
        "edition": cited.edition,
        "article": cited.article,
    }


def _reckoned(
    calendar: Calendar, day: date, *, official: bool, received: date | None
) -> Iterator[tuple[str, Reckoned | None]]:
    """Give each day with what was consulted: for a day of a list its edition, for an event's duty that of the day."""
    in_force, coming = calendar.list_in_force(day), calendar.next_list(day)
    due, latest = calendar.list_for_event(day, official=official), calendar.latest_list(day, official=official)
    reached = calendar.list_for_report(day, received, official=official) if received else None
    events = calendar.closing_of_events(due, official=official) if due else None
    reports = calendar.closing_of_reports(due, official=official) if due else None
    # The report of an official event goes to FIDE without the federation.
    uploaded = is_sent_by_federation(calendar.edition(day), official=official)
    yield "list_in_force", _of_list(calendar, in_force, in_force, "list_for_event")
    yield "valid_until", _of_list(calendar, calendar.valid_until(in_force) if in_force else None, in_force)
    yield "next_list", _of_list(calendar, coming, coming)
    yield "list_if_ended", Reckoned(due, events.by) if due and events else None
    yield "event_closing", events
    yield "report_closing", reports
    yield "list_if_official", calendar.list_if_official(day)
    yield "arbiter_report_due", calendar.term_of_arbiter(day)
    yield "list_due", calendar.list_of_upload(day) if uploaded else None
    yield "upload_due", calendar.term_of_upload(day) if uploaded else None
    late = Consulted(calendar.edition(latest)).citing("late_report_lists") if latest else None
    # For the list of its end an official event has closing days of its own; for later ones it has those of all.
    last = calendar.closing_of_reports(latest, official=official and latest == due) if latest else None
    yield "latest_list", Reckoned(latest, late) if latest and late else None
    yield "latest_report", Reckoned(last.day, late.with_(last.by)) if late and last else None
    then = calendar.closing_of_reports(reached, official=official and reached == due) if reached else None
    yield "list_of_report", Reckoned(reached, then.by) if reached and then else None
    yield "pooling_from", calendar.pooling_window(coming) if coming else None
    yield "inactive_from", calendar.inactive_window(coming) if coming else None


def _of_list(calendar: Calendar, day: date | None, list_date: date | None, *keys: str) -> Reckoned | None:
    """Give a day that follows from the day of a list, with what makes that the day of a list."""
    by = None if list_date is None else calendar.list_by(list_date)
    return None if day is None or by is None else Reckoned(day, by.citing(*keys))

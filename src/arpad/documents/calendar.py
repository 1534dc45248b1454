"""The calendar around a day as the documented JSON: lists, closing dates and deadlines, each with its article."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arpad.documents.parts import day_text
from arpad.regulations.terms.ints import citations
from arpad.regulations.workings.explained_lines import TEXT, ExplainedLine
from arpad.regulations.workings.reporting import is_sent_by_federation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

    from arpad.regulations.calendar import Calendar, Registration
    from arpad.regulations.edition import Citation, Edition

_KEYS = {
    "list_in_force": ("list_months", "list_for_event"),
    "valid_until": ("list_months",),
    "next_list": ("list_months",),
    "list_if_ended": ("event_closing",),
    "event_closing": ("event_closing",),
    "report_closing": ("report_closing",),
    "list_if_official": ("official_event_closing",),
    "arbiter_report_due": ("arbiter_report_within",),
    "list_due": ("report_next_list_within",),
    "upload_due": ("upload_within", "report_next_list_within"),
    "latest_list": ("late_report_lists",),
    "latest_report": ("late_report_lists", "report_closing"),
    "list_of_report": ("report_closing",),
    "pooling_from": ("pooling_window",),
    "inactive_from": ("inactive_window",),
}
"""The provisions that give a day."""
_BY_LIST = {
    "event_closing": "list_if_ended",
    "report_closing": "list_if_ended",
    "list_if_ended": "list_if_ended",
    "list_if_official": "list_if_official",
    "pooling_from": "next_list",
    "inactive_from": "next_list",
    "next_list": "next_list",
    "latest_list": "latest_list",
    "latest_report": "latest_list",
    "list_of_report": "list_of_report",
}
"""Which list decides a day that belongs to a list."""


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
    days = _days(calendar, day, official=official, received=received)
    registrations = tuple((lead, law.cite(lead.provision)) for lead in calendar.registrations(day))
    lines = tuple(_lines(calendar, day, days, official=official))
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


def _days(calendar: Calendar, day: date, *, official: bool, received: date | None) -> dict[str, date | None]:
    in_force = calendar.list_in_force(day)
    coming = calendar.next_list(day)
    due = calendar.list_for_event(day, official=official)
    latest = calendar.latest_list(day, official=official)
    # The report of an official event goes to FIDE without the federation.
    uploaded = is_sent_by_federation(calendar.edition(day), official=official)
    return {
        "list_in_force": in_force,
        "valid_until": calendar.valid_until(in_force) if in_force else None,
        "next_list": coming,
        "list_if_ended": due,
        "event_closing": calendar.event_closing(due, official=official) if due else None,
        "report_closing": calendar.report_closing(due, official=official) if due else None,
        "list_if_official": calendar.list_for_official_event(day),
        "arbiter_report_due": calendar.arbiter_report_due(day),
        "list_due": calendar.list_due(day) if uploaded else None,
        "upload_due": calendar.upload_due(day) if uploaded else None,
        "latest_list": latest,
        "latest_report": calendar.report_closing(latest, official=official and latest == due) if latest else None,
        "list_of_report": calendar.list_for_report(day, received, official=official) if received else None,
        "pooling_from": calendar.pooling_from(coming) if coming else None,
        "inactive_from": calendar.inactive_from(coming) if coming else None,
    }


def _lines(
    calendar: Calendar, day: date, days: Mapping[str, date | None], *, official: bool
) -> Iterator[ExplainedLine]:
    """Cite, for a day of a list, the edition of that list; for an event's duty, the edition of the day."""
    first = days["list_if_ended"]
    for name, value in days.items():
        if value is None:
            continue
        deciding = calendar.edition((days.get(_BY_LIST[name]) if name in _BY_LIST else None) or day)
        keys = _KEYS[name]
        if official and first is not None and days.get(_BY_LIST.get(name, "")) == first:
            # For the list of its end an official event has closing days of its own, and the lines cite what gives them.
            own = {"event_closing": calendar.event_closing_by, "report_closing": calendar.report_closing_by}
            keys = tuple(own[key](first, official=True) if key in own else key for key in keys)
        yield ExplainedLine(name, value.isoformat(), TEXT, citations(deciding, keys))

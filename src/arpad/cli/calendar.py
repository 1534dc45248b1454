"""`arpad calendar DATE`: the list in force, the lists an event can reach, closing dates and deadlines around a day."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.options import day
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import DEFAULT_AUTHORITY, edition
from arpad.regulations.ints import citations
from arpad.regulations.wording import words
from arpad.regulations.working import TEXT, ExplainedLine

if TYPE_CHECKING:
    import argparse
    from datetime import date

    from arpad.regulations.calendar import Calendar, Registration
    from arpad.regulations.edition import Edition

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


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("date", type=day, help="the day asked about")
    parser.add_argument("--kind", choices=KINDS, help="the kind of chess; standard if not given")
    parser.add_argument("--authority", default=DEFAULT_AUTHORITY, help="fide, or mssz for the Hungarian federation")
    parser.add_argument("--edition", metavar="ID|FILE", help="one edition for all days, instead of the day's")
    parser.add_argument("--received", type=day, metavar="DATE", help="when the report of an event ending on DATE came")
    parser.add_argument("--official", action="store_true", help="the event is an official FIDE event")


def answer(given: argparse.Namespace) -> Answer:
    """Give the calendar around a day."""
    if given.received is not None and given.received < given.date:
        raise RefusedError.of(
            "received", f"The report is said to have come on {given.received}, before the event ended on {given.date}."
        )
    kind = given.kind or (edition(given.edition).kind if given.edition else KINDS[0])
    days = calendar(kind, given.authority, given.edition)
    law = days.edition(given.date)
    found = _days(days, given.date, official=given.official, received=given.received)
    registrations = [_registration(law, one) for one in days.registrations(given.date)]
    lines = _lines(days, law, given.date, found, official=given.official)
    too_late = given.received is not None and found["list_of_report"] is None
    data: dict[str, Any] = {"date": given.date.isoformat(), "kind": law.kind, "edition": law.id}
    data |= {name: value.isoformat() if value else None for name, value in found.items()}
    data |= {"registrations": registrations, "too_late": too_late}
    rows = [(words("line", line.name), line.value, "; ".join(str(one) for one in line.citations)) for line in lines]
    rows += [
        (f"Registration of {one['of']} starting on this day, at the latest", one["last_day"], one["cited"])
        for one in registrations
    ]
    for one in registrations:
        del one["cited"]
    text = f"{given.date}, {law.kind}, {law.id}\n" + table(["what", "day", "article"], rows)
    if too_late and found["latest_list"] is not None:
        cited = days.edition(found["latest_list"]).cite("late_report_lists")
        text += f"\nThe report came too late: the event is not rated [{cited}]."
    return Answer(data, text, lines, headings=("",))


def _registration(law: Edition, one: Registration) -> dict[str, Any]:
    cited = law.cite(one.provision)
    return {
        "of": one.of,
        "lead": one.lead,
        "last_day": one.last_day.isoformat(),
        "edition": cited.edition,
        "article": cited.article,
        "cited": str(cited),
    }


def _days(days: Calendar, on: date, *, official: bool, received: date | None) -> dict[str, date | None]:
    in_force = days.list_in_force(on)
    coming = days.next_list(on)
    due = days.list_for_event(on, official=official)
    latest = days.latest_list(on, official=official)
    # The report of an official event goes to FIDE without the federation.
    uploaded = not (official and days.edition(on).has("official_events_reporter"))
    return {
        "list_in_force": in_force,
        "valid_until": days.valid_until(in_force) if in_force else None,
        "next_list": coming,
        "list_if_ended": due,
        "event_closing": days.event_closing(due, official=official) if due else None,
        "report_closing": days.report_closing(due, official=official) if due else None,
        "list_if_official": days.list_for_official_event(on),
        "arbiter_report_due": days.arbiter_report_due(on),
        "list_due": days.list_due(on) if uploaded else None,
        "upload_due": days.upload_due(on) if uploaded else None,
        "latest_list": latest,
        "latest_report": days.report_closing(latest, official=official and latest == due) if latest else None,
        "list_of_report": days.list_for_report(on, received, official=official) if received else None,
        "pooling_from": days.pooling_from(coming) if coming else None,
        "inactive_from": days.inactive_from(coming) if coming else None,
    }


def _lines(
    days: Calendar, law: Edition, on: date, found: dict[str, date | None], *, official: bool
) -> list[ExplainedLine]:
    """Cite, for a day of a list, the edition of that list; for an event's duty, the edition of the day."""
    lines = []
    for name, value in found.items():
        if value is None:
            continue
        deciding = days.edition(found.get(_BY_LIST[name]) or on) if name in _BY_LIST else law
        keys = _KEYS[name]
        first = found["list_if_ended"]
        if official and first is not None and found.get(_BY_LIST.get(name, "")) == first:
            # For the list of its end an official event has closing days of its own, and the lines cite what gives them.
            own = {"event_closing": days.event_closing_by, "report_closing": days.report_closing_by}
            keys = tuple(own[key](first, official=True) if key in own else key for key in keys)
        lines.append(ExplainedLine(name, value.isoformat(), TEXT, citations(deciding, keys)))
    return lines


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

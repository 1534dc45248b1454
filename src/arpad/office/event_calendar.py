"""Events that are announced as a calendar that programs subscribe to: iCalendar (RFC 5545), whole days."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import TYPE_CHECKING, NamedTuple

from arpad.office.duties_calendar import folded, line_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date, datetime


class EventDays(NamedTuple):
    """An event with its days, and where more is said of it."""

    number: int
    name: str
    federation: str
    start: date
    end: date
    address: str
    is_put_off: bool = False
    is_cancelled: bool = False


def events_text(events: Iterable[EventDays], title: str, office_id: str, at: datetime) -> str:
    """Write events as a calendar; `office_id` tells those of an office from those of others."""
    stamp = at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//arpad//events//EN", f"X-WR-CALNAME:{line_text(title)}"]
    for event in events:
        lines += _event(event, office_id, stamp)
    return "".join(f"{part}\r\n" for line in [*lines, "END:VCALENDAR"] for part in folded(line))


def _event(event: EventDays, office_id: str, stamp: str) -> Iterator[str]:
    state = "CANCELLED" if event.is_cancelled else "TENTATIVE" if event.is_put_off else "CONFIRMED"
    yield "BEGIN:VEVENT"
    yield f"UID:event-{event.number}@{line_text(office_id)}"
    yield f"DTSTAMP:{stamp}"
    yield f"DTSTART;VALUE=DATE:{event.start:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{event.end + timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{line_text(event.name)}"
    yield f"LOCATION:{line_text(event.federation)}"
    yield f"STATUS:{state}"
    yield f"URL:{line_text(event.address)}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"

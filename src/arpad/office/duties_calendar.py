"""Duties as a calendar that programs subscribe to: iCalendar (RFC 5545), a whole day for each duty that has one.

It says what is due and under which number, and names nobody: whoever has the address reads it.
"""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import TYPE_CHECKING

from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from arpad.office.duties import OfficeDuty

MOST_OCTETS = 75
"""A line has at most so many octets; longer ones are folded."""


def calendar_text(duties: Iterable[OfficeDuty], title: str, office_id: str, at: datetime) -> str:
    """Write duties as a calendar; `office_id` tells those of an office from those of others."""
    stamp = at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//arpad//duties//EN", f"X-WR-CALNAME:{line_text(title)}"]
    for duty in duties:
        lines += _event(duty, office_id, stamp)
    return "".join(f"{part}\r\n" for line in [*lines, "END:VCALENDAR"] for part in folded(line))


def duty_words(duty: OfficeDuty) -> str:
    """Say what a duty is, without a name."""
    return WORDS.say("duty", duty.kind, {"number": duty.number, "subject": duty.subject})


def _event(duty: OfficeDuty, office_id: str, stamp: str) -> Iterator[str]:
    if duty.due is None:
        return
    yield "BEGIN:VEVENT"
    yield f"UID:{duty.kind}-{duty.of}-{duty.number}@{line_text(office_id)}"
    yield f"DTSTAMP:{stamp}"
    yield f"DTSTART;VALUE=DATE:{duty.due:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{duty.due + timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{line_text(duty_words(duty))}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def line_text(text: str) -> str:
    r"""Write text so that none of it is taken for more.

    >>> line_text("a, b; c\nBEGIN:VEVENT")
    'a\\, b\\; c\\nBEGIN:VEVENT'
    """
    for sign, written in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\r\n", "\\n"), ("\n", "\\n"), ("\r", "\\n")):
        text = text.replace(sign, written)
    return "".join(sign for sign in text if sign.isprintable())


def folded(line: str) -> Iterator[str]:
    """Break a long line; what goes on begins with a space, and no sign is broken within itself."""
    part = ""
    for sign in line:
        if len((part + sign).encode()) > MOST_OCTETS:
            yield part
            part = " "
        part += sign
    yield part

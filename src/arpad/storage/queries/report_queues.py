"""What waits about reports: numbers that are asked for, with who each player is; and what was sent by links."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.office.duties import NUMBER, UPLOAD, OfficeDuty
from arpad.office.roles import ADMINISTRATOR, REGISTRAR
from arpad.storage.models import LogEntry, NumberRequest, SealedValue
from arpad.storage.queries.reports import number_requests, uploads_waiting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from arpad.office.person import Person


@dataclass(frozen=True, slots=True)
class RequestLine:
    """A number that is asked for: of which event, since when, and who the player is by the report."""

    row: NumberRequest
    since: datetime | None = None
    name: str = ""
    born: str = ""
    sex: str = ""


def open_requests(person: Person) -> list[RequestLine]:
    """Give the queue of numbers that are asked for and that a person may see, the oldest first."""
    return _lines(number_requests(person))


def open_request(person: Person, number: int) -> RequestLine | None:
    """Give a number that is asked for; None where there is none that is open and that the person may see."""
    return next((line for line in open_requests(person) if line.row.number == number), None)


def number_duties(person: Person) -> Iterator[OfficeDuty]:
    """Give the numbers that are asked for, each event once; they wait for the registrar."""
    waits_for = "" if {REGISTRAR, ADMINISTRATOR} & person.roles else REGISTRAR
    seen: set[int] = set()
    rows = number_requests(person)
    moments = _moments([row.asked_entry for row in rows])
    for row in rows:
        event = row.event
        if event.number not in seen:
            seen.add(event.number)
            since = moments.get(row.asked_entry)
            yield OfficeDuty(
                NUMBER, "registration", event.number, event.federation, None, since, waits_for, None, event.name
            )


def upload_duties(person: Person) -> Iterator[OfficeDuty]:
    """Give what was sent by links and waits until an officer takes it in or sets it aside, each event once."""
    seen: set[int] = set()
    for row in uploads_waiting(person):
        event = row.event
        if event.number not in seen:
            seen.add(event.number)
            yield OfficeDuty(
                UPLOAD, "registration", event.number, event.federation, None, row.sent_at, "", None, event.name
            )


def _lines(rows: Sequence[NumberRequest]) -> list[RequestLine]:
    entries = [row.asked_entry for row in rows]
    moments = _moments(entries)
    values = SealedValue.objects.filter(entry_number__in=entries, name__in=("name", "born", "sex"))
    sealed = {(value.entry_number, value.name): str(value.value or "") for value in values}
    return [
        RequestLine(
            row,
            moments.get(row.asked_entry),
            *(sealed.get((row.asked_entry, name), "") for name in ("name", "born", "sex")),
        )
        for row in rows
    ]


def _moments(entries: Sequence[int]) -> dict[int, datetime]:
    return dict(LogEntry.objects.filter(number__in=entries).values_list("number", "at")) if entries else {}

"""Events of an office at their stages, for tests of its pages: each brought there by the deeds of the office."""

from __future__ import annotations

import os
from contextlib import contextmanager
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any
from unittest import mock

from web_offices import FOREIGN, HOSTILE, OWN

from arpad.model.clock import VARIABLE, now
from arpad.office.approvals import LATE
from arpad.office.cancel_event import CancelEvent
from arpad.office.event_case import EventAct
from arpad.office.note_unregistered import NoteUnregistered
from arpad.office.postpone_event import PostponeEvent
from arpad.office.record_approval import RecordApproval
from arpad.office.register_event import RegisterEvent
from arpad.office.registration_facts import ArbiterOfEvent, ExpectedPlayer
from arpad.storage.archived_files import archive
from arpad.storage.deeds import event_approvals, registrations
from arpad.storage.events.carrying_out import Along, Paper

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.office.person import Person
    from arpad.storage.models import RatingSystem

WHY = "as was agreed with the organiser"
NAMES = {
    "registered": "Open of the Harbour",
    "waiting_for_approval": "Rapid of the Bridge",
    "announced": "Spring Festival, group A",
    "announced_too": "Spring Festival, group B",
    "postponed": "Blitz at the Lake",
    "cancelled": "Open that was not",
    "report_awaited": "Autumn Open",
    "never_registered": "Café tournament",
    "hostile": HOSTILE,
    "approved": "Late Open",
    "league": "League of Arcadia",
}


def person_named(username: str) -> Person:
    """Give somebody of the cast, who has just proved who it is."""
    from arpad.storage.models import Account  # noqa: PLC0415 - after Django is set up
    from arpad.storage.queries.people import person_with  # noqa: PLC0415 - the same

    return person_with(Account.objects.get(username=username), now())


@contextmanager
def on_day(day: date) -> Iterator[None]:
    """Let the clock of arpad show a day."""
    with mock.patch.dict(os.environ, {VARIABLE: day.isoformat()}):
        yield


def facts_of_event(name: str, start: date, days: int = 5, **other: Any) -> dict[str, Any]:  # noqa: ANN401 - facts
    """Give everything that a registration needs."""
    return {
        "name": name,
        "start": start,
        "end": start + timedelta(days=days - 1),
        "place": "Arcadia Bay",
        "zone": "Europe/Lisbon",
        "kind": "standard",
        "system": "swiss",
        "organiser": 711,
        "chief_arbiter": 712,
        **other,
    }


def the_system() -> RatingSystem:
    """Give the rating system of the office that is open."""
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - after Django is set up

    system = rating_system()
    assert system is not None
    return system


def put_down(username: str, name: str, in_days: int, days: int = 5, of: str = OWN, **other: Any) -> int:  # noqa: ANN401 - facts
    """Register an event that begins in so many days, and give its number."""
    start = now().date() + timedelta(days=in_days)
    asked = RegisterEvent(values=facts_of_event(name, start, days, **other))
    return registrations.register(person_named(username), the_system(), of, asked)[1]


def events_of_stages() -> dict[str, int]:
    """Bring events to their stages, and give their numbers by stage."""
    today = now().date()
    expected = (ExpectedPlayer(711, 2105, "w"), ExpectedPlayer(714, None))
    arbiters = (ArbiterOfEvent(715, "AAA-7"),)
    numbers = {
        "registered": put_down("olga", NAMES["registered"], 70, arbiters=arbiters),
        "waiting_for_approval": put_down("ottar", NAMES["waiting_for_approval"], 2),
        "announced": put_down("ottar", NAMES["announced"], 60, festival="Spring Festival", expected=expected),
        "announced_too": put_down("ottar", NAMES["announced_too"], 60, festival="Spring Festival"),
        "postponed": put_down("ottar", NAMES["postponed"], 50),
        "cancelled": put_down("ottar", NAMES["cancelled"], 45),
        "hostile": put_down("vera", NAMES["hostile"], 80, place=HOSTILE),
        "foreign": put_down("pia", "Open of Borduria", 60, of=FOREIGN),
    }
    letter = Along(papers=[Paper(archive().put(f"We approve it. {HOSTILE}".encode()), HOSTILE)])
    numbers["approved"] = put_down("ottar", NAMES["approved"], 1)
    granted = RecordApproval(what=LATE, body="qc_chair", decided_on=today, reason=WHY)
    event_approvals.record(person_named("ottar"), numbers["approved"], granted, letter)
    registrations.postpone(person_named("ottar"), numbers["postponed"], PostponeEvent(reason=WHY))
    registrations.cancel(person_named("ottar"), numbers["cancelled"], CancelEvent(reason=WHY))
    with on_day(today - timedelta(days=60)):
        numbers["report_awaited"] = put_down("ottar", NAMES["report_awaited"], 40)
    with on_day(today - timedelta(days=150)):
        numbers["league"] = put_down("ottar", NAMES["league"], 60, 120, league=True, system="team")
    from arpad.storage.models import RegisteredEvent  # noqa: PLC0415 - after Django is set up

    parts = RegisteredEvent.objects.filter(parent_id=numbers["league"]).order_by("part")
    numbers["part"], numbers["empty"] = (part.number for part in parts[:2])
    registrations.declare_part_empty(person_named("ottar"), numbers["empty"], EventAct(reason=WHY))
    known = NoteUnregistered(
        name=NAMES["never_registered"], start=today - timedelta(days=20), end=today - timedelta(days=20),
        known_from="a newspaper", reason=WHY,
    )  # fmt: skip
    numbers["never_registered"] = registrations.note(person_named("ottar"), the_system(), OWN, known)[1]
    return numbers

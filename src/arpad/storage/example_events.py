"""Registrations of the example office, of every fate: announced, waiting, called off, being played, over, unknown.

Each is done on its day, counted back from today, by the people of the example. Names and places are made up.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from arpad.lab.office_world.people import FEDERATIONS
from arpad.office.amend_event import AmendEvent
from arpad.office.approvals import LATE
from arpad.office.ask_approval import AskApproval
from arpad.office.cancel_event import CancelEvent
from arpad.office.cut_short_event import CutShortEvent
from arpad.office.event_case import EventAct
from arpad.office.note_unregistered import NoteUnregistered
from arpad.office.postpone_event import PostponeEvent
from arpad.office.record_approval import RecordApproval
from arpad.office.refuse_registration import RefuseRegistration
from arpad.office.register_event import RegisterEvent, TakeUpRegistration
from arpad.storage.archived_files import archive
from arpad.storage.deeds import event_approvals, registrations
from arpad.storage.events.carrying_out import Along, Paper
from arpad.storage.example_accounts import acting
from arpad.storage.models import RegisteredEvent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arpad.storage.models import RatingSystem

NORLAND, VESMARK, TREVENIA = (federation.code for federation in FEDERATIONS)
OFFICERS = {NORLAND: "officer.norland", VESMARK: "officer.vesmark", TREVENIA: "officer.trevenia"}
_DAY = timedelta(days=1)
_NUMBERS = (990001, 990002)
"""By which numbers the organiser and the chief arbiter stand in these events; nobody in the book has them."""


@dataclass(frozen=True, slots=True)
class RegistrationStep:
    """Something that was done about an event on a day."""

    day: date
    do: Callable[[RatingSystem], object]


@dataclass(frozen=True, slots=True)
class PlannedEvent:
    """An event that was planned: of which federation, its name and town, its first day and how long it lasts."""

    federation: str
    name: str
    town: int
    start: date
    lasts: int = 3
    kind: str = "standard"
    more: tuple[tuple[str, Any], ...] = ()

    @property
    def values(self) -> dict[str, Any]:
        """Everything that is registered of it."""
        towns = next(federation.towns for federation in FEDERATIONS if federation.code == self.federation)
        town = towns[self.town % len(towns)]
        organiser, arbiter = _NUMBERS
        return {
            "name": f"{town} {self.name}",
            "start": self.start,
            "end": self.start + (self.lasts - 1) * _DAY,
            "place": town,
            "zone": "Europe/Oslo",
            "kind": self.kind,
            "system": "swiss",
            "organiser": organiser,
            "chief_arbiter": arbiter,
            **dict(self.more),
        }

    def register(self, by: str = "") -> Callable[[RatingSystem], object]:
        """Give what registers it, by its officer or by somebody else."""

        def do(system: RatingSystem) -> object:
            person = acting(by or OFFICERS[self.federation])
            return registrations.register(person, system, self.federation, RegisterEvent(values=self.values))

        return do

    def later(self, deed: Callable[..., object], asked: Any, by: str = "", part: int = 0) -> Callable[..., object]:  # noqa: ANN401 - a request
        """Give what does a deed about it, or about one of its parts."""

        def do(_system: RatingSystem) -> object:
            row = RegisteredEvent.objects.get(name=self.values["name"], part=part)
            along = Along(papers=[letter_of_chair()]) if deed is event_approvals.record else Along()
            return deed(acting(by or OFFICERS[self.federation]), row.number, asked, along)

        return do


def letter_of_chair() -> Paper:
    """Give the letter by which the chair of the commission approved something."""
    text = "The chair of the Qualification Commission lets the late registration pass.\n"
    return Paper(archive().put(text.encode()), "letter-of-the-chair.txt")


def registration_steps(today: date) -> list[RegistrationStep]:
    """Give everything that was done about registrations until today, in the order of the days."""
    return sorted(_steps(today), key=lambda step: step.day)


def _steps(today: date) -> Iterator[RegistrationStep]:
    """Plan each event and what became of it; a day before today has a negative number."""

    def on(days: int, do: Callable[[RatingSystem], object]) -> RegistrationStep:
        return RegistrationStep(today + days * _DAY, do)

    festival = (("festival", "Festival of the Fjords"),)
    for place, (name, kind) in enumerate((("Masters", "standard"), ("Rapid Evening", "rapid"), ("Blitz", "blitz"))):
        section = PlannedEvent(NORLAND, name, 0, today + (30 + place) * _DAY, 5 if not place else 1, kind, festival)
        yield on(-20, section.register())
    handed_in = PlannedEvent(VESMARK, "Harvest Open", 1, today + 45 * _DAY, 7)
    yield on(-1, handed_in.register("organiser"))
    taken_up = PlannedEvent(VESMARK, "Winter Cup", 2, today + 60 * _DAY, 9)
    yield on(-15, taken_up.register("organiser"))
    yield on(-14, taken_up.later(registrations.take_up_registration, TakeUpRegistration()))
    yield on(-3, taken_up.later(registrations.amend, AmendEvent(changes={"cycles": 1, "norms": False})))
    waiting = PlannedEvent(NORLAND, "Quick Open", 3, today + _DAY, 2)
    yield on(-1, waiting.register())
    yield on(0, waiting.later(event_approvals.ask, AskApproval(what=LATE, reason="The hall became free at last.")))
    approved = PlannedEvent(TREVENIA, "Harbour Open", 1, today + 2 * _DAY, 3)
    yield on(0, approved.register())
    given = RecordApproval(what=LATE, body="qc_chair", decided_on=today)
    yield on(0, approved.later(event_approvals.record, given))
    refused = PlannedEvent(TREVENIA, "Secret Trophy", 2, today + 20 * _DAY, 3)
    yield on(-10, refused.register())
    why = "Its regulations are missing."
    refusing = RefuseRegistration(decided_on=today - 8 * _DAY, document="letter 31", reason=why)
    yield on(-8, refused.later(registrations.refuse, refusing, "administrator"))
    cancelled = PlannedEvent(TREVENIA, "Garden Open", 0, today + 25 * _DAY, 4)
    yield on(-30, cancelled.register())
    yield on(-6, cancelled.later(registrations.cancel, CancelEvent(reason="The hall is closed.")))
    postponed = PlannedEvent(VESMARK, "Bridge Tournament", 0, today + 12 * _DAY, 4)
    yield on(-25, postponed.register())
    yield on(-5, postponed.later(registrations.postpone, PostponeEvent(reason="The bridge is being mended.")))
    running = PlannedEvent(NORLAND, "Autumn Round Robin", 1, today - 3 * _DAY, 9)
    yield on(-40, running.register())
    yield on(-30, PlannedEvent(TREVENIA, "Lighthouse Open", 3, today - 8 * _DAY, 4).register())
    cut = PlannedEvent(VESMARK, "Storm Open", 3, today - 9 * _DAY, 8)
    yield on(-35, cut.register())
    ended = CutShortEvent(last_day=today - 5 * _DAY, rounds=5, reason="The storm closed the road.")
    yield on(-4, cut.later(registrations.cut_short, ended))
    months = (("league", True), ("team_championship", False))
    league = PlannedEvent(NORLAND, "Town League", 2, (today - 70 * _DAY).replace(day=1), 150, more=months)
    yield on(-110, league.register())
    empty = EventAct(reason="The snow came early; nobody played.")
    yield on(-2, league.later(registrations.declare_part_empty, empty, part=1))
    noted = NoteUnregistered(
        name="Open of the Old Mill", start=today - 20 * _DAY, end=today - 18 * _DAY, known_from="a page of the club",
        reason="A player asked why it is not rated.",
    )  # fmt: skip
    yield on(
        -7, lambda system: registrations.note(acting(OFFICERS[VESMARK]), system, VESMARK, noted)
    )  # fmt: skip

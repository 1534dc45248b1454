"""What the pages of an event ask besides the registration itself: whose turn it is, what is due, what is missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arpad.model.clock import now
from arpad.office.event_case import by_day
from arpad.office.event_dates import due_on
from arpad.office.parts import missing_parts
from arpad.office.parts_after import FOLLOWS
from arpad.office.roles import federations_seen, may
from arpad.office.stages import (
    DISMISSED,
    OF_LIFE,
    OWNERS,
    REFUSED,
    RETURNED,
    UNDER_APPEAL,
    deeds_at,
    roles_at,
    ways_at,
)
from arpad.storage.deeds.lists import office_day
from arpad.storage.events.carrying_out import is_about_other_part
from arpad.storage.events.rows import case_of, part_days_of
from arpad.storage.models import EventEntry, LogEntry, RegisteredEvent
from arpad.storage.queries.people import names_of
from arpad.storage.queries.players import player_names
from arpad.storage.queries.record import LogLine
from arpad.storage.queries.registration_page import deeds_now, registration, registration_row
from arpad.storage.queries.registrations import seen_registrations
from arpad.storage.queries.systems import federation_choices
from arpad.storage.rulebooks import rulebook_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, datetime

    from arpad.office.event_case import EventCase
    from arpad.office.parts import PartOfEvent
    from arpad.office.person import Person
    from arpad.storage.models import RatingSystem
    from arpad.storage.queries.registration_page import RegistrationPage

_WITH_REASONS = (RETURNED, REFUSED, UNDER_APPEAL, DISMISSED)
_GIVING_REASONS = ("report.return", "report.refuse")
MOST_SHOWN = 500
"""So many events are named in a list that has no pages."""


@dataclass(frozen=True, slots=True)
class EventAsShown:
    """An event of the office as it stands now, for somebody who may see it."""

    row: RegisteredEvent
    case: EventCase
    """At the stage to which the days have brought it."""
    at: datetime
    day: date

    @property
    def stage(self) -> str:
        """Where it stands."""
        return self.case.stage

    @property
    def owners(self) -> tuple[str, ...]:
        """The roles whose turn it is."""
        return OWNERS.get(self.stage, ())

    @property
    def owners_deeds(self) -> tuple[str, ...]:
        """What those whose turn it is can do to bring it on; where nothing does, whatever they can do."""
        case, owners = self.case, {*self.owners}
        deeds = tuple(
            deed
            for deed in deeds_at(case.stage, case.office)
            if deed in OF_LIFE
            and not is_about_other_part(self.row, deed)
            and owners & {*roles_at(case.stage, deed, case.office)}
        )
        return tuple(deed for deed in deeds if deed in self.leading_on) or deeds

    @property
    def leading_on(self) -> frozenset[str]:
        """The deeds that bring it to another stage."""
        ways = ways_at(self.stage, self.case.office)
        return frozenset(way.deed for way in ways if way.next != self.stage)

    def deeds_of(self, person: Person) -> tuple[str, ...]:
        """Give what a person may do with it at its stage, in the order of the table."""
        return tuple(deed for deed in deeds_now(person, self.row, self.case) if deed in OF_LIFE)


@dataclass(frozen=True, slots=True)
class EventSurroundings:
    """What stands beside an event: everything that the office has of it, what is due, what is missing, and names."""

    page: RegistrationPage
    due: date | None
    """The day by which something has to be done at its stage."""
    missing: Sequence[PartOfEvent]
    """Parts that are over, and neither reported nor declared empty."""
    players: Mapping[int, str]
    """Of people whom the registration names by their numbers."""
    reads_log: bool


def office_event(person: Person, number: int) -> EventAsShown | None:
    """Give an event of the office; None where there is none that the person may see."""
    row = registration_row(person, number)
    return None if row is None else _as_now(row)


def surroundings_of(person: Person, event: EventAsShown) -> EventSurroundings:
    """Give what stands beside an event."""
    row, case = event.row, event.case
    page = registration(person, row.number)
    if page is None:
        raise LookupError(row.number)
    parts = [line.row for line in page.parts] if row.has_parts else []
    months = tuple(days for part in parts if (days := part_days_of(part)) is not None)
    stages = {part.part: part.stage for part in parts}
    answered = tuple({stage for stage in stages.values() if stage not in FOLLOWS})
    return EventSurroundings(
        page,
        None if row.has_parts else _due(row, case),
        missing_parts(months, stages, event.day, answered),
        player_names(row.rating_system, _named(case.values)),
        may(person, "log.read"),
    )


@dataclass(frozen=True, slots=True)
class ReasonsGiven:
    """Why a report was returned or an event refused, on which day; and what an appeal against it says."""

    is_refusal: bool
    day: date
    reasons: Sequence[Mapping[str, str]]
    appeal: str = ""


def reasons_given(event: EventAsShown) -> ReasonsGiven | None:
    """Give the reasons that an event waits with; None where its report was neither returned nor refused last."""
    if event.stage not in _WITH_REASONS:
        return None
    about = EventEntry.objects.filter(event_id=event.row.number).values("entry")
    entries = LogEntry.objects.filter(number__in=about).order_by("-number")
    decided = entries.filter(code__in=_GIVING_REASONS).first()
    if decided is None:
        return None
    appeal = entries.filter(code="appeal.lodge", number__gt=decided.number).first()
    return ReasonsGiven(
        decided.code == "report.refuse",
        office_day(decided.at),
        decided.facts["reasons"],
        "" if appeal is None else appeal.reason,
    )


def entries_since(row: RegisteredEvent, since: int) -> list[LogLine]:
    """Give the entries of the log about an event after a number, the oldest first; of a part those of the whole too."""
    numbers = [number for number in (row.number, row.parent_id) if number is not None]
    about = EventEntry.objects.filter(event_id__in=numbers, entry__gt=since).values("entry")
    entries = list(LogEntry.objects.filter(number__in=about).order_by("number"))
    names = names_of(number for entry in entries for number in (entry.by, entry.second))
    return [LogLine(entry, names.get(entry.by, ""), names.get(entry.second or 0, "")) for entry in entries]


def never_registered(person: Person) -> list[EventAsShown]:
    """Give the events that became known and were never registered, the newest first."""
    rows = _whole_rows(person).filter(stage="never_registered").order_by("-start", "-number")[:MOST_SHOWN]
    return [_as_now(row) for row in rows]


def with_fide(person: Person, system: RatingSystem) -> list[EventAsShown]:
    """Give the events of a federation under FIDE that were accepted, oldest first."""
    stages = ("accepted", "sent_to_fide", "taken_by_fide", "returned_by_fide", "refused_by_fide", "on_fide_list")
    rows = _whole_rows(person).filter(rating_system=system, office="under_fide", stage__in=stages)
    return [_as_now(row) for row in rows.order_by("end", "number")[:MOST_SHOWN]]


def office_event_of(person: Person, system: RatingSystem, book_event: int) -> int | None:
    """Give the number in the office of an event of the book; None where it came without a registration."""
    rows = seen_registrations(person).filter(rating_system=system, book_event=book_event)
    return rows.values_list("number", flat=True).first()


def federations_to_register(person: Person, system: RatingSystem, deed: str) -> list[tuple[str, str]]:
    """Give the federations for which a person can register events, with their names as far as the book has them."""
    named = dict(federation_choices(system, person, deed))
    for code in federations_seen(person, deed) or ():
        named.setdefault(code, code)
    return sorted((code, words) for code, words in named.items() if code)


def _whole_rows(person: Person) -> Any:  # noqa: ANN401 - rows with what a case is read from
    rows = seen_registrations(person).select_related("rating_system", "parent", "parent__rating_system")
    return rows.prefetch_related("approvals", "parent__approvals")


def _as_now(row: RegisteredEvent) -> EventAsShown:
    at = now()
    return EventAsShown(row, by_day(case_of(row), at), at, office_day(at))


def _due(row: RegisteredEvent, case: EventCase) -> date | None:
    end = case.values.get("end")
    if end is None:
        return None
    return due_on(case, rulebook_of(row.rating_system).calendar(case.values.get("kind") or "standard", end))


def _named(values: Mapping[str, Any]) -> list[int]:
    numbers = {values.get("chief_arbiter"), values.get("organiser")}
    numbers |= {arbiter.number for arbiter in values.get("arbiters") or ()}
    expected = values.get("expected")
    if isinstance(expected, tuple):
        numbers |= {player.number for player in expected}
    return sorted(number for number in numbers if number)

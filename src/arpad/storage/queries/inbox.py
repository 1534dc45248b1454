"""The inbox: the duties that a person sees, with who has each in hand; notes, stand-ins, and one's own calendar.

What has duties to give is a line in `SOURCES`.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from arpad.office.duties import DEED_WAITS, HeldBy, OfficeDuty, in_hand, in_order, next_duty, urgency
from arpad.office.keep_inbox import shares_role
from arpad.office.person import Grant, Person
from arpad.office.roles import may
from arpad.storage.deeds.asking import person_of
from arpad.storage.deeds.inbox import matter_of
from arpad.storage.deeds.lists import office_day
from arpad.storage.models import DutyCalendar, InHand, Note, RoleGrant, SealedValue, StandIn
from arpad.storage.queries.inbox_events import event_duties
from arpad.storage.queries.letters import outbox_duties
from arpad.storage.queries.people import names_of
from arpad.storage.queries.questions import question_duties
from arpad.storage.queries.record import waiting
from arpad.storage.queries.report_queues import number_duties, upload_duties

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import date, datetime


def deed_duties(person: Person) -> Iterator[OfficeDuty]:
    """Give the deeds that wait for a second person and that the person may confirm."""
    for line in waiting(person):
        if line.may_confirm:
            yield OfficeDuty(DEED_WAITS, "deed", line.row.number, line.row.federation, None, line.row.asked_at)


SOURCES: tuple[Callable[[Person], Iterable[OfficeDuty]], ...] = (
    event_duties, number_duties, upload_duties, question_duties, deed_duties, outbox_duties,
)  # fmt: skip
"""What gives duties to a person; each gives only those that the person may see."""


@dataclass(frozen=True, slots=True)
class DutyLine:
    """A duty as it is shown."""

    duty: OfficeDuty
    urgency: str
    assignee: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class Inbox:
    """The duties of a person in order of urgency, what to do next, and for whom the person stands in."""

    lines: Sequence[DutyLine]
    next: DutyLine | None
    stands_in_for: Sequence[tuple[int, str]]


def duties_of(person: Person) -> list[OfficeDuty]:
    """Give every duty that a person may see, in order of urgency."""
    seen = [duty for source in SOURCES for duty in source(person)]
    held = {
        (row.of, row.about): HeldBy(row.assignee, row.waiting_for, row.waiting_since) for row in InHand.objects.all()
    }
    return in_order(in_hand(seen, held), office_day())


def inbox(person: Person) -> Inbox:
    """Give the inbox of a person."""
    today, duties = office_day(), duties_of(person)
    away = stood_in_for(person, today)
    people = frozenset({person.record, *away})
    names = names_of([*(duty.assignee for duty in duties), *away])

    def line(duty: OfficeDuty) -> DutyLine:
        return DutyLine(
            duty, urgency(duty, today), names.get(duty.assignee or 0, ""), duty.assignee in people
        )  # fmt: skip

    following = next_duty(duties, people)
    return Inbox(
        [line(duty) for duty in duties],
        None if following is None else line(following),
        [(record, names.get(record, "")) for record in sorted(away)],
    )


def stood_in_for(person: Person, today: date) -> set[int]:
    """Give for whom a person stands in on a day; only while the person still holds one of their roles."""
    rows = StandIn.objects.filter(
        stand_in=person.record, first_day__lte=today, last_day__gte=today, ended_at__isnull=True
    )
    away = set(rows.values_list("account", flat=True))
    return {each.record for each in _people() if each.record in away and shares_role(each, person)} if away else set()


def _people() -> list[Person]:
    """Give everybody who has an open account, with the roles held now."""
    held: dict[int, set[Grant]] = {}
    rows = RoleGrant.objects.filter(ended_at__isnull=True, account__closed_at__isnull=True)
    for record, role, federation in rows.values_list("account", "role", "federation"):
        held.setdefault(record, set()).add(Grant(role, federation))
    return [Person(record, "", frozenset(grants)) for record, grants in held.items()]


@dataclass(frozen=True, slots=True)
class NoteLine:
    """A note: by whom, when, and its words, where they were not erased."""

    number: int
    by: str
    at: datetime
    words: str | None


@dataclass(frozen=True, slots=True)
class MatterPage:
    """What is kept in hand of something: who has it, for whom it waits, and what was noted."""

    of: str
    number: int
    federation: str
    held: HeldBy
    assignee: str
    notes: Sequence[NoteLine]


def matter(person: Person, of: str, number: int) -> MatterPage | None:
    """Give what is kept in hand of something, if the person may see it."""
    about, is_there = matter_of(of, number)
    if not is_there or not may(person, "inbox.read", about.federation):
        return None
    row = InHand.objects.filter(of=of, about=number).first()
    held = HeldBy() if row is None else HeldBy(row.assignee, row.waiting_for, row.waiting_since)
    notes = list(Note.objects.filter(of=of, about=number).order_by("number"))
    names = names_of([held.assignee, *(each.by for each in notes)])
    entries = [each.entry for each in notes]
    words = dict(
        SealedValue.objects.filter(entry_number__in=entries, name="words", erased_at__isnull=True).values_list(
            "entry_number", "value"
        )
    )
    lines = [NoteLine(each.number, names.get(each.by, ""), each.at, words.get(each.entry)) for each in notes]
    return MatterPage(of, number, about.federation, held, names.get(held.assignee or 0, ""), lines)


def assignable(federation: str) -> list[tuple[int, str]]:
    """Give who can have something of a federation in hand."""
    return _by_name(each for each in _people() if may(each, "inbox.assign", federation))


def _by_name(people: Iterable[Person]) -> list[tuple[int, str]]:
    return sorted(names_of(each.record for each in people).items(), key=lambda pair: pair[1])


@dataclass(frozen=True, slots=True)
class StandInLine:
    """A stand-in as it was named."""

    row: StandIn
    account: str
    stand_in: str
    holds_now: bool


def stand_ins(person: Person) -> list[StandInLine]:
    """Give the stand-ins that a person named, or is; the newest first."""
    rows = list((StandIn.objects.filter(account=person.record) | StandIn.objects.filter(stand_in=person.record))
                .order_by("-number")[:100])  # fmt: skip
    names, today = names_of(record for row in rows for record in (row.account, row.stand_in)), office_day()
    return [
        StandInLine(
            row, names.get(row.account, ""), names.get(row.stand_in, ""),
            row.ended_at is None and row.first_day <= today <= row.last_day,
        )
        for row in rows
    ]  # fmt: skip


def possible_stand_ins(person: Person) -> list[tuple[int, str]]:
    """Give who can stand in for a person."""
    return _by_name(each for each in _people() if each.record != person.record and shares_role(person, each))


def own_calendar(person: Person) -> DutyCalendar | None:
    """Give whether a person has a calendar and a digest."""
    return DutyCalendar.objects.filter(account=person.record).first()


def person_of_calendar(token: str) -> Person | None:
    """Give whose calendar an address is, with the roles held now; None where it is nobody's any more."""
    digest = sha256(token.encode()).hexdigest()
    row = DutyCalendar.objects.filter(token_hash=digest).first() if token else None
    return None if row is None else person_of(row.account)


def calendar_duties(person: Person) -> list[OfficeDuty]:
    """Give the duties that stand in a person's calendar: those that have a day, one's own and nobody's."""
    people = frozenset({person.record, *stood_in_for(person, office_day())})
    return [
        duty
        for duty in duties_of(person)
        if duty.due is not None and (duty.assignee is None or duty.assignee in people)
    ]

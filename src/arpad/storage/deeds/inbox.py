"""Who has something in hand, notes, stand-ins, and each person's own calendar and digest."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_urlsafe
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max

from arpad.office import keep_inbox as decisions
from arpad.office.keep_inbox import AboutMatter, MatterState, StandInState
from arpad.storage import log
from arpad.storage.deeds.asking import DeedOutcome, Origin, circumstances, person_of
from arpad.storage.deeds.lists import office_day
from arpad.storage.models import (
    Asked,
    AskedQuestion,
    DutyCalendar,
    EventRow,
    InHand,
    Note,
    OfficeLetter,
    PlayerRow,
    RegisteredEvent,
    StandIn,
)

if TYPE_CHECKING:
    from arpad.office.decision import Decision
    from arpad.office.keep_inbox import NameStandIn
    from arpad.office.log import LogRecord
    from arpad.office.person import Person

NOWHERE = Origin()


def assign(person: Person, of: str, number: int, account: int | None, origin: Origin = NOWHERE) -> DeedOutcome:
    """Decide who has something in hand."""
    with transaction.atomic():
        matter, is_there = matter_of(of, number)
        assignee = None if account is None else person_of(account)
        state = MatterState(circumstances("inbox.assign"), is_there, assignee)
        decision = decisions.assign(person, matter, account, state)
        entry = _recorded(decision, origin)
        InHand.objects.update_or_create(of=of, about=number, defaults={"assignee": account})
    return DeedOutcome(decision, entry.number)


def wait_for(person: Person, of: str, number: int, whom: str, origin: Origin = NOWHERE) -> DeedOutcome:
    """Decide for whom something waits from now on."""
    with transaction.atomic():
        matter, is_there = matter_of(of, number)
        decision = decisions.wait_for(person, matter, whom, MatterState(circumstances("inbox.wait"), is_there))
        entry = _recorded(decision, origin)
        since = entry.at if whom else None
        InHand.objects.update_or_create(of=of, about=number, defaults={"waiting_for": whom, "waiting_since": since})
    return DeedOutcome(decision, entry.number)


def note(person: Person, of: str, number: int, words: str, origin: Origin = NOWHERE) -> DeedOutcome:
    """Decide that a note is kept."""
    with transaction.atomic():
        log.hold()
        matter, is_there = matter_of(of, number)
        newest = Note.objects.aggregate(newest=Max("number"))["newest"] or 0
        state = MatterState(circumstances("inbox.note"), is_there)
        decision = decisions.note(person, matter, newest + 1, words, state)
        entry = _recorded(decision, origin)
        Note.objects.create(number=newest + 1, of=of, about=number, by=decision.by, at=entry.at, entry=entry.number)
    return DeedOutcome(decision, entry.number)


def matter_of(of: str, number: int) -> tuple[AboutMatter, bool]:
    """Give what something is about with its federation, and whether it is there."""
    match of:
        case "question":
            federation = AskedQuestion.objects.filter(number=number).values_list("federation", flat=True).first()
        case "event":
            federation = EventRow.objects.filter(event_id=number).values_list("federation", flat=True).first()
        case "registration":
            federation = RegisteredEvent.objects.filter(number=number).values_list("federation", flat=True).first()
        case "player":
            federation = PlayerRow.objects.filter(fide_id=number).values_list("federation", flat=True).first()
        case "letter":
            federation = OfficeLetter.objects.filter(number=number).values_list("federation", flat=True).first()
        case "deed":
            federation = Asked.objects.filter(number=number).values_list("federation", flat=True).first()
        case _:
            federation = None
    return AboutMatter(of, number, federation or ""), federation is not None


def name_stand_in(person: Person, asked: NameStandIn, origin: Origin = NOWHERE) -> DeedOutcome:
    """Decide who stands in for oneself."""
    with transaction.atomic():
        log.hold()
        newest = StandIn.objects.aggregate(newest=Max("number"))["newest"] or 0
        state = StandInState(circumstances("stand_in.name"), newest + 1, office_day(), person_of(asked.stand_in))
        decision = decisions.name_stand_in(person, asked, state)
        entry = _recorded(decision, origin)
        StandIn.objects.create(
            number=newest + 1, account=person.record, stand_in=asked.stand_in, first_day=asked.first_day,
            last_day=asked.last_day, entry=entry.number,
        )  # fmt: skip
    return DeedOutcome(decision, entry.number)


def end_stand_in(person: Person, number: int, origin: Origin = NOWHERE) -> DeedOutcome:
    """Decide that one is back before the last day."""
    with transaction.atomic():
        log.hold()
        open_rows = StandIn.objects.filter(number=number, ended_at__isnull=True)
        account = open_rows.values_list("account", flat=True).first()
        decision = decisions.end_stand_in(person, number, account, circumstances("stand_in.end"))
        entry = _recorded(decision, origin)
        open_rows.update(ended_at=entry.at, ended_by=decision.by)
    return DeedOutcome(decision, entry.number)


def renew_calendar(person: Person, origin: Origin = NOWHERE) -> tuple[DeedOutcome, str]:
    """Decide that the calendar of one's own duties has a new address; give its secret part, which is kept nowhere."""
    decision = decisions.renew_calendar(person, circumstances("own.calendar"))
    token = token_urlsafe(32)
    with transaction.atomic():
        entry = _recorded(decision, origin)
        digest = sha256(token.encode()).hexdigest()
        DutyCalendar.objects.update_or_create(account=person.record, defaults={"token_hash": digest})
    return DeedOutcome(decision, entry.number), token


def choose_digest(person: Person, *, wanted: bool, origin: Origin = NOWHERE) -> DeedOutcome:
    """Decide whether one's own duties come by mail."""
    decision = decisions.choose_digest(person, circumstances("own.digest"), wanted=wanted)
    with transaction.atomic():
        entry = _recorded(decision, origin)
        DutyCalendar.objects.update_or_create(account=person.record, defaults={"has_digest": wanted})
    return DeedOutcome(decision, entry.number)


def _recorded(decision: Decision, origin: Origin) -> LogRecord:
    return log.record(decision, origin.request, origin.system_user)

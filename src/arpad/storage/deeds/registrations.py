"""What is done with an event before its report: registered, taken up, amended, called off, noted, in parts."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from arpad.model.period import KINDS
from arpad.office.amend_event import amend_event
from arpad.office.cancel_event import cancel_event
from arpad.office.cut_short_event import cut_short_event
from arpad.office.declare_empty import DeclareEmpty, declare_empty
from arpad.office.note_unregistered import note_unregistered
from arpad.office.postpone_event import postpone_event
from arpad.office.refuse_registration import refuse_registration
from arpad.office.register_event import register_event, take_up
from arpad.office.registration_facts import personal
from arpad.storage.deeds.lists import office_day
from arpad.storage.events.carrying_out import NOTHING, NewEvent, about_event, new_event, with_document
from arpad.storage.models import RegisteredEvent
from arpad.storage.reports.in_book import taken_back_of
from arpad.storage.rulebooks import law_of_first_day

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from arpad.office.amend_event import AmendEvent
    from arpad.office.cancel_event import CancelEvent
    from arpad.office.cut_short_event import CutShortEvent
    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventAct, EventState
    from arpad.office.note_unregistered import NoteUnregistered
    from arpad.office.person import Person
    from arpad.office.postpone_event import PostponeEvent
    from arpad.office.refuse_registration import RefuseRegistration
    from arpad.office.register_event import RegisterEvent, TakeUpRegistration
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.events.carrying_out import Along
    from arpad.storage.models import RatingSystem


def register(
    person: Person, system: RatingSystem, federation: str, asked: RegisterEvent, along: Along = NOTHING
) -> tuple[DeedOutcome, int]:
    """Decide whether an event is registered, and register it; give its number, too."""
    new = NewEvent(federation, first_day(asked.values), kind_of(asked.values))
    along = replace(along, beside=personal(asked.values))
    return new_event(system, new, "event.register", lambda state: register_event(person, asked, state), along)


def note(
    person: Person, system: RatingSystem, federation: str, asked: NoteUnregistered, along: Along = NOTHING
) -> tuple[DeedOutcome, int]:
    """Decide whether an event is noted that nobody registered, and note it; give its number, too."""
    new = NewEvent(federation, asked.start)
    return new_event(
        system, new, "event.note_unregistered", lambda state: note_unregistered(person, asked, state), along
    )


def take_up_registration(person: Person, number: int, asked: TakeUpRegistration, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether an officer takes up what an organiser registered."""
    return about_event(person, number, "event.take_up", lambda state: take_up(person, asked, state), along)


def amend(person: Person, number: int, asked: AmendEvent, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether what is registered of an event is amended; by the law of its first day as it would be."""
    along = replace(along, beside=personal(asked.changes))
    along = taken_back_of(number, along, asked.reason)
    return about_event(
        person, number, "event.amend", lambda state: amend_event(person, asked, _by_new_days(state, asked)), along
    )


def cancel(person: Person, number: int, asked: CancelEvent, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether an event is cancelled."""
    return about_event(person, number, "event.cancel", lambda state: cancel_event(person, asked, state), along)


def postpone(person: Person, number: int, asked: PostponeEvent, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether an event is postponed."""
    return about_event(person, number, "event.postpone", lambda state: postpone_event(person, asked, state), along)


def cut_short(person: Person, number: int, asked: CutShortEvent, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether an event was cut short."""
    return about_event(person, number, "event.cut_short", lambda state: cut_short_event(person, asked, state), along)


def refuse(person: Person, number: int, asked: RefuseRegistration, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether the registration of an event is refused."""
    asked = with_document(asked, along)
    return about_event(
        person, number, "event.refuse_registration", lambda state: refuse_registration(person, asked, state), along
    )


def declare_part_empty(person: Person, number: int, asked: EventAct, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether a part of a long event is declared empty: in its month nothing was played."""

    def decides(state: EventState) -> Decision | Waiting:
        given = DeclareEmpty(part=state.case.part_days, reason=asked.reason, despite_conflict=asked.despite_conflict)
        return declare_empty(person, given, state)

    return about_event(person, number, "part.declare_empty", decides, along)


def first_day(values: Mapping[str, Any]) -> date:
    """Give the first day of an event; where none is given, today, since it is refused with everything else then."""
    start = values.get("start")
    return start if isinstance(start, date) else office_day()


def kind_of(values: Mapping[str, Any]) -> str:
    """Give the kind of chess that is asked for, as far as it is one."""
    kind = values.get("kind")
    return kind if kind in KINDS else ""


def _by_new_days(state: EventState, asked: AmendEvent) -> EventState:
    """Give the state with the law of the first day that is asked for, where that is another."""
    if not {"start", "kind"} & set(asked.changes):
        return state
    values = {**state.case.values, **asked.changes}
    start, kind = values.get("start"), kind_of(values)
    if not isinstance(start, date):
        return state
    system = RegisteredEvent.objects.select_related("rating_system").get(number=state.case.event).rating_system
    return replace(state, new_law=law_of_first_day(system, kind, start))

"""Postpone an event before it begins: new days are amended later, and tested against the lead time then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.office.event_case import EventAct, EventDone, decide_about

if TYPE_CHECKING:
    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventState
    from arpad.office.person import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class PostponeEvent(EventAct):
    """That an event does not begin when it was to; the reason says why."""


def postpone_event(person: Person, asked: PostponeEvent, state: EventState) -> Decision | Waiting:
    """Decide whether an event is postponed."""
    values = state.case.values
    facts = {"start": values.get("start"), "end": values.get("end")}
    return decide_about(person, "event.postpone", asked, state, EventDone(facts=facts))

"""Cancel an event, before it is played, or where it turns out that it never was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.event_case import EventAct, EventDone, decide_about
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventState
    from arpad.office.person import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelEvent(EventAct):
    """That an event does not take place; the reason says why."""


def cancel_event(person: Person, asked: CancelEvent, state: EventState) -> Decision | Waiting:
    """Decide whether an event is cancelled; one whose report has come was played."""
    case, problems = state.case, []
    if case.report is not None:
        problems.append(Problem.of(WORDS, "was_played", str(case.event), event=case.event))
    return decide_about(person, "event.cancel", asked, state, EventDone(problems=problems))

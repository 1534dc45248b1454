"""Cut an event short: it ended before all its rounds were played, and what was played is reported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.event_case import EventAct, EventDone, day_problems, decide_about
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from datetime import date

    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventState
    from arpad.office.person import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class CutShortEvent(EventAct):
    """The last day on which it was played; the reason says why it ended."""

    last_day: date
    rounds: int | None = None
    """How many rounds were played, where that is known."""


def cut_short_event(person: Person, asked: CutShortEvent, state: EventState) -> Decision | Waiting:
    """Decide whether an event was cut short."""
    values, where = state.case.values, str(state.case.event)
    start, end = values.get("start"), values.get("end")
    problems = day_problems(asked.last_day, state)
    if start is not None and end is not None and not start <= asked.last_day <= end:
        problems.append(Problem.of(WORDS, "day_outside_event", where, day=asked.last_day, start=start, end=end))
    facts = {"last_day": asked.last_day, "rounds": asked.rounds, "was": end}
    return decide_about(person, "event.cut_short", asked, state, EventDone(facts=facts, problems=problems))

"""Decide an appeal, or record how it was decided: allowed, the event is rated; dismissed, it stays refused for good."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.event_case import (
    REFUSED_IT,
    EventAct,
    EventDone,
    day_problems,
    decide_about,
    document_problems,
    role_conflicts,
)
from arpad.office.stages import ALLOWED, NOT_ALLOWED
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from datetime import date

    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventState
    from arpad.office.person import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideAppeal(EventAct):
    """How a body decided, when, and where that is written; the reason is that of the body."""

    is_allowed: bool
    body: str
    decided_on: date
    document: str = ""


def decide_appeal(person: Person, asked: DecideAppeal, state: EventState) -> Decision | Waiting:
    """Decide whether a decision about an appeal stands; who refused the event does not decide it."""
    case, where = state.case, str(state.case.event)
    problems = [*day_problems(asked.decided_on, state), *document_problems(person, asked.document, case)]
    hears = case.refusal.appeal_to if case.refusal is not None else ""
    if asked.body != hears:
        problems.append(Problem.of(WORDS, "other_body_hears", where, body=asked.body[:40], hears=hears))
    facts = {
        "is_allowed": asked.is_allowed,
        "body": asked.body,
        "decided_on": asked.decided_on,
        "document": asked.document,
        "fingerprint": case.fingerprint if asked.is_allowed else "",
    }
    outcome = ALLOWED if asked.is_allowed else NOT_ALLOWED
    done = EventDone(outcome, facts, (), problems, role_conflicts(person, case, REFUSED_IT))
    return decide_about(person, "appeal.decide", asked, state, done)

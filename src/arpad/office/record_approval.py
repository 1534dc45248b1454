"""Record an approval, or that it was declined: by the body of the edition, with its day and document.

Where the authority runs the office, its approver decides here. Elsewhere an officer records the decision with its
document, and without it the event waits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.approvals import Approval, open_approvals
from arpad.office.ask_approval import need_of
from arpad.office.event_case import (
    ASKED_FOR_IT,
    EventAct,
    EventDone,
    day_problems,
    decide_about,
    document_problems,
    role_conflicts,
)
from arpad.office.stages import DECLINED, GRANTED, MORE_NEEDED, NEVER_REGISTERED
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arpad.office.approvals import NeededApproval
    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventCase, EventState
    from arpad.office.person import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordApproval(EventAct):
    """What was decided about an approval."""

    what: str
    body: str
    decided_on: date
    is_granted: bool = True
    document: str = ""
    consulted: str = ""
    """Whom the body consulted first."""


def record_approval(person: Person, asked: RecordApproval, state: EventState) -> Decision | Waiting:
    """Decide whether an approval is recorded, and whether the event needs another one."""
    case = state.as_of_now
    need, problems = need_of(case, asked.what)
    problems += [*day_problems(asked.decided_on, state), *document_problems(person, asked.document, case)]
    if need is None or not need.bodies:
        return decide_about(person, "approval.record", asked, state, EventDone(problems=problems))
    problems += _problems(asked, case, need)
    approval = approved(asked, need)
    conflicts = role_conflicts(person, case, ASKED_FOR_IT) if case.asked.get(asked.what) == person.record else []
    done = EventDone(_outcome(case, approval), approval.facts, need.cites, problems, conflicts)
    return decide_about(person, "approval.record", asked, state, done)


def approved(asked: RecordApproval, need: NeededApproval) -> Approval:
    """Give the record of what was decided, with the condition as it is computed now."""
    return Approval(
        asked.what,
        asked.body,
        asked.is_granted,
        asked.decided_on,
        asked.document.strip(),
        asked.consulted,
        need.cites,
        need.condition,
    )


def _outcome(case: EventCase, approval: Approval) -> str:
    if not approval.is_granted:
        return DECLINED
    if case.stage == NEVER_REGISTERED:
        return GRANTED
    return MORE_NEEDED if open_approvals(case.needs, (*case.approvals, approval)) else GRANTED


def _problems(asked: RecordApproval, case: EventCase, need: NeededApproval) -> Iterator[Problem]:
    where = str(case.event)
    if asked.body not in need.bodies:
        bodies, articles = list(need.bodies), list(need.cites)
        yield Problem.of(
            WORDS, "wrong_body", where, what=asked.what, bodies=bodies, body=asked.body[:40], articles=articles
        )
    first = need.consults.get(asked.body)
    if first is not None and asked.is_granted and asked.consulted != first:
        yield Problem.of(WORDS, "not_consulted", where, body=asked.body, first=first, articles=list(need.cites))

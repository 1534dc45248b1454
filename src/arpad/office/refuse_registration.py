"""Refuse the registration of an event, which a body of the edition may: another thing than refusing to rate it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.event_case import EventAct, EventDone, citations, day_problems, decide_about, document_problems
from arpad.office.wording import WORDS
from arpad.regulations.workings.decisions import REGISTRATION_REFUSED, decider

if TYPE_CHECKING:
    from datetime import date

    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventState
    from arpad.office.person import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseRegistration(EventAct):
    """When it was refused, and the document of whoever refused it; the reason says why."""

    decided_on: date
    document: str = ""


def refuse_registration(person: Person, asked: RefuseRegistration, state: EventState) -> Decision | Waiting:
    """Decide whether a registration is refused."""
    case, where = state.case, str(state.case.event)
    decides = decider(case.law, REGISTRATION_REFUSED)
    problems = [*day_problems(asked.decided_on, state), *document_problems(person, asked.document, case)]
    if decides.body is None:
        problems.append(Problem.of(WORDS, "nobody_refuses_registration", where, edition=case.law.id))
    safe = case.safe_from_refusal
    if safe is not None:
        problems.append(Problem.of(WORDS, "cannot_be_refused", where, event=case.event, articles=list(citations(safe))))
    facts = {"body": decides.body, "decided_on": asked.decided_on, "document": asked.document}
    done = EventDone(facts=facts, cites=citations(decides.p), problems=problems)
    return decide_about(person, "event.refuse_registration", asked, state, done)

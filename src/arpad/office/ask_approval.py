"""Ask for an approval that an event needs: of which body, by which article, and under which condition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.approvals import MATTERS, WITHOUT_REPORT, without_federation
from arpad.office.event_case import EventAct, EventDone, decide_about
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from arpad.office.approvals import NeededApproval
    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventCase, EventState
    from arpad.office.person import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class AskApproval(EventAct):
    """What the approval is about; the reason is the request."""

    what: str


def ask_approval(person: Person, asked: AskApproval, state: EventState) -> Decision | Waiting:
    """Decide whether an approval is asked for."""
    need, problems = need_of(state.as_of_now, asked.what)
    facts = {"what": asked.what, "bodies": list(need.bodies), "condition": dict(need.condition)} if need else {}
    done = EventDone(facts=facts, cites=need.cites if need else (), problems=problems)
    return decide_about(person, "approval.ask", asked, state, done)


def need_of(case: EventCase, what: str) -> tuple[NeededApproval | None, list[Problem]]:
    """Give what an event needs an approval for in a matter; and what speaks against asking for one."""
    where = str(case.event)
    if what not in MATTERS:
        return None, [Problem.of(WORDS, "unknown_approval", where, what=what[:40], known=list(MATTERS))]
    if what == WITHOUT_REPORT:
        need: NeededApproval | None = without_federation(case.law, ratings_of(case))
    else:
        need = next((each for each in case.needs if each.what == what), None)
    if need is None:
        return None, [Problem.of(WORDS, "approval_not_needed", where, event=case.event, what=what)]
    if not need.bodies:
        event, edition, articles = case.event, case.law.id, list(need.cites)
        problem = Problem.of(
            WORDS, "nobody_may_approve", where, event=event, what=what, edition=edition, articles=articles
        )
        return need, [problem]
    return need, []


def ratings_of(case: EventCase) -> tuple[int | None, ...]:
    """Give the ratings of all players of an event: those of the report or, before it, of who is expected."""
    if case.report is not None and case.report.ratings:
        return case.report.ratings
    return tuple(player.rating for player in case.values.get("expected") or ())

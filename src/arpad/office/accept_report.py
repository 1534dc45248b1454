"""Accept the report of an event: a named officer's statement that it was played by the regulations.

The acceptance is bound to the fingerprint of bytes and facts: what changes afterwards is not accepted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.approvals import WITHOUT_REPORT, open_approvals, without_federation
from arpad.office.ask_approval import ratings_of
from arpad.office.event_case import (
    ARBITER_OF,
    ORGANISER_OF,
    PLAYER_OF,
    EventAct,
    EventDone,
    citations,
    decide_about,
    role_conflicts,
)
from arpad.office.stages import UNDER_FIDE
from arpad.office.wording import WORDS
from arpad.regulations.consulted import answer
from arpad.regulations.rules.report_duties import OFFICER_REVIEW

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from arpad.office.approvals import NeededApproval
    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventCase, EventState
    from arpad.office.event_dates import Deadline
    from arpad.office.person import Person


_NOT_REGISTERED = "not_registered"


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptReport(EventAct):
    """Which report is accepted, as the person has seen it."""

    fingerprint: str
    """Of bytes and facts: another one is not accepted."""


@dataclass(frozen=True, slots=True)
class ChecksOfReport:
    """What the checks of a report came to."""

    refusing: Sequence[str] = ()
    """The codes of findings that refuse the event."""
    open_questions: Sequence[str] = ()
    """The codes of questions that decide and that nobody has answered."""
    without_number: int = 0
    """For how many players a number is asked: a federation under FIDE sends nothing on while one is open."""
    list: date | None = None
    """The list that the report reaches; None where it reaches none any more."""
    misses_last_list: bool = False
    """True where the edition sets a last list, and the report missed it."""
    closing: Deadline | None = None
    """When the list that the report reaches closes for reports, or the last one that it missed."""
    first_list: date | None = None
    """The first list that could rate the event."""


def accept_report(
    person: Person, asked: AcceptReport, state: EventState, checked: ChecksOfReport
) -> Decision | Waiting:
    """Decide whether a report is accepted."""
    case = state.as_of_now
    problems = list(_problems(asked, case, checked))
    sent = case.report is None or case.report.is_from_federation
    review = answer(case.law, OFFICER_REVIEW, is_sent_by_federation=sent and not case.is_official)
    cites = citations(review.by("officer_makes_sure")) if review["officer_makes_sure"] else ()
    conflicts = role_conflicts(person, case, ARBITER_OF, ORGANISER_OF, PLAYER_OF)
    facts = {"fingerprint": case.fingerprint, "list": checked.list}
    done = EventDone("", facts, cites, problems, conflicts)
    return decide_about(person, "report.accept", asked, state, done)


def what_refuses(case: EventCase, checked: ChecksOfReport) -> list[str]:
    """Give the findings that refuse an event as it stands in the office.

    None refuses what may not be refused, or what an appeal allowed. That nobody registered it does not refuse an event
    that a body of the edition decided to rate all the same, although its federation sent nothing.
    """
    is_let_by_appeal = case.refusal is not None and case.refusal.is_lifted
    if case.safe_from_refusal is not None or is_let_by_appeal:
        return []
    is_decided = any(approval.what == WITHOUT_REPORT and approval.is_granted for approval in case.approvals)
    return [code for code in checked.refusing if not (is_decided and code == _NOT_REGISTERED)]


def missing_approvals(case: EventCase) -> tuple[NeededApproval, ...]:
    """Give the approvals without which an event is not accepted; that to rate it without its federation among them."""
    needs = case.needs
    if case.report is not None and not case.report.is_from_federation and not case.is_official:
        needs = (*needs, without_federation(case.law, ratings_of(case)))
    return open_approvals(needs, case.approvals)


def _problems(asked: AcceptReport, case: EventCase, checked: ChecksOfReport) -> Iterator[Problem]:
    where = str(case.event)
    if asked.fingerprint != case.fingerprint or not case.fingerprint:
        yield Problem.of(WORDS, "other_report_seen", where, event=case.event)
    for need in missing_approvals(case):
        bodies, articles = list(need.bodies), list(need.cites)
        yield Problem.of(
            WORDS, "approval_missing", where, event=case.event, what=need.what, bodies=bodies, articles=articles
        )
    refusing = what_refuses(case, checked)
    if refusing:
        yield Problem.of(WORDS, "findings_refuse", where, event=case.event, findings=refusing)
    if checked.open_questions:
        yield Problem.of(WORDS, "questions_open", where, event=case.event, findings=list(checked.open_questions))
    if checked.without_number and case.office == UNDER_FIDE:
        yield Problem.of(WORDS, "numbers_open", where, count=checked.without_number)
    if checked.misses_last_list:
        yield Problem.of(WORDS, "misses_last_list", where, event=case.event)

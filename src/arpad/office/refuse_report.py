"""Refuse to rate an event: with reasons and articles, and with the appeal that the edition allows.

Some events cannot be refused; their single games can still drop out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.event_case import EventAct, EventDone, RefusalOnRecord, citations, decide_about
from arpad.office.report_reasons import cited, reasons_problems
from arpad.office.wording import WORDS
from arpad.regulations.workings.decisions import appeal_against

if TYPE_CHECKING:
    from datetime import date

    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventState
    from arpad.office.person import Person
    from arpad.office.report_reasons import ReasonWithArticle
    from arpad.regulations.edition import Edition


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseReport(EventAct):
    """Why an event is not rated, and when its organiser was, or will be, told."""

    reasons: tuple[ReasonWithArticle, ...]
    told_on: date | None = None
    """The day of the notice; today where nothing is said."""


def refuse_report(person: Person, asked: RefuseReport, state: EventState) -> Decision | Waiting:
    """Decide whether an event is refused."""
    case, where = state.case, str(state.case.event)
    notified = asked.told_on or state.day
    problems = list(reasons_problems(asked.reasons, where, need_articles=True))
    safe = case.safe_from_refusal
    if safe is not None:
        problems.append(Problem.of(WORDS, "cannot_be_refused", where, event=case.event, articles=list(citations(safe))))
    if notified < state.day:
        problems.append(Problem.of(WORDS, "told_before_decided", where, notified=notified, today=state.day))
    refusal, cites = refused(case.law, person.record, state.day, notified)
    facts = {
        "reasons": [reason.facts for reason in asked.reasons],
        **refusal.facts,
    }
    cites = tuple(dict.fromkeys((*cited(asked.reasons), *cites)))
    return decide_about(person, "report.refuse", asked, state, EventDone("", facts, cites, problems))


def refused(law: Edition, by: int, decided: date, notified: date) -> tuple[RefusalOnRecord, tuple[str, ...]]:
    """Give the record of a refusal with the appeal that the edition allows, and the articles of that."""
    appeal = appeal_against(law, decided=decided, notified=notified)
    if appeal is None:
        return RefusalOnRecord(by, decided, notified), ()
    return RefusalOnRecord(by, decided, notified, appeal.to, appeal.by, appeal.last_day), citations(appeal.p)

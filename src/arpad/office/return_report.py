"""Return a report for correction, with reasons and a day; where the edition sets a term, not after it.

In 2003 a returned report comes back within four weeks (B.01 7.13, to which 8.1 leads); later the office sets the day.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.event_case import EventAct, EventDone, citations, decide_about
from arpad.office.report_reasons import cited, reasons_problems
from arpad.office.wording import WORDS
from arpad.regulations.workings.decisions import correction_due

if TYPE_CHECKING:
    from datetime import date

    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventState
    from arpad.office.person import Person
    from arpad.office.report_reasons import ReasonWithArticle


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnReport(EventAct):
    """Why a report is returned, and by when it comes back."""

    reasons: tuple[ReasonWithArticle, ...]
    until: date | None = None
    """The last day; that of the edition where nothing is said."""


def return_report(person: Person, asked: ReturnReport, state: EventState) -> Decision | Waiting:
    """Decide whether a report is returned."""
    case, where = state.case, str(state.case.event)
    term, p = correction_due(case.law, state.day)
    until = asked.until or term
    problems = list(reasons_problems(asked.reasons, where, need_articles=False))
    if until is None:
        problems.append(Problem.of(WORDS, "no_day_to_return", where, edition=case.law.id))
    elif until <= state.day:
        problems.append(Problem.of(WORDS, "day_is_past", where, day=until, today=state.day))
    elif term is not None and until > term:
        problems.append(Problem.of(WORDS, "after_term", where, day=until, term=term, articles=list(citations(p))))
    facts = {
        "reasons": [reason.facts for reason in asked.reasons],
        "until": until,
        "report": case.report.sha256 if case.report is not None else "",
    }
    cites = tuple(dict.fromkeys((*cited(asked.reasons), *(citations(p) if term is not None else ()))))
    return decide_about(person, "report.return", asked, state, EventDone("", facts, cites, problems))

"""Answer the open questions of a report: facts that an officer decides, each with who said it, when and why.

They go before what came with the report, and what the office has on record itself is never answered.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arpad.events.facts import FACTS, EventFacts, FactsRefusedError, facts_from, given_facts
from arpad.model.problems import Problem
from arpad.office.canonical import fingerprint
from arpad.office.event_case import EventAct, EventDone, decide_about
from arpad.office.registration_facts import ON_RECORD
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventState
    from arpad.office.person import Person

DECIDED_ELSEWHERE = tuple(
    name for name in ON_RECORD if name not in {"suspended_federations", "membership_approved", "reported_monthly"}
)
"""Facts that follow from what the office has on record: from registration, approvals and the days of the report."""
ANSWERABLE = tuple(name for name in FACTS if name not in DECIDED_ELSEWHERE)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerReport(EventAct):
    """Facts by their names, as a file of facts would have them; nothing takes an answer back."""

    answers: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AnswersSoFar:
    """What was answered before, and the fingerprint of all that is answered then."""

    answers: Mapping[str, Any] = field(default_factory=dict)


def answer_report(person: Person, asked: AnswerReport, state: EventState, so_far: AnswersSoFar) -> Decision | Waiting:
    """Decide whether questions of a report are answered; what was accepted before has to be accepted anew."""
    problems = list(_problems(asked, state, so_far))
    after = answers_after(so_far.answers, asked.answers)
    facts = {
        "answers": {name: asked.answers[name] for name in sorted(asked.answers)} if not problems else {},
        "before": {name: so_far.answers[name] for name in sorted(asked.answers) if name in so_far.answers},
        "fingerprint": fingerprint(after) if not problems else "",
    }
    return decide_about(person, "report.answer", asked, state, EventDone("", facts, problems=problems))


def answers_after(before: Mapping[str, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
    """Give all answers, once some are given or taken back."""
    return {name: value for name, value in {**before, **answers}.items() if value is not None}


def facts_answered(answers: Mapping[str, Any]) -> EventFacts:
    """Give the facts that were answered; days may stand as text, as the log has them."""
    return facts_from({name: _read(name, value) for name, value in answers.items()}, "answers")


def _problems(asked: AnswerReport, state: EventState, so_far: AnswersSoFar) -> Iterator[Problem]:
    where = str(state.case.event)
    given = {name: value for name, value in asked.answers.items() if value is not None}
    if not asked.answers or answers_after(so_far.answers, asked.answers) == dict(so_far.answers):
        yield Problem.of(WORDS, "nothing_to_change", where)
    elsewhere = sorted(set(asked.answers) & set(DECIDED_ELSEWHERE))
    if elsewhere:
        yield Problem.of(WORDS, "on_record", where, names=elsewhere)
    try:
        given_facts(facts_answered({name: value for name, value in given.items() if name not in elsewhere}))
    except FactsRefusedError as refused:
        yield from refused.problems


def _read(name: str, value: Any) -> Any:  # noqa: ANN401 - a fact, as a file or the log has it
    """Give a value as a file of facts has it."""
    from datetime import date  # noqa: PLC0415 - only a day is read so

    if name in FACTS and FACTS[name].form in {"date", "day_or_flag"} and isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            return value
    return value

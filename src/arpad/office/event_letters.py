"""The letters that tell of decisions about events: what each says follows from the decision, and from nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arpad.model.problems import Problem
from arpad.office.event_case import EventAct, EventDone, decide_about
from arpad.office.letters import OF_REGISTRATION, LetterDraft
from arpad.office.stages import NEVER_REGISTERED
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventState
    from arpad.office.person import Person

LETTER_OF = {
    "event.refuse_registration": "registration_refused",
    "approval.ask": "approval_asked",
    "report.return": "report_returned",
    "report.refuse": "report_refused",
    "appeal.decide": "appeal_decided",
    "letter.remind": "report_reminder",
}
"""By deed, the letter that tells of it."""


@dataclass(frozen=True, slots=True)
class LetterReceiver:
    """To whom a letter about an event goes, and to which address; without one it is printed."""

    name: str = ""
    address: str = ""


def event_letter(
    decision: Decision, event_name: str, federation: str, to: LetterReceiver | None = None
) -> LetterDraft | None:
    """Give the letter that tells of a decision about an event; None where none does."""
    kind = LETTER_OF.get(decision.code)
    if kind is None:
        return None
    number, receiver = decision.facts["event"], to or LetterReceiver()
    facts = {"event": str(number), "event_name": event_name, **_FACTS[kind](decision)}
    return LetterDraft(kind, OF_REGISTRATION, number, facts, receiver.name, receiver.address, federation)


def _refused_registration(decision: Decision) -> dict[str, str]:
    return {"reasons": decision.reason, "body": _body(decision.facts["body"])}


def _asked(decision: Decision) -> dict[str, str]:
    bodies = [_body(body) for body in decision.facts["bodies"]]
    return {"matter": WORDS.say("approval", decision.facts["what"], {}), "body": ", ".join(bodies)}


def _reasons(decision: Decision) -> dict[str, str]:
    return {"reasons": "\n".join(_reason(reason) for reason in decision.facts["reasons"])}


def _returned(decision: Decision) -> dict[str, str]:
    return {**_reasons(decision), "until": _day(decision.facts["until"])}


def _refused(decision: Decision) -> dict[str, str]:
    facts = decision.facts
    until = facts["appeal_until"]
    appeal = {"body": facts["appeal_to"], "until": None if until is None else _day(until)}
    return {**_reasons(decision), "appeal": WORDS.say("event_letter", "appeal", appeal)}


def _appeal(decision: Decision) -> dict[str, str]:
    facts = decision.facts
    outcome = WORDS.say("event_outcome", "allowed" if facts["is_allowed"] else "dismissed", {})
    return {"outcome": outcome, "body": _body(facts["body"]), "decided_on": _day(facts["decided_on"])}


def _reminder(decision: Decision) -> dict[str, str]:
    until = decision.facts["until"]
    return {"until": WORDS.say("event_letter", "no_day", {}) if until is None else _day(until)}


_FACTS = {
    "registration_refused": _refused_registration,
    "approval_asked": _asked,
    "report_returned": _returned,
    "report_refused": _refused,
    "appeal_decided": _appeal,
    "report_reminder": _reminder,
}


def _body(code: str | None) -> str:
    return WORDS.say("body", code, {}) if code and code in WORDS.sections()["body"] else code or ""


def _reason(reason: Mapping[str, Any]) -> str:
    return f"- {reason['text']}" + (f" ({reason['article']})" if reason["article"] else "")


def _day(day: Any) -> str:  # noqa: ANN401 - a day
    return str(day)


@dataclass(frozen=True, slots=True, kw_only=True)
class Remind(EventAct):
    """That somebody is reminded of a report that has not come; `due` is the day on which it was due."""

    due: date | None = None


def remind(person: Person, asked: Remind, state: EventState) -> Decision | Waiting:
    """Decide whether somebody is reminded of a report that is missing."""
    case, problems = state.as_of_now, []
    if case.stage == NEVER_REGISTERED and not case.noted.get("is_owed"):
        problems.append(Problem.of(WORDS, "no_report_owed", str(case.event), event=case.event))
    return decide_about(person, "letter.remind", asked, state, EventDone(facts={"until": asked.due}, problems=problems))

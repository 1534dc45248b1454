"""Send an event on to FIDE, and keep what FIDE answers: the way of a federation under FIDE.

Sending stays a person's act: arpad makes the file, and keeps the proof of what was sent, when and by whom. The same
goes for registrations.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arpad.model.problems import Problem
from arpad.office.event_case import EventAct, EventDone, day_problems, decide_about
from arpad.office.refuse_report import refused
from arpad.office.registration_facts import facts_fingerprint
from arpad.office.stages import FIDE_ANSWERS, FIDE_REFUSED, FIDE_TOOK
from arpad.office.take_in_report import SHA256
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventState
    from arpad.office.person import Person

MOST_CODE = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class SendToFide(EventAct):
    """What was sent: the fingerprint of its bytes, the day, and FIDE's code of the event as far as it is known."""

    sha256: str
    sent_on: date
    fide_code: str = ""
    without_number: int = 0
    """How many players still have no number: while there is one, nothing is sent on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FideAnswer(EventAct):
    """What FIDE answered: taken, returned or refused; when, and where that is written."""

    answer: str
    answered_on: date
    document: str = ""
    fide_code: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteFideList(EventAct):
    """On which list of FIDE the event is, and when somebody saw it there."""

    list: date
    seen_on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class SendRegistration(EventAct):
    """That an event was registered with FIDE: the fingerprint of what was sent, when, and its code there."""

    sha256: str
    sent_on: date
    fide_code: str = ""


def send_to_fide(person: Person, asked: SendToFide, state: EventState) -> Decision | Waiting:
    """Decide whether an event is recorded as sent on: what was accepted, and nothing else."""
    case, where = state.case, str(state.case.event)
    problems = [*day_problems(asked.sent_on, state), *_code_problems(asked.fide_code, where)]
    if not SHA256.fullmatch(asked.sha256):
        problems.append(Problem.of(WORDS, "no_fingerprint", where))
    if not case.is_still_accepted:
        problems.append(Problem.of(WORDS, "not_accepted_so", where, event=case.event))
    if asked.without_number:
        problems.append(Problem.of(WORDS, "numbers_open", where, count=asked.without_number))
    facts = {"sha256": asked.sha256, "sent_on": asked.sent_on, "fide_code": asked.fide_code}
    done = EventDone("", {**facts, "fingerprint": case.fingerprint}, problems=problems)
    return decide_about(person, "fide.send", asked, state, done)


def keep_answer(person: Person, asked: FideAnswer, state: EventState) -> Decision | Waiting:
    """Decide whether FIDE's answer about a report is kept."""
    return _answered(person, "fide.answer", asked, state)


def keep_registration_answer(person: Person, asked: FideAnswer, state: EventState) -> Decision | Waiting:
    """Decide whether FIDE's answer about a registration is kept."""
    return _answered(person, "fide.answer_registration", asked, state)


def send_registration(person: Person, asked: SendRegistration, state: EventState) -> Decision | Waiting:
    """Decide whether a registration is recorded as sent on to FIDE."""
    where = str(state.case.event)
    problems = [*day_problems(asked.sent_on, state), *_code_problems(asked.fide_code, where)]
    if not SHA256.fullmatch(asked.sha256):
        problems.append(Problem.of(WORDS, "no_fingerprint", where))
    facts = {"sha256": asked.sha256, "sent_on": asked.sent_on, "fide_code": asked.fide_code}
    facts |= {"facts": facts_fingerprint(state.case.facts)}
    return decide_about(person, "fide.send_registration", asked, state, EventDone(facts=facts, problems=problems))


def note_fide_list(person: Person, asked: NoteFideList, state: EventState) -> Decision | Waiting:
    """Decide whether an event is noted as being on a list of FIDE."""
    facts = {"list": asked.list, "seen_on": asked.seen_on}
    done = EventDone(facts=facts, problems=day_problems(asked.seen_on, state))
    return decide_about(person, "fide.note_list", asked, state, done)


def _answered(person: Person, deed: str, asked: FideAnswer, state: EventState) -> Decision | Waiting:
    where = str(state.case.event)
    problems = [*day_problems(asked.answered_on, state), *_code_problems(asked.fide_code, where)]
    if asked.answer not in FIDE_ANSWERS:
        problems.append(Problem.of(WORDS, "unknown_answer", where, answer=asked.answer[:40], known=list(FIDE_ANSWERS)))
    elif asked.answer != FIDE_TOOK and not asked.document.strip():
        problems.append(Problem.of(WORDS, "no_document", where, event=state.case.event))
    names = ("answer", "answered_on", "document", "fide_code")
    facts: dict[str, Any] = {name: getattr(asked, name) for name in names}
    cites: tuple[str, ...] = ()
    if deed == "fide.answer" and asked.answer == FIDE_REFUSED:
        # What FIDE refuses can be appealed against as what the office refuses itself.
        refusal, cites = refused(state.case.law, person.record, asked.answered_on, asked.answered_on)
        facts |= refusal.facts
    return decide_about(person, deed, asked, state, EventDone(asked.answer, facts, cites, problems))


def _code_problems(code: str, where: str) -> Iterator[Problem]:
    if len(code) > MOST_CODE or not code.isprintable():
        yield Problem.of(WORDS, "long_document", where, most=MOST_CODE)

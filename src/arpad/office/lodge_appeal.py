"""Lodge an appeal against the refusal of an event: by its organiser, to the body and until the day of the edition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.event_case import EventAct, EventDone, day_problems, decide_about
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventState
    from arpad.office.person import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class LodgeAppeal(EventAct):
    """When the appeal was made, and its letter, where an officer enters it; the reason is what it says."""

    lodged_on: date
    document: str = ""


def lodge_appeal(person: Person, asked: LodgeAppeal, state: EventState) -> Decision | Waiting:
    """Decide whether an appeal is lodged."""
    refusal = state.case.refusal
    facts = {"lodged_on": asked.lodged_on, "document": asked.document, "to": refusal.appeal_to if refusal else ""}
    done = EventDone("", facts, problems=list(_problems(asked, state)))
    return decide_about(person, "appeal.lodge", asked, state, done)


def _problems(asked: LodgeAppeal, state: EventState) -> Iterator[Problem]:
    case, where = state.case, str(state.case.event)
    refusal = case.refusal
    if refusal is None or refusal.appeal_until is None:
        yield Problem.of(WORDS, "no_appeal", where, edition=case.law.id)
        return
    if asked.lodged_on > refusal.appeal_until:
        last, body = refusal.appeal_until, refusal.appeal_to
        yield Problem.of(WORDS, "appeal_too_late", where, day=asked.lodged_on, last=last, body=body)
    if asked.lodged_on < refusal.decided_on:
        yield Problem.of(WORDS, "appeal_before_refusal", where, day=asked.lodged_on, decided=refusal.decided_on)
    yield from day_problems(asked.lodged_on, state)

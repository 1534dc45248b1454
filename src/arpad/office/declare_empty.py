"""Declare a part of a long event empty: nothing was played in that month, and no report comes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.event_case import EventAct, EventDone, citations, decide_about
from arpad.office.wording import WORDS
from arpad.regulations.workings.decisions import is_reported_in_parts

if TYPE_CHECKING:
    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventState
    from arpad.office.parts import PartOfEvent
    from arpad.office.person import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareEmpty(EventAct):
    """Which part; None where the event has none."""

    part: PartOfEvent | None


def declare_empty(person: Person, asked: DeclareEmpty, state: EventState) -> Decision | Waiting:
    """Decide whether a part is declared empty."""
    case, part, where = state.case, asked.part, str(state.case.event)
    problems = []
    if part is None or case.part != part.number:
        problems.append(Problem.of(WORDS, "not_a_part", where, event=case.event))
    elif part.last_day >= state.day:
        problems.append(Problem.of(WORDS, "part_not_over", where, month=part.month, last=part.last_day))
    if case.report is not None:
        problems.append(Problem.of(WORDS, "was_played", where, event=case.event))
    values = case.values
    cites: tuple[str, ...] = ()
    if values.get("start") is not None and values.get("end") is not None:
        p = is_reported_in_parts(case.law, values["start"], values["end"])
        cites = () if p is None else citations(p)
    facts = {} if part is None else {"month": part.month, "first_day": part.first_day, "last_day": part.last_day}
    return decide_about(person, "part.declare_empty", asked, state, EventDone("", facts, cites, problems))

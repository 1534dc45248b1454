"""Amend what is registered of an event: every fact keeps its history, and a change of dates or entries is tested again.

Another first day counts as registered on the day of the amendment; other entries leave the day of registration alone.
After play has begun only the office amends, with a reason, and what had to be declared before round 1 is locked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from arpad.model.problems import Problem
from arpad.office.event_case import EventAct, EventDone, acts_for_office, decide_about
from arpad.office.register_event import tested
from arpad.office.registration_facts import (
    amended,
    fact_problems,
    has_begun,
    logged,
    missing_problems,
    too_late_problems,
    values_of,
)
from arpad.office.stages import ANNOUNCED, BY_ORGANISER, POSTPONED, WAITING
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventCase, EventState
    from arpad.office.person import Person

_TESTED = (WAITING, ANNOUNCED, POSTPONED)


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendEvent(EventAct):
    """The facts that change, by their names; None takes one back."""

    changes: Mapping[str, Any]


def amend_event(person: Person, asked: AmendEvent, state: EventState) -> Decision | Waiting:
    """Decide whether what is registered of an event is amended."""
    case, now, where = state.as_of_now, state.circumstances.now, str(state.case.event)
    before = case.values
    changes = {name: value for name, value in asked.changes.items() if before.get(name) != value}
    facts = amended(case.facts, changes, person.record, now)
    values = values_of(facts)
    problems = [*fact_problems(values, where), *_problems(person, asked, state, case, changes)]
    if not problems:
        problems = missing_problems(values, where)
    if problems:
        return decide_about(person, "event.amend", asked, state, EventDone(problems=problems))
    was = {name: before[name] for name in changes if name in before}
    written: dict[str, Any] = {
        "was": logged(was),
        "facts": logged({name: values[name] for name in changes if name in values}),
    }
    written["taken_back"] = sorted(name for name in changes if name not in values)
    law = state.new_law or case.law
    written["edition"] = law.id
    if case.stage not in _TESTED:
        return decide_about(person, "event.amend", asked, state, EventDone(facts=written))
    if case.registered_at is None and not acts_for_office(person, case):
        # It was postponed before an officer took it up, and still waits for one.
        return decide_about(person, "event.amend", asked, state, EventDone(BY_ORGANISER, written))
    # Other dates are registered when they are given; the rest stands as it was registered.
    registered_at = now if "start" in changes or case.registered_at is None else case.registered_at
    changed = replace(case, facts=facts, registered_at=registered_at, law=law)
    return decide_about(person, "event.amend", asked, state, tested(changed, written))


def _problems(
    person: Person, asked: AmendEvent, state: EventState, case: EventCase, changes: Mapping[str, Any]
) -> Iterator[Problem]:
    where = str(case.event)
    if not changes:
        yield Problem.of(WORDS, "nothing_to_change", where)
    begun = has_begun(state.circumstances.now, case.values) and case.stage != POSTPONED
    if begun and not acts_for_office(person, case):
        yield Problem.of(WORDS, "begun_for_office", where, event=case.event)
    if begun and not asked.reason.strip():
        yield Problem.of(WORDS, "no_reason", where, is_alone=False)
    if case.stage != POSTPONED:
        yield from too_late_problems(list(changes), case.values, state.circumstances.now, where)

"""Register an event, by its organiser or by its federation; and take a registration up for the federation.

An event is registered when its federation does it: that day, at the venue, is held against the lead time of the
edition. What an organiser hands in waits for an officer. What is late, too long or hybrid waits for an approval; where
the edition lets nobody give it, as in 2003, the registration is refused by rule.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from arpad.model.period import RATINGS_AT_START
from arpad.office.approvals import needed, open_approvals
from arpad.office.event_case import EventAct, EventDone, acts_for_office, decide_about
from arpad.office.registration_facts import (
    fact_problems,
    given,
    logged,
    missing_problems,
    too_late_problems,
    values_of,
)
from arpad.office.stages import BY_ORGANISER, IN_TIME, NEEDS_APPROVAL, NO_REMEDY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arpad.office.approvals import NeededApproval
    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventCase, EventState
    from arpad.office.person import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterEvent(EventAct):
    """Everything that is known of an event before play, by the names of its facts."""

    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeUpRegistration(EventAct):
    """An officer takes up what an organiser handed in."""


def register_event(person: Person, asked: RegisterEvent, state: EventState) -> Decision | Waiting:
    """Decide whether an event is registered, and what it waits for."""
    case, now, where = state.case, state.circumstances.now, str(state.case.event)
    values = {name: value for name, value in asked.values.items() if value is not None}
    problems = [*fact_problems(values, where), *missing_problems(values, where)]
    # What is declared has to have stood before round 1; what is registered later can declare nothing any more.
    declared = [name for name, value in values.items() if value is not False and value != RATINGS_AT_START]
    problems = problems or too_late_problems(declared, values, now, where)
    if problems:
        return decide_about(person, "event.register", asked, state, EventDone(problems=problems))
    facts: dict[str, Any] = {"facts": logged(values), "federation": case.federation, "edition": case.law.id}
    if not acts_for_office(person, case):
        return decide_about(person, "event.register", asked, state, EventDone(BY_ORGANISER, facts))
    registered = replace(case, facts=given(values, person.record, now), registered_at=now)
    done = tested(registered, facts)
    return decide_about(person, "event.register", asked, state, done)


def take_up(person: Person, asked: TakeUpRegistration, state: EventState) -> Decision | Waiting:
    """Decide whether an officer takes a registration up: from then on the event counts as registered."""
    case, now = state.case, state.circumstances.now
    values = values_of(case.facts)
    problems = missing_problems(values, str(case.event))
    done = EventDone(problems=problems) if problems else tested(replace(case, registered_at=now), {})
    return decide_about(person, "event.take_up", asked, state, done)


def tested(case: EventCase, facts: Mapping[str, Any]) -> EventDone:
    """Test lead time and conditions of an event as it would be, and say what comes of it."""
    needs = needed(case.law, case.values, case.registered_at)
    missing = open_approvals(needs, case.approvals)
    outcome = lead_outcome(missing)
    cites = tuple(dict.fromkeys(cite for need in missing for cite in need.cites))
    return EventDone(outcome, {**facts, "registered_at": case.registered_at, **needs_facts(missing)}, cites)


def lead_outcome(missing: Sequence[NeededApproval]) -> str:
    """Say what comes of approvals that are missing: nothing is; one is; or one that nobody may give."""
    if not missing:
        return IN_TIME
    return NEEDS_APPROVAL if all(need.bodies for need in missing) else NO_REMEDY


def needs_facts(missing: Sequence[NeededApproval]) -> dict[str, Any]:
    """Give what the log says of approvals that are missing."""
    needs = [{"what": need.what, "bodies": list(need.bodies), "condition": dict(need.condition)} for need in missing]
    return {"needs": needs}

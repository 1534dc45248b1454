"""The checks of an event from registration on: what is done, what is open, and what comes later.

A page shows them as a list of tasks, in which only what is open is coloured. They follow from the event as it stands;
findings of its report have a list of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arpad.office.accept_report import missing_approvals
from arpad.office.approvals import WITHOUT_REPORT, without_federation
from arpad.office.ask_approval import ratings_of
from arpad.office.registration_facts import has_begun, unproved
from arpad.office.stages import (
    ANNOUNCED,
    CANCELLED,
    EMPTY,
    NEVER_REGISTERED,
    ON_FIDE_LIST,
    POSTPONED,
    RECEIVED,
    REFUSED,
    REGISTERED,
    REGISTRATION_REFUSED,
    RETURNED,
    RUNNING,
    UNDER_APPEAL,
    UNDER_FIDE,
    WAITING,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date, datetime

    from arpad.office.approvals import NeededApproval
    from arpad.office.event_case import EventCase
    from arpad.office.parts import PartOfEvent

DONE, TO_DO, LATER, ENDED = STATES = ("done", "to_do", "later", "ended")
"""How a check stands: nothing to do; somebody has to do something; not yet; it came to nothing."""
_NEVER_REPORTED = (REGISTRATION_REFUSED, CANCELLED, EMPTY)


@dataclass(frozen=True, slots=True)
class EventCheck:
    """A check: what it is about, how it stands, its articles and what there is to say of it."""

    what: str
    state: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    cites: tuple[str, ...] = ()


def event_checks(case: EventCase, at: datetime, missing: Sequence[PartOfEvent] = ()) -> tuple[EventCheck, ...]:
    """Give the checks of an event as it stands at a moment; `missing` are parts that are over and not reported."""
    return tuple(_checks(case, at, missing))


def _checks(case: EventCase, at: datetime, missing: Sequence[PartOfEvent]) -> Iterator[EventCheck]:
    yield _registration(case)
    yield from _approvals(case)
    yield from _declarations(case, at)
    if case.stage in _NEVER_REPORTED:
        return
    if missing:
        yield EventCheck("parts", TO_DO, {"months": [part.month for part in missing]})
    yield _report(case)
    if case.refusal is not None and case.stage in {REFUSED, UNDER_APPEAL}:
        until: date | None = case.refusal.appeal_until
        yield EventCheck("appeal", TO_DO if case.stage == UNDER_APPEAL else LATER, {"until": until})
    if case.report is not None:
        yield _acceptance(case)
    if case.office == UNDER_FIDE and case.report is not None:
        state = DONE if case.stage == ON_FIDE_LIST else LATER
        yield EventCheck("fide_list", state, {"list": case.fide_list, "code": case.fide_code})


def _registration(case: EventCase) -> EventCheck:
    if case.stage == REGISTRATION_REFUSED:
        return EventCheck("registration", ENDED, {"day": None})
    if case.stage == NEVER_REGISTERED or case.registered_at is None:
        state = TO_DO if case.stage in {REGISTERED, NEVER_REGISTERED} else ENDED
        return EventCheck("registration", state, {"day": None})
    return EventCheck("registration", DONE, {"day": case.registered_at})


def _approvals(case: EventCase) -> Iterator[EventCheck]:
    missing = case.missing
    for need in case.needs:
        is_open = need in missing
        yield EventCheck("approval", _of_need(case, need, is_open=is_open), _need_facts(case, need), need.cites)


def _of_need(case: EventCase, need: NeededApproval, *, is_open: bool) -> str:
    if not is_open:
        return DONE
    return TO_DO if need.bodies and case.stage != REGISTRATION_REFUSED else ENDED


def _need_facts(case: EventCase, need: NeededApproval) -> dict[str, Any]:
    return {"what": need.what, "bodies": list(need.bodies), "is_asked": need.what in case.asked}


def _declarations(case: EventCase, at: datetime) -> Iterator[EventCheck]:
    """Say whether what has to be declared before round 1 can still be."""
    if case.stage in {WAITING, ANNOUNCED, RUNNING, POSTPONED, REGISTERED}:
        is_locked = declarations_are_locked(case, at)
        without = unproved(case.values)
        state = (ENDED if without else DONE) if is_locked else TO_DO if without else LATER
        yield EventCheck("declarations", state, {"is_locked": is_locked, "unproved": without})


def declarations_are_locked(case: EventCase, at: datetime) -> bool:
    """Tell whether nobody can change any more what has to be declared before round 1."""
    return has_begun(at, case.values) and case.stage != POSTPONED


def _report(case: EventCase) -> EventCheck:
    if case.report is None:
        state = LATER if case.stage in {REGISTERED, WAITING, ANNOUNCED, RUNNING, POSTPONED} else TO_DO
        return EventCheck("report", state, {"received": None, "until": case.returned_until})
    state = TO_DO if case.stage == RETURNED else DONE
    return EventCheck("report", state, {"received": case.report.received_on, "until": case.returned_until})


def _acceptance(case: EventCase) -> EventCheck:
    if case.is_still_accepted:
        return EventCheck("acceptance", DONE, {"was": True})
    state = TO_DO if case.stage == RECEIVED else LATER
    return EventCheck("acceptance", ENDED if case.refusal is not None else state, {"was": bool(case.accepted)})


def approval_matters(case: EventCase) -> tuple[NeededApproval, ...]:
    """Give what an approval can be asked for or recorded about: what the event needs, and rating it unreported."""
    needs = {need.what: need for need in (*case.needs, *missing_approvals(case))}
    if WITHOUT_REPORT not in needs and case.stage == NEVER_REGISTERED:
        needs[WITHOUT_REPORT] = without_federation(case.law, ratings_of(case))
    return tuple(needs.values())

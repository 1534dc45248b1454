"""The facts by which a report is checked: what was registered, what the office has on record, and what was answered.

They go the way of `arpad check`: as the facts of an event, nothing else. What the record says goes before everything
else; then what an officer answered, what was registered, and what came with the report.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from arpad.events.facts import COUNCIL as BY_COUNCIL
from arpad.events.facts import FIDE as BY_FIDE
from arpad.events.facts import PRESIDENT as BY_PRESIDENT
from arpad.events.facts import QC_CHAIR as BY_CHAIR
from arpad.events.facts import EventFacts, given_facts
from arpad.events.intake import with_given
from arpad.office.answer_report import facts_answered
from arpad.office.approvals import FASTER_TIME, HYBRID_PLAY, LATE, LONG, WITHOUT_REPORT
from arpad.office.registration_facts import event_facts_of, unproved, venue_day
from arpad.regulations.workings.decisions import COUNCIL, FIDE, PRESIDENT, QC_CHAIR

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.office.event_case import EventCase

_LATE_BY = {QC_CHAIR: BY_CHAIR, PRESIDENT: BY_PRESIDENT}
_RATED_BY = {FIDE: BY_FIDE, COUNCIL: BY_COUNCIL, PRESIDENT: BY_PRESIDENT}
DAYS = ("start", "end")
"""What the report itself says where it can; the registration stands in."""
ANSWERED_BY_ACCEPTING = frozenset({"officer_satisfied"})
"""Facts that somebody states by accepting the report."""


def facts_on_record(case: EventCase, *, is_accepted: bool = False, monthly_regime: bool | None = None) -> EventFacts:
    """Give what follows from the record: registration, approvals, the days of the report, who sent it."""
    values, report = case.values, case.report
    registered = False if case.registered_at is None else venue_day(case.registered_at, values)
    has_schedule = True if values.get("schedule") else None
    return EventFacts(
        registered=registered,
        late_registration_approved=_LATE_BY.get(_body(case, LATE)),
        longer_approved=_is_let(case, LONG),
        faster_time_approved=_is_let(case, FASTER_TIME),
        hybrid_approved=_is_let(case, HYBRID_PLAY),
        schedule_registered=has_schedule,
        arbiter_sent=None if report is None else report.arbiter_sent_on,
        received=None if report is None else report.received_on,
        federation_sent=None if report is None else report.is_from_federation,
        rated_by_decision=_RATED_BY.get(_body(case, WITHOUT_REPORT)),
        reported_monthly=True if case.part else None,
        officer_satisfied=True if is_accepted else None,
        monthly_regime=monthly_regime,
    )


def facts_known(
    case: EventCase,
    answers: Mapping[str, Any],
    sent: EventFacts,
    *,
    is_accepted: bool = False,
    monthly_regime: bool | None = None,
) -> EventFacts:
    """Give all facts by which a report is checked; `sent` are those that came with it."""
    given_before = event_facts_of(case.values)
    if unproved(case.values):
        given_before = replace(given_before, announced_unrated=False)
    registered = with_given(sent, given_before)
    known = with_given(registered, facts_answered(answers))
    return with_given(known, facts_on_record(case, is_accepted=is_accepted, monthly_regime=monthly_regime))


def of_report(facts: EventFacts, *, has_start: bool, has_end: bool) -> EventFacts:
    """Give facts without the days that the report says itself: when it was played tells the report."""
    gone = {name: None for name, has in zip(DAYS, (has_start, has_end), strict=True) if has}
    return replace(facts, **gone)


def plain_facts(facts: EventFacts) -> dict[str, Any]:
    """Give facts by name as a file of facts has them: what is to be read again by `facts_from`."""
    return {name: _plain(value) for name, value in given_facts(facts).items()}


def _plain(value: Any) -> Any:  # noqa: ANN401 - a fact of an event
    if not isinstance(value, tuple):
        return value
    if value and isinstance(value[0], tuple) and len(value[0]) == len(("round", "text")):
        return {str(number): text for number, text in value}
    return [list(part) if isinstance(part, tuple) else part for part in value]


def _body(case: EventCase, what: str) -> str:
    """Give who granted an approval of a matter; nothing where nobody did."""
    granted = [each.body for each in case.approvals if each.what == what and each.is_granted]
    return granted[-1] if granted else ""


def _is_let(case: EventCase, what: str) -> bool | None:
    decided = [each.is_granted for each in case.approvals if each.what == what]
    return None if not decided else any(decided)

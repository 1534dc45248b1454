"""What has to be done with events: registrations to take up, approvals, reports that are missing, appeals, answers.

The stages of each duty stand here once; whose turn it is stands in the table of stages.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, F, Q

from arpad.model.clock import now
from arpad.office.stages import (
    ACCEPTED,
    ANNOUNCED,
    AWAITED,
    CUT_SHORT,
    DUE,
    NEVER_REGISTERED,
    OWNERS,
    POSTPONED,
    RECEIVED,
    REFUSED,
    REFUSED_BY_FIDE,
    REGISTERED,
    RETURNED,
    RETURNED_BY_FIDE,
    RUNNING,
    SENT,
    TAKEN,
    UNDER_APPEAL,
    WAITING,
)
from arpad.storage.deeds.lists import office_day
from arpad.storage.queries.paging import AskedRows, RowsOfTable, paged
from arpad.storage.queries.registrations import RegistrationLine, at_stages, seen_registrations, stage_at, units

if TYPE_CHECKING:
    from datetime import date, datetime

    from arpad.office.person import Person
    from arpad.storage.models import RegisteredEvent

DUTIES: dict[str, tuple[str, ...]] = {
    "take_up": (REGISTERED,),
    "approvals": (WAITING,),
    "new_days": (POSTPONED,),
    "reports_missing": (AWAITED, CUT_SHORT),
    "reports": (RECEIVED,),
    "corrections": (RETURNED,),
    "appeals_running": (REFUSED, REFUSED_BY_FIDE),
    "appeals": (UNDER_APPEAL,),
    "to_send": (ACCEPTED, RETURNED_BY_FIDE),
    "at_fide": (SENT, TAKEN),
    "due": (DUE,),
    "never_registered": (NEVER_REGISTERED,),
}
"""What there is to do, and at which stages of an event; the words stand under the same names."""
_LIVE = tuple(dict.fromkeys((ANNOUNCED, RUNNING, *(stage for stages in DUTIES.values() for stage in stages))))
"""The stages at which something has to be done, or will be when a day has come; events at the others are many."""
_ORDERS = {
    "due": (F("due_on").asc(nulls_last=True), "since", "number"),
    "since": ("since", "number"),
    "name": ("name", "number"),
    "federation": ("federation", "due_on", "number"),
    "number": ("number",),
}


@dataclass(frozen=True, slots=True)
class Duty:
    """Something that has to be done with an event, by when, and who waits for whom since when."""

    what: str
    row: RegisteredEvent
    stage: str
    as_of: date

    @property
    def is_overdue(self) -> bool:
        """True where the day by which it had to be done is past."""
        return self.row.due_on is not None and self.row.due_on < self.as_of

    @property
    def roles(self) -> tuple[str, ...]:
        """Whose turn it is."""
        return OWNERS.get(self.stage, ())


def _condition(what: str, at: datetime, today: date) -> Q:
    """Give the condition of a duty; an appeal runs until its last day, and a part is over by itself."""
    condition = at_stages(DUTIES[what], at)
    kept: tuple[str, ...] = DUTIES[what]
    if what == "appeals_running":
        condition &= Q(appeal_until__gte=today)
    if what == "reports_missing":
        kept = (*kept, ANNOUNCED, RUNNING)
        condition |= Q(part__gt=0, end__lt=today, stage__in=(ANNOUNCED, RUNNING))
    # The stages are named once more by themselves, so that the index on them is used.
    return Q(stage__in=kept) & condition & units()


def duty_counts(person: Person) -> dict[str, int]:
    """Give how many events each duty is about, among those that a person may see."""
    at, today = now(), office_day()
    counted = {what: Count("number", filter=_condition(what, at, today)) for what in DUTIES}
    return dict(seen_registrations(person).filter(stage__in=_LIVE).aggregate(**counted))


def duties(person: Person, what: str, asked: AskedRows) -> RowsOfTable[Duty]:
    """Give the events that a duty is about, the most urgent first."""
    at, today = now(), office_day()
    rows = seen_registrations(person).filter(_condition(what, at, today))
    if federation := asked.wanted("federation"):
        rows = rows.filter(federation=federation)
    return paged(
        rows.defer("facts", "beside"),
        asked.ordered("due"),
        _ORDERS,  # type: ignore[arg-type] # an order may be an expression
        lambda row: Duty(what, row, stage_at(row, at), today),
    )


def dated_duties(person: Person, until: date, most: int = 1000) -> list[Duty]:
    """Give everything that has to be done by a day, in the order of the days: for a calendar and for reminders."""
    at, today = now(), office_day()
    rows = seen_registrations(person).filter(units(), stage__in=_LIVE, due_on__lte=until).defer("facts", "beside")
    named = {stage: what for what, stages in DUTIES.items() for stage in stages}
    kept = ((stage_at(row, at), row) for row in rows.order_by("due_on", "number")[:most])
    return [Duty(named[stage], row, stage, today) for stage, row in kept if stage in named]


def missing_months(person: Person, number: int) -> list[RegistrationLine]:
    """Give the parts of a long event that are over, and neither reported nor declared empty."""
    at, today = now(), office_day()
    rows = seen_registrations(person).filter(parent_id=number).filter(_condition("reports_missing", at, today))
    return [RegistrationLine(row, stage_at(row, at)) for row in rows.order_by("part")]

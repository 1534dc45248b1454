"""Events from registration on, as tables: by stage, federation, days and words, each at the stage of this moment.

An event of a federation that the person does not see is not there. A long event stands as one row until a stage is
asked for that only its parts come to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from arpad.model.bounded import day_of
from arpad.model.clock import now
from arpad.office.roles import federations_seen
from arpad.office.stages import ANNOUNCED, AWAITED, RUNNING
from arpad.storage.models import RegisteredEvent
from arpad.storage.queries.paging import AskedRows, RowsOfTable, paged

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

    from django.db.models import QuerySet

    from arpad.office.person import Person

READ = "registration.read"
_ORDERS = {
    "start": ("start", "number"),
    "end": ("end", "number"),
    "number": ("number",),
    "name": ("name", "number"),
    "federation": ("federation", "start", "number"),
    "stage": ("stage", "start", "number"),
    "due": ("due_on", "since", "number"),
    "since": ("since", "number"),
}
_BY_DAY = (ANNOUNCED, RUNNING)
"""The stages that a day ends."""


@dataclass(frozen=True, slots=True)
class RegistrationLine:
    """An event in a table."""

    row: RegisteredEvent
    stage: str
    """Its stage at this moment, what a day brought included."""


def seen_registrations(person: Person) -> QuerySet[RegisteredEvent]:
    """Give the events that a person may see."""
    rows = RegisteredEvent.objects.filter(is_left_out=False)
    seen = federations_seen(person, READ)
    return rows if seen is None else rows.filter(federation__in=seen)


def stage_at(row: RegisteredEvent, at: datetime) -> str:
    """Give the stage of an event at a moment: play has begun, or its last day is over."""
    if row.stage not in _BY_DAY:
        return row.stage
    if row.ends_at is not None and row.ends_at <= at:
        return AWAITED
    return RUNNING if row.begins_at is not None and row.begins_at <= at else row.stage


def at_stages(stages: Sequence[str], at: datetime) -> Q:
    """Give the condition that an event is at one of some stages at a moment."""
    plain = [stage for stage in stages if stage not in {*_BY_DAY, AWAITED}]
    asked = Q(stage__in=plain) if plain else Q(pk__in=())
    if ANNOUNCED in stages:
        asked |= Q(stage=ANNOUNCED, begins_at__gt=at)
    if RUNNING in stages:
        asked |= Q(stage=ANNOUNCED, begins_at__lte=at, ends_at__gt=at) | Q(stage=RUNNING, ends_at__gt=at)
    if AWAITED in stages:
        asked |= Q(stage=AWAITED) | Q(stage__in=_BY_DAY, ends_at__lte=at)
    return asked


def units() -> Q:
    """Give the condition that a row has a report of its own: a whole event without parts, or a part."""
    return Q(has_parts=False)


def registrations(person: Person, asked: AskedRows) -> RowsOfTable[RegistrationLine]:
    """Give events in a table."""
    at = now()
    rows = _filtered(seen_registrations(person), asked)
    if stage := asked.wanted("stage"):
        rows = rows.filter(at_stages([stage], at), units())
    elif not asked.wanted("parent"):
        rows = rows.filter(parent__isnull=True)
    is_everything = federations_seen(person, READ) is None and not any(
        value.strip() for value in asked.filters.values()
    )
    return paged(
        rows.defer("facts", "beside"),
        asked.ordered("-start"),
        _ORDERS,
        lambda row: RegistrationLine(row, stage_at(row, at)),
        _whole_events() if is_everything else None,
    )


def _whole_events() -> int:
    """Count the events that are no parts, by indexes alone: the rows themselves are wide."""
    return RegisteredEvent.objects.count() - RegisteredEvent.objects.filter(parent__isnull=False).count()


def _filtered(rows: QuerySet[RegisteredEvent], asked: AskedRows) -> QuerySet[RegisteredEvent]:
    words = asked.wanted("q")
    if words.isascii() and words.isdigit() and len(words) < 19:  # noqa: PLR2004 - 63 bits
        rows = rows.filter(Q(number=int(words)) | Q(fide_code=words))
    else:
        for part in words.split()[:6]:
            rows = rows.filter(Q(name__icontains=part) | Q(festival__icontains=part))
    for name in ("federation", "kind", "festival", "office", "law"):
        if value := asked.wanted(name):
            rows = rows.filter(**{name: value})
    if (parent := asked.whole_number("parent")) is not None:
        rows = rows.filter(parent_id=parent)
    for name, condition in (("since", "end__gte"), ("until", "start__lte"), ("list", "for_list")):
        if (day := _day(asked.wanted(name))) is not None:
            rows = rows.filter(**{condition: day})
    return rows


def _day(text: str) -> date | None:
    try:
        return day_of(text) if text else None
    except ValueError:
        return None

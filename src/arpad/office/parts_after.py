"""The parts of a long event after an entry of the log about the whole: which there are, and at which stage.

Until its own report, or until it is declared empty, a part is where the whole event is. A part that the event no longer
has, since its days were amended, is left out; one of which a report came stays as it is.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

from arpad.model.problems import Problem
from arpad.office.event_case import EventCase
from arpad.office.parts import PartOfEvent, parts_of
from arpad.office.stages import (
    ANNOUNCED,
    AWAITED,
    CANCELLED,
    CUT_SHORT,
    POSTPONED,
    REGISTERED,
    REGISTRATION_REFUSED,
    RUNNING,
    WAITING,
)
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.office.log import LogRecord

PLANNED_BY = ("event.register", "event.amend", "event.cut_short")
"""The deeds that give an event its days, and with them its parts."""
FOLLOWS = (
    REGISTERED, WAITING, REGISTRATION_REFUSED, ANNOUNCED, RUNNING, POSTPONED, CANCELLED, CUT_SHORT, AWAITED,
)  # fmt: skip
"""The stages of a part at which it has no life of its own yet."""

PlannedPart = tuple[int, PartOfEvent]
"""A part with the number under which the office keeps it."""


def planned_parts(case: EventCase, parts: Mapping[int, EventCase], free: int) -> list[PlannedPart]:
    """Give the parts that an event has by its days; those it had keep their numbers, new ones take free ones."""
    values = case.values
    start, end = values.get("start"), values.get("end")
    if start is None or end is None:
        return []
    known = {part.part: number for number, part in parts.items()}
    planned = []
    for part in parts_of(case.law, start, end):
        number = known.get(part.number, free)
        free += number == free
        planned.append((number, part))
    return planned


def plan_problems(case: EventCase, parts: Mapping[int, EventCase], planned: list[PlannedPart]) -> list[Problem]:
    """Say which parts cannot get other days, since a report of them came or they were declared empty."""
    days = dict(planned)
    fixed = [
        part.part
        for number, part in parts.items()
        if not part.is_left_out and part.stage not in FOLLOWS and days.get(number) != part.part_days
    ]
    return [Problem.of(WORDS, "part_is_fixed", str(case.event), event=case.event, parts=sorted(fixed))] if fixed else []


def plan_facts(planned: list[PlannedPart]) -> list[list[Any]]:
    """Give what the log says of parts: number, place, first and last day."""
    return [[number, part.number, part.first_day, part.last_day] for number, part in planned]


def parts_after(case: EventCase, parts: Mapping[int, EventCase], entry: LogRecord) -> dict[int, EventCase]:
    """Give the parts of an event, by their numbers, after an entry about the whole event."""
    plan = entry.facts.get("parts")
    parts = dict(parts) if plan is None else _planned(case, parts, plan)
    return {number: _followed(case, part, entry) for number, part in parts.items()}


def as_part(case: EventCase, part: EventCase) -> EventCase:
    """Give a part with everything that it has from the whole event: facts, law, registration, approvals."""
    return replace(
        part,
        federation=case.federation,
        law=case.law,
        office=case.office,
        facts=case.facts,
        registered_at=case.registered_at,
        approvals=(*case.approvals, *part.approvals),
        asked={**case.asked, **part.asked},
    )


def _planned(case: EventCase, parts: Mapping[int, EventCase], plan: list[list[Any]]) -> dict[int, EventCase]:
    planned: dict[int, EventCase] = {number: replace(part, is_left_out=True) for number, part in parts.items()}
    for number, place, first, last in plan:
        days = PartOfEvent(place, date.fromisoformat(first), date.fromisoformat(last))
        new = EventCase(number, case.federation, case.law, case.stage, case.office, place, since=case.since)
        planned[number] = replace(parts.get(number, new), part_days=days, is_left_out=False)
    return planned


def _followed(case: EventCase, part: EventCase, entry: LogRecord) -> EventCase:
    if part.stage not in FOLLOWS:
        return part
    stage = CANCELLED if part.is_left_out else case.stage
    since = entry.at if stage != part.stage or part.since is None else part.since
    return replace(part, stage=stage, since=since)

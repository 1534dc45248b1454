"""The parts of a long event in the database: planned with its days, and written with every entry about the whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Max

from arpad.model.problems import RefusedError
from arpad.office.parts_after import as_part, parts_after, plan_facts, plan_problems, planned_parts
from arpad.storage import log
from arpad.storage.events.rows import own_case, write_case
from arpad.storage.models import RegisteredEvent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.office.event_case import EventCase
    from arpad.office.log import LogRecord


def new_number() -> int:
    """Give the number of the next event, which nobody else takes until the transaction ends."""
    log.hold()
    return (RegisteredEvent.objects.aggregate(newest=Max("number"))["newest"] or 0) + 1


def parts_of_row(row: RegisteredEvent) -> dict[int, EventCase]:
    """Give the parts of a long event by their numbers, each as it stands by itself."""
    if row._state.adding:  # noqa: SLF001 - Django's own way to say it
        return {}
    rows = RegisteredEvent.objects.filter(parent_id=row.number).select_related("rating_system", "parent")
    return {part.number: own_case(part) for part in rows.prefetch_related("approvals").order_by("part")}


def parts_facts(came: EventCase, parts: Mapping[int, EventCase], free: int) -> dict[str, Any]:
    """Give what the log says of the parts that an event has by its new days; refused where one can no longer change.

    `free` is the first number that no event has; the event itself may be about to take it.
    """
    planned = planned_parts(came, parts, max(free, came.event + 1))
    problems = plan_problems(came, parts, planned)
    if problems:
        raise RefusedError(problems)
    return {"parts": plan_facts(planned)} if planned or parts else {}


def write_whole(row: RegisteredEvent, came: EventCase, entry: LogRecord) -> None:
    """Write an event into its row, and its parts into theirs."""
    known = parts_of_row(row) if row.has_parts or "parts" in entry.facts else {}
    parts = parts_after(came, known, entry)
    row.has_parts = any(not part.is_left_out for part in parts.values())
    write_case(row, came, came, entry.number)
    for number, part in parts.items():
        if number not in known:
            part_row = RegisteredEvent(number=number, rating_system=row.rating_system, parent=row)
        else:
            part_row = RegisteredEvent.objects.select_related("rating_system").get(number=number)
        write_case(part_row, part, as_part(came, part), entry.number)

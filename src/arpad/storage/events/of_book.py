"""What a change of the book means for registered events: rated by a published list, annulled, replaced.

A list closed and not yet published rates nobody; the stage moves when it is published. The entry that changed the book
names every event with its next stage, so that this too follows from the log.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from arpad.office.event_after import after
from arpad.office.stages import ANNULLED, DUE, OF_LIFE, RATED
from arpad.storage.events.rows import own_case, write_event
from arpad.storage.models import EventEntry, EventRow, ListVersion, RegisteredEvent
from arpad.storage.rulebooks import law_named_by

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

    import polars as pl

    from arpad.office.log import LogRecord
    from arpad.storage.models import RatingSystem

REGISTRATIONS = "registrations"
"""The fact of an entry of the log that names registered events with their next stages."""
_PUBLISHING = ("list.publish", "list.revise")
_AT_ONCE = 500

EventChange = dict[str, Any]


def changed_registrations(
    system: RatingSystem, code: str, removed: pl.DataFrame | None, added: pl.DataFrame | None
) -> list[EventChange]:
    """Give what a change of the table of events means for registered events; before the rows are changed.

    A deed about a registered event says itself what becomes of it.
    """
    changes: dict[int, EventChange] = {}
    if code in _PUBLISHING:
        rated = EventRow.objects.filter(rating_system=system, rated_for__isnull=False, withdrawn=False)
        rows = RegisteredEvent.objects.filter(rating_system=system, stage=DUE, book_event__isnull=False)
        for number in rows.filter(book_event__in=rated.values("event_id")).values_list("number", flat=True):
            changes[number] = {"event": number, "next": RATED}
    elif code not in OF_LIFE and removed is not None and added is not None:
        changes |= {change["event"]: change for change in _of_rows(system, removed, added)}
    return [changes[number] for number in sorted(changes)]


def _of_rows(system: RatingSystem, removed: pl.DataFrame, added: pl.DataFrame) -> Iterator[EventChange]:
    """Compare the rows of events before and after."""
    before = {row["event_id"]: row for row in removed.iter_rows(named=True)}
    came = {row["event_id"]: row for row in added.iter_rows(named=True)}
    new_form = {row["replaces"]: number for number, row in came.items() if row["replaces"] in before}
    numbers = [number for number, row in came.items() if number in before]
    rows = RegisteredEvent.objects.filter(rating_system=system, book_event__in=numbers).order_by("number")
    for row in rows:
        number = row.book_event or 0
        if number in new_form:
            yield {"event": row.number, "next": DUE, "book_event": new_form[number]}
        elif before[number]["withdrawn"] != came[number]["withdrawn"]:
            back = RATED if _is_published(system, came[number]["rated_for"]) else DUE
            yield {"event": row.number, "next": ANNULLED if came[number]["withdrawn"] else back}


def _is_published(system: RatingSystem, day: date | None) -> bool:
    """Tell whether the list that rated an event was published."""
    if day is None:
        return False
    stages = (ListVersion.PUBLISHED, ListVersion.REVISED)
    return ListVersion.objects.filter(rating_system=system, list_date=day, stage__in=stages).exists()


def write_registrations(system: RatingSystem, entry: LogRecord) -> None:
    """Change registered events as an entry of the log says, within the transaction that wrote it."""
    changes: list[Mapping[str, Any]] = entry.facts.get(REGISTRATIONS, [])
    rated = [change["event"] for change in changes if change["next"] == RATED and "book_event" not in change]
    others = [change for change in changes if change["event"] not in set(rated)]
    for first in range(0, len(rated), _AT_ONCE):
        some = RegisteredEvent.objects.filter(pk__in=rated[first : first + _AT_ONCE])
        some.update(stage=RATED, since=entry.at, due_on=None, changed_by=entry.number)
    law_named = law_named_by(system)
    for change in others:
        row = RegisteredEvent.objects.select_related("rating_system", "parent").get(number=change["event"])
        write_event(row, after(own_case(row), replace(entry, facts=change), law_named), entry.number)
    EventEntry.objects.bulk_create(
        [EventEntry(event_id=change["event"], entry=entry.number) for change in changes], batch_size=_AT_ONCE
    )

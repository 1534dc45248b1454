"""What is named to search engines: whoever has a public page, is of age and did not ask to be left out; events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection

from arpad.office.unindex_player import DEED
from arpad.storage.bulk.queries import quoted
from arpad.storage.models import LogEntry
from arpad.storage.queries.players import player_names
from arpad.storage.site.event_calendar import book_events, events_by_number, registered_events
from arpad.storage.site.shown_table import table_of

if TYPE_CHECKING:
    from arpad.storage.models import RatingSystem
    from arpad.storage.site.event_calendar import EventOfCalendar

BLOCK = 20_000
"""So many players stand in a part of the sitemap at most: as many of the table as follow each other by number."""


def player_blocks(system: RatingSystem) -> int:
    """Give how many parts the players need."""
    table = table_of(system)
    if table is None:
        return 0
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {quoted(table.table)} WHERE is_minor = 0")  # noqa: S608 - our own name
        (count,) = cursor.fetchone()
    return -(-int(count) // BLOCK)


def players_of_block(system: RatingSystem, block: int) -> list[tuple[int, str]]:
    """Give the players of a part, by number: the number and the name of each."""
    table = table_of(system)
    if table is None:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT fide_id FROM {quoted(table.table)} WHERE is_minor = 0"  # noqa: S608 - the same
            " ORDER BY fide_id LIMIT %s OFFSET %s",
            [BLOCK, block * BLOCK],
        )
        numbers = [number for (number,) in cursor.fetchall()]
    names: dict[int, str] = {}
    for at in range(0, len(numbers), 5_000):
        names |= player_names(system, numbers[at : at + 5_000])
    left_out = unindexed(system)
    return [(number, names[number]) for number in numbers if number in names and number not in left_out]


def unindexed(system: RatingSystem) -> frozenset[int]:
    """Give who asked not to be found by search engines: the newest word of each holds."""
    entries = LogEntry.objects.filter(code=DEED, facts__system=system.key).order_by("number")
    newest = {facts["player"]: facts.get("is_unindexed") for facts in entries.values_list("facts", flat=True)}
    return frozenset(number for number, is_left_out in newest.items() if is_left_out)


def event_blocks(system: RatingSystem) -> int:
    """Give how many parts the public events need."""
    return -(-(book_events(system).count() + registered_events(system).count()) // BLOCK)


def events_of_block(system: RatingSystem, block: int) -> list[EventOfCalendar]:
    """Give the public events of a part: those that only the book has, then those of the office."""
    return events_by_number(system, block * BLOCK, BLOCK)

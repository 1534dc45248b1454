"""Who is named to search engines: whoever has a public page, and is of age."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection

from arpad.storage.bulk.queries import quoted
from arpad.storage.queries.players import player_names
from arpad.storage.site.shown_table import table_of

if TYPE_CHECKING:
    from arpad.storage.models import RatingSystem

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
    return [(number, names[number]) for number in numbers if number in names]

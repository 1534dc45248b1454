"""Numbers of players by words of their names, as a person typed them, as of the index and of what came since."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.book.near_duplicates import name_keys
from arpad.storage.models import PlayerRow
from arpad.storage.search.index import index_of, matches

if TYPE_CHECKING:
    from collections.abc import Collection

    from arpad.storage.models import RatingSystem

MOST = 1000
"""So many players are given at most; whoever gets more has to type more."""
MOST_WORDS = 8
"""So many words are looked at."""
_SINCE = 5000
"""So many rows at most that came after the index was built are looked through."""


@dataclass(frozen=True, slots=True)
class FoundPlayers:
    """What a search came to."""

    numbers: tuple[int, ...]
    """The best rated first."""
    is_cut: bool
    """True where there are more."""
    is_behind: bool
    """True where the index is that of an earlier list, or not built yet."""


def words_of(text: str) -> list[str]:
    """Give the words of what was typed, as an index has them.

    >>> words_of("Kestrel-Éber,  a.")
    ['a', 'eber', 'kestrel']
    """
    return list(dict.fromkeys(name_keys([text])[0].split()))[:MOST_WORDS]


def search(system: RatingSystem, text: str, federations: Collection[str] | None = None) -> FoundPlayers | None:
    """Find players whose names have words that begin so; None where there is no index to ask.

    `federations` are those whose players the person who asks may see, or asked for; None for all.
    """
    index = index_of(system)
    if index is None:
        return None
    words = words_of(text)
    is_behind = index.list_version != system.newest_id
    if not words:
        return FoundPlayers((), is_cut=False, is_behind=is_behind)
    allowed = None if federations is None else sorted(federations)
    numbers = matches(index, words, allowed, MOST + 1)
    numbers += [number for number in _since(system, index.last_row, words, allowed) if number not in set(numbers)]
    return FoundPlayers(tuple(numbers[:MOST]), len(numbers) > MOST, is_behind)


def _since(system: RatingSystem, last_row: int, words: list[str], federations: list[str] | None) -> list[int]:
    """Find the same among players whose rows were written after the index was built."""
    rows = PlayerRow.objects.filter(row_number__gt=last_row).order_by("row_number")
    if federations is not None:
        rows = rows.filter(federation__in=federations)
    # Asked for the rating system too, SQLite would look through all of its players instead of the newest rows.
    newer = [
        row[:2] for row in rows.values_list("fide_id", "name", "rating_system")[:_SINCE] if row[2] == system.number
    ]
    keys = name_keys([name for _, name in newer]) if newer else []
    return [number for (number, _), key in zip(newer, keys, strict=True) if _has(key.split(), words)]


def _has(own: list[str], words: list[str]) -> bool:
    return all(any(word.startswith(begun) for word in own) for begun in words)

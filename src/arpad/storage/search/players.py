"""Numbers of players by words of their names, as a person typed them, as of the index and of what came since."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

from arpad.book.near_duplicates import name_keys
from arpad.storage.models import PlayerRow
from arpad.storage.search.asked import matches, with_errors
from arpad.storage.search.index import index_of
from arpad.storage.search.rows import WantedPlayers

if TYPE_CHECKING:
    from collections.abc import Collection

    from arpad.storage.models import RatingSystem
    from arpad.storage.search.index import Index

_WORD = re.compile(r"[^\W_]+")
MOST = 1000
"""So many players are given at most; whoever gets more has to type more."""
MOST_WORDS = 8
"""So many words are looked at."""
_SINCE = 5000
"""So many rows at most that came after the index was built are looked through."""
_WITH_ERRORS = 100
"""So many players at most are given whose names are only nearly so."""


@dataclass(frozen=True, slots=True)
class FoundPlayers:
    """What a search came to."""

    numbers: tuple[int, ...]
    """The best rated first; behind them those whose names are only nearly so."""
    is_cut: bool
    """True where there are more."""
    is_behind: bool
    """True where the index is that of an earlier list, or not built yet."""
    exact: int = 0
    """So many of them have the words as they were typed."""


def words_of(text: str) -> list[str]:
    """Give the words of what was typed, as an index has them.

    >>> words_of("Kestrel-Éber,  a.")
    ['a', 'eber', 'kestrel']
    """
    return list(dict.fromkeys(name_keys([text])[0].split()))[:MOST_WORDS]


def as_typed(text: str) -> dict[str, str]:
    """Give the same words, each with its letters as they were typed, without accents.

    >>> as_typed("Naelrand, Ödön")
    {'nalrand': 'naelrand', 'odon': 'odon'}
    """
    bare = "".join(letter for letter in normalize("NFKD", text.lower()) if not combining(letter))
    typed = _WORD.findall(bare)[:MOST_WORDS]
    folded = name_keys(typed) if typed else []
    return {word: each for word, each in zip(folded, typed, strict=True) if word}


def search(system: RatingSystem, text: str, federations: Collection[str] | None = None) -> FoundPlayers | None:
    """Find players whose names have words that begin so; None where there is no index to ask.

    `federations` are those whose players the person who asks may see, or asked for; None for all.
    """
    index = index_of(system)
    if index is None:
        return None
    wanted = WantedPlayers(None if federations is None else tuple(sorted(federations)))
    return searched(system, index, words_of(text), wanted, MOST)


def forgiving(system: RatingSystem, text: str, wanted: WantedPlayers, most: int, page: int) -> FoundPlayers | None:
    """Find the same among those who are wanted; where they do not fill a page, also those whose names are nearly so."""
    index = index_of(system)
    if index is None:
        return None
    words = words_of(text)
    exact = searched(system, index, words, wanted, most)
    if not words or len(exact.numbers) >= page:
        return exact
    nearly = with_errors(index, as_typed(text), wanted, _WITH_ERRORS)
    others = [number for number in nearly if number not in exact.numbers]
    numbers = (*exact.numbers, *others)[:most]
    return FoundPlayers(numbers, exact.is_cut, exact.is_behind, len(exact.numbers))


def searched(system: RatingSystem, index: Index, words: list[str], wanted: WantedPlayers, most: int) -> FoundPlayers:
    """Find players whose names have words that begin so."""
    is_behind = index.list_version != system.newest_id
    if not words and not wanted.marks:
        return FoundPlayers((), is_cut=False, is_behind=is_behind)
    numbers = matches(index, words, wanted, most + 1)
    if not wanted.is_narrowed:
        known = set(numbers)
        numbers += [number for number in _since(system, index.last_row, words, wanted) if number not in known]
    given = tuple(numbers[:most])
    return FoundPlayers(given, len(numbers) > most, is_behind, len(given))


def _since(system: RatingSystem, last_row: int, words: list[str], wanted: WantedPlayers) -> list[int]:
    """Find the same among players whose rows were written after the index was built."""
    rows = PlayerRow.objects.filter(row_number__gt=last_row).order_by("row_number")
    if wanted.federations is not None:
        rows = rows.filter(federation__in=wanted.federations)
    # Asked for the rating system too, SQLite would look through all of its players instead of the newest rows.
    newer = [
        row[:2] for row in rows.values_list("fide_id", "name", "rating_system")[:_SINCE] if row[2] == system.number
    ]
    keys = name_keys([name for _, name in newer]) if newer else []
    return [number for (number, _), key in zip(newer, keys, strict=True) if _has(key.split(), words)]


def _has(own: list[str], words: list[str]) -> bool:
    return all(any(word.startswith(begun) for word in own) for begun in words)

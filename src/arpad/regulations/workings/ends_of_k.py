"""How K ends: the day, the published rating or the rated games that would give a player another one.

The rule for K itself is asked again, with later days and with facts beyond each of its limits.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import TYPE_CHECKING

from arpad.regulations.durations import MONTHS_A_YEAR, shifted_months
from arpad.regulations.package_data import words
from arpad.regulations.rules.development_coefficient import DEVELOPMENT_COEFFICIENT
from arpad.regulations.terms.limits import limits
from arpad.regulations.workings.coefficient import coefficient, is_by_history, is_by_officer
from arpad.regulations.workings.shown_by_k import ks_in_force

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from arpad.regulations.workings.coefficient import Coefficient

_MONTHS = 30 * MONTHS_A_YEAR
"""By then nobody is a junior any more."""


@dataclass(frozen=True, slots=True)
class EndOfK:
    """Another K, and what brings it; where several things are named, all of them are needed."""

    k: int
    day: date | None = None
    """The first day of a month, from which on it holds."""
    rating: int | None = None
    """The published rating with which it comes."""
    games: int | None = None
    """The rated games, of the player's whole life, with which it comes."""

    @property
    def ways(self) -> dict[str, date | int]:
        """What brings it, by name."""
        named = {"day": self.day, "rating": self.rating, "games": self.games}
        return {name: value for name, value in named.items() if value is not None}


def ends_of_k(decided: Coefficient) -> tuple[EndOfK, ...]:
    """Give everything that ends a K by itself, or else together with something; nothing where K stays or is not known.

    Of several ratings, or numbers of games, that would give another K the first is named.
    """
    law, facts = decided.law, decided.facts
    if decided.k is None or is_by_officer(law) or not is_by_history(law):
        return ()
    ratings = [limit for limit in _limits(decided, "highest", "rating") if limit > facts.at_least]
    games = [limit for limit in _limits(decided, "games") if facts.games is not None and limit > facts.games]
    ways: dict[str, Sequence[date | int]] = {"day": _days(decided, ratings, games), "rating": ratings, "games": games}
    ends: list[EndOfK] = []
    for size in range(1, len(ways) + 1):
        for names in combinations(ways, size):
            ends += _first(decided, {name: ways[name] for name in names}, ends)
    return tuple(ends)


def _limits(decided: Coefficient, *quantities: str) -> list[int]:
    return sorted({limit for name in quantities for limit in limits(DEVELOPMENT_COEFFICIENT, decided.law, name)})


def _first(decided: Coefficient, ways: dict[str, Sequence[date | int]], known: Sequence[EndOfK]) -> list[EndOfK]:
    """Give the first values of these ways, taken together, with which K is another one and has not ended yet."""
    for values in product(*ways.values()):
        end = EndOfK(0, **dict(zip(ways, values, strict=True)))  # type: ignore[arg-type] # each way has its own kind
        if any(_includes(end, other) for other in known):
            continue
        k = _k(decided, end)
        if k not in {None, decided.k}:
            return [replace(end, k=k)]
    return []


def _includes(end: EndOfK, other: EndOfK) -> bool:
    """Tell whether K has ended in another way already, when all of this comes together."""
    return all(name in end.ways and value <= end.ways[name] for name, value in other.ways.items())  # type: ignore[operator] # each way has its own kind


def _k(decided: Coefficient, end: EndOfK) -> int | None:
    facts = decided.facts
    if end.rating is not None:
        highest = None if facts.highest is None else max(facts.highest, end.rating)
        facts = replace(facts, rating=end.rating, highest=highest)
    if end.games is not None:
        facts = replace(facts, games=end.games)
    return coefficient(decided.law, facts, end.day or decided.day).k


def _days(decided: Coefficient, ratings: Sequence[int], games: Sequence[int]) -> list[date]:
    """Give the first of a month from which on the player's age counts otherwise; none where it never does."""
    if decided.facts.born is None:
        return []
    first = shifted_months(decided.day.replace(day=1), 1)

    def answers(months: int) -> list[int | None]:
        day = shifted_months(first, months)
        return [_k(decided, EndOfK(0, day, rating, count)) for rating in (None, *ratings) for count in (None, *games)]

    now = [_k(decided, EndOfK(0, None, rating, count)) for rating in (None, *ratings) for count in (None, *games)]
    if answers(_MONTHS) == now:
        return []
    # A player grows up once.
    return [shifted_months(first, bisect_left(range(_MONTHS), True, key=lambda months: answers(months) != now))]


def ends_in_words(decided: Coefficient, ends: Sequence[EndOfK]) -> str:
    """Say when and how a K ends, those that give the same one together; empty where nobody can know."""
    if decided.k is None or is_by_officer(decided.law) or not is_by_history(decided.law):
        return ""
    if not ends:
        # Above the lowest, K may end with something that is not known of the player.
        return words("end_of_k", "stays", k=decided.k) if decided.k == ks_in_force(decided.law, decided.day)[0] else ""
    by_k: dict[int, list[str]] = {}
    for end in ends:
        ways = [words("end_of_k", name, value=value) for name, value in end.ways.items()]
        by_k.setdefault(end.k, []).append(words("end_of_k", "together", ways=ways))
    sentences = [words("end_of_k", "other", k=k, ways=ways) for k, ways in by_k.items()]
    return words("end_of_k", "whole", ends=sentences)

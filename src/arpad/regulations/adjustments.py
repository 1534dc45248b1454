"""One-off adjustments of a list: applied after the normal calculation, before the floor is looked at."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from arpad.model.numbers import HALF_UP, rounded_quotient
from arpad.regulations import shipped

if TYPE_CHECKING:
    from datetime import date


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What an authority once did to all ratings of a list."""

    id: str
    list: date
    kinds: tuple[str, ...]
    rule: str
    words: str
    confidence: str
    source: str
    within: int = 0
    below: int = 0
    per_cent: int = 0

    def adjusted(self, rating: int, standard: int | None = None) -> int | None:
        """Give the rating after the adjustment; None where the standard rating is needed and not known.

        >>> from datetime import date
        >>> adjustments(date(2024, 3, 1), "standard")[0].adjusted(1500)
        1700
        """
        if self.rule == "compress":
            lacking = max(self.below - rating, 0)
            return rating + rounded_quotient(lacking * self.per_cent, 100, HALF_UP)
        if standard is None:
            return None
        return max(rating, standard - self.within)


@cache
def _all() -> tuple[Adjustment, ...]:
    found = tomllib.loads(shipped.text("adjustments.toml"))["adjustment"]
    return tuple(Adjustment(**one | {"kinds": tuple(one["kinds"])}) for one in found)


@cache
def adjustments(list_date: date, kind: str) -> tuple[Adjustment, ...]:
    """Give the one-off adjustments of a list for a kind of chess."""
    return tuple(one for one in _all() if one.list == list_date and kind in one.kinds)

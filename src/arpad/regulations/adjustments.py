"""One-off adjustments of a list: applied after the normal calculation, before the floor is looked at."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from arpad.regulations import package_data
from arpad.regulations.rules.list_line import ADJUSTED
from arpad.regulations.terms.ints import ints

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import date

    from arpad.regulations.edition import Edition


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What an authority once did to all ratings of a list."""

    id: str
    authority: str
    list: date
    kinds: tuple[str, ...]
    rule: str
    words: str
    confidence: str
    source: str
    within: int = 0
    below: int = 0
    per_cent: int = 0

    @property
    def facts(self) -> dict[str, int]:
        """What the rule asks of an adjustment."""
        return {
            "is_compressed": self.rule == "compress",
            "below": self.below,
            "per_cent": self.per_cent,
            "within": self.within,
        }

    def adjusted(self, law: Edition, rating: int, standard: int | None = None) -> int | None:
        """Give the rating after the adjustment; None where the standard rating is needed and not known.

        >>> from datetime import date
        >>> from arpad.regulations.catalogue import edition
        >>> adjustments(date(2024, 3, 1), "standard")[0].adjusted(edition("fide-2024-03"), 1500)
        1700
        """
        if standard is None and not self.facts["is_compressed"]:
            return None
        whole = {"reached": rating, "has_standard": standard is not None, "standard": standard or 0, **self.facts}
        after: int = ints(ADJUSTED, law).run(whole, {}).whole["adjusted"]
        return after


@cache
def every_adjustment() -> tuple[Adjustment, ...]:
    """Give all one-off adjustments that are known here."""
    tables = tomllib.loads(package_data.text("adjustments.toml"))["adjustment"]
    return tuple(Adjustment(**table | {"kinds": tuple(table["kinds"])}) for table in tables)


@cache
def adjustments(list_date: date, kind: str) -> tuple[Adjustment, ...]:
    """Give the one-off adjustments of a list for a kind of chess."""
    return tuple(
        adjustment for adjustment in every_adjustment() if adjustment.list == list_date and kind in adjustment.kinds
    )


def applied(list_date: date, kind: str, authority: str, named: Collection[str] | None = None) -> tuple[Adjustment, ...]:
    """Give the one-off adjustments that hold for a list under the regulations of an authority.

    They are data of that authority's own lists (R-025). Where some are named, these hold, whatever the authority.

    >>> from datetime import date
    >>> [len(applied(date(2024, 3, 1), "standard", authority)) for authority in ("fide", "mssz")]
    [1, 0]
    """
    of_list = adjustments(list_date, kind)
    if named is None:
        return tuple(adjustment for adjustment in of_list if adjustment.authority == authority)
    return tuple(adjustment for adjustment in of_list if adjustment.id in named)

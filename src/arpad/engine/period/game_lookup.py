"""What a game is worth, looked up: where only the difference of two ratings matters, the rule is asked once for each.

From 2006 on, and outside the one upgrade of 2022 and 2023, W - We of a game depends on the difference and the result
alone, except for players from the exemption on and for gaps that may exclude a game. So the rule itself fills a table
over all differences, and games are looked up in it (`game_sums`); the few others are asked of the rule. Nothing of the
rule is written here a second time, and a property test binds the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from arpad.engine.arrays import Arrays, Column
from arpad.regulations.rules.rated_event import RATED_EVENT

if TYPE_CHECKING:
    from arpad.regulations.edition import Edition

LARGEST = 4000
"""No two ratings are further apart."""
RESULTS = 3
"""A loss, a draw, a win: half points of the player."""
ONE_GAME_BITS = 30
ONE_GAME = 1 << ONE_GAME_BITS
"""Added to W - We of every counted game, so that one sum carries both the points and the number of games."""
ONE_POINT = 100
HALF_POINT = 50
KEY_BITS = 12
"""Ratings that are looked up need no more."""
_ORDINARY = 1500
_HIGHEST = (1 << KEY_BITS) - 1


@dataclass(frozen=True, slots=True)
class LookupTable:
    """W - We in hundredths plus `ONE_GAME`, by three times the difference, from the lowest one on, plus the result."""

    table: Column
    widest: int
    """The table has differences up to this one; a game with a larger one is asked of the rule."""
    below: int
    """The games of players with this rating or a higher one are asked of the rule, too."""


def is_tabulated(law: Edition) -> bool:
    """Tell whether an edition values a game by its difference alone, apart from what `LookupTable` names.

    A printed table that contradicts itself is not looked up beforehand: only who asks for such a cell is refused.
    """
    looks_at_events = any(RATED_EVENT.gives(law, quantity) for quantity in ("average", "upgraded_above"))
    return not looks_at_events and law.table("expectation_table").is_complete()


@lru_cache(maxsize=64)
def lookup_table(law: Edition) -> LookupTable:
    """Fill the table of an edition by its own rule."""
    below = min(law.get("cap_exempt_from") or _HIGHEST, _HIGHEST)
    widest = min((law.get("gap_exclusion") or _HIGHEST) - 1, LARGEST)
    differences = np.arange(-widest, widest + 1, dtype=np.int64)
    own = np.full(differences.shape, _ORDINARY, dtype=np.int64)
    sums = _asked(law, own, own - differences)
    table = np.stack([ONE_GAME + sums + HALF_POINT * result for result in range(RESULTS)], axis=1)
    return LookupTable(table.ravel(), widest, below)


def _asked(law: Edition, own: Column, opponent: Column) -> Column:
    """Ask the rule for W - We of lost games."""
    size = len(own)
    no, zero = np.zeros(size, dtype=bool), np.zeros(size, dtype=np.int64)
    whole = {
        "rating": own,
        "was_unrated": no,
        "is_match": no,
        "is_round_robin": no,
        "is_scheveningen": no,
        "table_average": no,
    }
    parts = {"opponent": opponent, "unrated": no, "score": zero, "order": zero}
    return Arrays(RATED_EVENT, law).run(whole, parts, np.arange(size)).whole["sum"]

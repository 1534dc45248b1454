"""One-off adjustments over a whole list: the rule of the reference, asked once for each different rating."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from arpad.engine.people import UNRATED
from arpad.regulations.adjustments import applied

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    import polars as pl

    from arpad.regulations.adjustments import Adjustment
    from arpad.regulations.edition import Edition

Column = np.ndarray[Any, Any]

_WIDTH = 10_000
"""More than any rating: a rating and a standard rating as one number."""


def of_list(law: Edition, list_date: date, chosen: pl.DataFrame | None) -> tuple[Adjustment, ...]:
    """Give the adjustments of a list: those of the authority of its edition, or those that a book names."""
    return applied(list_date, law.kind, law.authority, named_of(chosen, law.kind, list_date))


def named_of(chosen: pl.DataFrame | None, kind: str, list_date: date) -> tuple[str, ...] | None:
    """Give the adjustments that a book names for a list; None where it leaves them to the authority."""
    if chosen is None:
        return None
    rows = chosen.select("list", "kind", "id").iter_rows()
    return tuple(sorted(one for day, of, one in rows if (day, of) == (list_date, kind)))


def adjusted(reached: Column, standard: Column, chosen: Sequence[Adjustment]) -> Column:
    """Apply the adjustments of a list to everybody who is rated."""
    for one in chosen:
        rated = np.flatnonzero(reached != UNRATED)
        keys, group = np.unique(reached[rated] * _WIDTH + standard[rated], return_inverse=True)
        made = [
            one.adjusted(rating, other if other != UNRATED else None) or rating
            for rating, other in ((key // _WIDTH, key % _WIDTH) for key in keys.tolist())
        ]
        reached = reached.copy()
        reached[rated] = np.array(made, dtype=np.int64)[group]
    return reached

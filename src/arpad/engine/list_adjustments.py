"""One-off adjustments over a whole list: the rule of the reference, asked once for each different rating."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from arpad.engine.people import UNRATED
from arpad.regulations.adjustments import adjustments
from arpad.regulations.catalogue import is_path

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    import polars as pl

    from arpad.regulations.adjustments import Adjustment

Column = np.ndarray[Any, Any]

_WIDTH = 10_000
"""More than any rating: a rating and a standard rating as one number."""


def of_list(kind: str, list_date: date, name: str | None, chosen: pl.DataFrame | None) -> tuple[Adjustment, ...]:
    """Give the adjustments of a list: the shipped ones, or those that a book names.

    They are data of FIDE's lists; under rules from a file a federation makes a list of its own (R-025).
    """
    if is_path(name or ""):
        return ()
    shipped = adjustments(list_date, kind)
    if chosen is None:
        return shipped
    named = {one for day, of, one in chosen.select("list", "kind", "id").iter_rows() if (day, of) == (list_date, kind)}
    return tuple(one for one in shipped if one.id in named)


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

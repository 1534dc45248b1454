"""One-off adjustments over a whole list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arpad.engine.arrays import Arrays, Column
from arpad.engine.everybody import UNRATED
from arpad.regulations.adjustments import applied
from arpad.regulations.rules.list_line import ADJUSTED

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    import polars as pl

    from arpad.regulations.adjustments import Adjustment
    from arpad.regulations.edition import Edition


def of_list(law: Edition, list_date: date, chosen: pl.DataFrame | None) -> tuple[Adjustment, ...]:
    """Give the adjustments of a list: those of the authority of its edition, or those that a book names."""
    return applied(list_date, law.kind, law.authority, named_of(chosen, law.kind, list_date))


def named_of(chosen: pl.DataFrame | None, kind: str, list_date: date) -> tuple[str, ...] | None:
    """Give the adjustments that a book names for a list; None where it leaves them to the authority."""
    if chosen is None:
        return None
    rows = chosen.select("list", "kind", "id").iter_rows()
    return tuple(sorted(row for day, of, row in rows if (day, of) == (list_date, kind)))


def adjusted(law: Edition, reached: Column, standard: Column, chosen: Sequence[Adjustment]) -> Column:
    """Apply the adjustments of a list to everybody who is rated."""
    for adjustment in chosen:
        rated = np.flatnonzero(reached != UNRATED)
        numbers = {name: np.broadcast_to(np.asarray(value), (len(rated),)) for name, value in adjustment.facts.items()}
        own = {"reached": reached[rated], "standard": standard[rated], "has_standard": standard[rated] != UNRATED}
        reached = reached.copy()
        reached[rated] = Arrays(ADJUSTED, law).run({**own, **numbers}, {}, None).whole["adjusted"]
    return reached

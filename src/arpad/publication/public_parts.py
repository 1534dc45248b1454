"""Who stands on some part of a published list: as published, or as its edition says of one that was taken over.

What was published with a list says it best. A list that was imported without anything is asked by the same rules that
decide about a list that is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import polars as pl

from arpad.book.view import Instead
from arpad.engine.period.close_list import has_list
from arpad.model.period import KINDS
from arpad.publication.parts import LIST_PART, alphabetical, delisted, inactive, titled_unrated
from arpad.publication.publication import deciding_for, shown_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.book.view import BookView
    from arpad.engine.period.close_list import Closed
    from arpad.publication.name_order import NamesInOrder
    from arpad.regulations.edition import Edition

_SOME = "?"
"""The federation of then, which is not known."""
PARTS = (LIST_PART, "inactive", "titled_unrated", "delisted")
"""The parts of which somebody is on at least one: the others repeat lines of these."""


@dataclass(frozen=True, slots=True)
class _NoChanges:
    """That nothing is known of how a list came about."""

    players: pl.DataFrame


@dataclass(frozen=True, slots=True)
class _OfKind:
    law: Edition
    changes: _NoChanges


@dataclass(frozen=True, slots=True)
class _TakenOver:
    """A list that was taken over: its lines, and by which law they are shown."""

    list_date: date
    frame: pl.DataFrame
    kinds: Mapping[str, _OfKind]


def parts_of_list(
    view: BookView, day: date, lines: pl.DataFrame, names: NamesInOrder | None = None
) -> dict[str, pl.DataFrame]:
    """Give the parts of a list that was taken over, as its edition would have them published.

    A book says to which federation somebody belongs now. So it keeps nobody off an earlier list who has none any more.
    `names` are the players in the order of names, where that is known.
    """
    if day != max(view.list_dates, default=day):
        known = pl.when(pl.col("federation") == "").then(pl.lit(_SOME)).otherwise("federation").alias("federation")
        view = Instead(view, {"players": view.table("players").with_columns(known)})
    nothing = _NoChanges(pl.DataFrame(schema={"fide_id": pl.Int64, "new_rating": pl.Int64}))
    kinds = {kind: _OfKind(view.rulebook.law(kind, day), nothing) for kind in KINDS if has_list(view, kind, day)}
    if not kinds:
        return {LIST_PART: lines}
    closed = cast("Closed", _TakenOver(day, lines, kinds))
    shown = shown_of(closed, view, deciding_for(closed, view), names)
    parts = {
        LIST_PART: alphabetical(shown),
        "inactive": inactive(shown),
        "titled_unrated": titled_unrated(shown),
        "delisted": delisted(shown),
    }
    return {name: frame for name, frame in parts.items() if frame is not None}

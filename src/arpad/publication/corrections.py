"""The corrections that a list carries out: whose base is another than was published, by which decision, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from arpad.book.view import Period
from arpad.engine.corrected_bases import BaseCauses
from arpad.engine.everybody import UNRATED
from arpad.publication.listing import of_those

if TYPE_CHECKING:
    from arpad.book.view import BookView
    from arpad.engine.period.close_kind import ClosedKind
    from arpad.engine.period.close_list import Closed


def corrections(closed: Closed, view: BookView) -> dict[str, Any]:
    """Give, by kind of chess, the events that a list takes back and everybody whose base it corrects.

    Of each player: the rating published before, the corrected base, why, the change by games, and the rating now. The
    largest corrections come first. A kind of chess without a correction is not named.
    """
    of_kinds = {}
    for kind, closed_kind in closed.kinds.items():
        causes = BaseCauses(Period(view, kind, closed.list_date))
        if causes.are_there:
            rows = _corrected(closed_kind, view.table("players"))
            events = [cause.data for cause in causes.explained_events()]
            players = [row | {"because": _sentences(causes, row["fide_id"])} for row in rows.to_dicts()]
            of_kinds[kind] = {"count": rows.height, "events": events, "players": players}
    return of_kinds


def _sentences(causes: BaseCauses, player: int) -> str:
    return "; ".join(cause.sentence() for cause in causes.of(player))


def _corrected(closed_kind: ClosedKind, players: pl.DataFrame) -> pl.DataFrame:
    """Give fide_id, name, federation, before, base, change and after of everybody with a corrected base."""
    part = closed_kind.changes.of_players
    places = np.flatnonzero(part.own != part.last.rating)
    before, base = (
        pl.Series(column[places], dtype=pl.Int64).replace({UNRATED: None}) for column in (part.last.rating, part.own)
    )
    numbers = pl.Series(part.players.places.numbers[places], dtype=pl.Int64)
    rows = pl.DataFrame({"fide_id": numbers, "before": before, "base": base})
    people = players.select(pl.col("fide_id").cast(pl.Int64), "name", "federation")
    moved = closed_kind.changes.players.select(pl.col("fide_id").cast(pl.Int64), pl.col("change").cast(pl.Int64))
    now = closed_kind.ratings.select(pl.col("fide_id").cast(pl.Int64), after=pl.col("rating").cast(pl.Int64))
    for more in (people, moved, now):
        rows = rows.join(of_those(more, rows), on="fide_id", how="left")
    size = (pl.col("base") - pl.col("before")).abs().fill_null(0)
    ordered = rows.sort(size, pl.col("name"), pl.col("fide_id"), descending=[True, False, False])
    return ordered.select("fide_id", "name", "federation", "before", "base", "change", "after")

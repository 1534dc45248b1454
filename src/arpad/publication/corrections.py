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
    from collections.abc import Iterable, Mapping
    from datetime import date

    from arpad.book.view import BookView
    from arpad.engine.period.close_kind import ClosedKind


def causes_of_list(view: BookView, list_date: date, kinds: Iterable[str]) -> dict[str, BaseCauses]:
    """Give, by kind of chess, why bases of a list are corrected; a kind without a correction is not named."""
    causes = {kind: BaseCauses(Period(view, kind, list_date)) for kind in kinds}
    return {kind: of_kind for kind, of_kind in causes.items() if of_kind.are_there}


def corrections(rows: Mapping[str, pl.DataFrame], causes: Mapping[str, BaseCauses]) -> dict[str, Any]:
    """Give, by kind of chess, the events that a list takes back and everybody whose base it corrects.

    Of each player: the rating published before, the corrected base, why, the change by games, and the rating now. The
    largest corrections come first.
    """
    of_kinds = {}
    for kind, of_kind in causes.items():
        size = (pl.col("base") - pl.col("before")).abs().fill_null(0)
        ordered = rows[kind].sort(size, pl.col("name"), pl.col("fide_id"), descending=[True, False, False])
        events = [cause.data for cause in of_kind.explained_events()]
        of_kinds[kind] = {"count": ordered.height, "events": events, "players": ordered.to_dicts()}
    return of_kinds


def corrected(closed_kind: ClosedKind, people: pl.DataFrame, causes: BaseCauses) -> pl.DataFrame:
    """Give fide_id, name, federation, before, base, change, after and because of everybody with a corrected base."""
    part = closed_kind.changes.of_players
    places = np.flatnonzero(part.own != part.last.rating)
    before, base = (
        pl.Series(column[places], dtype=pl.Int64).replace({UNRATED: None}) for column in (part.last.rating, part.own)
    )
    numbers = pl.Series(part.players.places.numbers[places], dtype=pl.Int64)
    because = pl.Series([_sentences(causes, player) for player in numbers.to_list()], dtype=pl.String)
    rows = pl.DataFrame({"fide_id": numbers, "before": before, "base": base, "because": because})
    moved = closed_kind.changes.players.select(pl.col("fide_id").cast(pl.Int64), pl.col("change").cast(pl.Int64))
    now = closed_kind.ratings.select(pl.col("fide_id").cast(pl.Int64), after=pl.col("rating").cast(pl.Int64))
    for more in (people, moved, now):
        rows = rows.join(of_those(more, rows), on="fide_id", how="left")
    return rows.select("fide_id", "name", "federation", "before", "base", "change", "after", "because")


def _sentences(causes: BaseCauses, player: int) -> str:
    return "; ".join(cause.sentence() for cause in causes.of(player))

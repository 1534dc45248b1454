"""Who came, went, rested and returned from one list to the next, by kind of chess."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arpad.model.period import STANDARD
from arpad.publication.listing import EXCLUDED, NO_ID, excluded_from, is_inactive, of_those, standing

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.book.view import BookView
    from arpad.engine.period.close_list import Closed

NEW, BELOW_FLOOR, BECAME_INACTIVE, RETURNED = "new", "below_floor", "became_inactive", "returned"
SCHEMA = {
    "kind": pl.String,
    "fide_id": pl.Int64,
    "name": pl.String,
    "federation": pl.String,
    "what": pl.String,
    "before": pl.Int64,
    "after": pl.Int64,
}


@dataclass(frozen=True, slots=True)
class Last:
    """The list before the one that is made; None where there is none, or the book does not have it."""

    day: date | None
    frame: pl.DataFrame | None

    def beside(self, frame: pl.DataFrame, kind: str) -> pl.DataFrame:
        """Give rating and flag of the last list beside those of this one: before and was, after and flag."""
        now = frame.select("fide_id", "flag", after=f"{kind}_rating")
        if self.frame is None:
            return now.with_columns(before=pl.lit(None, dtype=now["after"].dtype), was=pl.lit(""))
        then = self.frame.select(pl.col("fide_id").cast(pl.Int64), before=f"{kind}_rating", was="flag")
        if now["fide_id"].equals(then["fide_id"]):
            return now.hstack(then.drop("fide_id"))
        return now.join(then, on="fide_id", how="left").with_columns(pl.col("was").fill_null(""))


def movements(
    closed: Closed,
    view: BookView,
    last: Mapping[str, Last],
    kept_off: pl.DataFrame,
    fallen: Mapping[str, pl.DataFrame],
) -> pl.DataFrame:
    """Give a row for everybody who entered, fell below the floor, was taken off, became inactive or returned."""
    moves = []
    was_off: dict[tuple[date, str], pl.DataFrame] = {}
    for kind, before in last.items():
        both = before.beside(closed.frame, kind)
        moves.append(_rows(kind, fallen[kind].select("fide_id", "before", what=pl.lit(BELOW_FLOOR))))
        if before.frame is not None:
            stayed = both.filter(pl.any_horizontal(_what(kind).values()))
            named = stayed.with_columns(
                what=pl.coalesce(pl.when(is_so).then(pl.lit(what)) for what, is_so in _what(kind).items())
            )
            moves.append(_rows(kind, named.join(kept_off, on="fide_id", how="anti")))
        if before.day is not None:
            law = closed.kinds[kind].law
            asked = before.day, law.id
            was_off[asked] = was_off[asked] if asked in was_off else standing(view, law, before.day)
            taken = _taken_off(closed, view, kind, before.day, kept_off, was_off[asked])
            rated = of_those(both, taken).filter(pl.col("before").is_not_null()).select("fide_id", "before")
            moves.append(_rows(kind, taken.join(rated, on="fide_id", how="inner")))
    rows = pl.concat(moves)
    players = view.table("players").select(pl.col("fide_id").cast(pl.Int64), "name", "federation")
    named = rows.join(of_those(players, rows), on="fide_id", how="inner")
    return named.select(list(SCHEMA)).unique(["kind", "fide_id", "what"]).sort("kind", "what", "name", "fide_id")


def _what(kind: str) -> dict[str, pl.Expr]:
    """Tell where the players of this list are new, inactive since, or back; activity is for standard."""
    idle, was_idle = is_inactive(pl.col("flag")), is_inactive(pl.col("was"))
    listed, was_listed = pl.col("after").is_not_null(), pl.col("before").is_not_null()
    new = {NEW: listed & ~was_listed}
    if kind != STANDARD:
        return new
    both = listed & was_listed
    return new | {BECAME_INACTIVE: both & idle & ~was_idle, RETURNED: both & was_idle & ~idle}


def _taken_off(  # noqa: PLR0913, PLR0917 - two lists, and who was kept off each
    closed: Closed, view: BookView, kind: str, before: date, kept_off: pl.DataFrame, was_off: pl.DataFrame
) -> pl.DataFrame:
    """Give the players kept off this list and not off the last one, with the reason."""
    newly = kept_off.filter(pl.col("reason") != NO_ID).join(was_off, on="fide_id", how="anti")
    barred, was_barred = (excluded_from(view, kind, day).to_frame() for day in (closed.list_date, before))
    of_kind = barred.join(was_barred, on="fide_id", how="anti").with_columns(reason=pl.lit(EXCLUDED))
    return pl.concat([newly, of_kind.select(newly.columns)]).rename({"reason": "what"})


def _rows(kind: str, frame: pl.DataFrame) -> pl.DataFrame:
    """Give rows the columns that all have; a rating that there is not is null."""
    lacking = {name: pl.lit(None) for name in ("before", "after") if name not in frame.columns}
    rows = frame.with_columns(kind=pl.lit(kind), **lacking)
    return rows.select("kind", "fide_id", "what", pl.col("before", "after").cast(pl.Int64))

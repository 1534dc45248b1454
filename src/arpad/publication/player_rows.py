"""How the rating of everybody who played or entered came about, one row for each player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from arpad.publication.listing import of_those

if TYPE_CHECKING:
    from datetime import date

    from arpad.engine.period.close_kind import ClosedKind

_EVENT = ("event_id", "rating", "k", "k_applied", "games", "sum")
_PERIOD = ("games", "sum", "unrounded", "change", "new_rating")


def working(closed_kind: ClosedKind, players: pl.DataFrame, day: date) -> pl.DataFrame:
    """Give the working of a kind of chess: rated players with events, newcomers with what their first rating is of.

    `k` and `k_applied` are null where they differ between a player's events; `events` has them for each.
    """
    rated = _rated(closed_kind)
    first = newcomers_of_list(closed_kind, day)
    rows = rated.join(first, on="fide_id", how="full", coalesce=True)
    published = closed_kind.ratings.select(pl.col("fide_id").cast(pl.Int64), published="rating", next_k="k")
    people = players.select(pl.col("fide_id").cast(pl.Int64), "name", "federation")
    whole = rows.join(of_those(published, rows), on="fide_id", how="left").join(
        of_those(people, rows), on="fide_id", how="left"
    )
    order = ["fide_id", "name", "federation", "base", *_PERIOD, "k", "k_applied", "published", "next_k"]
    return whole.select(*order, "first_games", "first_score", "first_rating", "first_published", "first_reasons",
                        "events").sort("fide_id")  # fmt: skip


def _rated(closed_kind: ClosedKind) -> pl.DataFrame:
    each = closed_kind.changes.events.sort("fide_id", "event_id").group_by("fide_id", maintain_order=True)
    events = each.agg(
        k=_same("k"), k_applied=_same("k_applied"), events=pl.struct(*_EVENT)
    )  # fmt: skip
    period = closed_kind.changes.players.select("fide_id", *_PERIOD, base="rating")
    return period.join(events, on="fide_id", how="left").with_columns(pl.col("fide_id").cast(pl.Int64))


def _same(name: str) -> pl.Expr:
    """Give the value of a column where all rows of a player have the same one."""
    return pl.when(pl.col(name).n_unique() == 1).then(pl.col(name).first())


def newcomers_of_list(closed_kind: ClosedKind, day: date) -> pl.DataFrame:
    """Give the newcomers who entered or played for this list; the others' results only wait in the pool."""
    played = closed_kind.pool.filter(pl.col("due") == day).select(pl.col("fide_id").cast(pl.Int64)).unique()
    frame = closed_kind.newcomers.with_columns(pl.col("fide_id").cast(pl.Int64))
    entered = pl.col("published").is_not_null()
    return frame.filter(entered | pl.col("fide_id").is_in(played["fide_id"].implode())).select(
        "fide_id",
        first_games="games",
        first_score="score",
        first_rating="ru",
        first_published="published",
        first_reasons="reasons",
    )

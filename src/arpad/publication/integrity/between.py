"""What years did to the scale: mean and median of a list and of an earlier one, and how steady adults moved between."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.publication.integrity.people import described, of_kind, people, steady

if TYPE_CHECKING:
    from datetime import date

    from arpad.regulations.edition import Edition


def between(
    then: pl.DataFrame | None, now: pl.DataFrame, players: pl.DataFrame, list_date: date, law: Edition
) -> dict[str, Any]:
    """Give the figures of one kind of chess, that of the edition; means are in hundredths, None where nobody is rated.

    `then` is the list at the beginning, None where nobody was rated yet.
    """
    kind = law.kind
    rated = of_kind(people(now, players, list_date), kind)
    before = None if then is None else of_kind(then, kind)
    moved = steady(rated, then, kind, law)
    return {
        "kind": kind,
        "before": _figures(before),
        "after": _figures(rated),
        "steady": {"number": moved["number"], "mean": moved["mean"]},
    }


def _figures(rated: pl.DataFrame | None) -> dict[str, int | None]:
    if rated is None or not rated.height:
        return {"number": 0, "mean": None, "median": None}
    counted = rated.group_by("rating").agg(number=pl.len().cast(pl.Int64)).with_columns(all=pl.lit("all"))
    (every,) = described(counted, "all")
    return {"number": every["number"], "mean": every["mean"], "median": every["p50"]}

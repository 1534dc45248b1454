"""What years did to the scale: mean and median of a list and of an earlier one, and how steady adults moved between."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from arpad.engine.everybody import UNRATED, people_of
from arpad.publication.integrity.lines import InPlaces, Lines
from arpad.publication.integrity.people import adults, described_alone, steady

if TYPE_CHECKING:
    from datetime import date

    import polars as pl

    from arpad.engine.arrays import Column
    from arpad.regulations.edition import Edition


def between(
    then: pl.DataFrame | None, now: pl.DataFrame, players: pl.DataFrame, list_date: date, law: Edition
) -> dict[str, Any]:
    """Give the figures of one kind of chess, that of the edition; means are in hundredths, None where nobody is rated.

    `then` is the list at the beginning, None where nobody was rated yet.
    """
    kind, everybody = law.kind, people_of(players)
    order = InPlaces(everybody.places)
    before, after = (Lines(frame, kind, order) for frame in (then, now))
    was, rating = before.of("rating"), after.of("rating")
    moved: dict[str, Any] = {"number": None, "mean": None}
    if then is not None:
        on_both = np.flatnonzero((was != UNRATED) & (rating != UNRATED) & adults(everybody, list_date))
        moved = steady(after, before, on_both, law)
    return {
        "kind": kind,
        "before": _figures(was),
        "after": _figures(rating),
        "steady": {"number": moved["number"], "mean": moved["mean"]},
    }


def _figures(ratings: Column) -> dict[str, int | None]:
    every = described_alone(ratings[ratings != UNRATED])
    return {"number": every["number"], "mean": every["mean"], "median": every["p50"]}

"""What the open period would publish: the summary of the list, newcomers with reasons, and every event's state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.model.numbers import decimal
from arpad.publication.open_events import open_events
from arpad.publication.publication import publication
from arpad.publication.summary import SHOWN
from arpad.regulations.workings.in_words import reasons_in_words

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import date

    from arpad.book.view import BookView
    from arpad.engine.period.close_kind import ClosedKind
    from arpad.engine.period.close_list import Closed
    from arpad.regulations.edition import Edition


def preview(closed: Closed, view: BookView, closed_here: Collection[date]) -> dict[str, Any]:
    """Give what there is to say of a list before it is closed, as data; `closed_here` are the lists made in the book.

    It is the summary of the list without the federations, with `newcomers` (by kind of chess first ratings, and those
    who have none yet and why) and `event_states` (every event that no earlier list rated).
    """
    published = publication(closed, view)
    newcomers = {kind: _newcomers(frame, closed.kinds[kind]) for kind, frame in published.working.items()}
    states = open_events(closed, view, closed_here)
    numbers = {name: part for name, part in published.summary.items() if name != "federations"}
    return {**numbers, "newcomers": newcomers, "event_states": states}


def _newcomers(working: pl.DataFrame, closed_kind: ClosedKind) -> dict[str, Any]:
    """Count the unrated players with a result, and name the first of them: who enters comes first, then by games."""
    needed = closed_kind.newcomers.select(pl.col("fide_id").cast(pl.Int64), "needed")
    rows = working.filter(pl.col("first_games").is_not_null()).join(needed, on="fide_id", how="left")
    order = rows.sort("first_published", "first_games", "name", descending=[True, True, False], nulls_last=True)
    return {
        "count": rows.height,
        "entered": rows["first_published"].count(),
        "first": [_newcomer(row, closed_kind.law) for row in order.head(SHOWN).iter_rows(named=True)],
    }


def _newcomer(row: dict[str, Any], law: Edition) -> dict[str, Any]:
    facts = {"games": row["first_games"], "needed": row["needed"], "rating": row["first_rating"]}
    return {
        **{name: row[name] for name in ("fide_id", "name", "federation")},
        "games": row["first_games"],
        "score": decimal(row["first_score"]),
        "rating": row["first_published"],
        "reasons": reasons_in_words(law, (row["first_reasons"] or "").split(), **facts),
    }

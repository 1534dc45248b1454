"""The events of a book with what became of each: rated and for which list, annulled, or replaced by another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from arpad.book.view import BookView

_SHOWN = ("event_id", "name", "kind", "system", "start", "end", "part_of", "rated_for", "withdrawn", "withdrawn_for",
          "replaces")  # fmt: skip


def event_states(view: BookView, text: str = "") -> pl.DataFrame:
    """Give the events of a book, or those in whose names a text stands, the newest last, with their games and states.

    `state` is open, rated, annulled or replaced; `replaced_by` is the event that stands in the place of one.
    """
    events = view.table("events").select(_SHOWN)
    if text:
        events = events.filter(pl.col("name").str.to_lowercase().str.contains(text.lower(), literal=True))
    games = view.table("games").group_by("event_id").agg(games=pl.len().cast(pl.Int64))
    standing = view.table("events").filter(~pl.col("withdrawn"), pl.col("replaces").is_not_null())
    instead = standing.group_by(event_id="replaces").agg(replaced_by=pl.col("event_id").max())
    state = (
        pl.when(pl.col("withdrawn") & pl.col("replaced_by").is_not_null())
        .then(pl.lit("replaced"))
        .when("withdrawn")
        .then(pl.lit("annulled"))
        .when(pl.col("rated_for").is_not_null())
        .then(pl.lit("rated"))
        .otherwise(pl.lit("open"))
    )
    with_games = events.join(games, on="event_id", how="left").join(instead, on="event_id", how="left")
    return with_games.with_columns(pl.col("games").fill_null(0), state=state).sort("end", "start", "event_id")

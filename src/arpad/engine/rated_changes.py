"""The changes of everybody who is rated, over columns: the rules of the reference, many players at once.

Games become rows of a player, an opponent and a score; events of a player rows of a sum and a number of games; the
period of a player becomes a row. Each step of a rule is one operation on columns; nothing of a rule is written here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays
from arpad.regulations.rules.rated_event import RATED_EVENT
from arpad.regulations.rules.rated_period import RATED_PERIOD

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from arpad.regulations.edition import Edition

_NEVER_FIRST = 1 << 30


@dataclass(frozen=True, slots=True)
class Changes:
    """What a period came to: a row for each player with a counted event, and a row for each of his events."""

    players: pl.DataFrame
    """fide_id, rating (the base), games, sum, unrounded, change, new_rating."""
    events: pl.DataFrame
    """fide_id, event_id, rating, k, k_applied, games, sum."""


def player_games(games: pl.DataFrame, events: pl.DataFrame) -> pl.DataFrame:
    """Give every game twice, once for each player, with what is needed of its event."""
    known = games.join(events.select("event_id", "law", "list_day", "system", "start"), on="event_id", how="inner")
    shared = ["event_id", "law", "list_day", "system", "round"]
    sides = [
        known.select(*shared, player=pl.col(own), opponent=pl.col(other), score=pl.col(f"{own}_score"))
        for own, other in (("white", "black"), ("black", "white"))
    ]
    return pl.concat(sides)


def with_ratings(
    rows: pl.DataFrame, lists: Mapping[date, pl.DataFrame], kind: str, laws: Sequence[Edition]
) -> pl.DataFrame:
    """Add both players' ratings, and the player's K, on the list of the event's first day; null is unrated."""
    stands_in = [law.has("standard_stands_in") for law in laws]
    parts = []
    for day in sorted(lists):
        rating, k = pl.col(f"{kind}_rating"), pl.col(f"{kind}_k")
        standard = pl.col("standard_rating") if kind != "standard" else pl.lit(None, dtype=pl.Int32)
        parts.append(
            lists[day].select("fide_id", rating=rating, k=k, standard=standard).with_columns(list_day=pl.lit(day))
        )
    every = pl.concat(parts) if parts else pl.DataFrame()
    own = every.rename({"fide_id": "player", "rating": "own", "k": "event_k", "standard": "own_standard"})
    other = every.select("list_day", opponent="fide_id", against="rating", against_standard="standard")
    found = rows.join(own, on=["list_day", "player"], how="left").join(other, on=["list_day", "opponent"], how="left")
    may = (
        pl.lit(pl.Series("may", stands_in, dtype=pl.Boolean)).gather(pl.col("law"))
        if any(stands_in)
        else pl.lit(value=False)
    )
    return found.with_columns(
        own=pl.when(pl.col("own").is_null() & may).then(pl.col("own_standard")).otherwise(pl.col("own")),
        against=pl.when(pl.col("against").is_null() & may)
        .then(pl.col("against_standard"))
        .otherwise(pl.col("against")),
    ).drop("own_standard", "against_standard")


def rated_changes(rows: pl.DataFrame, base: pl.DataFrame, laws: Sequence[Edition], law: Edition) -> Changes:
    """Work out the period of everybody in `base` (fide_id, rating, k) from rows with ratings.

    The order of rows never matters: within a player's event games are ranked by round, score and opponent.
    """
    own = rows.join(base.rename({"fide_id": "player", "rating": "base", "k": "base_k"}), on="player", how="inner")
    own = own.sort("law", "player", "event_id", "round", "score", "against", descending=[False] * 4 + [True, False])
    worked = [_events(own.filter(pl.col("law") == place), one) for place, one in enumerate(laws)]
    events = (
        pl.concat([one for one in worked if one is not None]) if any(one is not None for one in worked) else _none()
    )
    return _period(events.sort("fide_id", "event_id"), base, law)


def _none() -> pl.DataFrame:
    numbers = ("fide_id", "event_id", "rating", "k", "games", "sum")
    return pl.DataFrame(schema=dict.fromkeys(numbers, pl.Int64))


def _events(rows: pl.DataFrame, law: Edition) -> pl.DataFrame | None:
    """Ask the rule of an event for each player and event."""
    if not rows.height:
        return None
    keys = rows.select("player", "event_id")
    owner = (keys.with_columns(new=pl.struct("player", "event_id").rle_id())["new"]).to_numpy().astype(np.int64)
    first = np.flatnonzero(np.diff(owner, prepend=-1))
    wholes = rows[first]
    own = wholes["own"].to_numpy() if not wholes["own"].null_count() else wholes["own"].fill_null(-1).to_numpy()
    base = wholes["base"].to_numpy()
    was_unrated = wholes["own"].is_null().to_numpy()
    rating = np.where(was_unrated, base, own).astype(np.int64)
    system = wholes["system"]
    whole: dict[str, Any] = {
        "rating": rating,
        "was_unrated": was_unrated,
        "is_match": (system == "match").to_numpy(),
        "is_round_robin": (system == "roundrobin").to_numpy(),
        "is_scheveningen": (system == "scheveningen").to_numpy(),
    }
    order = np.arange(rows.height) - first[owner]
    parts: dict[str, Any] = {
        "opponent": rows["against"].fill_null(0).to_numpy().astype(np.int64),
        "unrated": rows["against"].is_null().to_numpy(),
        "score": rows["score"].to_numpy().astype(np.int64),
        "order": order.astype(np.int64),
    }
    found = Arrays(RATED_EVENT, law).run(whole, parts, owner)
    at_start = law.get("k_when") == "event_start"
    k = pl.coalesce("event_k", "base_k") if at_start else pl.col("base_k")
    return wholes.select(
        fide_id=pl.col("player").cast(pl.Int64), event_id=pl.col("event_id").cast(pl.Int64)
    ).with_columns(
        rating=pl.Series(rating),
        k=wholes.select(k.cast(pl.Int64).alias("k"))["k"],
        games=pl.Series(found.whole["games"]),
        sum=pl.Series(found.whole["sum"]),
    )


def _period(events: pl.DataFrame, base: pl.DataFrame, law: Edition) -> Changes:
    """Ask the rule of a period for each player."""
    players = events.select("fide_id").unique().sort("fide_id").join(base, on="fide_id", how="left")
    owner = events["fide_id"].rle_id().to_numpy().astype(np.int64)
    whole = {"rating": players["rating"].to_numpy().astype(np.int64)}
    parts = {name: events[name].fill_null(0).to_numpy().astype(np.int64) for name in ("k", "sum", "games")}
    found = Arrays(RATED_PERIOD, law).run(whole, parts, owner)
    made = players.select("fide_id", pl.col("rating").cast(pl.Int64)).with_columns(
        **{name: pl.Series(found.whole[name]) for name in ("games", "sum", "unrounded", "change", "new_rating")}
    )
    return Changes(made, events.with_columns(k_applied=pl.Series(found.parts["k_applied"])))

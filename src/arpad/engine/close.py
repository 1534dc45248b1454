"""From one list to the next for one kind of chess: rated players over columns, newcomers by the reference, K and flags.

A pure function of tables. By the event's edition: what counts and at which ratings; by the list's: the limit of 700,
rounding, the floor, the formula of first ratings, K of the next list, inactivity (settled reading 12).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays
from arpad.engine.newcomers import first_ratings, part_results
from arpad.engine.period_events import events_of_list
from arpad.engine.rated_changes import player_games, rated_changes, with_ratings
from arpad.regulations.adjustments import adjustments
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import edition, in_force, is_path
from arpad.regulations.rules.development_coefficient import DEVELOPMENT_COEFFICIENT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date

    from arpad.engine.rated_changes import Changes
    from arpad.regulations.edition import Edition

_END_OF_YEAR = 1232
_NEVER_A_JUNIOR = 10_101
"""A day so early that nobody born then is a junior: who has no known birth date is taken for an adult."""


@dataclass(frozen=True, slots=True)
class ClosedKind:
    """A list of one kind of chess, and how it came about."""

    law: Edition
    ratings: pl.DataFrame
    """fide_id, rating, games (in the period), k, played, highest, last; rating is null for who is unrated now."""
    changes: Changes
    newcomers: pl.DataFrame
    """fide_id, games, score, ru, published, reasons."""
    pool: pl.DataFrame
    """The part results that are kept for the next list."""
    events: pl.DataFrame


def close_kind(
    tables: Mapping[str, pl.DataFrame],
    rating_list: Callable[[date], pl.DataFrame | None],
    kind: str,
    list_date: date,
    name: str | None = None,
) -> ClosedKind:
    """Make the list of a kind of chess from the last one and from what was played."""
    days = calendar(kind, name=name)
    law = edition(name, kind, list_date) if name else in_force(list_date, kind)
    events, laws = events_of_list(tables["events"], kind, list_date, name)
    base_day = days.list_before(list_date)
    last = _last_list(rating_list(base_day) if base_day else None, kind)
    needed = {day for day in events["list_day"].unique().to_list() if day is not None}
    lists = {day: found for day in needed if (found := rating_list(day)) is not None}
    rows = with_ratings(player_games(tables["games"], events), lists, kind, laws)
    base = _base(last, tables["corrections"], kind, list_date, law)
    base = _with_missing_k(base, tables["players"], law, base_day or list_date)
    changes = rated_changes(rows, base.select("fide_id", "rating", "k"), laws, law)
    parts = part_results(rows.join(base.select(player="fide_id"), on="player", how="anti"), events, kind, list_date)
    pool = pl.concat([tables["pool"].filter(pl.col("kind") == kind).select(parts.columns), parts])
    newcomers = first_ratings(pool, tables["players"], last, kind, list_date, name)
    listed = _listed(last, base, changes, newcomers, law, kind, list_date, own_rules=is_path(name or ""))
    played = _last_days(rows, tables["events"])
    listed = listed.join(played, on="fide_id", how="left").with_columns(last=pl.max_horizontal("last", "played_on"))
    with_k = _with_k(listed.drop("played_on"), tables["players"], law, list_date)
    entered = newcomers.filter(pl.col("published").is_not_null()).select("fide_id")
    window = days.pooling_from(list_date)
    kept = pool.join(entered, on="fide_id", how="anti").filter(pl.col("due") > window)
    return ClosedKind(law, with_k.sort("fide_id"), changes, newcomers, kept, events)


def _last_list(frame: pl.DataFrame | None, kind: str) -> pl.DataFrame:
    """Take what concerns one kind of chess from a list; an empty one where there is none before."""
    names = {"rating": pl.Int64, "k": pl.Int64, "played": pl.Int64, "highest": pl.Int64, "last": pl.Date}
    if frame is None:
        return pl.DataFrame(schema={"fide_id": pl.Int64, **names, "standard": pl.Int64})
    standard = pl.col("standard_rating") if kind != "standard" else pl.lit(None)
    found = {one: pl.col(f"{kind}_{one}").cast(dtype) for one, dtype in names.items()}
    return frame.select(pl.col("fide_id").cast(pl.Int64), **found, standard=standard.cast(pl.Int64))


def _base(last: pl.DataFrame, corrections: pl.DataFrame, kind: str, list_date: date, law: Edition) -> pl.DataFrame:
    """Give the ratings to which changes are added: corrected ones first, and the standard rating where it stands in."""
    own = corrections.filter((pl.col("kind") == kind) & (pl.col("list") == list_date))
    mended = last.join(
        own.select(pl.col("fide_id").cast(pl.Int64), corrected=pl.col("rating").cast(pl.Int64)),
        on="fide_id",
        how="left",
    )
    own_rating = pl.coalesce("corrected", "rating")
    rating = pl.coalesce("corrected", "rating", "standard") if law.has("standard_stands_in") else own_rating
    return mended.with_columns(own=own_rating, rating=rating).filter(pl.col("rating").is_not_null())


def _listed(  # noqa: PLR0913, PLR0917 - everything that makes a line
    last: pl.DataFrame,
    base: pl.DataFrame,
    changes: Changes,
    newcomers: pl.DataFrame,
    law: Edition,
    kind: str,
    list_date: date,
    *,
    own_rules: bool,
) -> pl.DataFrame:
    """Put together who is on the list with which rating; below the floor a player is unrated."""
    moved = changes.players.select("fide_id", reached="new_rating", period_games="games")
    # Whose standard rating stands in enters the list only by playing.
    rated = base.join(moved, on="fide_id", how="left").with_columns(reached=pl.coalesce("reached", "own"))
    lifted = rated.with_columns(reached=_adjusted(rated, kind, list_date, own_rules=own_rules))
    floor = law.get("floor") or 0
    entered = newcomers.filter(pl.col("published").is_not_null()).select(
        "fide_id", reached="published", period_games="games"
    )
    unrated = last.join(base.select("fide_id"), on="fide_id", how="anti").join(entered, on="fide_id", how="anti")
    before = last.select("fide_id", "played", "highest", "last")
    new = entered.join(before, on="fide_id", how="left")
    columns = ["fide_id", "reached", "period_games", "played", "highest", "last"]
    rest = unrated.with_columns(reached=pl.lit(None, dtype=pl.Int64), period_games=pl.lit(0, dtype=pl.Int64))
    every = pl.concat([frame.select(columns) for frame in (lifted, new, rest)])
    return every.select(
        "fide_id",
        rating=pl.when(pl.col("reached") >= floor).then("reached"),
        games=pl.col("period_games").fill_null(0),
        played=pl.col("played").fill_null(0) + pl.col("period_games").fill_null(0),
        highest=pl.max_horizontal("highest", pl.when(pl.col("reached") >= floor).then("reached")),
        last=pl.col("last"),
    )


def _adjusted(rated: pl.DataFrame, kind: str, list_date: date, *, own_rules: bool) -> pl.Series:
    """Apply the one-off adjustments of a list; there are hardly ever any, and few different ratings."""
    found = rated["reached"]
    for one in () if own_rules else adjustments(list_date, kind):
        pairs = zip(found.to_list(), rated["standard"].to_list(), strict=True)
        known: dict[tuple[int | None, int | None], int | None] = {}
        made = []
        for reached, standard in pairs:
            key = (reached, standard)
            if key not in known:
                known[key] = None if reached is None else one.adjusted(reached, standard) or reached
            made.append(known[key])
        found = pl.Series("reached", made, dtype=pl.Int64)
    return found


def _last_days(rows: pl.DataFrame, events: pl.DataFrame) -> pl.DataFrame:
    """Give the last day on which each player had a game against a rated opponent in these events."""
    ends = events.select("event_id", "end")
    counted = rows.filter(pl.col("against").is_not_null()).join(ends, on="event_id")
    return counted.group_by("player").agg(played_on=pl.col("end").max()).rename({"player": "fide_id"})


def _with_missing_k(base: pl.DataFrame, players: pl.DataFrame, law: Edition, day: date) -> pl.DataFrame:
    """Work out K where the last list shows none: for whom another rating stands in, and in old lists."""
    lost = base.filter(pl.col("k").is_null())
    if not lost.height:
        return base
    asked = lost.select(
        "fide_id", "rating", pl.col("played").fill_null(0), highest=pl.max_horizontal("highest", "rating")
    )
    found = _with_k(asked, players, law, day).select("fide_id", found=pl.col("k"))
    return base.join(found, on="fide_id", how="left").with_columns(k=pl.coalesce("k", "found")).drop("found")


def _with_k(listed: pl.DataFrame, players: pl.DataFrame, law: Edition, list_date: date) -> pl.DataFrame:
    """Add the K that the list shows, from rating, highest, games and birth date."""
    if law.rule("coefficient") == "set_by_officer":
        return listed.with_columns(k=pl.lit(None, dtype=pl.Int64))
    people = players.select(pl.col("fide_id").cast(pl.Int64), "birth_year", "birth_date")
    known = listed.join(people, on="fide_id", how="left")
    year = pl.coalesce(pl.col("birth_date").dt.year(), pl.col("birth_year")).cast(pl.Int64)
    day = pl.when(pl.col("birth_date").is_not_null()).then(
        pl.col("birth_date").dt.month().cast(pl.Int64) * 100 + pl.col("birth_date").dt.day().cast(pl.Int64)
    )
    births = known.select(
        birth_year=year.fill_null(0),
        born=(year * 10_000 + day.fill_null(_END_OF_YEAR)).fill_null(_NEVER_A_JUNIOR),
    )
    size = known.height
    today = list_date.year * 10_000 + list_date.month * 100 + list_date.day
    whole: dict[str, Any] = {
        "rating": known["rating"].fill_null(0).to_numpy().astype(np.int64),
        "highest": known["highest"].fill_null(0).to_numpy().astype(np.int64),
        "games": known["played"].to_numpy().astype(np.int64),
        "day": np.full(size, today, dtype=np.int64),
        "year": np.full(size, list_date.year, dtype=np.int64),
        "born": births["born"].to_numpy().astype(np.int64),
        "birth_year": births["birth_year"].to_numpy().astype(np.int64),
    }
    ks = Arrays(DEVELOPMENT_COEFFICIENT, law).run(whole, {}, np.array([], dtype=np.int64)).whole["k"]
    return listed.with_columns(k=pl.Series(ks)).with_columns(k=pl.when(pl.col("rating").is_not_null()).then("k"))

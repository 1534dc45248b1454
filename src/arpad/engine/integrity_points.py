"""The account of points: from the sum of all ratings of the last list to that of this one, item by item.

Each item is worked out from its own source: corrections from the table of corrections, games from the changes, first
ratings from the newcomers, and so on. What is left when all of them are taken together must be nothing; whatever is
left is a fault of the list or of the book, and is shown as such.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from arpad.engine.integrity_games import points_of_games, worth
from arpad.engine.integrity_people import described
from arpad.engine.list_adjustments import adjusted, of_list
from arpad.engine.people import UNRATED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from arpad.engine.close import ClosedKind
    from arpad.engine.integrity_games import Sides, Worth
    from arpad.regulations.adjustments import Adjustment

A_POINT = 100
"""Everything is counted in hundredths of a rating point."""

MEMBERS, DECISIONS, GAMES, FAULT = "members", "decisions", "games", "fault"
ITEMS = {
    "first_ratings": (MEMBERS, "first ratings"),
    "returns": (MEMBERS, "returns after a time without a rating"),
    "standing_in": (MEMBERS, "entries on a standard rating"),
    "other_entries": (MEMBERS, "other entries"),
    "below_floor": (MEMBERS, "fallen below the floor"),
    "deaths": (MEMBERS, "deaths"),
    "exclusions": (MEMBERS, "exclusions"),
    "other_exits": (MEMBERS, "other departures"),
    "corrections": (DECISIONS, "corrected base ratings"),
    "taken_back": (DECISIONS, "withdrawn events"),
    "one_offs": (DECISIONS, "one-off adjustments"),
    "unequal_k": (GAMES, "games at unequal K"),
    "uneven": (GAMES, "expectations or scores not adding up to one"),
    "one_sided": (GAMES, "games that count for one player"),
    "not_separated": (GAMES, "worked out over a whole event"),
    "rounding": (GAMES, "rounding to whole points"),
    "residual": (FAULT, "unexplained"),
}
"""The items of the account in their order, each with its group and its words."""


@dataclass(frozen=True, slots=True)
class Period:
    """What the account of one kind of chess is made from."""

    kind: str
    list_date: date
    closed: ClosedKind
    listed: pl.DataFrame
    """fide_id, rating: those on the new list."""
    last: pl.DataFrame | None
    """The list before, all kinds of chess."""
    tables: Mapping[str, pl.DataFrame]
    name: str | None


def one_offs(period: Period) -> Sequence[Adjustment]:
    """Give the one-off adjustments of the list."""
    return of_list(period.kind, period.list_date, period.name, period.tables.get("adjustments"))


def players_of(period: Period) -> pl.DataFrame:
    """Give everybody whom the account concerns, with what he had, what was decided, what he gained and what he has."""
    last = _last(period)
    changes = period.closed.changes.players.select("fide_id", base="rating", change="change")
    entered = period.closed.newcomers.filter(pl.col("published").is_not_null()).select("fide_id", "published")
    moved = changes.join(entered, on="fide_id", how="full", coalesce=True)
    moved = moved.join(_corrected(period), on="fide_id", how="full", coalesce=True)
    moved = moved.join(_taken_back(period), on="fide_id", how="full", coalesce=True)
    listed = period.listed.select("fide_id", listed="rating")
    rated = last.filter(pl.col("last").is_not_null()).select("fide_id", "last")
    every = rated.join(listed, on="fide_id", how="full", coalesce=True)
    if not one_offs(period):
        # Nobody else can move: whom nothing concerns is left out, and enters both sums of the account alike.
        concerned = pl.col("fide_id").is_in(moved["fide_id"].implode())
        every = every.filter(pl.col("last").ne_missing(pl.col("listed")) | concerned)
    every = every.join(moved, on="fide_id", how="full", coalesce=True)
    history = last.join(every.select("fide_id"), on="fide_id", how="semi").select("fide_id", "highest", "standard")
    every = every.join(history, on="fide_id", how="left").with_columns(pl.col("taken_back").fill_null(value=False))
    withdrawn = pl.when("taken_back").then("listed")
    every = every.with_columns(start=pl.coalesce("base", "corrected", withdrawn, "last"))
    every = every.with_columns(reached=pl.col("start") + pl.col("change").fill_null(0))
    return _adjusted(every, period).with_columns(
        final=pl.coalesce("adjusted", "published", "listed"), has_start=pl.col("start").is_not_null()
    )


@dataclass(frozen=True, slots=True)
class Evidence:
    """The games of a period with what they are worth: made once, and asked by every part of the page."""

    sides: Sides
    players: pl.DataFrame
    """For each side: player, base, k as applied, shown (K before any limit), games of the period."""
    worth: Worth


def evidence(period: Period, sides: Sides) -> Evidence:
    """Ask the rule for each side of each game, at the bases from which the list starts."""
    rows = _coefficients(period, sides)
    return Evidence(sides, rows, worth(sides, rows["base"].fill_null(-1).to_numpy().astype(np.int64)))


def account(period: Period, found: Evidence) -> dict[str, Any]:
    """Make the account of a kind of chess; `points` are hundredths, `residual` is zero unless something is wrong."""
    every = players_of(period)
    had, has, starts = (pl.col(one).is_not_null() for one in ("last", "listed", "start"))
    corrected = pl.col("corrected").is_not_null()
    enters = starts & ~had
    is_new = ~starts & pl.col("published").is_not_null()
    was_rated = pl.col("highest").is_not_null()
    leaves = ~has & pl.col("final").is_not_null()
    floor = period.closed.law.get("floor") or 0
    low = pl.col("final") < floor
    died = _member(every, _dead(period))
    excluded = _member(every, _excluded(period))
    start, last, final = pl.col("start"), pl.col("last"), pl.col("final")
    items = {
        "first_ratings": (is_new & ~was_rated, pl.col("published")),
        "returns": (is_new & was_rated, pl.col("published")),
        "standing_in": (enters & ~corrected, start),
        "other_entries": ((enters & corrected) | (~starts & ~is_new & has), pl.coalesce("start", "listed")),
        "below_floor": (leaves & low, -final),
        "deaths": (leaves & ~low & died, -final),
        "exclusions": (leaves & ~low & ~died & excluded, -final),
        "other_exits": (leaves & ~low & ~died & ~excluded, -final),
        "corrections": (had & starts & corrected & (start != last), start - last),
        "taken_back": (had & starts & ~corrected & pl.col("taken_back") & (start != last), start - last),
        "one_offs": (starts & (pl.col("adjusted") != pl.col("reached")), pl.col("adjusted") - pl.col("reached")),
    }
    sums = every.select(
        **{f"{name}_points": points.filter(which).sum() for name, (which, points) in items.items()},
        **{f"{name}_players": which.sum() for name, (which, _) in items.items()},
    ).row(0, named=True)
    points = {name: A_POINT * int(sums[f"{name}_points"]) for name in items}
    numbers = {name: int(sums[f"{name}_players"]) for name in items}
    of_games, counts = _of_games(period, found)
    points |= of_games
    opening = A_POINT * int(_last(period)["last"].sum())
    closing = A_POINT * int(period.listed["rating"].sum())
    points["residual"] = closing - opening - sum(points.values())
    return {
        "opening": opening,
        "closing": closing,
        "items": [
            {"item": name, "group": group, "points": points[name], "players": numbers.get(name)}
            for name, (group, _) in ITEMS.items()
        ],
        "adjustments": [one.id for one in one_offs(period)],
        "entries": _entries(period),
        **counts,
    }


def _coefficients(period: Period, sides: Sides) -> pl.DataFrame:
    """Give each side's base and K, as the changes name them; nothing for who has no base."""
    changes = period.closed.changes
    players = changes.players.select("fide_id", base="rating", games="games")
    of_events = changes.events.group_by("fide_id", "event_id").agg(k=pl.col("k_applied").max(), shown=pl.col("k").max())
    known = of_events.join(players, on="fide_id", how="inner").rename({"fide_id": "player"})
    rows = sides.frame.select(pl.col("player", "event_id").cast(pl.Int64))
    found = rows.join(known, on=["player", "event_id"], how="left", maintain_order="left")
    return found.with_columns(pl.col("k", "shown", "games").fill_null(0))


def _of_games(period: Period, found: Evidence) -> tuple[dict[str, int], dict[str, int]]:
    """Split what the changes came to: by game as far as single games tell, the rest as a whole, and the rounding."""
    by_game = dict(points_of_games(found.sides, found.worth, found.players["k"].to_numpy().astype(np.int64)))
    counts = {one: by_game.pop(one) for one in ("games_of_both", "games_of_one")}
    players = period.closed.changes.players
    unrounded, change = int(players["unrounded"].sum()), int(players["change"].sum())
    split = by_game | {
        "not_separated": unrounded - sum(by_game.values()),
        "rounding": A_POINT * change - unrounded,
    }
    return split, counts | {"player_games": int(players["games"].sum())}


def _last(period: Period) -> pl.DataFrame:
    if period.last is None:
        return pl.DataFrame(schema=dict.fromkeys(("fide_id", "last", "highest", "standard"), pl.Int64))
    kind = period.kind
    standard = pl.col("standard_rating") if kind != "standard" else pl.lit(None)
    return period.last.select(
        pl.col("fide_id").cast(pl.Int64),
        last=pl.col(f"{kind}_rating").cast(pl.Int64),
        highest=pl.col(f"{kind}_highest").cast(pl.Int64),
        standard=standard.cast(pl.Int64),
    )


def _corrected(period: Period) -> pl.DataFrame:
    own = (pl.col("kind") == period.kind) & (pl.col("list") == period.list_date)
    found = period.tables["corrections"].filter(own)
    return found.select(pl.col("fide_id").cast(pl.Int64), corrected=pl.col("rating").cast(pl.Int64))


def _taken_back(period: Period) -> pl.DataFrame:
    """Give the players of events that this list takes back, and of those it rates in their place."""
    events = period.tables["events"].filter(pl.col("kind") == period.kind)
    gone = events.filter(pl.col("withdrawn_for") == period.list_date)["event_id"]
    if not len(gone):
        return pl.DataFrame(schema={"fide_id": pl.Int64, "taken_back": pl.Boolean})
    named = pl.col("event_id").is_in(gone.implode()) | pl.col("replaces").is_in(gone.implode())
    games = period.tables["games"].join(events.filter(named), on="event_id", how="semi")
    ids = pl.concat([games.select(pl.col(side).cast(pl.Int64).alias("fide_id")) for side in ("white", "black")])
    return ids.unique().with_columns(taken_back=pl.lit(value=True))


def _dead(period: Period) -> pl.DataFrame:
    return period.tables["players"].filter(pl.col("died") <= period.list_date).select("fide_id")


def _excluded(period: Period) -> pl.DataFrame:
    scope = pl.col("scope").is_in(["list", period.kind])
    still = pl.col("until").is_null() | (pl.col("until") >= period.list_date)
    return period.tables["exclusions"].filter(scope & still & (pl.col("since") <= period.list_date)).select("fide_id")


def _member(every: pl.DataFrame, of: pl.DataFrame) -> pl.Expr:
    ids = of["fide_id"].cast(pl.Int64).unique()
    return pl.lit(every["fide_id"].is_in(ids.implode()))


def _adjusted(every: pl.DataFrame, period: Period) -> pl.DataFrame:
    """Add what everybody has after the one-off adjustments of the list."""
    chosen = one_offs(period)
    if not chosen:
        return every.with_columns(adjusted=pl.col("reached"))
    reached, standard = (every[one].fill_null(UNRATED).to_numpy() for one in ("reached", "standard"))
    made = adjusted(reached, standard, chosen)
    after = pl.when(pl.col("reached").is_not_null()).then(pl.Series(made, dtype=pl.Int64))
    return every.with_columns(adjusted=after)


def _entries(period: Period) -> dict[str, Any]:
    """Describe the first ratings of the list, with those of players who come back."""
    published = period.closed.newcomers.filter(pl.col("published").is_not_null())
    counted = published.group_by(rating="published").agg(number=pl.len().cast(pl.Int64)).with_columns(all=pl.lit("all"))
    found = described(counted, "all")
    if not found:
        return {"number": 0, "mean": None, "median": None}
    return {"number": found[0]["number"], "mean": found[0]["mean"], "median": found[0]["p50"]}


def load(found: Evidence, limit: int) -> list[dict[str, int]]:
    """Give those whose K times games of the period is above a limit, the highest first."""
    rows = found.players.filter(pl.col("base").is_not_null())
    every = rows.group_by("player").agg(k=pl.col("shown").max(), games=pl.col("games").max())
    above = every.with_columns(product=pl.col("k") * pl.col("games")).filter(pl.col("product") > limit)
    ordered = above.sort("product", "player", descending=[True, False])
    return ordered.select(fide_id="player", k="k", games="games", product="product").to_dicts()

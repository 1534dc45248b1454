"""The account of points: from the sum of all ratings of the last list to that of this one, item by item.

Both sums are of the published lists. Each item is worked out from its own source (`integrity_sources`), none from the
list itself: so what is left when all of them are taken together is really left over. It must be nothing; whatever is
left is a fault of the list or of the book, and is shown as such.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays
from arpad.publication.integrity.games import points_of_games, worth
from arpad.publication.integrity.measures import A_POINT, DECISIONS, FAULT, GAMES, MEMBERS, UNLISTED
from arpad.publication.integrity.people import described
from arpad.publication.integrity.sources import before, changes, one_offs, players, worked_out_as_a_whole
from arpad.publication.listing import DIED, EXCLUDED, NO_FEDERATION, NO_ID, NO_LONGER_SHOWN, SUSPENDED
from arpad.regulations.rules.rated_period import K_LOAD

if TYPE_CHECKING:
    from arpad.publication.integrity.games import SidesOfGames, WorthOfSides
    from arpad.publication.integrity.sources import AccountInputs
    from arpad.regulations.edition import Edition

ITEMS = {
    "first_ratings": MEMBERS,
    "returns": MEMBERS,
    "standing_in": MEMBERS,
    "corrected_entries": MEMBERS,
    "below_floor": MEMBERS,
    DIED: UNLISTED,
    EXCLUDED: UNLISTED,
    SUSPENDED: UNLISTED,
    NO_FEDERATION: UNLISTED,
    NO_ID: UNLISTED,
    NO_LONGER_SHOWN: UNLISTED,
    "corrections": DECISIONS,
    "taken_back": DECISIONS,
    "one_offs": DECISIONS,
    "unequal_k": GAMES,
    "uneven": GAMES,
    "one_sided": GAMES,
    "not_separated": GAMES,
    "rounding": GAMES,
    "residual": FAULT,
}
"""The items of the account in their order, each with its group.

A player who is not listed takes points off the list, and later brings them back; what is won and lost meanwhile is
among the games, and taken out again here, so that the games are told whole.
"""
_REASONS = tuple(name for name, group in ITEMS.items() if group == UNLISTED)


@dataclass(frozen=True, slots=True)
class WeighedGames:
    """The games of a period with what they are worth: made once, and asked by every part of the page."""

    sides: SidesOfGames
    players: pl.DataFrame
    """For each side: player, base, k as applied, shown (K before any limit), games of the period."""
    worth: WorthOfSides


def weighed_games(inputs: AccountInputs, sides: SidesOfGames) -> WeighedGames:
    """Ask the rule for each side of each game, at the bases from which the list starts."""
    rows = _coefficients(inputs, sides)
    return WeighedGames(sides, rows, worth(sides, rows["base"].fill_null(-1).to_numpy().astype(np.int64)))


def account(inputs: AccountInputs, weighed: WeighedGames) -> dict[str, Any]:
    """Make the account of a kind of chess; `points` are hundredths, `residual` is zero unless something is wrong.

    Of the residual `players` counts those whose rating is not what their items give, even where they make up for each
    other.
    """
    moved = changes(inputs)
    every = players(inputs, moved)
    items = {**_of_members(), **_of_unlisted()}
    sums = every.select(
        **{f"{name}_points": points.filter(which).sum() for name, (which, points) in items.items()},
        **{f"{name}_players": which.sum() for name, (which, _) in items.items()},
    ).row(0, named=True)
    points = {name: A_POINT * int(sums[f"{name}_points"]) for name in items}
    numbers = {name: int(sums[f"{name}_players"]) for name in items}
    of_games, counts = _of_games(moved, weighed, inputs)
    points |= of_games
    was = before(inputs).join(inputs.was_off, on="fide_id", how="anti")
    opening, closing = (A_POINT * int(ratings.sum()) for ratings in (was["last"], listed(inputs)["rating"]))
    points["residual"] = closing - opening - sum(points.values())
    wrong = pl.col("reason").is_null() & pl.col("rated").ne_missing(pl.col("due"))
    numbers["residual"] = int(every.select(wrong.sum()).item())
    return {
        "opening": opening,
        "closing": closing,
        "items": [
            {"item": name, "group": group, "points": points[name], "players": numbers.get(name)}
            for name, group in ITEMS.items()
        ],
        "adjustments": [adjustment.id for adjustment in one_offs(inputs)],
        "entries": _entries(inputs),
        **counts,
    }


def listed(inputs: AccountInputs) -> pl.DataFrame:
    """Give those on the published list: fide_id, rating."""
    return inputs.rated.join(inputs.off, on="fide_id", how="anti")


def _of_members() -> dict[str, tuple[pl.Expr, pl.Expr]]:
    """Give who came and went, and what was decided: of each item which players it is about, and their points."""
    last, start, reached, adjusted = (pl.col(name) for name in ("last", "start", "reached", "adjusted"))
    had, starts, is_corrected = (pl.col(name).is_not_null() for name in ("last", "start", "corrected"))
    is_new = ~starts & pl.col("published").is_not_null()
    was_rated = pl.col("highest").is_not_null()
    shift = start - last
    return {
        "first_ratings": (is_new & ~was_rated, pl.col("published")),
        "returns": (is_new & was_rated, pl.col("published")),
        "standing_in": (starts & ~had & ~is_corrected, start),
        "corrected_entries": (starts & ~had & is_corrected, start),
        "below_floor": (starts & pl.col("due").is_null(), -adjusted),
        "corrections": (had & is_corrected & (shift != 0), shift),
        "taken_back": (had & ~is_corrected & (shift != 0), shift),
        "one_offs": (starts & (adjusted != reached), adjusted - reached),
    }


def _of_unlisted() -> dict[str, tuple[pl.Expr, pl.Expr]]:
    """Give, for each reason not to be listed, what was off the list before for it, less what is off it now."""
    reasons = {}
    for name in _REASONS:
        was = pl.when(pl.col("was_reason") == name).then("last").fill_null(0)
        is_now = pl.when(pl.col("reason") == name).then("due").fill_null(0)
        reasons[name] = (was != is_now, was - is_now)
    return reasons


def _coefficients(inputs: AccountInputs, sides: SidesOfGames) -> pl.DataFrame:
    """Give each side's base and K, as the changes name them; nothing for a player without a base."""
    period_changes = inputs.closed.changes
    bases = period_changes.players.select("fide_id", base="rating", games="games")
    of_events = period_changes.events.group_by("fide_id", "event_id").agg(
        k=pl.col("k_applied").max(), shown=pl.col("k").max()
    )
    known = of_events.join(bases, on="fide_id", how="inner").rename({"fide_id": "player"})
    rows = sides.frame.select(pl.col("player", "event_id").cast(pl.Int64))
    coefficients = rows.join(known, on=["player", "event_id"], how="left", maintain_order="left")
    return coefficients.with_columns(pl.col("k", "shown", "games").fill_null(0))


def _of_games(
    moved: pl.DataFrame, weighed: WeighedGames, inputs: AccountInputs
) -> tuple[dict[str, int], dict[str, int]]:
    """Split what the games came to: by game as far as single games tell, what is of whole events, and the rounding.

    Where an edition values each game by itself, the sums of the events must be those of the games: if they are not,
    that is in no item, and so left over.
    """
    k = weighed.players["k"].to_numpy().astype(np.int64)
    by_game = dict(points_of_games(weighed.sides, weighed.worth, k))
    counts = {name: by_game.pop(name) for name in ("games_of_both", "games_of_one")}
    single = np.where(weighed.worth.counts, k * weighed.worth.change, 0)
    of_games = weighed.players.select("event_id", points=pl.Series(single, dtype=pl.Int64))
    events = inputs.closed.changes.events
    of_events = events.select(pl.col("event_id").cast(pl.Int64), points=pl.col("k_applied") * pl.col("sum"))
    whole = worked_out_as_a_whole(weighed.sides)
    sums = [
        int(frame.filter(pl.col("event_id").is_in(whole.implode()))["points"].sum()) for frame in (of_events, of_games)
    ]
    split = by_game | {
        "not_separated": sums[0] - sums[1],
        "rounding": _rounding(moved),
    }
    return split, counts | {"player_games": int(events["games"].sum())}


def _rounding(moved: pl.DataFrame) -> int:
    """Give what rounding to whole points made, in hundredths: of each player half a point at most.

    More than that is no rounding. It is in no item then, and so left over: a rule that limits the change of a player
    needs an item of its own.
    """
    by_rounding = moved.select(points=A_POINT * pl.col("change") - pl.col("unrounded"))
    return int(by_rounding.filter(2 * pl.col("points").abs() <= A_POINT)["points"].sum())


def _entries(inputs: AccountInputs) -> dict[str, Any]:
    """Describe the first ratings on the published list, with those of players who come back."""
    published = inputs.closed.newcomers.filter(pl.col("published").is_not_null())
    published = published.with_columns(pl.col("fide_id").cast(pl.Int64)).join(inputs.off, on="fide_id", how="anti")
    counted = published.group_by(rating="published").agg(number=pl.len().cast(pl.Int64)).with_columns(all=pl.lit("all"))
    entries = described(counted, "all")
    if not entries:
        return {"number": 0, "mean": None, "median": None}
    return {"number": entries[0]["number"], "mean": entries[0]["mean"], "median": entries[0]["p50"]}


def load(weighed: WeighedGames, law: Edition, is_above: str) -> list[dict[str, int]]:
    """Give those whose K times games of the period is above a limit of an edition, the highest first."""
    rows = weighed.players.filter(pl.col("base").is_not_null())
    every = rows.group_by("player").agg(k=pl.col("shown").max(), games=pl.col("games").max()).drop_nulls()
    facts = {name: every[name].cast(pl.Int64).to_numpy() for name in ("k", "games")}
    loads = Arrays(K_LOAD, law).run(facts, {}, None, ("load", is_above)).whole
    above = every.with_columns(product=pl.Series(loads["load"])).filter(pl.Series(loads[is_above]))
    ordered = above.sort("product", "player", descending=[True, False])
    return ordered.select(fide_id="player", k="k", games="games", product="product").to_dicts()

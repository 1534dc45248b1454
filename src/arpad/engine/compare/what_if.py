"""What a period would have come to otherwise: with another K, without one of a player's events, or with one more.

The rule of a period itself is asked again, for the few players whose rating differs from a published one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays
from arpad.engine.period.close_kind import close_kind
from arpad.regulations.rules.rated_period import RATED_PERIOD

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from arpad.book.view import Period
    from arpad.engine.period.close_kind import ClosedKind
    from arpad.regulations.edition import Edition

Answers = dict[int, dict[int, int]]
"""By player, and then by what was changed (a K, or an event): the rating that this would give."""


def with_other_k(closed_kind: ClosedKind, players: Iterable[int], coefficients: Iterable[int]) -> Answers:
    """Give the ratings of some players with each coefficient in the place of theirs."""
    events = _events_of(closed_kind, players)
    answers: Answers = {}
    for k in coefficients:
        worked_out = _worked_out(closed_kind.law, _bases(closed_kind), events.with_columns(k=pl.lit(k, dtype=pl.Int64)))
        _note(answers, worked_out, dict.fromkeys(worked_out, k))
    return answers


def without_one_event(closed_kind: ClosedKind, players: Iterable[int]) -> Answers:
    """Give the ratings of some players without each of their events."""
    events = _events_of(closed_kind, players)
    answers: Answers = {}
    bases: dict[int, int] = dict(_bases(closed_kind).iter_rows())
    # An event may have several rows, one for each list at whose ratings its games are rated.
    numbered = events.with_columns(number=pl.col("event_id").rle_id().over("fide_id"))
    for number in numbered["number"].unique().to_list():
        left_out = dict(numbered.filter(pl.col("number") == number).select("fide_id", "event_id").iter_rows())
        rest = numbered.filter((pl.col("number") != number) & pl.col("fide_id").is_in(list(left_out)))
        worked_out = _worked_out(closed_kind.law, _bases(closed_kind), rest)
        _note(answers, {player: worked_out.get(player, bases[player]) for player in left_out}, left_out)
    return answers


def with_one_more_event(closed_kind: ClosedKind, period: Period, players: Iterable[int]) -> Answers:
    """Give the ratings of some players with each event of the book that they played and the list did not rate."""
    wanted = list(players)
    days, month = period.calendar, period.list_date
    events = period.table("events").filter(
        (pl.col("kind") == period.kind)
        & (pl.col("end") < month)
        & ~pl.col("event_id").is_in(closed_kind.events["event_id"].implode())
    )
    # What an earlier list has rated is in the base already.
    late = [
        withdrawn or (rated_for or days.list_that_rates(end, received, official=official) or month) >= month
        for end, received, official, rated_for, withdrawn in events.select(
            "end", "received", "official", "rated_for", "withdrawn"
        ).iter_rows()
    ]
    events = events.filter(pl.Series(late, dtype=pl.Boolean))
    own = pl.col("white").is_in(wanted) | pl.col("black").is_in(wanted)
    games = period.table("games").join(events.select("event_id"), on="event_id", how="semi")
    theirs = games.filter(own).select("event_id").unique()
    if not theirs.height:
        return {}
    games = games.join(theirs, on="event_id", how="semi")
    forced = events.join(theirs, on="event_id", how="semi").with_columns(
        rated_for=pl.lit(month), withdrawn=pl.lit(value=False), withdrawn_for=pl.lit(None, dtype=pl.Date)
    )
    other = close_kind(period.instead(events=forced, games=games)).changes.events
    before = _events_of(closed_kind, wanted)
    answers: Answers = {}
    for event in forced["event_id"].to_list():
        more = other.filter((pl.col("event_id") == event) & pl.col("fide_id").is_in(wanted) & (pl.col("games") > 0))
        both = pl.concat([before.join(more.select("fide_id"), on="fide_id", how="semi"), more.select(before.columns)])
        worked_out = _worked_out(closed_kind.law, _bases(closed_kind, close_of=other), both.sort("fide_id"))
        _note(answers, worked_out, dict.fromkeys(worked_out, event))
    return answers


def _note(answers: Answers, ratings: Mapping[int, int], changed: Mapping[int, int]) -> None:
    for player, rating in ratings.items():
        answers.setdefault(player, {})[changed[player]] = rating


def _events_of(closed_kind: ClosedKind, players: Iterable[int]) -> pl.DataFrame:
    return (
        closed_kind.changes.events.filter(pl.col("fide_id").is_in(list(players)))
        .select("fide_id", "event_id", "k", "games", "sum")
        .sort("fide_id", "event_id")
    )


def _bases(closed_kind: ClosedKind, close_of: pl.DataFrame | None = None) -> pl.DataFrame:
    """Give the ratings to which changes are added; a player without an event has the rating of the list."""
    known = closed_kind.changes.players.select("fide_id", pl.col("rating").cast(pl.Int64))
    if close_of is None:
        return known
    idle = close_of.join(known, on="fide_id", how="anti").select("fide_id").unique()
    listed = closed_kind.ratings.select("fide_id", pl.col("rating").cast(pl.Int64)).drop_nulls()
    return pl.concat([known, listed.join(idle, on="fide_id", how="semi")])


def _worked_out(law: Edition, bases: pl.DataFrame, events: pl.DataFrame) -> dict[int, int]:
    """Ask the rule of a period; `events` are sorted by player."""
    counted = events.join(bases.select("fide_id"), on="fide_id", how="semi", maintain_order="left")
    if not counted.height:
        return {}
    players = (
        counted.select("fide_id")
        .unique(maintain_order=True)
        .join(bases, on="fide_id", how="left", maintain_order="left")
    )
    owner = counted["fide_id"].rle_id().to_numpy().astype(np.int64)
    whole = {"rating": players["rating"].to_numpy().astype(np.int64)}
    parts = {name: counted[name].fill_null(0).to_numpy().astype(np.int64) for name in ("k", "sum", "games")}
    ratings = Arrays(RATED_PERIOD, law).run(whole, parts, owner).whole["new_rating"]
    return dict(zip(players["fide_id"].to_list(), ratings.tolist(), strict=True))

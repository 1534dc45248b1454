"""Events that were rated and then withdrawn, or replaced by a re-rated form: what they did to the last ratings.

FIDE adds no points by hand; it rates the whole event anew, and the base of the next list changes by what that makes of
difference. So the list for which the event was rated is worked out twice, as it was and as it should have been, and
every player's last rating is corrected by the difference. Later lists are not worked out anew.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

import polars as pl

from arpad.engine.wording import WORDS
from arpad.model.problems import NOTE, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from arpad.book.view import Period

    Ratings = Callable[[Period], tuple[pl.DataFrame, pl.DataFrame]]
    """Works out a list: fide_id, rating and played, and the part results that are kept then."""
    Entered = Callable[[date], pl.Series]
    """Gives the players whose first rating was published with the list of a day or a later one."""


@dataclass(frozen=True, slots=True)
class Rerated:
    """Corrected bases as rows of the table of corrections, the mended pool, and what must be known besides."""

    corrections: pl.DataFrame
    pool: pl.DataFrame
    played: Mapping[int, int] = field(default_factory=dict)
    """By how many rated games so far somebody has more or fewer."""
    notes: tuple[Problem, ...] = ()


def rerated(period: Period, ratings: Ratings, entered: Entered) -> Rerated:
    """Correct the bases of a list by what withdrawn and re-rated events change; corrections by hand go before."""
    kind, list_date = period.kind, period.list_date
    own, every_event = period.table("corrections"), period.table("events")
    events = every_event.filter(pl.col("kind") == kind)
    gone = events.filter(
        pl.col("withdrawn") & (pl.col("withdrawn_for") == list_date) & pl.col("rated_for").is_not_null()
    )
    last = None if not gone.height or period.base_day is None else period.rating_list(period.base_day)
    if last is None:
        return Rerated(own, period.pool)
    notes: list[Problem] = []
    shifts: list[pl.DataFrame] = []
    played: Counter[int] = Counter()
    pool = period.pool.filter(~(pl.col("event_id").is_in(gone["event_id"].implode()) & (pl.col("kind") == kind)))
    for day in sorted(gone["rated_for"].unique().to_list()):
        numbers = gone.filter(pl.col("rated_for") == day)["event_id"]
        before, after = _both(events, day, list_date)
        earlier = pool.filter(pl.col("due") < day)
        mended = own.filter(pl.col("list") == day)
        was, _ = ratings(period.at(day, corrections=mended, pool=earlier, events=before))
        should, results = ratings(period.at(day, corrections=mended, pool=earlier, events=after))
        # Part results of the re-rated form stand in the place of those of the withdrawn one.
        instead = every_event.filter(pl.col("replaces").is_in(numbers.implode()))["event_id"]
        is_new = pl.col("event_id").is_in(instead.implode()) & (pl.col("kind") == kind)
        pool = pl.concat([pool.filter(~is_new), results.filter(is_new).select(pool.columns)])
        both = was.join(should, on="fide_id", suffix="_should")
        # Part results that made a first rating have left the pool, so entries of then cannot be worked out again.
        newcomers = pl.col("fide_id").is_in(_players(period.table("games"), numbers, entered(day)).implode())
        by_hand = both.filter(
            (pl.col("rating").is_null() != pl.col("rating_should").is_null())
            | (pl.col("rating").is_null() & pl.col("rating_should").is_null() & newcomers)
        )
        notes += [
            Problem.of(WORDS, "rerated_by_hand", str(player), severity=NOTE, player=player, month=f"{day:%Y-%m}")
            for player in sorted(by_hand["fide_id"].to_list())
        ]
        rated = both.filter(pl.col("rating").is_not_null() & pl.col("rating_should").is_not_null())
        shifts.append(rated.select("fide_id", shift=pl.col("rating_should") - pl.col("rating")))
        games = rated.select("fide_id", more=pl.col("played_should").cast(pl.Int64) - pl.col("played"))
        played.update(dict(games.filter(pl.col("more") != 0).iter_rows()))
    pool = pool.unique(["kind", "fide_id", "event_id"], keep="first", maintain_order=True)
    return Rerated(_corrected(own, last, kind, list_date, shifts), pool, dict(played), tuple(notes))


def _players(games: pl.DataFrame, events: pl.Series, among: pl.Series) -> pl.Series:
    """Give those of some players who had a game in some events."""
    own = games.filter(pl.col("event_id").is_in(events.implode()))
    return among.filter(among.is_in(pl.concat([own["white"], own["black"]]).implode()))


def _both(events: pl.DataFrame, day: date, list_date: date) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Give the events of an earlier list as they were known before the list being made, and as they are known now.

    What only a later list takes back still counts in both. Events of lists before that one are given as they are, for
    its own bases were corrected by what it took back.
    """
    never = pl.lit(date.min)
    replaced = events.select(
        replaces="event_id",
        replaced_for="rated_for",
        replaced_from=pl.when("withdrawn").then(pl.col("withdrawn_for").fill_null(never)),
    )
    rows = events.join(replaced, on="replaces", how="left", maintain_order="left")
    taken = pl.when("withdrawn").then(pl.col("withdrawn_for").fill_null(never)).otherwise(pl.lit(date.max))
    since = pl.when(pl.col("replaces").is_null()).then(never).otherwise(pl.col("replaced_from").fill_null(date.max))
    rated = pl.coalesce("rated_for", "replaced_for")
    then = rows.filter(rated == day).with_columns(taken=taken, since=since)
    plain = {
        "withdrawn": pl.lit(value=False),
        "withdrawn_for": pl.lit(None, dtype=pl.Date),
        "replaces": pl.lit(None, dtype=pl.Int64),
        "rated_for": pl.lit(day),
    }
    older = rows.filter(rated < day).select(events.columns)
    before = then.filter((pl.col("since") < list_date) & (pl.col("taken") >= list_date))
    after = then.filter((pl.col("since") <= list_date) & (pl.col("taken") > list_date))
    frames = [pl.concat([older, known.with_columns(**plain).select(events.columns)]) for known in (before, after)]
    return frames[0], frames[1]


def _corrected(
    own: pl.DataFrame, last: pl.DataFrame, kind: str, list_date: date, shifts: list[pl.DataFrame]
) -> pl.DataFrame:
    """Add the shifts to the last ratings; a player with a correction by hand keeps that."""
    total = pl.concat(shifts).group_by("fide_id").agg(pl.col("shift").sum()).filter(pl.col("shift") != 0)
    rated = last.select("fide_id", rating=pl.col(f"{kind}_rating").cast(pl.Int64)).drop_nulls()
    by_hand = own.filter((pl.col("kind") == kind) & (pl.col("list") == list_date)).select("fide_id")
    shifted = total.join(rated, on="fide_id").join(by_hand, on="fide_id", how="anti")
    rows = shifted.select(
        kind=pl.lit(kind), fide_id="fide_id", list=pl.lit(list_date), rating=pl.col("rating") + pl.col("shift")
    )
    return pl.concat([own, rows.select(pl.col(name).cast(dtype) for name, dtype in own.schema.items())])


def rated_for(events: pl.DataFrame, list_date: date) -> pl.Expr:
    """Say for which list an event counts: a re-rated one for that of the event which this list takes back."""
    taken = events.filter(pl.col("withdrawn") & (pl.col("withdrawn_for") == list_date))
    of = dict(taken.select("event_id", "rated_for").drop_nulls().iter_rows())
    replaced = pl.col("replaces").replace_strict(of, default=None, return_dtype=pl.Date) if of else pl.lit(None)
    return pl.coalesce("rated_for", replaced)

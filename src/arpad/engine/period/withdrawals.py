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
    from collections.abc import Mapping, Sequence

    from arpad.book.view import Period


@dataclass(frozen=True, slots=True)
class Rerated:
    """Corrected bases as rows of the table of corrections, the mended pool, and what must be known besides."""

    corrections: pl.DataFrame
    pool: pl.DataFrame
    played: Mapping[int, int] = field(default_factory=dict)
    """By how many rated games so far somebody has more or fewer."""
    notes: tuple[Problem, ...] = ()


def events_taken_back(period: Period) -> pl.DataFrame:
    """Give the events that an earlier list rated and that this one takes back; none where there is no list before."""
    gone = period.table("events").filter(
        (pl.col("kind") == period.kind)
        & pl.col("withdrawn")
        & (pl.col("withdrawn_for") == period.list_date)
        & pl.col("rated_for").is_not_null()
    )
    has_base = gone.height and period.base_day is not None and period.rating_list(period.base_day) is not None
    return gone if has_base else gone.clear()


def pool_without(period: Period, gone: pl.DataFrame) -> pl.DataFrame:
    """Give the part results without those of events that are taken back."""
    return period.pool.filter(~(pl.col("event_id").is_in(gone["event_id"].implode()) & (pl.col("kind") == period.kind)))


def worked_out_twice(period: Period, day: date, pool: pl.DataFrame) -> tuple[Period, Period]:
    """Give an earlier list as it was known before the list being made, and as it is known now."""
    events, own = period.table("events").filter(pl.col("kind") == period.kind), period.table("corrections")
    before, after = _both(events, day, period.list_date)
    earlier, mended = pool.filter(pl.col("due") < day), own.filter(pl.col("list") == day)
    return (
        period.at(day, corrections=mended, pool=earlier, events=before),
        period.at(day, corrections=mended, pool=earlier, events=after),
    )


def with_results(period: Period, numbers: pl.Series, pool: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """Put part results of the re-rated form of some events in the place of those of the withdrawn one."""
    instead = period.table("events").filter(pl.col("replaces").is_in(numbers.implode()))["event_id"]
    is_new = pl.col("event_id").is_in(instead.implode()) & (pl.col("kind") == period.kind)
    return pl.concat([pool.filter(~is_new), results.filter(is_new).select(pool.columns)])


@dataclass(frozen=True, slots=True)
class TwoLists:
    """An earlier list as it was and as it should have been: fide_id, rating and played of everybody."""

    day: date
    was: pl.DataFrame
    should: pl.DataFrame


def rerated(period: Period, gone: pl.DataFrame, pool: pl.DataFrame, lists: Sequence[TwoLists]) -> Rerated:
    """Correct the bases of a list by what withdrawn and re-rated events change; corrections by hand go before."""
    notes: list[Problem] = []
    shifts: list[pl.DataFrame] = []
    played: Counter[int] = Counter()
    for worked_out in lists:
        day, numbers = worked_out.day, gone.filter(pl.col("rated_for") == worked_out.day)["event_id"]
        both = worked_out.was.join(worked_out.should, on="fide_id", suffix="_should")
        # Part results that made a first rating have left the pool, so entries of then cannot be worked out again.
        entered = _players(period.table("games"), numbers, _entered(period, day))
        newcomers = pl.col("fide_id").is_in(entered.implode())
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
    return Rerated(_corrected(period, shifts), pool, dict(played), tuple(notes))


def _entered(period: Period, day: date) -> pl.Series:
    """Give the players whose first rating was published with the list of a day or a later one."""
    now, then = _rated(period, period.base_day), _rated(period, period.base_day_of(day))
    return now.join(then, on="fide_id", how="anti")["fide_id"]


def _rated(period: Period, day: date | None) -> pl.DataFrame:
    rating_list = None if day is None else period.rating_list(day)
    if rating_list is None:
        return pl.DataFrame(schema={"fide_id": pl.Int64})
    return rating_list.filter(pl.col(f"{period.kind}_rating").is_not_null()).select(pl.col("fide_id").cast(pl.Int64))


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


def _corrected(period: Period, shifts: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Add the shifts to the last ratings; a player with a correction by hand keeps that."""
    own, kind, list_date = period.table("corrections"), period.kind, period.list_date
    last = None if period.base_day is None else period.rating_list(period.base_day)
    if last is None:
        return own
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

"""What the passes over a period read, gathered from a book: the partitions that hold all events and all players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.everybody import NO_K, UNRATED, ListColumns, listed
from arpad.engine.period.adjustments import of_list
from arpad.engine.period.coefficients import officer_k, takes_k_at_start
from arpad.engine.period.events import events_of_list
from arpad.engine.period.frames import EventPartition, PlayerPartition
from arpad.engine.period.games import days_of_lists
from arpad.engine.period.list_line import base_ratings
from arpad.engine.wording import WORDS
from arpad.model.problems import NOTE, Problem, RefusedError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import date

    from arpad.book.view import Period
    from arpad.engine.arrays import Column
    from arpad.engine.everybody import Everybody
    from arpad.engine.period.frames import Completed, EventFrames
    from arpad.engine.period.withdrawals import Rerated


@dataclass(frozen=True, slots=True)
class Bases:
    """From where a list goes on: the lines of the one before, by places, and what has been corrected since."""

    last: ListColumns
    own: Column
    """Everybody's own last rating, corrected."""
    base: Column
    """The rating to which changes are added."""
    pool: pl.DataFrame
    """The part results of earlier lists of this kind of chess."""
    rerated: Rerated
    """What withdrawn and re-rated events change."""

    def among(self, players: Everybody, others: Everybody, kind: str) -> Bases:
        """Give from where the list goes on for other players than it was gathered for; the unknown start unrated."""
        places = players.places.of(pl.Series(others.places.numbers))
        known = np.flatnonzero(places >= 0)

        def taken(column: Column, absent: Column) -> Column:
            of_others = absent.astype(column.dtype)
            of_others[known] = column[places[known]]
            return of_others

        nobody = listed(None, kind, others)
        last = ListColumns(*(taken(*both) for both in zip(self.last.columns(), nobody.columns(), strict=True)))
        own, base = (taken(column, nobody.rating) for column in (self.own, self.base))
        numbers = pl.Series(others.places.numbers)
        pool = self.pool.filter(pl.col("fide_id").is_in(numbers.implode()))
        return Bases(last, own, base, pool, self.rerated)


def bases_of(period: Period, players: Everybody, rerated: Rerated) -> Bases:
    """Take the list before, with the corrections of `rerated`."""
    for name, table in (("pool", rerated.pool), ("corrections", rerated.corrections)):
        _refuse_unknown(name, table, players)
    last = listed(None if period.base_day is None else period.rating_list(period.base_day), period.kind, players)
    corrections = rerated.corrections
    mended = corrections.filter((corrections["kind"] == period.kind) & (corrections["list"] == period.list_date))
    own = last.rating
    if mended.height:
        own = own.copy()
        own[players.places.of(mended["fide_id"])] = mended["rating"].to_numpy()
    base = base_ratings(period.law, own, last.standard)
    pool = rerated.pool.filter(rerated.pool["kind"] == period.kind)
    return Bases(last, own, base, pool, rerated)


def _refuse_unknown(name: str, table: pl.DataFrame, players: Everybody) -> None:
    """Refuse a table that speaks of players whom the book does not have; nobody else may get their results."""
    unknown = table["fide_id"].filter(pl.Series(players.places.of(table["fide_id"]) < 0, dtype=pl.Boolean))
    if len(unknown):
        raise RefusedError.of(WORDS, "id_unknown", table=name, player=unknown[0])


def event_partition(period: Period, players: Everybody, bases: Bases) -> EventPartition:
    """Gather what the event pass reads of all events of a list; for a list that is missing the one before stands in."""
    events, laws = events_of_list(period)
    games = period.table("games")
    lists: dict[date | None, ListColumns] = {period.base_day: bases.last}
    days = days_of_lists(events, games, period.calendar) - {period.base_day}
    missing = lacking(period, days)
    # Games are rated at the ratings of a list; what else it says is asked only where K is taken at the start of events.
    is_alone = not takes_k_at_start(laws)
    for day in days:
        frame = period.ratings(day) if is_alone else period.rating_list(day)
        lists[day] = bases.last if day in missing else listed(frame, period.kind, players, ratings_only=is_alone)
    return EventPartition(
        period.kind,
        period.list_date,
        period.name,
        period.law,
        tuple(laws),
        period.calendar,
        events,
        games,
        period.table("exclusions"),
        players.places,
        bases.base,
        lists,
        missing,
        bases.pool,
    )


def lacking(period: Period, days: Collection[date]) -> frozenset[date]:
    """Give those of some days of which the book does not have the list."""
    return frozenset(day for day in days if period.ratings(day) is None)


def missing_lists(period: Period, missing: Collection[date]) -> list[Problem]:
    """Say which lists the book does not have, and which one was taken."""
    return [
        Problem.of(WORDS, "list_missing", str(day), severity=NOTE, day=day, taken=period.base_day) for day in missing
    ]


def player_partition(  # noqa: PLR0913, PLR0917 - all that the player pass reads
    period: Period,
    players: Everybody,
    bases: Bases,
    of_events: EventPartition,
    completed: Mapping[date, Completed],
    frames: EventFrames,
) -> PlayerPartition:
    """Gather what the player pass reads of everybody."""
    last, lists = bases.last, dict(of_events.lists)
    if period.base_day is None:
        # Before the first list of all, K is explained by the list being made, if the book has it already.
        rating_list = period.rating_list(period.list_date)
        lists[period.list_date] = last if rating_list is None else listed(rating_list, period.kind, players)
    shown = base_ratings(period.law, last.rating, last.standard)
    return PlayerPartition(
        period.list_date,
        period.base_day,
        period.law,
        of_events.laws,
        period.calendar,
        players,
        last,
        bases.own,
        bases.base,
        bases.base if bases.own is last.rating else np.where(shown == UNRATED, bases.base, shown),
        _set_k(period, players),
        lists,
        completed,
        bases.rerated.played,
        bases.pool,
        of_list(period.law, period.list_date, period.adjustments),
        frames,
    )


def _set_k(period: Period, players: Everybody) -> Column:
    """Give K as an officer set it."""
    rows = period.table("coefficients")
    if not rows.height:
        return np.broadcast_to(np.int32(NO_K), (players.size,))
    return officer_k(rows, period.kind, period.list_date, players)

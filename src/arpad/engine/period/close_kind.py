"""From one list to the next for one kind of chess: changes, first ratings, one-offs, the floor, K of the next list.

A pure function of tables: gather, then the event pass, then the player pass. By the event's edition: what counts and at
which ratings; by the list's: the limit of 700, rounding, the floor, the formula of first ratings, K of the next list,
inactivity (settled reading 12).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from arpad.engine.everybody import people_of
from arpad.engine.period.coefficients import starts_of_k
from arpad.engine.period.event_pass import event_pass, event_rows
from arpad.engine.period.frames import Completed
from arpad.engine.period.gather import Bases, bases_of, event_partition, missing_lists, player_partition
from arpad.engine.period.newcomers import games_after_the_first
from arpad.engine.period.player_pass import event_changes, player_changes, player_pass
from arpad.engine.period.round_robins import table_pass
from arpad.engine.period.withdrawals import (
    Rerated,
    TwoLists,
    events_taken_back,
    pool_without,
    rerated,
    with_results,
    worked_out_twice,
)
from arpad.regulations.workings.first_rating import counts_towards_k

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from datetime import date

    from arpad.book.view import Period
    from arpad.engine.everybody import Everybody
    from arpad.engine.period.frames import EventPartition, Moves, PlayerPartition
    from arpad.model.problems import Problem
    from arpad.regulations.edition import Edition


@dataclass(frozen=True)
class Changes:
    """What a period came to: a row for each player with a counted game, and a row for each event of a player.

    Written out as frames where they are asked for; the rows of the events are worked out only then.
    """

    moves: Moves
    of_events: EventPartition
    of_players: PlayerPartition

    @property
    def laws(self) -> tuple[Edition, ...]:
        """The editions by which the events were rated."""
        return self.of_events.laws

    @cached_property
    def players(self) -> pl.DataFrame:
        """fide_id, rating (the base), games, sum, unrounded, change, new_rating."""
        return player_changes(self.of_players, self.moves)

    @cached_property
    def events(self) -> pl.DataFrame:
        """fide_id, event_id, list_day, rating, k, k_applied, games, score, sum."""
        return event_changes(self.of_players, event_rows(self.of_events))

    def written_out(self) -> Changes:
        """Give the same with both frames written out, and without what they are made from: that needs much room."""
        # Asked of the class: some versions of Python let nobody else work a property out meanwhile.
        frames = {name: getattr(Changes, name).func(self) for name in ("players", "events")}
        changes = Changes(self.moves.nothing(), self.of_events.without_rows(), self.of_players.without_rows())
        vars(changes).update(frames)
        return changes


@dataclass(frozen=True, slots=True)
class ClosedKind:
    """A list of one kind of chess, and how it came about."""

    law: Edition
    ratings: pl.DataFrame
    """fide_id, rating, games (in the period), k, played, highest, last; rating is null for a player unrated now."""
    changes: Changes
    newcomers: pl.DataFrame
    """fide_id, games, score, ru, published, reasons, and the games needed."""
    pool: pl.DataFrame
    """The part results that are kept for the next list."""
    events: pl.DataFrame
    rerated: Rerated
    """What withdrawn and re-rated events change of the bases from which the list goes on."""
    notes: tuple[Problem, ...] = field(default=())
    """What whoever makes the list should know."""


class WorkedOut(NamedTuple):
    """A list of one kind of chess, and from where it goes on."""

    period: Period
    players: Everybody
    bases: Bases
    closed: ClosedKind


def close_kind(period: Period, players: Everybody | None = None) -> ClosedKind:
    """Make the list of a kind of chess from the last one and from what was played."""
    return worked_out(period, players or people_of(period.table("players"))).closed


def worked_out(period: Period, players: Everybody) -> WorkedOut:
    """Make the list of a kind of chess, and keep from where it goes on."""
    bases = _bases(period, players)
    of_events = with_tables(event_partition(period, players, bases))

    def completed(days: Collection[date]) -> Mapping[date, Completed]:
        return completed_since(period, players, days)

    return WorkedOut(period, players, bases, closed_from(period, players, bases, of_events, completed))


def closed_from(  # noqa: PLR0913, PLR0917 - all that the passes read
    period: Period,
    players: Everybody,
    bases: Bases,
    of_events: EventPartition,
    completed: Callable[[Collection[date]], Mapping[date, Completed]],
    wanted: Collection[int] | None = None,
) -> ClosedKind:
    """Run the event pass and the player pass over what was gathered; `wanted` are the players, all if not given.

    `completed` gives, for the lists of some days, the games of the lists after each.
    """
    frames = event_pass(of_events)
    since = completed(starts_of_k(of_events.laws, frames.rows) - of_events.missing)
    of_players = player_partition(period, players, bases, of_events, since, frames)
    if wanted is not None:
        of_players = of_players.of_players(wanted)
    closed = player_pass(of_players)
    changes = Changes(closed.moves, of_events, of_players.without_frames())
    notes = sorted((*bases.rerated.notes, *of_events.tables.notes, *missing_lists(period, of_events.missing)), key=str)
    lines, entered, pool = closed.lines, closed.newcomers, closed.pool
    return ClosedKind(period.law, lines, changes, entered, pool, of_events.events, bases.rerated, tuple(notes))


def _bases(period: Period, players: Everybody) -> Bases:
    return bases_of(period, players, rerated_bases(period, players))


def with_tables(of_events: EventPartition) -> EventPartition:
    """Work out the tables of the round robins among some events."""
    return replace(of_events, tables=table_pass(of_events))


def rerated_bases(period: Period, players: Everybody | None = None) -> Rerated:
    """Correct the bases of a list by what withdrawn and re-rated events change.

    Each earlier list for which such an event was rated is made twice, one after the other: part results that the one
    leaves go into the next.
    """
    gone = events_taken_back(period)
    if not gone.height:
        return Rerated(period.table("corrections"), period.pool)
    pool, lists = pool_without(period, gone), []
    for day in sorted(gone["rated_for"].unique().to_list()):
        was, should = (close_kind(then, players) for then in worked_out_twice(period, day, pool))
        pool = with_results(period, gone.filter(pl.col("rated_for") == day)["event_id"], pool, should.pool)
        lists.append(TwoLists(day, was.ratings, should.ratings))
    return rerated(period, gone, pool, lists)


def completed_since(period: Period, players: Everybody, days: Collection[date]) -> dict[date, Completed]:
    """Give, for the lists of some days, the games of the lists after each, up to the one from which this list goes on.

    The third exchange: K at the start of an event (2009 to 2021) counts games of events that ended before it and went
    into later lists than that of its first day. Which lists these are is known after the event pass; their games are
    what the event pass gives for them. A list that the book does not have is not asked for: the last one stands in for
    it, and that has these games.
    """
    of_lists: dict[date, Completed] = {}
    listed_on = period.base_day
    while days and listed_on is not None and listed_on > min(days):
        of_lists[listed_on] = _completed(period.earlier(listed_on), players)
        listed_on = period.base_day_of(listed_on)
    return {day: Completed.joined([of for after, of in of_lists.items() if after > day]) for day in days}


def _completed(period: Period, players: Everybody) -> Completed:
    """Give the games that went into an earlier list: of rated players, and of newcomers whose results count."""
    of_events = with_tables(event_partition(period, players, _bases(period, players)))
    of_events = replace(of_events, row_per_event=True)
    frames = event_pass(of_events)
    of_rated = Completed(frames.rows.fide_id, frames.rows.end, frames.rows.games)
    if not counts_towards_k(period.law):
        return of_rated
    more = games_after_the_first(frames.parts, players, period.calendar, period.list_date)
    return Completed.joined([of_rated, more])

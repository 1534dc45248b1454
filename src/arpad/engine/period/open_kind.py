"""One kind of chess of a period that is still open: what its list came to, and some players worked out again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl

from arpad.book.view import Period
from arpad.engine.everybody import people_of
from arpad.engine.period.close_kind import Changes, ClosedKind, closed_from, completed_since
from arpad.engine.period.event_pass import event_pass
from arpad.engine.period.events import events_of_list
from arpad.engine.period.frames import Moves, Tables
from arpad.engine.period.games import days_of_lists
from arpad.engine.period.gather import event_partition, lacking, missing_lists, player_partition
from arpad.engine.period.kept_rows import KeptRows
from arpad.engine.period.round_robins import table_pass
from arpad.engine.period.some_players import SomePlayers
from arpad.engine.period.touched import events_of, players_of, tabled_robins, touched_events, unrated_numbers

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import date

    from arpad.book.view import BookView
    from arpad.engine.arrays import Column
    from arpad.engine.everybody import Everybody
    from arpad.engine.period.close_kind import WorkedOut
    from arpad.engine.period.frames import Completed, EventPartition
    from arpad.engine.period.gather import Bases
    from arpad.model.problems import Problem
    from arpad.regulations.edition import Edition


class _Gathered(NamedTuple):
    """What is read of some events and of their players."""

    period: Period
    people: Everybody
    bases: Bases
    of_events: EventPartition


class _EventsRatedByList(NamedTuple):
    """The events that a list rates: their rows, their numbers, and the round robins that may have a table."""

    events: pl.DataFrame
    numbers: frozenset[int]
    robins: frozenset[int]

    @classmethod
    def of(cls, events: pl.DataFrame, laws: Sequence[Edition]) -> _EventsRatedByList:
        return cls(events, frozenset(events["event_id"].to_list()), frozenset(tabled_robins(events, laws)))


@dataclass(frozen=True)
class OpenKind:
    """A list of one kind of chess that is not made yet, as it would be made now."""

    period: Period
    rated: _EventsRatedByList
    players: Everybody
    """Those of the book when everything was worked out first."""
    bases: Bases
    """From where the list goes on, for these players."""
    tables: Tables
    """Of all round robins whose table is worked out."""
    completed: Mapping[date, Completed]
    ratings: KeptRows
    moved: KeptRows
    """As `Changes.players`."""
    newcomers: KeptRows
    pool: KeptRows

    @classmethod
    def of(cls, worked: WorkedOut) -> OpenKind:
        """Keep what was worked out."""
        period, players, bases, closed = worked
        changes = closed.changes
        frames = (closed.ratings, changes.players, closed.newcomers, closed.pool)
        kept = [KeptRows.of(frame) for frame in frames]
        rated = _EventsRatedByList.of(closed.events, changes.laws)
        return cls(period, rated, players, bases, changes.of_events.tables, changes.of_players.completed, *kept)

    @property
    def notes(self) -> tuple[Problem, ...]:
        """What whoever makes the list should know."""
        days = days_of_lists(self.rated.events, self.period.table("games"), self.period.calendar) - {
            self.period.base_day
        }
        missing = missing_lists(self.period, lacking(self.period, days))
        return tuple(sorted((*self.bases.rerated.notes, *self.tables.notes, *missing), key=str))

    def in_book(self, view: BookView, *, has_other_events: bool) -> OpenKind:
        """Give the same list of a book that has changed, before anybody is worked out again."""
        period = Period(view, self.period.kind, self.period.list_date)
        rated = _EventsRatedByList.of(*events_of_list(period)) if has_other_events else self.rated
        return replace(self, period=period, rated=rated)

    def touched(self, events: Collection[int]) -> set[int]:
        """Give those of some events that the list rates, with the round robins that they touch."""
        own = self.rated.numbers.intersection(events)
        games = self.period.table("games")
        return touched_events(own, self.rated.robins, games, lambda some: self._gathered(some).of_events)

    def some(self, wanted: Column, again: Collection[int]) -> tuple[ClosedKind, OpenKind]:
        """Work some players out again, all their events and the tables of the round robins among `again`.

        Given are their part of the list, and the whole with that part put in.
        """
        own = self.rated.numbers.intersection(events_of(self.period.table("games"), pl.Series(wanted)).to_list())
        gathered = self._gathered(own, wanted)
        renewed = self._tables_again(gathered.of_events, own.intersection(again))
        # The table of a round robin that is not touched stays, whoever of its players is worked out again.
        left = self.tables.without_events(np.array(sorted(again), dtype=np.int64))
        tables = Tables.joined([left, renewed])
        of_events = replace(gathered.of_events, tables=tables.of_events(np.array(sorted(own), dtype=np.int64)))
        completed = dict(self.completed)

        def since(days: Collection[date]) -> Mapping[date, Completed]:
            completed.update(completed_since(self.period, self.players, set(days) - set(completed)))
            return {day: completed[day] for day in days}

        closed = closed_from(gathered.period, gathered.people, gathered.bases, of_events, since, wanted.tolist())
        put_in = replace(
            self,
            tables=tables,
            completed=completed,
            ratings=self.ratings.with_rows(wanted, closed.ratings),
            moved=self.moved.with_rows(wanted, closed.changes.players),
            newcomers=self.newcomers.with_rows(wanted, closed.newcomers),
            pool=self.pool.with_rows(wanted, closed.pool),
        )
        return closed, put_in

    def without(self, players: Column) -> OpenKind:
        """Take the rows of players away whom the book does not have any more."""
        return replace(
            self,
            ratings=self.ratings.without(players),
            moved=self.moved.without(players),
            newcomers=self.newcomers.without(players),
            pool=self.pool.without(players),
        )

    def _gathered(self, events: Collection[int], more: Column | None = None) -> _Gathered:
        """Gather what is read of some events that the list rates, and of their players and more."""
        view, kind, list_date = self.period.view, self.period.kind, self.period.list_date
        wanted = pl.col("event_id").is_in(list(events))
        games = view.table("games").filter(wanted)
        present = players_of(games, events).to_numpy()
        players = np.union1d(present, present[:0] if more is None else more)
        tables = {"events": view.table("events").filter(wanted), "games": games}
        period = Period(SomePlayers(view, players, tables), kind, list_date)
        people = people_of(period.table("players"))
        bases = self.bases.among(self.players, people, kind)
        return _Gathered(period, people, bases, event_partition(period, people, bases))

    def _tables_again(self, of_events: EventPartition, again: Collection[int]) -> Tables:
        """Work tables out that are touched, with everything that their unrated players did."""
        robins = self.rated.robins.intersection(again)
        if not robins:
            return Tables()
        unrated = unrated_numbers(of_events.with_events(robins))
        concerned = {*robins, *events_of(of_events.games, unrated).to_list()}
        return table_pass(of_events.with_events(concerned))

    def whole(self, people: Everybody) -> ClosedKind:
        """Give the list of everybody, as if it had been worked out at once."""
        period = self.period
        bases = self.bases.among(self.players, people, period.kind)
        of_events = replace(event_partition(period, people, bases), tables=self.tables)
        frames = event_pass(of_events)
        of_players = player_partition(period, people, bases, of_events, self.completed, frames)
        moved = self.moved.whole()
        columns = (moved[name].to_numpy() for name in ("games", "sum", "unrounded", "change", "new_rating"))
        changes = Changes(Moves(people.places.of(moved["fide_id"]), *columns), of_events, of_players)
        return ClosedKind(
            period.law,
            self.ratings.whole(),
            changes,
            self.newcomers.whole(),
            self.pool.whole(),
            self.rated.events,
            self.bases.rerated,
            self.notes,
        )

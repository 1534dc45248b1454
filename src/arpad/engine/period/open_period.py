"""The open period: the list that comes next, kept in memory while reports are accepted one after another.

Everything is worked out once. When an event comes, changes or goes, only the players whom it touches (`touched`) are
worked out again, by the same passes over the part of the book that speaks of them, and their rows are put in the place
of those from before. What an open period gives is what the whole gives; property tests bind the two. An open period is
a value: after a step the one from before is still what it was.

Some changes reach further than their own events, and then everything is worked out again: an event that was rated for
another list, was withdrawn or stands in the place of another corrects the bases of others. The same holds where a
decision came into the book, such as a correction by hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.book.schema import EVENTS, POOL, TABLES
from arpad.book.view import Instead
from arpad.engine.everybody import people_of
from arpad.engine.period.close_list import Closed, list_frame, pool_after, put_together, rated_events, worked_kinds
from arpad.engine.period.kept_rows import PLAYER, KeptRows
from arpad.engine.period.open_kind import OpenKind
from arpad.engine.period.some_players import SomePlayers
from arpad.engine.period.touched import players_of
from arpad.model.period import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from datetime import date

    from arpad.book.view import BookView
    from arpad.engine.arrays import Column

_NAMED = {"players", "events", "games", "log"}
"""The tables whose rows whoever accepts a report knows to be others; the log says only why."""
_MOST_CHUNKS = 32
"""A table that was added to so often is put into one piece again."""


@dataclass(frozen=True)
class Renewed:
    """What a step of an open period worked out again."""

    part: Closed | None
    """The list of the players who were touched, and how it came about in each kind of chess; None where everything was
    worked out again. The tables that a closed list leaves in a book are those of the whole only, and empty here."""
    players: Column
    """These players, and those whom the book does not have any more, in order."""


@dataclass(frozen=True)
class OpenPeriod:
    """The list of a day that is not made yet, as it would be made now."""

    view: BookView
    list_date: date
    only: Sequence[str]
    kinds: Mapping[str, OpenKind]
    lines: KeptRows
    """The lines of the list."""
    renewed: Renewed
    """How it came about from the one before; of the first one, everything."""

    @classmethod
    def of(
        cls,
        view: BookView,
        list_date: date,
        progress: Callable[[str], None] = lambda _: None,
        only: Sequence[str] = KINDS,
    ) -> OpenPeriod:
        """Work the whole list out."""
        worked = worked_kinds(view, list_date, progress, only)
        progress("putting the list together")
        closed = put_together(view, list_date, {kind: of_kind.closed for kind, of_kind in worked.items()})
        kinds = {kind: OpenKind.of(of_kind) for kind, of_kind in worked.items()}
        everybody = Renewed(None, closed.frame[PLAYER].to_numpy())
        period = cls(view, list_date, only, kinds, KeptRows.of(closed.frame), everybody)
        # What was put together is what would be put together again.
        period.__dict__["closed"] = closed
        return period

    def with_events(self, events: pl.DataFrame, games: pl.DataFrame) -> OpenPeriod:
        """Give the period with events more: rows of both tables; those that are there are replaced."""
        numbers = events["event_id"].to_list()
        others = ~pl.col("event_id").is_in(numbers)
        has_none = self.view.table("events").select(others.all()).item()
        added = {}
        for name, rows in (("events", events), ("games", games)):
            frame = self.view.table(name)
            added[name] = pl.concat([frame if has_none else frame.filter(others), rows])
        return self.in_book(_instead(self.view, added), numbers)

    def without_events(self, numbers: Collection[int]) -> OpenPeriod:
        """Give the period without some events."""
        others = ~pl.col("event_id").is_in(list(numbers))
        left = {name: self.view.table(name).filter(others) for name in ("events", "games")}
        return self.in_book(_instead(self.view, left), numbers)

    def in_book(self, view: BookView, events: Collection[int], players: Collection[int] = ()) -> OpenPeriod:
        """Give the period of a book in which some events came, went or changed, and what is known of some players.

        Players who came or went need not be named. Other events, games and lists, and what is known of other players,
        have to be the same; where anything else of the book is another, everything is worked out again.
        """
        if not (_is_otherwise_the_same(self.view, view) and self._reaches_only_its_own(view, events, players)):
            return OpenPeriod.of(view, self.list_date, only=self.only)
        came, went = _came_and_went(self.view.table("players"), view.table("players"))
        named = np.union1d(came, np.array(sorted(players), dtype=np.int64))
        before, after = (
            book.table("events").filter(pl.col("event_id").is_in(list(events))) for book in (self.view, view)
        )
        of_kinds = {*before["kind"].to_list(), *after["kind"].to_list()}
        kinds = {kind: of.in_book(view, has_other_events=kind in of_kinds) for kind, of in self.kinds.items()}
        again = {
            kind: self.kinds[kind].touched(events) | of_kind.touched(events) if kind in of_kinds else set()
            for kind, of_kind in kinds.items()
        }
        touched = {number for numbers in again.values() for number in numbers}
        playing = [players_of(book.table("games"), touched).to_numpy() for book in (self.view, view)]
        everybody = np.union1d(named, np.concatenate(playing)).astype(np.int64)
        return self._worked_out_again(view, kinds, again, np.setdiff1d(everybody, went), went)

    def _worked_out_again(
        self,
        view: BookView,
        kinds: Mapping[str, OpenKind],
        again: Mapping[str, Collection[int]],
        wanted: Column,
        went: Column,
    ) -> OpenPeriod:
        """Work some players out again in all kinds of chess, and put their rows into the whole."""
        left = {kind: of_kind.without(went) for kind, of_kind in kinds.items()} if len(went) else kinds
        parts = {kind: of_kind.some(wanted, again[kind]) for kind, of_kind in left.items()}
        closed_kinds = {kind: closed for kind, (closed, _) in parts.items()}
        frame = list_frame(SomePlayers(view, wanted), self.list_date, closed_kinds)
        now = {kind: put_in for kind, (_, put_in) in parts.items()}
        players = np.union1d(wanted, went)
        lines = self.lines.with_rows(players, frame)
        part = Closed(self.list_date, frame, closed_kinds, POOL.empty(), EVENTS.empty())
        return replace(self, view=view, kinds=now, lines=lines, renewed=Renewed(part, players))

    def _reaches_only_its_own(self, view: BookView, events: Collection[int], players: Collection[int]) -> bool:
        """Tell whether a change of some events and of what is known of some players touches nobody by earlier lists."""
        named = pl.col("event_id").is_in(list(events))
        is_usual = (
            ~pl.col("withdrawn")
            & pl.col("withdrawn_for").is_null()
            & pl.col("replaces").is_null()
            & pl.col("rated_for").is_null()
        )
        rows = pl.concat([book.table("events").filter(named) for book in (self.view, view)])
        if not rows.select(is_usual.all()).item():
            return False
        # Where events are taken back, earlier lists are worked out again, and K on them depends on births.
        takes_back = pl.col("withdrawn") & (pl.col("withdrawn_for") == self.list_date)
        return not players or view.table("events").filter(takes_back).is_empty()

    @property
    def events(self) -> pl.DataFrame:
        """All events of the book, with the list that rated each, this one included."""
        return rated_events(self.view, self.list_date, {kind: of.rated.events for kind, of in self.kinds.items()})

    @cached_property
    def closed(self) -> Closed:
        """The whole list, as if it had been worked out at once."""
        people = people_of(self.view.table("players"))
        kinds = {kind: of_kind.whole(people) for kind, of_kind in self.kinds.items()}
        pool = pool_after(self.view, self.list_date, kinds)
        return Closed(self.list_date, self.lines.whole(), kinds, pool, self.events)


def _instead(view: BookView, tables: Mapping[str, pl.DataFrame]) -> Instead:
    """Put tables into the place of those of a book, however often that was done before."""
    whole = {name: frame.rechunk() if frame.n_chunks() > _MOST_CHUNKS else frame for name, frame in tables.items()}
    if isinstance(view, Instead):
        return Instead(view.below, {**view.tables, **whole}, view.other_rulebook)
    return Instead(view, whole)


def _is_otherwise_the_same(before: BookView, after: BookView) -> bool:
    """Tell whether two books have the same law, the same days of lists, and the same decisions and part results."""
    if before is after:
        return True
    laws = [(book.authority, book.edition, book.monthly, book.catalogue) for book in (before.rulebook, after.rulebook)]
    days = [(book.list_dates, book.pool_dates) for book in (before, after)]
    if laws[0] != laws[1] or days[0] != days[1]:
        return False
    for name in TABLES.keys() - _NAMED:
        was, now = before.table(name), after.table(name)
        if before.has(name) != after.has(name) or not (was is now or was.equals(now)):
            return False
    return True


def _came_and_went(before: pl.DataFrame, after: pl.DataFrame) -> tuple[Column, Column]:
    """Give the players who are only in the second of two tables, and those who are only in the first, in order."""
    was, now = (frame[PLAYER].to_numpy() for frame in (before, after))
    if before is after or np.array_equal(was, now):
        return was[:0], now[:0]
    return np.setdiff1d(now, was), np.setdiff1d(was, now)

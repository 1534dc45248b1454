"""What goes into the passes over a period, and what comes out of them: plain frames, and their schemas.

A partition holds all that a pass reads; a pass reads nothing else. Players are FIDE numbers and events are numbers of
the book wherever a frame leaves a pass; inside one they are places among the players and events of the partition. Days
are counted from 1970, scores are hundredths, an unrated player has 0, a player without K -1.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Self

import numpy as np
import polars as pl

from arpad.engine.columns import ColumnFrame
from arpad.engine.everybody import ListColumns
from arpad.engine.ids import Places

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import date

    from arpad.engine.arrays import Column
    from arpad.engine.everybody import Everybody
    from arpad.model.problems import Problem
    from arpad.regulations.adjustments import Adjustment
    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition


@dataclass(frozen=True, slots=True)
class TableEvents(ColumnFrame):
    """A row for each round robin that is not rated as reported, to 2021."""

    event_id: Column
    is_tabled: Column
    """The whole table was worked out; its games are those of `TableGames`."""
    is_like_swiss: Column
    """A game was not played, or there is no average: rated like a Swiss event."""
    is_smaller: Column
    """Like a Swiss event, but nothing was left unplayed and only rated players stay: n is that of a round robin."""


@dataclass(frozen=True, slots=True)
class TableGames(ColumnFrame):
    """A row for each game that a table gives a player."""

    event_id: Column
    fide_id: Column
    opponent_id: Column
    own: Column
    against: Column
    """The opponent's rating as the table gives it."""
    score: Column
    round: Column
    average: Column
    """The average that the table gives the player; 0 where there is none."""
    day: Column
    """NO_DAY for a game that keeps nobody active."""


@dataclass(frozen=True, slots=True)
class TableParts(ColumnFrame):
    """A row for each unrated player whose result in a table counts."""

    event_id: Column
    fide_id: Column
    games: Column
    score: Column
    average: Column
    cycles: Column
    field: Column
    """The opponents, where that is not games over cycles; else 0."""
    last: Column
    """The day of the last game."""


@dataclass(frozen=True, slots=True)
class Tables:
    """What the table pass gives the event pass."""

    events: TableEvents = field(default_factory=lambda: TableEvents.joined([]))
    games: TableGames = field(default_factory=lambda: TableGames.joined([]))
    parts: TableParts = field(default_factory=lambda: TableParts.joined([]))
    notes: tuple[Problem, ...] = ()

    def of_events(self, numbers: Column) -> Tables:
        """Give the tables of some events."""
        name = "event_id"
        return Tables(
            self.events.having(name, numbers), self.games.having(name, numbers), self.parts.having(name, numbers)
        )

    def without_events(self, numbers: Column) -> Tables:
        """Give the tables of all other events, with what is to be known of them."""
        name, gone = "event_id", {str(number) for number in numbers.tolist()}
        return Tables(
            self.events.lacking(name, numbers),
            self.games.lacking(name, numbers),
            self.parts.lacking(name, numbers),
            tuple(note for note in self.notes if note.where not in gone),
        )

    @classmethod
    def joined(cls, parts: Sequence[Tables]) -> Tables:
        """Put the tables of several partitions together."""
        return Tables(
            TableEvents.joined([part.events for part in parts]),
            TableGames.joined([part.games for part in parts]),
            TableParts.joined([part.parts for part in parts]),
            tuple(note for part in parts for note in part.notes),
        )


@dataclass(frozen=True, slots=True)
class EventPartition:
    """All that the event pass reads of some events of a list, or of all."""

    kind: str
    list_date: date
    edition: str | None
    """The edition that is named for the list; None where those in force hold."""
    law: Edition
    """By which the list is made."""
    laws: tuple[Edition, ...]
    """By which events are rated; those of the whole list, in every partition."""
    calendar: Calendar
    events: pl.DataFrame
    """Rows of the table `events` with `law`, the place among `laws`, and `list_day`, sorted by number."""
    games: pl.DataFrame
    """Rows of the table `games`; those of other events do not matter."""
    exclusions: pl.DataFrame
    """Rows of the table `exclusions`."""
    players: Places
    """The players: everybody in these games, at least."""
    base: Column
    """Of each player: the rating to which changes are added."""
    lists: Mapping[date | None, ListColumns]
    """Of each player: the lines of all lists at which these games are rated."""
    missing: frozenset[date]
    """Of these lists the ones that the book does not have; the list before stands in for them."""
    pool: pl.DataFrame
    """Part results of earlier lists; only the table pass reads them."""
    tables: Tables = field(default_factory=Tables)
    row_per_event: bool = False
    """True: a row for each player and event, also where a table could add up a player's games."""

    def with_events(self, numbers: Collection[int]) -> EventPartition:
        """Give some of the events, among the same players."""
        wanted = pl.col("event_id").is_in(list(numbers))
        return replace(self, events=self.events.filter(wanted), games=self.games.filter(wanted))

    def without_rows(self) -> EventPartition:
        """Give what is still asked about the events after both passes: neither games nor lists."""
        return replace(self, games=self.games.clear(), lists={}, pool=self.pool.clear())

    def of_events(self, numbers: Collection[int]) -> EventPartition:
        """Give what belongs to some of the events: their games, tables and players."""
        part = self.with_events(numbers)
        present = pl.concat([part.games["white"], part.games["black"]]).unique().sort()
        places = self.players.of(present)
        return replace(
            part,
            exclusions=part.exclusions.filter(pl.col("fide_id").is_in(present.implode())),
            players=Places(present),
            base=self.base[places],
            lists={day: columns.only(places) for day, columns in self.lists.items()},
            pool=part.pool.filter(pl.col("fide_id").is_in(present.implode())),
            tables=self.tables.of_events(part.events["event_id"].to_numpy()),
        )


@dataclass(frozen=True, slots=True)
class Sums(ColumnFrame):
    """A row for each player: the games of one edition that need no row of their own."""

    fide_id: Column
    sum: Column
    """W - We."""
    games: Column

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Add up sums of the same players; put those of others below one another."""
        if any(part.fide_id is not parts[0].fide_id for part in parts):
            return super(Sums, cls).joined(parts)
        total, games = (np.sum([getattr(part, name) for part in parts], axis=0) for name in ("sum", "games"))
        return cls(parts[0].fide_id, total, games)


@dataclass(frozen=True, slots=True)
class LastDays(ColumnFrame):
    """A row for each player: the day of the last rated game; NO_DAY where there is none."""

    fide_id: Column
    last: Column


@dataclass(frozen=True, slots=True)
class EventRows(ColumnFrame):
    """A row for each player rated now, event, and list at whose ratings games are rated: what it is worth before K."""

    fide_id: Column
    event_id: Column
    list_day: Column
    law: Column
    start: Column
    end: Column
    rating: Column
    games: Column
    score: Column
    sum: Column
    """W - We."""
    started: Column
    """The list of the event's first day."""
    last: Column
    """The day of the last game that is rated; NO_DAY where there is none."""


@dataclass(frozen=True, slots=True)
class EventFrames:
    """What the event pass gives the player pass."""

    sums: Mapping[int, Sums]
    """By the place of an edition that values a game by itself and takes the K of the list: sums of its games.

    A player may have a row from each partition of the events; they add up.
    """
    rows: EventRows
    """Events of all other editions; of every edition, if a row for each event was asked for."""
    last: LastDays
    """Of players rated now. A player may have a row from each partition of the events; the latest day holds."""
    parts: pl.DataFrame
    """Results of unrated players: the columns of the table `pool`, and `last`, the day of the last game."""

    def of_players(self, numbers: Column) -> EventFrames:
        """Give the rows of some players."""
        name = "fide_id"
        return EventFrames(
            {law: of.having(name, numbers) for law, of in self.sums.items()},
            self.rows.having(name, numbers),
            self.last.having(name, numbers),
            self.parts.filter(pl.col(name).is_in(numbers.tolist())),
        )

    @classmethod
    def joined(cls, parts: Sequence[EventFrames]) -> EventFrames:
        """Put together what the partitions of the events gave."""
        laws = sorted({law for part in parts for law in part.sums})
        return EventFrames(
            {law: Sums.joined([part.sums[law] for part in parts if law in part.sums]) for law in laws},
            EventRows.joined([part.rows for part in parts]),
            LastDays.joined([part.last for part in parts]),
            pl.concat([part.parts for part in parts]),
        )


@dataclass(frozen=True, slots=True)
class Completed(ColumnFrame):
    """A row for each player and event of some earlier lists: on which day it ended, how many games K counts."""

    fide_id: Column
    end: Column
    games: Column


@dataclass(frozen=True, slots=True)
class PlayerPartition:
    """All that the player pass reads of some players of a book, or of all."""

    list_date: date
    base_day: date | None
    """The list before."""
    law: Edition
    laws: tuple[Edition, ...]
    """By which events are rated."""
    calendar: Calendar
    players: Everybody
    last: ListColumns
    """The lines of the list before."""
    own: Column
    """Each player's own last rating, corrected."""
    base: Column
    """The rating to which changes are added: the own one, or the standard rating in its place."""
    published: Column
    """The rating from which K is decided: a corrected base was not published."""
    set_k: Column
    """K as an officer set it."""
    lists: Mapping[date | None, ListColumns]
    """The lines of the lists of the first days of events."""
    completed: Mapping[date, Completed]
    """By the list of a first day: the games of the lists after it, up to the list before."""
    more_played: Mapping[int, int]
    """By how many rated games so far withdrawn and re-rated events give a player more or fewer."""
    pool: pl.DataFrame
    """Part results of earlier lists."""
    adjustments: Sequence[Adjustment]
    frames: EventFrames
    """What the event pass gave."""

    def without_frames(self) -> PlayerPartition:
        """Give what is still asked about players after the pass: what events were worth needs much room."""
        nothing = EventFrames({}, EventRows.joined([]), LastDays.joined([]), self.frames.parts.clear())
        return replace(self, frames=nothing)

    def without_rows(self) -> PlayerPartition:
        """Give what is still asked after both frames of changes are written out: whose base was corrected."""
        nothing = np.zeros(0, dtype=np.int32)
        # As a rule nobody's was, and then both columns are the same.
        own, rating = (nothing, nothing) if self.own is self.last.rating else (self.own, self.last.rating)
        last = ListColumns(rating, *[nothing] * (len(fields(ListColumns)) - 1))
        return replace(
            self.without_frames(), last=last, own=own, base=nothing, published=nothing, set_k=nothing, lists={},
            completed={}, pool=self.pool.clear(),
        )  # fmt: skip

    def of_players(self, numbers: Collection[int]) -> PlayerPartition:
        """Give what belongs to some of the players."""
        wanted = np.array(sorted(numbers), dtype=np.int64)
        places = self.players.places.of(pl.Series(wanted))
        columns = {name: getattr(self, name)[places] for name in ("own", "base", "published", "set_k")}
        return replace(
            self,
            **columns,
            players=self.players.only(places),
            last=self.last.only(places),
            lists={day: lines.only(places) for day, lines in self.lists.items()},
            completed={day: of.having("fide_id", wanted) for day, of in self.completed.items()},
            more_played={player: more for player, more in self.more_played.items() if player in numbers},
            pool=self.pool.filter(pl.col("fide_id").is_in(wanted.tolist())),
            frames=self.frames.of_players(wanted),
        )


@dataclass(frozen=True, slots=True)
class Moves:
    """The period of everybody with a counted game, by places; without places, of everybody (then 0 games is none)."""

    player: Column | None
    games: Column
    sum: Column
    unrounded: Column
    change: Column
    new_rating: Column

    @staticmethod
    def nothing() -> Moves:
        """Give the moves of nobody."""
        return Moves(*(np.zeros(0, dtype=np.int64) for _ in fields(Moves)))


@dataclass(frozen=True, slots=True)
class PlayerFrames:
    """What the player pass gives: the next list, and how it came about."""

    lines: pl.DataFrame
    """fide_id, rating, games (in the period), k, played, highest, last; rating is null for a player unrated now."""
    moves: Moves
    """`player_changes` and `event_changes` write them out as frames, where that is asked for."""
    newcomers: pl.DataFrame
    """fide_id, games, score, ru, published, reasons."""
    pool: pl.DataFrame
    """The part results that are kept for the next list."""

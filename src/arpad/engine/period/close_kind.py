"""From one list to the next for one kind of chess: changes, first ratings, one-offs, the floor, K of the next list.

A pure function of tables. By the event's edition: what counts and at which ratings; by the list's: the limit of 700,
rounding, the floor, the formula of first ratings, K of the next list, inactivity (settled reading 12).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.everybody import NO_DAY, NO_K, UNRATED, Listed, People, listed, people_of
from arpad.engine.period.adjustments import of_list
from arpad.engine.period.coefficients import Coefficients, Completed, officer_k
from arpad.engine.period.earlier_results import pooled_event
from arpad.engine.period.event_pass import EventColumns
from arpad.engine.period.events import events_of_list
from arpad.engine.period.games import period_games, sources_of, without_unrateable
from arpad.engine.period.list_line import base_ratings
from arpad.engine.period.newcomers import first_ratings, games_after_the_first
from arpad.engine.period.next_list import entries_of, next_list
from arpad.engine.period.part_results import part_results
from arpad.engine.period.player_pass import Changes, Played, rated_changes, rows_of
from arpad.engine.period.round_robins import as_rated, worked_out
from arpad.engine.period.withdrawals import Rerated, rerated
from arpad.model.problems import Problem, RefusedError
from arpad.regulations.catalogue import NoEditionError
from arpad.regulations.periods import EarlierResults
from arpad.regulations.workings.first_rating import counts_towards_k

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.book.view import Period
    from arpad.engine.arrays import Column
    from arpad.regulations.edition import Edition


@dataclass(frozen=True, slots=True)
class ClosedKind:
    """A list of one kind of chess, and how it came about."""

    law: Edition
    ratings: pl.DataFrame
    """fide_id, rating, games (in the period), k, played, highest, last; rating is null for a player unrated now."""
    changes: Changes
    newcomers: pl.DataFrame
    """fide_id, games, score, ru, published, reasons."""
    pool: pl.DataFrame
    """The part results that are kept for the next list."""
    events: pl.DataFrame
    notes: tuple[Problem, ...] = field(default=())
    """What whoever makes the list should know."""


def close_kind(period: Period, players: People | None = None) -> ClosedKind:
    """Make the list of a kind of chess from the last one and from what was played."""
    return _Closing(period, players or people_of(period.table("players"))).closed()


def rerated_bases(period: Period, players: People | None = None) -> Rerated:
    """Correct the bases of a list by what withdrawn and re-rated events change."""

    def ratings(then: Period) -> tuple[pl.DataFrame, pl.DataFrame]:
        closed_then = close_kind(then, players)
        return closed_then.ratings, closed_then.pool

    def rated(day: date | None) -> pl.DataFrame:
        rating_list = None if day is None else period.rating_list(day)
        if rating_list is None:
            return pl.DataFrame(schema={"fide_id": pl.Int64})
        return rating_list.filter(pl.col(f"{period.kind}_rating").is_not_null()).select(
            pl.col("fide_id").cast(pl.Int64)
        )

    def entered(day: date) -> pl.Series:
        return rated(period.base_day).join(rated(period.base_day_of(day)), on="fide_id", how="anti")["fide_id"]

    return rerated(period, ratings, entered)


class _Closing:
    """The making of one list: what is needed is worked out when it is first asked for, and kept."""

    def __init__(self, period: Period, players: People) -> None:
        self.period, self.players = period, players
        self.kind, self.list_date, self.law, self.days = period.kind, period.list_date, period.law, period.calendar
        self.base_day = period.base_day
        self.notes: list[Problem] = []
        self._lists: dict[date, Listed] = {}
        self._earlier_lists: dict[date, Completed] = {}

    @cached_property
    def last(self) -> Listed:
        """The list from which this one goes on."""
        return self._read(self.base_day)

    @cached_property
    def rerated(self) -> Rerated:
        """The corrected bases and the part results, after what withdrawn and re-rated events change."""
        bases = rerated_bases(self.period, self.players)
        for name, table in (("pool", bases.pool), ("corrections", bases.corrections)):
            _refuse_unknown(name, table, self.players)
        return bases

    @cached_property
    def set_k(self) -> Column:
        """K as an officer set it."""
        rows = self.period.table("coefficients")
        if not rows.height:
            return np.full(self.players.size, NO_K, dtype=np.int32)
        return officer_k(rows, self.kind, self.list_date, self.players)

    def _read(self, day: date | None) -> Listed:
        return listed(None if day is None else self.period.rating_list(day), self.kind, self.players)

    def on(self, day: date) -> Listed:
        """Give the list of a day; where the book does not have it, the one before the list being made."""
        if day == self.base_day:
            return self.last
        if day not in self._lists:
            is_known = self.period.rating_list(day) is not None
            if not is_known:
                sentence = (
                    f"The book has no list of {day}, under which events began; the list of {self.base_day} was taken."
                )
                self.notes.append(Problem("list_missing", str(day), sentence))
            self._lists[day] = self._read(day) if is_known else self.last
        return self._lists[day]

    def _law_on(self, day: date) -> Edition | None:
        try:
            return self.days.edition(day)
        except NoEditionError:
            return None

    def _played(self, base: Column) -> tuple[Played, pl.DataFrame]:
        """Take what was played, with the tables of round robins worked out; and the events."""
        events, laws = events_of_list(self.period)
        games, keys, started = period_games(
            self.period.table("games"), events, self.period.table("exclusions"), self.players, self.days, laws
        )
        sources = sources_of(keys, self.on, self.players)
        columns = EventColumns.of(events, started)
        games = without_unrateable(sources.rated(games), columns, laws)
        old_pool = self.rerated.pool.filter(pl.col("kind") == self.kind)
        numbers = events["event_id"].to_numpy()
        robins = worked_out(
            games, columns, numbers, laws, base, lambda places: self._earlier(old_pool, places), self.law
        )
        for place, why in robins.undefined:
            name = events["name"][place]
            sentence = f"{name}: {why} Its games against rated opponents were rated, as in a Swiss event."
            self.notes.append(Problem("round_robin_undefined", str(events["event_id"][place]), sentence))
        return Played(games, sources, as_rated(columns, robins), numbers, laws, robins), events

    def completed(self) -> Completed:
        """Give the games that went into this list: of rated players, and of newcomers whose results count."""
        _, base = self._base()
        played, events = self._played(base)
        rows = rows_of(played, base)
        of_rated = Completed(rows.player, rows.end, rows.games)
        if not counts_towards_k(self.law):
            return of_rated
        parts, last = part_results(played, base, events, self.players, self.kind, self.list_date)
        more = games_after_the_first(parts.with_columns(last=last), self.players, self.days, self.list_date)
        both = zip((of_rated.player, of_rated.end, of_rated.games), more, strict=True)
        return Completed(*(np.concatenate(columns) for columns in both))

    def _completed_since(self, day: date) -> list[Completed]:
        """Give the games of the lists after that of a day, up to the one from which this list goes on."""
        # Where the list of that day is not there, the last one stands for it, and that has these games.
        between: list[Completed] = []
        listed_on = self.base_day if self.period.rating_list(day) is not None else None
        while listed_on is not None and listed_on > day:
            if listed_on not in self._earlier_lists:
                self._earlier_lists[listed_on] = self._completed_for(listed_on)
            between.append(self._earlier_lists[listed_on])
            listed_on = self.period.base_day_of(listed_on)
        return between

    def _completed_for(self, day: date) -> Completed:
        """Give the games that went into an earlier list, as far as the book has them."""
        return _Closing(self.period.earlier(day), self.players).completed()

    def closed(self) -> ClosedKind:
        """Do everything."""
        own, base = self._base()
        old_pool = self.rerated.pool.filter(pl.col("kind") == self.kind)
        played, events = self._played(base)
        ks = Coefficients(
            self.players,
            replace(self.last, rating=self._published(base)),
            self.base_day or self.list_date,
            self.list_date,
            self.on,
            self._law_on,
            self.set_k,
            self._completed_since,
        )
        played_on = np.full(self.players.size, NO_DAY, dtype=np.int32)
        moves = rated_changes([played], base, ks, self.law, played_on)
        played_on[base == UNRATED] = NO_DAY
        parts, last_of_parts = part_results(played, base, events, self.players, self.kind, self.list_date)
        pool = pl.concat([old_pool.select(parts.columns), parts])
        last_of_pool = np.concatenate([np.full(old_pool.height, NO_DAY, dtype=np.int64), last_of_parts])
        # A player rated now, if only because the standard rating stands in, is no newcomer, whatever came before.
        is_unrated = base[self.players.places.of(pool["fide_id"])] == UNRATED
        waiting = pool.with_columns(last=last_of_pool).filter(pl.Series(is_unrated, dtype=pl.Boolean))
        newcomers = first_ratings(waiting, self.players, self.days, self.list_date, self.days.edition_of_event)
        played_on[self.players.places.of(newcomers["fide_id"])] = newcomers["last"].to_numpy()
        newcomers = newcomers.drop("last")
        entries = entries_of(newcomers, parts, self.players)
        chosen = of_list(self.law, self.list_date, self.period.adjustments)
        before = replace(self.last, played=_moved(self.last.played, self.rerated.played, self.players))
        new_list = next_list(self.law, self.players, before, own, moves, entries, chosen, self.list_date, self.set_k)
        ratings = replace(new_list, last=np.maximum(self.last.last, played_on)).frame(self.players)
        window = self.days.pooling_from(self.list_date)
        still_unrated = new_list.rating[self.players.places.of(pool["fide_id"])] == UNRATED
        kept = pool.filter(pl.Series(still_unrated, dtype=pl.Boolean) & (pool["due"] > window))
        changes = Changes(moves, played, base, self.players, ks, self.law)
        return ClosedKind(
            self.law,
            ratings,
            changes,
            newcomers,
            kept,
            events,
            tuple(sorted((*self.notes, *self.rerated.notes), key=str)),
        )

    def _earlier(self, pool: pl.DataFrame, places: Column) -> EarlierResults:
        """Give the part results that some players, by places, have from earlier lists."""
        earlier = EarlierResults(self.kind, self.list_date, self.period.name)
        numbers = dict(zip(self.players.places.numbers[places].tolist(), places.tolist(), strict=True))
        for row in pool.filter(pl.col("fide_id").is_in(list(numbers))).iter_rows(named=True):
            earlier.add(numbers[row["fide_id"]], pooled_event(row))
        return earlier

    def _published(self, base: Column) -> Column:
        """Give the ratings from which K is decided: a corrected base was not published."""
        shown = base_ratings(self.law, self.last.rating, self.last.standard)
        return np.where(shown == UNRATED, base, shown)

    def _base(self) -> tuple[Column, Column]:
        """Give everybody's own last rating, corrected ones first, and the one to which changes are added."""
        corrections = self.rerated.corrections
        mended = corrections.filter((pl.col("kind") == self.kind) & (pl.col("list") == self.list_date))
        own = self.last.rating
        if mended.height:
            own = own.copy()
            own[self.players.places.of(mended["fide_id"])] = mended["rating"].to_numpy()
        return own, base_ratings(self.law, own, self.last.standard)


def _refuse_unknown(name: str, table: pl.DataFrame, players: People) -> None:
    """Refuse a table that speaks of players whom the book does not have; nobody else may get their results."""
    unknown = table["fide_id"].filter(pl.Series(players.places.of(table["fide_id"]) < 0, dtype=pl.Boolean))
    if len(unknown):
        sentence = f"The table {name} speaks of player {unknown[0]}, whom the table players does not have"
        raise RefusedError.of("id_unknown", f"{sentence}. Add the player, or mend the number wherever it stands.")


def _moved(column: Column, shifts: Mapping[int, int], players: People) -> Column:
    """Add something to the values of some players."""
    if not shifts:
        return column
    shifted = column.copy()
    shifted[players.places.of(pl.Series(list(shifts), dtype=pl.Int64))] += np.array(
        list(shifts.values()), dtype=shifted.dtype
    )
    return shifted

"""The event pass: what the events of a partition are worth to their players, before K. One pass by events.

Nothing of a rule is written here. Where an edition values a game by itself, games between rated players are looked up
in a table that the rule filled (`game_lookup`); everything else is asked of the rule, row by row of a column. Games of
a player in an event become one row, or are added to those of other events where only their sum matters.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays, Column
from arpad.engine.columns import ColumnFrame, order_of, raise_to
from arpad.engine.everybody import NO_DAY, UNRATED
from arpad.engine.ids import Places
from arpad.engine.period.frames import EventFrames, EventRows, LastDays, Sums
from arpad.engine.period.game_lookup import ONE_POINT, is_tabulated, lookup_table
from arpad.engine.period.game_sums import add_up, raise_days
from arpad.engine.period.games import listed_games
from arpad.engine.period.part_results import NO_RESULTS, part_results
from arpad.regulations.rules.development_coefficient import LIST_BEFORE
from arpad.regulations.rules.rated_event import RATED_EVENT
from arpad.regulations.workings.coefficient import k_moment

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.engine.period.events import EventColumns
    from arpad.engine.period.frames import EventPartition, TableGames, Tables
    from arpad.engine.period.game_sums import Added
    from arpad.engine.period.games import Games, ListedGames, RatedGames


def event_pass(partition: EventPartition) -> EventFrames:
    """Work out what the events of a partition are worth to their players: a pure function of the partition.

    Events may be divided at will. What partitions give, joined, is what the whole gives; a player has then a row of
    sums from each partition, and they add up.
    """
    if partition.events.is_empty():
        never = np.full(len(partition.base), NO_DAY, dtype=np.int32)
        return EventFrames({}, EventRows.joined([]), LastDays(partition.players.numbers, never), NO_RESULTS)
    of = _Rated.of(partition)
    return EventFrames(
        of.valued.sums,
        of.valued.rows,
        LastDays(partition.players.numbers, _last_days(partition, of.listed, of.split, of.valued)),
        part_results(partition, of.split.others, of.tables.is_tabled),
    )


def event_rows(partition: EventPartition) -> EventRows:
    """Give a row for each player and event, also where a table could add up; and nothing else that the pass gives."""
    if partition.events.is_empty():
        return EventRows.joined([])
    return _Rated.of(replace(partition, row_per_event=True)).valued.rows


@dataclass(frozen=True, slots=True)
class _Rated:
    """The games of a partition as they are listed, told apart and valued."""

    listed: ListedGames
    tables: EventTables
    split: Split
    valued: ValuedGames

    @classmethod
    def of(cls, partition: EventPartition) -> _Rated:
        """Take the games and value them."""
        listed = listed_games(partition)
        tables = EventTables.of(partition.tables, partition.players, partition.events["event_id"])
        listed = replace(listed, events=tables.as_rated(listed.events))
        split = Split.of(partition, listed, tables.is_tabled)
        return cls(listed, tables, split, valued_games(partition, split, tables))


@dataclass(frozen=True, slots=True)
class EventTables:
    """The tables of round robins by places of events and players."""

    is_tabled: Column
    """By the places of events: worked out by the whole table."""
    is_swiss: Column
    """By the places of events: no round robin any more, being worked out or like a Swiss event."""
    games: TableGames
    event: Column
    player: Column
    opponent: Column

    @classmethod
    def of(cls, tables: Tables, players: Places, event_ids: pl.Series) -> EventTables:
        """Look up the places."""
        numbers, of_events = Places(event_ids), tables.events
        is_tabled, is_swiss = np.zeros((2, len(numbers)), dtype=bool)
        place = numbers.of(pl.Series(of_events.event_id))
        is_tabled[place] = of_events.is_tabled
        is_swiss[place] = (of_events.is_tabled > 0) | ((of_events.is_like_swiss > 0) & (of_events.is_smaller == 0))
        games = tables.games
        event = numbers.of(pl.Series(games.event_id))
        player, opponent = (players.of(pl.Series(ids)) for ids in (games.fide_id, games.opponent_id))
        return cls(is_tabled, is_swiss, games, event, player, opponent)

    def as_rated(self, events: EventColumns) -> EventColumns:
        """Give the events as they are rated."""
        if not self.is_swiss.any():
            return events
        return replace(events, is_round_robin=events.is_round_robin & ~self.is_swiss)

    def put_into(self, sides: GameSides, events: EventColumns) -> GameSides:
        """Replace the games in worked-out round robins by those that the table gives each player.

        A player unrated then and rated now has them, too, being treated as rated (10.4 of 2003 and its counterparts).
        """
        if not len(self.event):
            return sides
        kept, games = sides.only(np.flatnonzero(~self.is_tabled[sides.event])), self.games
        source = events.source[self.event]
        of_tables = GameSides(
            self.player, self.opponent, self.event, source, games.own, games.against, games.score, games.round,
            games.average, games.day,
        )  # fmt: skip
        return GameSides.joined([kept, of_tables])


@dataclass(frozen=True, slots=True)
class GameSides(ColumnFrame):
    """Every game twice, once for each player: own and opponent's rating on the list of the game; 0 is unrated."""

    player: Column
    opponent: Column
    event: Column
    source: Column
    own: Column
    against: Column
    score: Column
    round: Column
    average: Column
    """The average that a round robin's table gives the player; 0 where there is none."""
    day: Column
    """The day of the game; NO_DAY where it keeps nobody active, even if it is rated."""


def both_sides(games: Games, events: EventColumns) -> GameSides:
    """Give every game twice."""
    days = games.days(events.end)

    def joined(column: Column, other: Column) -> Column:
        return np.concatenate([column, other]).astype(np.int64, copy=False)

    return GameSides(
        joined(games.white, games.black),
        joined(games.black, games.white),
        joined(games.event, games.event),
        joined(games.source, games.source),
        joined(games.white_rating, games.black_rating),
        joined(games.black_rating, games.white_rating),
        joined(games.white_score, games.black_score),
        joined(games.round, games.round),
        np.zeros(2 * len(games), dtype=np.int64),
        joined(days, days),
    )


@dataclass(frozen=True, slots=True)
class ValuedGames:
    """What games are worth: sums by edition, and rows of events."""

    sums: Mapping[int, Sums]
    rows: EventRows
    player: Column
    """The places of the players for whom the rule was asked, event by event."""
    last: Column
    """The days of their last games in these events."""


def valued_games(partition: EventPartition, split: Split, tables: EventTables) -> ValuedGames:
    """Take what the looked up games are worth, and ask the rule for the others that it has to be asked of."""
    base, numbers, rated = partition.base, partition.players.numbers, split.others
    totals = {place: (added.sum, added.games) for place, added in split.looked_up.items()}
    sides = tables.put_into(both_sides(rated.games.only(split.asked), rated.events), rated.events)
    rows, player = _event_rows(partition, sides, rated.events, rated.list_days)
    asked, last = player, rows.last
    for place, of_law in totals.items():
        # Under these editions K is that of the list, so a row of an event is as good as games of a table.
        own = np.flatnonzero((rows.law == place) & (rows.games > 0))
        for total, values in zip(of_law, (rows.sum, rows.games), strict=True):
            np.add.at(total, player[own], values[own])
    if totals:
        rows = rows.only(np.flatnonzero(~np.isin(rows.law, list(totals))))
        nobody = np.flatnonzero(base == UNRATED)
        for total in (column for of_law in totals.values() for column in of_law):
            total[nobody] = 0
    return ValuedGames({place: Sums(numbers, *of_law) for place, of_law in totals.items()}, rows, asked, last)


def _last_days(partition: EventPartition, listed: ListedGames, split: Split, valued: ValuedGames) -> Column:
    """Give the days of the last rated games of everybody who is rated now, by places."""
    last = np.full(len(partition.base), NO_DAY, dtype=np.int32)
    for added in split.looked_up.values():
        raise_days(last, listed.games, listed.events.end, added.left)
    raise_to(last, valued.player, valued.last.astype(np.int32))
    last[partition.base == UNRATED] = NO_DAY
    return last


def _event_rows(
    partition: EventPartition, sides: GameSides, events: EventColumns, list_days: Column
) -> tuple[EventRows, Column]:
    """Ask the rule of an event for each player who is rated now, event by event; beside the rows, the players' places.

    `events` are those of the partition as they are rated, `list_days` the days of the sources.
    """
    base, laws = partition.base, partition.laws
    sides = sides.only(_order(sides, np.flatnonzero(base[sides.player] != UNRATED)))
    is_new = (
        (np.diff(sides.player, prepend=-1) != 0)
        | (np.diff(sides.event, prepend=-1) != 0)
        | (np.diff(sides.source, prepend=-1) != 0)
    )
    first = np.flatnonzero(is_new)
    owner = np.cumsum(is_new) - 1
    player, event = sides.player[first], sides.event[first]
    law = events.law[event]
    was_unrated = sides.own[first] == UNRATED
    rating = np.where(was_unrated, base[player], sides.own[first])
    worth = {name: np.zeros(len(first), dtype=np.int64) for name in ("games", "score", "sum")}
    whole = {
        "rating": rating,
        "was_unrated": was_unrated,
        "is_match": events.is_match[event],
        "is_round_robin": events.is_round_robin[event],
        "is_scheveningen": events.is_scheveningen[event],
        "table_average": sides.average[first],
    }
    parts = {
        "opponent": sides.against,
        "unrated": sides.against == UNRATED,
        "score": sides.score,
        "order": np.arange(len(sides)) - first[owner] if len(sides) else owner,
    }
    asks_everywhere = any(RATED_EVENT.gives(law, "first_meeting") for law in laws)
    met_among = np.arange(len(sides)) if asks_everywhere else np.flatnonzero(events.is_scheveningen[sides.event])
    if len(met_among):
        parts["met_before"] = _met_before(owner, sides.opponent, met_among)
    rated_on = sides.day
    for place, edition in enumerate(laws):
        rows = np.flatnonzero(law == place)
        if not len(rows):
            continue
        chosen = np.flatnonzero(law[owner] == place) if len(rows) < len(first) else slice(None)
        new_owner = np.zeros(len(first), dtype=np.int64)
        new_owner[rows] = np.arange(len(rows))
        rated = Arrays(RATED_EVENT, edition).run(
            {name: column[rows] for name, column in whole.items()},
            {name: column[chosen] for name, column in parts.items()},
            new_owner[owner[chosen]],
        )
        for name, column in worth.items():
            column[rows] = rated.whole[name]
        rated_on[chosen] = np.where(rated.parts["counted"], rated_on[chosen], NO_DAY)
    of_rows = EventRows(
        partition.players.numbers[player], partition.events["event_id"].to_numpy()[event],
        list_days[sides.source[first]], law, events.start[event], events.end[event], rating,
        worth["games"], worth["score"], worth["sum"],
        list_days[events.source[event]],
        np.maximum.reduceat(rated_on, first) if len(first) else rated_on,
    )  # fmt: skip
    return of_rows, player


def _met_before(owner: Column, opponent: Column, among: Column) -> Column:
    """Tell for the games of some rows, all games of each, whether the opponent was met in an earlier one."""
    _, first = np.unique(owner[among] * (int(opponent.max(initial=0)) + 1) + opponent[among], return_index=True)
    met = np.zeros(len(owner), dtype=bool)
    met[among] = True
    met[among[first]] = False
    return met


def _order(sides: GameSides, rows: Column) -> Column:
    """Put rows in the order of player and event, games of an event by round, score and opponent.

    No other order ever matters.
    """
    keys = (sides.player, sides.event, sides.source, sides.round, -sides.score, sides.against)
    ordered: Column = rows[order_of(*(column[rows] for column in keys))]
    return ordered


@dataclass(frozen=True, slots=True)
class Split:
    """The games of a partition, told apart: those that a table values, and the others."""

    looked_up: Mapping[int, Added]
    """By edition, where it looks at each game alone and takes one K for the period: what its games come to."""
    others: RatedGames
    """The games that no table values, in their order: with an unrated player, of unusual points, and so on."""
    asked: Column
    """The rows of the others of which the rule must be asked.

    A game against an unrated player counts for neither, unless that player has become rated in between.
    """

    @classmethod
    def of(cls, partition: EventPartition, listed: ListedGames, is_tabled: Column) -> Split:
        """Look up what can be; `is_tabled` tells which events are worked out by a whole table."""
        events, laws = listed.events, partition.laws
        tabulated = [place for place, law in enumerate(laws) if is_tabulated(law) and k_moment(law) == LIST_BEFORE]
        if partition.row_per_event or not tabulated:
            return cls({}, listed.rated(), np.arange(len(listed.games)))
        is_special = events.is_scheveningen | is_tabled
        looked_up = {
            place: add_up(lookup_table(laws[place]), listed.games, listed.sources, is_special | (events.law != place))
            for place in tabulated
        }
        left = reduce(np.intersect1d, (added.left for added in looked_up.values()))
        others = listed.rated(left)
        is_special |= ~np.isin(events.law, tabulated)
        return cls(looked_up, others, np.flatnonzero(_is_asked(others.games, partition.base, is_special)))


def _is_asked(games: Games, base: Column, is_special: Column) -> Column:
    """Tell of which games the rule must be asked; `is_special` tells which events have no usual game."""
    white_unrated, black_unrated = games.white_rating == UNRATED, games.black_rating == UNRATED
    has_become_rated = (base[games.white] * white_unrated + base[games.black] * black_unrated) != UNRATED
    is_odd = games.white_score + games.black_score != ONE_POINT
    asked: Column = ~(white_unrated | black_unrated) | has_become_rated | is_odd | is_special[games.event]
    return asked

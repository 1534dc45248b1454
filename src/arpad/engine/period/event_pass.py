"""What events are worth to their rated players, over columns: games of a player in an event become one row.

Nothing of a rule is written here. Where an edition values a game by itself, games between rated players are looked up
in a table that the rule filled (`tabulated`); everything else is asked of the rule, row by row of a column.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from arpad.engine.arrays import Arrays, Column
from arpad.engine.everybody import NO_DAY, UNRATED
from arpad.engine.ids import BLOCK
from arpad.engine.period.game_lookup import ONE_POINT, is_tabulated, not_counted, sums_and_games
from arpad.regulations.rules.development_coefficient import LIST_BEFORE
from arpad.regulations.rules.rated_event import BY_AVERAGE, RATED_EVENT
from arpad.regulations.workings.coefficient import k_moment

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    import polars as pl

    from arpad.engine.period.games import Games
    from arpad.regulations.edition import Edition


@dataclass(frozen=True, slots=True)
class EventColumns:
    """What is asked of events, by their places."""

    law: Column
    start: Column
    end: Column
    is_match: Column
    is_round_robin: Column
    is_scheveningen: Column
    source: Column
    """Of which list the ratings on the first day are."""
    cycles: Column
    """How often everybody should have met everybody."""

    @classmethod
    def of(cls, events: pl.DataFrame, source: Column) -> EventColumns:
        """Take the columns of a table of events."""
        system = events["system"]
        return cls(
            events["law"].to_numpy().astype(np.int64),
            events["start"].to_physical().to_numpy().astype(np.int64),
            events["end"].to_physical().to_numpy().astype(np.int64),
            (system == "match").to_numpy(),
            (system == "roundrobin").to_numpy(),
            (system == "scheveningen").to_numpy(),
            source,
            events["cycles"].to_numpy(),
        )


@dataclass(frozen=True, slots=True)
class Sides:
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

    def __len__(self) -> int:
        """Count the sides."""
        return len(self.player)

    def only(self, kept: Column) -> Sides:
        """Give some of the sides."""
        return Sides(*(column[kept] for column in self.columns()))

    def columns(self) -> tuple[Column, ...]:
        """Give all columns in their order."""
        return (
            self.player, self.opponent, self.event, self.source, self.own, self.against, self.score, self.round,
            self.average, self.day,
        )  # fmt: skip


def both_sides(games: Games, events: EventColumns) -> Sides:
    """Give every game twice."""
    days = games.days(events.end)

    def joined(column: Column, other: Column) -> Column:
        return np.concatenate([column, other]).astype(np.int64, copy=False)

    return Sides(
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
class EventRows:
    """A row for each player, event and source of ratings: what the event is worth before K."""

    player: Column
    event: Column
    source: Column
    law: Column
    start: Column
    end: Column
    rating: Column
    games: Column
    score: Column
    sum: Column
    started: Column
    """Of which list the ratings on the event's first day are."""
    last: Column
    """The day of the last game that is rated; NO_DAY where there is none."""
    days: tuple[date, ...]
    """The days of the lists of the sources."""

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.player)


def event_rows(
    sides: Sides, base: Column, events: EventColumns, laws: Sequence[Edition], days: Sequence[date]
) -> EventRows:
    """Ask the rule of an event for each player who is rated now, event by event."""
    sides = sides.only(np.flatnonzero(base[sides.player] != UNRATED))
    sides = sides.only(_order(sides))
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
    if any(law.rule("expectation") == BY_AVERAGE for law in laws) or events.is_scheveningen.any():
        parts["met_before"] = _met_before(owner, sides.opponent)
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
    return EventRows(
        player, event, sides.source[first], law, events.start[event], events.end[event], rating,
        worth["games"], worth["score"], worth["sum"],
        events.source[event],
        np.maximum.reduceat(rated_on, first) if len(first) else rated_on,
        tuple(days),
    )  # fmt: skip


def _met_before(owner: Column, opponent: Column) -> Column:
    """Tell for each game of each row whether its opponent was met in an earlier one."""
    _, first = np.unique(owner * (int(opponent.max(initial=0)) + 1) + opponent, return_index=True)
    met = np.ones(len(owner), dtype=bool)
    met[first] = False
    return met


def _order(sides: Sides) -> Column:
    """Order by player and event, games of an event by round, score and opponent: no other order ever matters."""
    return np.lexsort((sides.against, -sides.score, sides.round, sides.source, sides.event, sides.player))


def split(
    games: Games, base: Column, events: EventColumns, laws: Sequence[Edition], substituted: Column
) -> tuple[list[tuple[int, Column | None]], Games]:
    """Tell games that a table values from those that must be asked of the rule.

    A table values games between two rated players whose points add up to one, under an edition that looks at each game
    alone and takes one K for the period. Given are, by edition, the rows that its table leaves out (None: no row), and
    the games of which the rule must be asked. A game against an unrated player counts for neither, unless that player
    has become rated in between.
    """
    tabulated = [place for place, law in enumerate(laws) if is_tabulated(law) and k_moment(law) == LIST_BEFORE]
    if not tabulated:
        return [], games
    some_unrated, odd = np.empty((2, len(games)), dtype=bool)
    for start in range(0, len(games), BLOCK):
        rows = slice(start, start + BLOCK)
        # Of two ratings, unrated is the lowest.
        some_unrated[rows] = np.minimum(games.white_rating[rows], games.black_rating[rows]) == UNRATED
        odd[rows] = games.white_score[rows] + games.black_score[rows] != ONE_POINT
    special = events.is_scheveningen | substituted
    if special.any():
        odd |= special[games.event]
    left_out = some_unrated | odd
    at = np.flatnonzero(some_unrated)
    newly = base[games.white[at]] * (games.white_rating[at] == UNRATED)
    newly += base[games.black[at]] * (games.black_rating[at] == UNRATED)
    asked = odd
    asked[at] |= newly != UNRATED
    if len(tabulated) < len(laws):
        of_rule = ~np.isin(events.law, tabulated)[games.event]
        left_out |= of_rule
        asked |= of_rule
    rest = games.only(np.flatnonzero(asked))
    if len(tabulated) == 1:
        out = np.flatnonzero(left_out)
        return [(tabulated[0], out if len(out) else None)], rest
    of_games = events.law[games.event]
    return [(place, np.flatnonzero(left_out | (of_games != place))) for place in tabulated], rest


def tabulated_totals(law: Edition, games: Games, players: int, left_out: Column | None) -> tuple[Column, Column]:
    """Give everybody's sum of W - We in hundredths, and number of games, from a table."""
    ratings = (games.white_rating, games.black_rating)
    return sums_and_games(law, ratings, (games.white, games.black), games.white_score, players, left_out)


def tabulated_last_days(law: Edition, games: Games, ends: Column, left_out: Column | None, last: Column) -> None:
    """Put the day of everybody's last game among those that a table values into a column, where it is later."""
    days = games.days(ends.astype(np.int32)).astype(np.int32)
    out = not_counted(law, (games.white_rating, games.black_rating), games.white_score, left_out)
    if out is not None:
        days[out] = NO_DAY
    for start in range(0, len(games), BLOCK):
        rows = slice(start, start + BLOCK)
        for player in (games.white, games.black):
            np.maximum.at(last, player[rows], days[rows])

"""The events of a made-up world: who comes to which, of what system and size, on which days.

Participants stand in the order of the federation where they play and of their strength, and are cut into events: so
most play at home, among people of their own strength.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.lab.world.games import GamesSoFar, Results, circle, scheveningen, swiss
from arpad.lab.world.people import FEDERATIONS, PLAYED_IN_PERIOD, PLAYED_IN_YEAR, RATED, Chance, names
from arpad.model.period import KINDS, MATCH, RATINGS_AT_START, ROUND_ROBIN, SYSTEMS
from arpad.regulations.calendar import calendar

if TYPE_CHECKING:
    from arpad.engine.arrays import Column
    from arpad.lab.world.people import OfKind, Population


SHARES = {"swiss": 0.66, "team": 0.14, "roundrobin": 0.15, "match": 0.03, "scheveningen": 0.02}
"""How many events are of each system; five opens to a round robin is of 2013, the rest guesses."""
UNRATED_SHARES = {"standard": 0.17, "rapid": 0.22, "blitz": 0.18}
"""How many participants have no rating; guesses, from the number of new ratings a year."""
_AGAIN = {"standard": 0.15, "rapid": 0.2, "blitz": 0.2}
"""How many play a second event in the month."""
_ABROAD = 0.12
_ROUNDS = {"standard": ((5, 6, 7, 9), (0.4, 0.15, 0.3, 0.15)), "rapid": ((5, 7, 9), (0.4, 0.5, 0.1)),
           "blitz": ((7, 9, 11), (0.3, 0.5, 0.2))}  # fmt: skip
_NAMES = {"swiss": "Open", "team": "League", "roundrobin": "Masters", "match": "Match", "scheveningen": "Meeting"}
_LEAST, _LONGEST = 2, 27
_EPOCH = date(1970, 1, 1)
_WEEKDAYS = np.array([1.0, 1.0, 1.0, 1.0, 1.2, 2.5, 5.0])
"""How likely an event ends on each day of the week, from Monday."""


@dataclass(frozen=True, slots=True)
class Month:
    """What one month of one kind gave: the events and their games, with `event` as the place of the event."""

    events: pl.DataFrame
    games: pl.DataFrame


def month(  # noqa: PLR0913 - who plays what, and when
    chance: Chance, players: Population, kind: str, first: date, list_date: date, *, may_reach_back: bool
) -> Month:
    """Make up the events that are rated for the list `made`, the one before being `first`."""
    ratings = players.kinds[kind]
    places, home = _participants(chance, players, ratings, kind)
    strength = ratings.strength[places] + chance.normal(0.0, 120.0, len(places))
    order = np.lexsort((strength, home))
    places, home = places[order], home[order]
    system, event = _cut(chance, len(places))
    # Nobody comes twice to an event.
    once = np.unique(event * players.size + places, return_index=True)[1]
    once.sort()
    places, home, event = places[once], home[once], event[once]
    size = np.bincount(event, minlength=len(system))
    system = np.where((system == SYSTEMS.index("match")) & (size != _LEAST), SYSTEMS.index("swiss"), system)
    rounds, cycles = _rounds(chance, kind, system, size)
    drawn = Results(chance, kind, first, ratings.strength[places])
    played = _played(chance, drawn, system, size, rounds, event, ratings.strength[places])
    games = pl.DataFrame(played.columns())
    event_of_game = event[games["white"].to_numpy()]
    games = games.with_columns(event=pl.Series(event_of_game)).with_columns(
        white=pl.Series(players.fide_id[places[games["white"].to_numpy()]]),
        black=pl.Series(players.fide_id[places[games["black"].to_numpy()]]),
    )
    rounds = np.zeros(len(system), dtype=np.int64)
    np.maximum.at(rounds, event_of_game, games["round"].to_numpy())
    start, end = _days(chance, kind, system, rounds, first, list_date, may_reach_back=may_reach_back)
    at = np.searchsorted(event, np.arange(len(system)))
    events = _frame(chance, kind, system, cycles, start, end, home[at] if len(home) else home)
    length = (end - start + 1)[event_of_game]
    day = start[event_of_game] + (games["round"].to_numpy() - 1) * length // np.maximum(rounds[event_of_game], 1)
    games = games.with_columns(day=pl.Series(day, dtype=pl.Int32).cast(pl.Date))
    # A player at an event in which nobody met anybody was at none.
    return Month(events.filter(pl.Series(rounds > 0)), games)


def _participants(chance: Chance, players: Population, ratings: OfKind, kind: str) -> tuple[Column, Column]:
    """Give the players, each as often as they play, and in which federation."""
    in_period, in_year = PLAYED_IN_PERIOD[kind] / RATED[kind], PLAYED_IN_YEAR[kind] / RATED[kind]
    # Two fifths of those who played last month play again, few come back after a year.
    seldom = (in_period * 0.93 - in_period * 0.4 - (1.0 - in_year) * 0.004) / (in_year - in_period)
    chances = np.where(ratings.recency < in_period, 0.4, np.where(ratings.recency < in_year, seldom, 0.004))
    alive = players.died == 0
    rated = np.flatnonzero(alive & ratings.is_rated & (chance.random(players.size) < chances))
    count = round(len(rated) * UNRATED_SHARES[kind] / (1.0 - UNRATED_SHARES[kind]))
    others = np.flatnonzero(alive & ~ratings.is_rated)
    # Players with a rating in another kind, and the young, are the newcomers of this one.
    weight = 1.0 + 3.0 * players.junior[others] + sum(6.0 * each.is_rated[others] for each in players.kinds.values())
    if len(others):
        drawn = chance.random(len(others)) ** (1.0 / weight)
        new = others[np.argsort(-drawn, kind="stable")[:count]]
    else:
        new = others
    regular = np.concatenate([rated, new])
    again = regular[chance.random(len(regular)) < _AGAIN[kind]]
    places = np.concatenate([regular, again])
    away = np.concatenate([chance.random(len(regular)) < _ABROAD, np.ones(len(again), dtype=bool)])
    weights = 1.0 / (np.arange(len(FEDERATIONS)) + 3.0)
    abroad = chance.choice(len(FEDERATIONS), len(places), p=weights / weights.sum())
    return places, np.where(away, abroad, players.federation[places])


def _cut(chance: Chance, size: int) -> tuple[Column, Column]:
    """Cut so many participants into events; give the system of each event, and the event of each participant."""
    most = size // _LEAST + 1
    system = chance.choice(len(SYSTEMS), most, p=[SHARES[name] for name in SYSTEMS])
    open_size = np.clip(np.exp(chance.normal(3.22, 0.6, most)), 8, 400).astype(np.int64)
    sizes = np.choose(
        system,
        [
            open_size,
            8 * chance.integers(3, 9, most),
            chance.choice([6, 7, 8, 10, 10, 12], most),
            np.full(most, _LEAST),
            2 * chance.integers(4, 7, most),
        ],
    )
    ends = np.cumsum(sizes)
    count = min(int(np.searchsorted(ends, size)) + 1, most) if size >= _LEAST else 0
    sizes = sizes[:count]
    if count:
        sizes[-1] -= ends[count - 1] - size
    if count > 1 and sizes[-1] < _LEAST:
        sizes[-2] += sizes[-1]
        sizes, count = sizes[:-1], count - 1
    event = np.repeat(np.arange(count), sizes)
    return system[:count], np.append(event, np.full(size - len(event), count - 1)) if count else event[:0]


def _rounds(chance: Chance, kind: str, system: Column, size: Column) -> tuple[Column, Column]:
    """Give the rounds and the cycles of each event."""
    count = len(system)
    asked, shares = _ROUNDS[kind]
    is_robin, is_match = system == SYSTEMS.index(ROUND_ROBIN), system == SYSTEMS.index(MATCH)
    is_team = system == SYSTEMS.index("team")
    double = is_robin & (size <= 6) & (chance.random(count) < 0.4)  # noqa: PLR2004 - small ones, a share
    cycles = np.where(double, 2, 1)
    rounds = np.minimum(chance.choice(asked, count, p=shares), np.maximum(size // 2, 1))
    even = size + size % 2
    rounds = np.where(is_robin, (even - 1) * cycles, rounds)
    rounds = np.where(is_match, 2 * chance.integers(2, 6, count), rounds)
    league = chance.integers(1, 5, count) if kind == KINDS[0] else np.full(count, 7)
    return np.where(is_team, league, rounds), cycles


def _played(  # noqa: PLR0913, PLR0917 - the columns of events and participants
    chance: Chance, drawn: Results, system: Column, size: Column, rounds: Column, event: Column, strength: Column
) -> GamesSoFar:
    played = GamesSoFar()
    start = np.cumsum(size) - size
    of = {name: system == SYSTEMS.index(name) for name in SYSTEMS}
    swiss(played, drawn, chance, event, np.where(of["swiss"], rounds, 0), strength)
    whole = of[ROUND_ROBIN] | of[MATCH]
    circle(played, drawn, start[whole], size[whole], (size + size % 2)[whole], rounds[whole])
    scheveningen(played, drawn, start[of["scheveningen"]], size[of["scheveningen"]])
    # Eight teams: each eight participants are one board, so that neighbours in strength meet.
    team = np.flatnonzero(of["team"])
    boards = (size[team] + 7) // 8
    owner = np.repeat(team, boards)
    board = np.arange(len(owner)) - np.repeat(np.cumsum(boards) - boards, boards)
    circle(
        played,
        drawn,
        start[owner] + 8 * board,
        np.minimum(size[owner] - 8 * board, 8),
        np.full(len(owner), 8),
        np.minimum(rounds[owner], 7),
    )
    return played


def _days(  # noqa: PLR0913, PLR0917 - the columns of the events
    chance: Chance, kind: str, system: Column, rounds: Column, first: date, day: date, *, may_reach_back: bool
) -> tuple[Column, Column]:
    """Give the first and the last day of each event, as days since 1970."""
    count = len(system)
    days = calendar(kind)
    begin = days.event_closing(first) + timedelta(days=1) if may_reach_back else first
    last = days.event_closing(day)
    window = np.arange((begin - _EPOCH).days, (last - _EPOCH).days + 1)
    likely = _WEEKDAYS[(window + 3) % 7]
    end = chance.choice(window, count, p=likely / likely.sum())
    if kind == KINDS[0]:
        a_day = np.where(chance.random(count) < 0.6, np.where(rounds > 6, 3, 2), 1)  # noqa: PLR2004 - a share; weekends
        span = -(-rounds // a_day)
        span = np.where(system == SYSTEMS.index("team"), 1 + 7 * (rounds - 1), span)
    else:
        span = np.where(chance.random(count) < 0.1, 2, 1)  # noqa: PLR2004 - a share
    start = end - np.clip(span, 1, _LONGEST) + 1
    if not may_reach_back:
        start = np.maximum(start, window[0])
        end = np.maximum(end, start)
    return start, end


def _frame(  # noqa: PLR0913, PLR0917 - the columns of the events
    chance: Chance, kind: str, system: Column, cycles: Column, start: Column, end: Column, home: Column
) -> pl.DataFrame:
    count = len(system)
    late = np.where(chance.random(count) < 0.03, chance.integers(20, 80, count), chance.integers(0, 3, count))  # noqa: PLR2004 - a share
    town = names(chance, count).str.split(", ").list.first()
    word = pl.Series([_NAMES[name] for name in SYSTEMS], dtype=pl.String).gather(system.astype(np.uint32))
    is_team = system == SYSTEMS.index("team")
    return pl.DataFrame(
        {
            "event": np.arange(count),
            "name": town + " " + word,
            "kind": pl.Series([kind] * count, dtype=pl.String),
            "system": pl.Series(SYSTEMS, dtype=pl.String).gather(system.astype(np.uint32)),
            "cycles": pl.Series(cycles, dtype=pl.Int32),
            "start": pl.Series(start, dtype=pl.Int32).cast(pl.Date),
            "end": pl.Series(end, dtype=pl.Int32).cast(pl.Date),
            "official": chance.random(count) < 0.005,  # noqa: PLR2004 - a share
            "received": pl.Series(end + late, dtype=pl.Int32).cast(pl.Date),
            "federation": pl.Series(FEDERATIONS, dtype=pl.String).gather(home.astype(np.uint32)),
            "team_championship": is_team & (chance.random(count) < 0.01),  # noqa: PLR2004 - a share
            "ratings": pl.Series([RATINGS_AT_START] * count, dtype=pl.String),
            "withdrawn": chance.random(count) < 0.003,  # noqa: PLR2004 - a share
        }
    )

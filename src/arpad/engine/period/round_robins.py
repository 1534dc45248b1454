"""Round robins with unrated players, to 2021: worked out one by one by the reference, then put among the columns.

A period has few of them, and their correction pass is no step over columns. Rated players get their opponents at the
ratings that the table gives, unrated ones the average of the table.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from arpad.engine.everybody import NO_DAY, UNRATED
from arpad.engine.period.event_pass import Sides
from arpad.engine.period.period_results import PeriodResults, unrated_players
from arpad.model.problems import RefusedError
from arpad.regulations.workings.activity import unrated_keep_active
from arpad.regulations.workings.crosstable import Entrant, has_tables, lacks_a_game, rated_how
from arpad.regulations.workings.round_robin_parts import RobinPart, robin_parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from arpad.engine.arrays import Column
    from arpad.engine.period.event_pass import EventColumns
    from arpad.engine.period.games import Games
    from arpad.regulations.edition import Edition
    from arpad.regulations.periods import EarlierResults


@dataclass(frozen=True, slots=True)
class Robins:
    """Everybody's part of every table, by the places of event and player."""

    parts: Mapping[int, Mapping[int, RobinPart]]
    like_swiss: frozenset[int] = frozenset()
    """Those with unrated players in which a game was not played, or which have no average: rated like Swiss events.

    Where an edition rates by the average, also those of rated players in which a game was not played.
    """
    smaller: frozenset[int] = frozenset()
    """Of these, the ones in which nothing was left unplayed and only rated players stay: n is that of a round robin."""
    undefined: tuple[tuple[int, str], ...] = ()
    """Those for which the edition has no average, and why."""
    days: Mapping[tuple[int, int, int, int], int] = field(default_factory=dict)
    """The days of the games of tables, by event, player, opponent and round; NO_DAY for a game that keeps nobody
    active."""

    def days_of(self, event: int, player: int) -> list[int]:
        """Give the days of the games that a table gives a player."""
        part, others = self.parts[event][player], sorted(self.parts[event])
        met = zip(part.games, part.opponents, strict=True)
        return [self.days[event, player, others[other], game.round or 0] for game, other in met]

    def mask(self, events: int) -> Column:
        """Tell which events were worked out by their tables."""
        column = np.zeros(events, dtype=bool)
        column[list(self.parts)] = True
        return column


def worked_out(  # noqa: PLR0913, PLR0917 - the columns of a period
    games: Games,
    events: EventColumns,
    numbers: Column,
    laws: Sequence[Edition],
    base: Column,
    earlier: Callable[[Column], EarlierResults],
    law: Edition,
) -> Robins:
    """Work out every round robin that asks for it; `law` is the edition of the list.

    `earlier` gives the results that unrated players have from earlier lists; what they did in other events of this one
    is added here. A player with a base rating by now has had results, too.
    """
    asked = [place for place, law in enumerate(laws) if has_tables(law)]
    may = events.is_round_robin & np.isin(events.law, asked)
    if not may.any():
        return Robins({})
    rows = np.flatnonzero(may[games.event])
    if not len(rows):
        return Robins({})
    tabled = games.only(rows)
    newcomers = unrated_players(tabled)
    known = PeriodResults(events, numbers, earlier(newcomers))
    known.add_games(games.only(np.flatnonzero(~may[games.event])), newcomers)
    tables: dict[int, dict[int, RobinPart]] = {}
    like_swiss: set[int] = set()
    smaller: set[int] = set()
    undefined: list[tuple[int, str]] = []
    days: dict[tuple[int, int, int, int], int] = {}
    for event, own in _by_event(tabled, events):
        ratings = _ratings(own)
        players, of_event = list(ratings), laws[int(events.law[event])]
        lacks = lacks_a_game(_meetings(own, len(players)), int(events.cycles[event]))
        how = rated_how(of_event, has_unrated=None in ratings.values(), lacks_a_game=lacks)
        if not how["is_worked_out"]:
            if how["is_like_swiss"]:
                like_swiss.add(event)
            continue
        entrants = [
            Entrant(
                str(player),
                ratings[player],
                part_result=ratings[player] is None and not known.is_first(player, event),
                present=int(base[player]) if ratings[player] is None and base[player] != UNRATED else None,
            )
            for player in players
        ]
        try:
            table, parts = robin_parts(of_event, entrants, _cells(own, players), int(events.cycles[event]))
            if how["is_by_average"] and table.is_complete and not parts:
                smaller.add(event)
        except RefusedError as refusal:
            # One table that the edition leaves undefined must not stop the list of everybody.
            parts, reason = [], " ".join(problem.message for problem in refusal.problems)
            undefined.append((event, reason))
        if parts:
            tables[event] = dict(zip(players, parts, strict=True))
            days |= _days(own, events, law)
            known.add_table(event, tables[event])
        else:
            like_swiss.add(event)
            known.add_games(own, newcomers, system="swiss")
    return Robins(tables, frozenset(like_swiss), frozenset(smaller), tuple(undefined), days)


def _meetings(games: Games, players: int) -> list[int]:
    """Give the number of games of each pair."""
    lower, other = np.minimum(games.white, games.black), np.maximum(games.white, games.black)
    _, met = np.unique(lower.astype(np.int64) * (int(other.max(initial=0)) + 1) + other, return_counts=True)
    return [*met.tolist(), *[0] * (players * (players - 1) // 2 - len(met))]


def _days(games: Games, events: EventColumns, law: Edition) -> dict[tuple[int, int, int, int], int]:
    """Give the days of the games of a table from both sides; NO_DAY where only rated opponents keep active."""
    by_game: dict[tuple[int, int, int, int], int] = {}
    every_opponent = unrated_keep_active(law)
    for (player, _, against, _), opponent in zip(games.sides(), (games.black, games.white), strict=True):
        days = np.where((against != UNRATED) | every_opponent, games.days(events.end), NO_DAY)
        columns = (games.event, player, opponent, games.round, days)
        for *key, day in zip(*(column.tolist() for column in columns), strict=True):
            event, own, other, turn = key
            by_game[event, own, other, turn] = max(day, by_game.get((event, own, other, turn), NO_DAY))
    return by_game


def _ratings(games: Games) -> dict[int, int | None]:
    """Give everybody's rating on the list of the event, in the order of places."""
    pairs = {
        *zip(games.white.tolist(), games.white_rating.tolist(), strict=True),
        *zip(games.black.tolist(), games.black_rating.tolist(), strict=True),
    }
    return {player: None if rating == UNRATED else rating for player, rating in sorted(pairs)}


def _by_event(games: Games, events: EventColumns) -> Iterator[tuple[int, Games]]:
    """Give the events in the order in which they ended, with their games."""
    places = np.unique(games.event)
    for event in sorted(places.tolist(), key=lambda place: (events.end[place], events.start[place], place)):
        yield event, games.only(np.flatnonzero(games.event == event))


def _cells(games: Games, players: Sequence[int]) -> list[list[list[tuple[int, int]]]]:
    place = {player: index for index, player in enumerate(players)}
    cells: list[list[list[tuple[int, int]]]] = [[[] for _ in players] for _ in players]
    columns = (games.white, games.black, games.white_score, games.black_score, games.round)
    for white, black, own, other, turn in sorted(zip(*(column.tolist() for column in columns), strict=True)):
        cells[place[white]][place[black]].append((turn, own))
        cells[place[black]][place[white]].append((turn, other))
    for line in cells:
        for cell in line:
            cell.sort()
    return cells


def as_rated(events: EventColumns, robins: Robins) -> EventColumns:
    """Give the events as they are rated: what was worked out, or is like a Swiss event, is no round robin any more."""
    done = [*robins.parts, *(robins.like_swiss - robins.smaller)]
    if not done:
        return events
    is_round_robin = events.is_round_robin.copy()
    is_round_robin[done] = False
    return replace(events, is_round_robin=is_round_robin)


def with_tables(sides: Sides, robins: Robins) -> Sides:
    """Replace the games in worked-out round robins by those that the table gives each player.

    A player unrated then and rated now has them, too, being treated as rated (10.4 of 2003 and its counterparts).
    """
    if not robins.parts:
        return sides
    mask = np.isin(sides.event, list(robins.parts))
    kept = sides.only(np.flatnonzero(~mask))
    of_tables = np.flatnonzero(mask)
    rows: list[tuple[int, ...]] = []
    seen: set[tuple[int, int]] = set()
    for row in of_tables.tolist():
        player, event = int(sides.player[row]), int(sides.event[row])
        if (player, event) in seen:
            continue
        seen.add((player, event))
        part = robins.parts[event][player]
        others = sorted(robins.parts[event])
        days = robins.days_of(event, player)
        for game, other, day in zip(part.games, part.opponents, days, strict=True):
            rows.append(
                (player, others[other], event, int(sides.source[row]), int(sides.own[row]), game.opponent or UNRATED,
                 game.score, game.round or 0, (part.present_average if part.of_unrated else part.average) or 0, day)
            )  # fmt: skip
    table = np.array(rows, dtype=np.int64).reshape(-1, 10)
    more = Sides(*(table[:, index] for index in range(10)))
    return Sides(*(np.concatenate(both) for both in zip(kept.columns(), more.columns(), strict=True)))

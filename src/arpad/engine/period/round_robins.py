"""Round robins with unrated players, to 2021: worked out one by one by the reference, then put among the columns.

A period has few of them, and their correction pass is no step over columns. Rated players get their opponents at the
ratings that the table gives, unrated ones the average of the table.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.everybody import NO_DAY, UNRATED
from arpad.engine.period.frames import TableEvents, TableGames, TableParts, Tables
from arpad.engine.period.games import rated_games
from arpad.engine.period.part_results import PeriodResults, pooled_event, unrated_players
from arpad.engine.wording import WORDS
from arpad.model.period import ROUND_ROBIN, SWISS
from arpad.model.problems import NOTE, Problem, RefusedError
from arpad.regulations.periods import EarlierResults
from arpad.regulations.workings.activity import unrated_keep_active
from arpad.regulations.workings.crosstable import Entrant, has_tables, lacks_a_game, rated_how
from arpad.regulations.workings.round_robin_parts import RobinPart, robin_parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arpad.engine.arrays import Column
    from arpad.engine.period.events import EventColumns
    from arpad.engine.period.frames import EventPartition
    from arpad.engine.period.games import Games, RatedGames
    from arpad.regulations.edition import Edition


def table_pass(partition: EventPartition) -> Tables:
    """Work out every round robin that asks for it, in the order in which they ended.

    It stands before the event pass, for events decide about one another here and nowhere else. In a first event an
    unrated player without a point is left out of the table, and the opponents' games with it (6.1 of 2009 and 2014);
    whether it is the first is known from the player's other events, and these may be tables themselves. So a partition
    has, with a round robin, all events of its unrated players, and so on. Editions from 2022 on have no tables.
    """
    asked = [place for place, law in enumerate(partition.laws) if has_tables(law)]
    if not asked:
        return Tables()
    robins = partition.events.filter((pl.col("system") == ROUND_ROBIN) & pl.col("law").is_in(asked))["event_id"]
    if not len(robins):
        return Tables()
    unrated = unrated_players(rated_games(partition.with_events(robins.to_list())).games)
    newcomers = pl.Series(partition.players.numbers[unrated]).implode()
    met = partition.games.filter(pl.col("white").is_in(newcomers) | pl.col("black").is_in(newcomers))["event_id"]
    concerned = partition.with_events(pl.concat([robins, met]).unique().to_list())
    return _worked_out(concerned, rated_games(concerned), robins.to_numpy(), unrated)


@dataclass(slots=True)
class _Worked:
    """The tables as they are worked out, by the places of events and players."""

    parts: dict[int, dict[int, RobinPart]] = field(default_factory=dict)
    own: dict[int, dict[int, int | None]] = field(default_factory=dict)
    """Everybody's rating on the list of the event."""
    like_swiss: set[int] = field(default_factory=set)
    smaller: set[int] = field(default_factory=set)
    undefined: list[tuple[int, RefusedError]] = field(default_factory=list)
    """Those for which the edition has no average, and why."""
    days: dict[tuple[int, int, int, int], int] = field(default_factory=dict)
    """The days of the games of tables, by event, player, opponent and round; NO_DAY for a game that keeps nobody
    active."""


def _worked_out(partition: EventPartition, rated: RatedGames, robins: Column, newcomers: Column) -> Tables:
    """Work out some round robins; what their unrated players did in other events of this list comes first.

    A player with a base rating by now has had results, too.
    """
    games, events, numbers = rated.games, rated.events, partition.events["event_id"].to_numpy()
    may = np.isin(numbers, robins)
    known = PeriodResults(events, numbers, _earlier(partition, newcomers))
    known.add_games(games.only(np.flatnonzero(~may[games.event])), newcomers)
    worked = _Worked()
    for event, own in _by_event(games.only(np.flatnonzero(may[games.event])), events):
        law, cycles = partition.laws[int(events.law[event])], int(events.cycles[event])
        ratings = _ratings(own)
        players, lacks = list(ratings), lacks_a_game(_meetings(own, len(ratings)), cycles)
        how = rated_how(law, has_unrated=None in ratings.values(), lacks_a_game=lacks)
        if not how["is_worked_out"]:
            if how["is_like_swiss"]:
                worked.like_swiss.add(event)
            continue
        entrants = [
            _entrant(partition, player, rating, is_first=rating is None and known.is_first(player, event))
            for player, rating in ratings.items()
        ]
        try:
            table, parts = robin_parts(law, entrants, _cells(own, players), cycles)
            if how["is_by_average"] and table.is_complete and not parts:
                worked.smaller.add(event)
        except RefusedError as refusal:
            # One table that the edition leaves undefined must not stop the list of everybody.
            parts = []
            worked.undefined.append((event, refusal))
        if parts:
            worked.parts[event], worked.own[event] = dict(zip(players, parts, strict=True)), ratings
            worked.days |= _days(own, events, partition.law)
            known.add_table(event, worked.parts[event])
        else:
            worked.like_swiss.add(event)
            known.add_games(own, newcomers, system=SWISS)
    return _as_frames(partition, worked)


def _entrant(partition: EventPartition, player: int, rating: int | None, *, is_first: bool) -> Entrant:
    number, base = str(partition.players.numbers[player]), int(partition.base[player])
    if rating is not None:
        return Entrant(number, rating)
    return Entrant(number, None, part_result=not is_first, present=None if base == UNRATED else base)


def _earlier(partition: EventPartition, places: Column) -> EarlierResults:
    """Give the part results that some players, by places, have from earlier lists."""
    earlier = EarlierResults(partition.kind, partition.list_date, partition.edition)
    numbers = dict(zip(partition.players.numbers[places].tolist(), places.tolist(), strict=True))
    for row in partition.pool.filter(pl.col("fide_id").is_in(list(numbers))).iter_rows(named=True):
        earlier.add(numbers[row["fide_id"]], pooled_event(row))
    return earlier


def _as_frames(partition: EventPartition, worked: _Worked) -> Tables:
    """Write what was worked out down as frames."""
    event_ids, players = partition.events["event_id"].to_list(), partition.players.numbers
    seen = sorted({*worked.parts, *worked.like_swiss})
    events = [
        (event_ids[event], event in worked.parts, event in worked.like_swiss, event in worked.smaller) for event in seen
    ]
    games: list[tuple[int, ...]] = []
    parts: list[tuple[int, ...]] = []
    for event, of_players in worked.parts.items():
        others = sorted(of_players)
        for player, part in of_players.items():
            met = list(zip(part.games, (others[place] for place in part.opponents), strict=True))
            days = [worked.days[event, player, other, game.round or 0] for game, other in met]
            key = (event_ids[event], int(players[player]))
            own, average = worked.own[event][player], part.present_average if part.of_unrated else part.average
            games += [
                (*key, int(players[other]), own or UNRATED, game.opponent or UNRATED, game.score, game.round or 0,
                 average or 0, day)
                for (game, other), day in zip(met, days, strict=True)
            ]  # fmt: skip
            if part.of_unrated and part.games:
                score = sum(game.score for game in part.games)
                average_of_table = part.average or 0
                parts.append((*key, len(part.games), score, average_of_table, part.cycles, part.field or 0, max(days)))
    notes = tuple(
        Problem.of(
            WORDS,
            "round_robin_undefined",
            str(event_ids[event]),
            severity=NOTE,
            event=partition.events["name"][event],
            fault=fault,
        )
        for event, fault in worked.undefined
    )
    return Tables(TableEvents.of_rows(events), TableGames.of_rows(games), TableParts.of_rows(parts), notes)


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

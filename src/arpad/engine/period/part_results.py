"""Part results of unrated players: from the events of a period, and kept from earlier lists.

Rows of the pool, from which first ratings are made; and what an unrated player has reached by the time a round robin is
worked out.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from arpad.book.schema import POOL
from arpad.engine.arrays import Arrays, Column
from arpad.engine.everybody import NO_DAY, UNRATED, day_of
from arpad.engine.ids import distinct
from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import MATCH, ROUND_ROBIN, SCHEVENINGEN, SWISS, Event, Game
from arpad.regulations.rules.newcomer_event import COUNTS, RATED_FOR_UNRATED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date

    from arpad.engine.period.events import EventColumns
    from arpad.engine.period.frames import EventPartition
    from arpad.engine.period.games import Games, RatedGames
    from arpad.regulations.edition import Edition
    from arpad.regulations.periods import EarlierResults
    from arpad.regulations.workings.round_robin_parts import RobinPart

_WHOLE = 100
NO_RESULTS = pl.DataFrame(schema={**POOL.schema, "last": pl.Int64()})
"""What most events give, whose players are all rated."""


def part_results(partition: EventPartition, rated: RatedGames, is_tabled: Column) -> pl.DataFrame:
    """Give the games of unrated players against rated opponents, event by event; of tables, all their games.

    These are rows of the pool, with `last`, the day of the last game. `is_tabled` tells which events are tables.
    """
    base, columns, players = partition.base, rated.events, partition.players
    key, opponent, against, scores, days = _sides_of_unrated(rated, base, is_tabled)
    if not len(key) and not len(partition.tables.parts):
        return NO_RESULTS
    keys, group = np.unique(key, return_inverse=True)
    met_unrated = np.bincount(group, against == UNRATED, len(keys)) > 0
    is_rated = np.flatnonzero(against != UNRATED)
    games = np.bincount(group[is_rated], minlength=len(keys))
    score, opponents = np.zeros((2, len(keys)), dtype=np.int64)
    np.add.at(score, group[is_rated], scores[is_rated])
    np.add.at(opponents, group[is_rated], against[is_rated])
    pairs = distinct(group[is_rated] * max(1, len(base)) + opponent[is_rated])
    met = np.bincount(pairs // max(1, len(base)), minlength=len(keys))
    last = np.full(len(keys), NO_DAY, dtype=np.int64)
    np.maximum.at(last, group[is_rated], days[is_rated])
    player, event = keys // max(1, len(columns)), keys % max(1, len(columns))
    kept = (games > 0) & ~_not_rated(columns, event, partition.laws, met_unrated)
    of_events = partition.events.select("event_id", "start", "end", "system", "cycles", "team_championship")
    of_games = pl.DataFrame(
        {
            "fide_id": players.numbers[player[kept]],
            "event_id": of_events["event_id"].to_numpy()[event[kept]],
            "games": games[kept],
            "score": score[kept],
            "opponents": opponents[kept],
            "met": met[kept],
            "last": last[kept],
        }
    )
    results = pl.concat([of_games, _of_tables(partition)], how="diagonal_relaxed")
    events = partition.tables.events
    like_swiss = pl.Series(events.event_id[events.is_like_swiss > 0], dtype=pl.Int64)
    return (
        results.join(of_events, on="event_id", how="left", maintain_order="left")
        .with_columns(
            kind=pl.lit(partition.kind),
            due=pl.lit(partition.list_date),
            system=pl.when(pl.col("event_id").is_in(like_swiss.implode())).then(pl.lit(SWISS)).otherwise("system"),
            cycles=pl.coalesce("tabled", "cycles"),
        )
        .select(**{name: pl.col(name).cast(dtype) for name, dtype in POOL.schema.items()}, last="last")
    )


def _sides_of_unrated(
    rated: RatedGames, base: Column, is_tabled: Column
) -> tuple[Column, Column, Column, Column, Column]:
    """Give the sides of unrated players, without tables.

    That is player and event as one number, the opponent and the opponent's rating, the score, the day.
    """
    games, events = rated.games, max(1, len(rated.events))
    columns: list[tuple[Column, ...]] = []
    for (player, own, against, score), opponent in zip(games.sides(), games.opponents(), strict=True):
        rows = np.flatnonzero(own == UNRATED)
        rows = rows[(base[player[rows]] == UNRATED) & ~is_tabled[games.event[rows]]]
        key = player[rows].astype(np.int64) * events + games.event[rows]
        days = games.days(rated.events.end, rows)
        columns.append((key, *(column[rows].astype(np.int64) for column in (opponent, against, score)), days))
    key, opponent, against, score, day = (np.concatenate(column) for column in zip(*columns, strict=True))
    return key, opponent, against, score, day


def _not_rated(columns: EventColumns, event: Column, laws: Sequence[Edition], met_unrated: Column) -> Column:
    """Tell which rows cannot count: a match with an unrated player, for some editions a Scheveningen event with two."""
    column = np.zeros(len(event), dtype=bool)
    for place, law in enumerate(laws):
        own = np.flatnonzero(columns.law[event] == place)
        facts = {
            "is_match": columns.is_match[event[own]],
            "is_scheveningen": columns.is_scheveningen[event[own]],
            "met_unrated": met_unrated[own],
        }
        column[own] = Arrays(RATED_FOR_UNRATED, law).run(facts, {}, None).whole["not_rated"] != COUNTS
    return column


def _of_tables(partition: EventPartition) -> pl.DataFrame:
    """Give the results of players who are unrated now in worked-out tables."""
    parts = partition.tables.parts
    parts = parts.only(partition.base[partition.players.of(pl.Series(parts.fide_id))] == UNRATED)
    return parts.frame().select(
        "fide_id",
        "event_id",
        "games",
        "score",
        "last",
        average=pl.when(pl.col("average") > 0).then("average"),
        opponents=pl.col("average") * pl.col("games"),
        tabled=pl.when(pl.col("cycles") > 0).then("cycles"),
        field=pl.when(pl.col("field") > 0).then("field"),
    )


def pooled_event(row: Mapping[str, Any]) -> Event:
    """Make an event of a part result: the sums of opponents and scores are all that matters of it."""
    count, score, opponents = row["games"], row["score"], row["met"]
    each, more = divmod(row["opponents"], count) if count else (0, 0)
    games = []
    for index in range(count):
        part = min(_WHOLE, score)
        score -= part
        opponent = None if opponents is None else index % opponents
        games.append(Game(Rating(each + (index < more)), Hundredths(part), opponent_id=opponent))
    average = None if row["average"] is None else Rating(row["average"])
    return Event(
        row["start"], row["end"], None, tuple(games), None, row["system"], average=average,
        cycles=row["cycles"], team_championship=row["team_championship"], number=row["event_id"], due=row["due"],
        field=row["field"],
    )  # fmt: skip


def unrated_players(games: Games) -> Column:
    """Give the places of those who were unrated in some games."""
    return np.unique(np.concatenate([player[own == UNRATED] for player, own, _, _ in games.sides()]))


class PeriodResults:
    """The results of unrated players from earlier lists, and from the events of this one as they are worked out."""

    def __init__(self, events: EventColumns, numbers: Column, earlier: EarlierResults) -> None:
        self._events, self._numbers, self._known = events, numbers, earlier

    def is_first(self, player: int, event: int) -> bool:
        """Tell whether a player has no result that counts before an event."""
        start, end = self._days(event)
        return not self._known.before(player, (end, start, int(self._numbers[event])))

    def _days(self, event: int) -> tuple[date, date]:
        return day_of(int(self._events.start[event])), day_of(int(self._events.end[event]))

    def add_games(self, games: Games, players: Column, *, system: str | None = None) -> None:
        """Add games of some players as they are; `system` is that of their events, where it is another one now."""
        of_events: dict[tuple[int, int], list[Game]] = defaultdict(list)
        for player, event, game in _sides(games, players):
            of_events[player, event].append(game)
        for (player, event), own in of_events.items():
            self._add(player, event, own, system or self._system(event))

    def add_table(self, event: int, parts: Mapping[int, RobinPart]) -> None:
        """Add what a table gives its unrated players."""
        for player, part in parts.items():
            if part.of_unrated:
                average = None if part.average is None else Rating(part.average)
                self._add(player, event, part.games, ROUND_ROBIN, average, part)

    def _add(  # noqa: PLR0913, PLR0917 - what an event is
        self,
        player: int,
        event: int,
        games: Sequence[Game],
        system: str,
        average: Rating | None = None,
        part: RobinPart | None = None,
    ) -> None:
        start, end = self._days(event)
        number = int(self._numbers[event])
        result = Event(start, end, None, tuple(games), system=system, average=average, number=number)
        self._known.add(player, result if part is None else replace(result, cycles=part.cycles, field=part.field))

    def _system(self, event: int) -> str:
        events = self._events
        systems = {
            MATCH: events.is_match,
            SCHEVENINGEN: events.is_scheveningen,
            ROUND_ROBIN: events.is_round_robin,
        }
        return next((name for name, column in systems.items() if column[event]), SWISS)


def _sides(games: Games, players: Column) -> Iterator[tuple[int, int, Game]]:
    """Give the games in which some players were unrated: player, event, game."""
    for (player, own, against, score), opponent in zip(games.sides(), games.opponents(), strict=True):
        rows = np.flatnonzero((own == UNRATED) & np.isin(player, players))
        columns = (player, games.event, against, score, games.round, opponent)
        for unrated, event, rating, points, turn, other in zip(
            *(column[rows].tolist() for column in columns), strict=True
        ):
            met = Rating(rating) if rating != UNRATED else None
            yield unrated, event, Game(met, Hundredths(points), turn, opponent_id=other)

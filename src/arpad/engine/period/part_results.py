"""What unrated players did in the events of a period: rows of the pool from which first ratings are made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.book.schema import POOL
from arpad.engine.arrays import Arrays, Column
from arpad.engine.everybody import NO_DAY, UNRATED
from arpad.regulations.rules.newcomer_event import COUNTS, RATED_FOR_UNRATED

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from arpad.engine.everybody import People
    from arpad.engine.period.event_pass import EventColumns
    from arpad.engine.period.player_pass import Played
    from arpad.engine.period.round_robins import Robins
    from arpad.regulations.edition import Edition


def part_results(  # noqa: PLR0913, PLR0917 - the columns of a period
    played: Played, base: Column, events: pl.DataFrame, players: People, kind: str, due: date
) -> tuple[pl.DataFrame, Column]:
    """Give the games of unrated players against rated opponents, event by event; of tables, all their games.

    Beside the rows of the pool stand the days of their last games.
    """
    robins, columns, laws = played.robins, played.events, played.laws
    key, opponent, against, scores, days = _sides_of_unrated(played, base)
    keys, group = np.unique(key, return_inverse=True)
    met_unrated = np.bincount(group, against == UNRATED, len(keys)) > 0
    rated = np.flatnonzero(against != UNRATED)
    games = np.bincount(group[rated], minlength=len(keys))
    score, opponents = np.zeros((2, len(keys)), dtype=np.int64)
    np.add.at(score, group[rated], scores[rated])
    np.add.at(opponents, group[rated], against[rated])
    pairs = np.unique(group[rated] * max(1, len(base)) + opponent[rated])
    met = np.bincount(pairs // max(1, len(base)), minlength=len(keys))
    last = np.full(len(keys), NO_DAY, dtype=np.int64)
    np.maximum.at(last, group[rated], days[rated])
    player, event = keys // max(1, len(columns.law)), keys % max(1, len(columns.law))
    kept = (games > 0) & ~_not_rated(columns, event, laws, met_unrated)
    table = _of_tables(robins, base)
    results = {
        "player": np.concatenate([player[kept], table[:, 0]]),
        "event": np.concatenate([event[kept], table[:, 1]]),
        "games": np.concatenate([games[kept], table[:, 2]]),
        "score": np.concatenate([score[kept], table[:, 3]]),
        "opponents": np.concatenate([opponents[kept], table[:, 4] * table[:, 2]]),
        "average": np.concatenate([np.zeros(int(kept.sum()), dtype=np.int64), table[:, 4]]),
        "tabled": np.concatenate([np.zeros(int(kept.sum()), dtype=np.int64), table[:, 5]]),
        "field": np.concatenate([np.zeros(int(kept.sum()), dtype=np.int64), table[:, 6]]),
        "met": np.concatenate([met[kept], np.zeros(len(table), dtype=np.int64)]),
    }
    names = ("event_id", "start", "end", "system", "cycles", "team_championship")
    of_events = events.select(names)[results["event"]]
    cycles = pl.when(pl.col("tabled") > 0).then("tabled").otherwise("cycles")
    frame = pl.DataFrame(results).with_columns(
        *of_events,
        fide_id=pl.Series(players.places.numbers[results["player"]], dtype=pl.Int64),
        kind=pl.lit(kind),
        due=pl.lit(due),
        swiss=np.isin(results["event"], list(robins.like_swiss)),
        average=pl.when(pl.col("average") > 0).then("average"),
        field=pl.when(pl.col("field") > 0).then("field"),
        met=pl.when(pl.col("met") > 0).then("met"),
    )
    system = pl.when("swiss").then(pl.lit("swiss")).otherwise("system")
    rows = frame.with_columns(cycles=cycles, system=system).select(
        **{name: pl.col(name).cast(dtype) for name, dtype in POOL.schema.items()}
    )
    return rows, np.concatenate([last[kept], table[:, 7]])


def _sides_of_unrated(played: Played, base: Column) -> tuple[Column, Column, Column, Column, Column]:
    """Give the sides of unrated players, without tables.

    That is player and event as one number, the opponent and the opponent's rating, the score, the day.
    """
    games, events = played.games, max(1, len(played.events.law))
    of_table = played.robins.mask(events)
    columns: list[tuple[Column, ...]] = []
    for (player, own, against, score), opponent in zip(games.sides(), games.opponents(), strict=True):
        rows = np.flatnonzero(own == UNRATED)
        rows = rows[(base[player[rows]] == UNRATED) & ~of_table[games.event[rows]]]
        key = player[rows].astype(np.int64) * events + games.event[rows]
        days = games.only(rows).days(played.events.end)
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


def _of_tables(robins: Robins, base: Column) -> Column:
    """Give player, event, games, score, average, cycles, field and last day of the unrated in worked-out tables."""
    rows = [
        (player, event, len(part.games), sum(game.score for game in part.games), part.average, part.cycles,
         part.field or 0, max(robins.days_of(event, player)))
        for event, parts in robins.parts.items()
        for player, part in parts.items()
        if part.of_unrated and part.games and base[player] == UNRATED
    ]  # fmt: skip
    return np.array(rows, dtype=np.int64).reshape(-1, 8)

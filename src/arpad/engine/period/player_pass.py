"""The player pass: from what events were worth to the next list, over columns. One pass by players.

Sums of games that a table valued come as one row for each player and edition, all others as one row for each event; the
rule adds up K times the sum of every row, so both are the same to it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays, Column
from arpad.engine.everybody import NO_DAY, UNRATED
from arpad.engine.period.coefficients import k_of_rows, k_of_the_list
from arpad.engine.period.frames import Moves, PlayerFrames
from arpad.engine.period.newcomers import first_ratings
from arpad.engine.period.next_list import entries_of, next_list
from arpad.regulations.rules.rated_period import RATED_PERIOD

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.engine.everybody import Everybody
    from arpad.engine.period.frames import EventRows, LastDays, PlayerPartition, Sums
    from arpad.regulations.edition import Edition

_OF_PERIOD = ("unrounded", "list_change", "new_rating")


def player_pass(partition: PlayerPartition) -> PlayerFrames:
    """Make the lines of the next list: a pure function of the partition.

    Players may be divided at will. What partitions give, below one another, is what the whole gives.
    """
    players, parts = partition.players, partition.frames.parts
    moves = rated_changes(partition)
    earlier = partition.pool.select(parts.columns[:-1]).with_columns(last=pl.lit(NO_DAY, dtype=pl.Int64))
    pool = pl.concat([earlier, parts])
    of_pool = players.places.of(pool["fide_id"])
    # A player rated now, if only because the standard rating stands in, is no newcomer, whatever came before.
    waiting = pool.filter(pl.Series(partition.base[of_pool] == UNRATED, dtype=pl.Boolean))
    newcomers = first_ratings(waiting, players, partition.calendar, partition.list_date)
    entries = entries_of(newcomers, parts, players)
    last = np.maximum(partition.last.last, _last_days(partition.frames.last, players))
    entered = players.places.of(newcomers["fide_id"])
    last[entered] = np.maximum(last[entered], newcomers["last"].to_numpy())
    before = replace(partition.last, played=_moved(partition.last.played, partition.more_played, players), last=last)
    new_list = next_list(partition, before, moves, entries)
    still_unrated = pl.Series(new_list.rating[of_pool] == UNRATED, dtype=pl.Boolean)
    window = partition.calendar.pooling_from(partition.list_date)
    kept = pool.filter(still_unrated & (pool["due"] > window)).drop("last")
    return PlayerFrames(new_list.frame(players), moves, newcomers.drop("last"), kept)


def rated_changes(partition: PlayerPartition) -> Moves:
    """Work out the period of everybody who has a base rating and a counted game."""
    base, frames = partition.base, partition.frames
    totals = {place: _by_place(sums, partition.players) for place, sums in frames.sums.items()}
    rows: list[tuple[Column, ...]] = []
    kept = np.flatnonzero(frames.rows.games > 0)
    if len(kept):
        player = partition.players.places.of(pl.Series(frames.rows.fide_id[kept]))
        k = k_of_rows(partition, frames.rows, kept)[kept]
        rows.append((player, k, frames.rows.sum[kept], frames.rows.games[kept]))
    if len(totals) == 1 and not rows:
        place, (sums, counts) = next(iter(totals.items()))
        if 2 * np.count_nonzero(counts) > len(base):
            return _of_everybody(partition.law, base, k_of_the_list(partition, partition.laws[place]), sums, counts)
    for place, (sums, counts) in totals.items():
        player = np.flatnonzero(counts > 0)
        k = k_of_the_list(partition, partition.laws[place])[player]
        rows.append((player, k, sums[player], counts[player]))
    if not rows:
        rows = [tuple(np.zeros(0, dtype=np.int64) for _ in range(4))]
    columns = rows[0] if len(rows) == 1 else [np.concatenate(column) for column in zip(*rows, strict=True)]
    return _period(partition.law, base, *columns)[0]


def player_changes(partition: PlayerPartition, moves: Moves) -> pl.DataFrame:
    """Give fide_id, rating (the base), games, sum, unrounded, change, new_rating of everybody with a counted game."""
    kept = np.flatnonzero(moves.games > 0)
    player = kept if moves.player is None else moves.player
    columns = {name: getattr(moves, name) for name in ("games", "sum", "unrounded", "change", "new_rating")}
    return pl.DataFrame(
        {
            "fide_id": partition.players.places.numbers[player],
            "rating": partition.base[player],
            **{name: column[kept] if moves.player is None else column for name, column in columns.items()},
        }
    )


def event_changes(partition: PlayerPartition, rows: EventRows) -> pl.DataFrame:
    """Give fide_id, event_id, list_day, rating, k, k_applied, games, score, sum of all events of these players.

    `rows` has a row for each event, also where a table could add up; those of other players do not matter.
    """
    player = partition.players.places.of(pl.Series(rows.fide_id))
    if len(player) and player.min() < 0:
        known = np.flatnonzero(player >= 0)
        rows, player = rows.only(known), player[known]
    games = np.zeros(partition.players.size, dtype=np.int64)
    np.add.at(games, player, rows.games)
    kept = np.flatnonzero(games[player] > 0)
    k = k_of_rows(partition, rows, kept)[kept]
    rows = rows.only(kept)
    applied = _period(partition.law, partition.base, player[kept], k, rows.sum, rows.games)[1]
    return pl.DataFrame(
        {
            "fide_id": rows.fide_id,
            "event_id": rows.event_id,
            "list_day": pl.Series(rows.list_day).cast(pl.Int32).cast(pl.Date),
            "rating": rows.rating,
            "k": k,
            "k_applied": applied,
            "games": rows.games,
            "score": rows.score,
            "sum": rows.sum,
        }
    ).sort("fide_id", "event_id", "list_day")


def _by_place(sums: Sums, players: Everybody) -> tuple[Column, Column]:
    """Give sums and games by places; rows from several partitions of the events add up."""
    if np.array_equal(sums.fide_id, players.places.numbers):
        return sums.sum, sums.games
    total, games = np.zeros((2, players.size), dtype=np.int64)
    place = players.places.of(pl.Series(sums.fide_id))
    np.add.at(total, place, sums.sum)
    np.add.at(games, place, sums.games)
    return total, games


def _last_days(days: LastDays, players: Everybody) -> Column:
    """Give the last days by places; of rows from several partitions of the events the latest holds."""
    if np.array_equal(days.fide_id, players.places.numbers):
        return days.last
    last = np.full(players.size, NO_DAY, dtype=np.int32)
    np.maximum.at(last, players.places.of(pl.Series(days.fide_id)), days.last)
    return last


def _moved(column: Column, shifts: Mapping[int, int], players: Everybody) -> Column:
    """Add something to the values of some players."""
    if not shifts:
        return column
    shifted = column.copy()
    shifted[players.places.of(pl.Series(list(shifts), dtype=pl.Int64))] += np.array(
        list(shifts.values()), dtype=shifted.dtype
    )
    return shifted


def _of_everybody(law: Edition, base: Column, k: Column, sums: Column, counts: Column) -> Moves:
    """Work out the period of everybody at once: where most have played, that is less than taking them apart."""
    parts = {"k": k, "sum": sums, "games": counts}
    whole = Arrays(RATED_PERIOD, law).run({"rating": base}, parts, None, _OF_PERIOD).whole
    return Moves(None, counts, sums, *(whole[name] for name in _OF_PERIOD))


def _period(  # noqa: PLR0913, PLR0917 - the columns of the period
    law: Edition, base: Column, player: Column, k: Column, sums: Column, games: Column
) -> tuple[Moves, Column]:
    """Ask the rule of a period for each player; give the moves, and K as it was applied to each row."""
    moved, owner = player, None
    if not bool(np.all(player[1:] > player[:-1])):
        moved, owner = np.unique(player, return_inverse=True)
    rated = Arrays(RATED_PERIOD, law).run({"rating": base[moved]}, {"k": k, "sum": sums, "games": games}, owner)
    whole = rated.whole
    moves = Moves(moved, *(whole[name] for name in ("games_of_period", "sum_of_period", *_OF_PERIOD)))
    return moves, rated.parts["k_applied"]

"""The columns of the next list: what everybody reached, after one-offs and the floor, and the history up to then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.everybody import NO_DAY, NO_K, UNRATED
from arpad.engine.period.adjustments import adjusted
from arpad.engine.period.coefficients import list_k
from arpad.engine.period.list_line import listed_after_floor
from arpad.regulations.workings.first_rating import counts_towards_k

if TYPE_CHECKING:
    from arpad.engine.arrays import Column
    from arpad.engine.everybody import Everybody, ListColumns
    from arpad.engine.period.frames import Moves, PlayerPartition


@dataclass(frozen=True, slots=True)
class Entries:
    """Players who enter the list with a first rating: places, ratings, games of the rating, games in this period."""

    places: Column
    rating: Column
    pooled: Column
    games: Column


@dataclass(frozen=True, slots=True)
class NextList:
    """The new list by places (int32); 0 is unrated, -1 no K."""

    rating: Column
    games: Column
    k: Column
    played: Column
    highest: Column
    last: Column

    def frame(self, players: Everybody) -> pl.DataFrame:
        """Give fide_id, rating, games (in the period), k, played, highest, last; nothing where there is none."""
        columns = pl.DataFrame(
            {
                "fide_id": players.places.series,
                "rating": self.rating,
                "games": self.games,
                "k": self.k,
                "played": self.played,
                "highest": self.highest,
                "last": self.last,
            }
        )
        return columns.with_columns(
            rating=pl.when(pl.col("rating") != UNRATED).then("rating"),
            k=pl.when(pl.col("k") != NO_K).then("k"),
            highest=pl.when(pl.col("highest") > 0).then("highest"),
            last=pl.when(pl.col("last") != NO_DAY).then("last").cast(pl.Date),
        )


def entries_of(newcomers: pl.DataFrame, parts: pl.DataFrame, players: Everybody) -> Entries:
    """Take those whose first rating is published; `parts` are the results of this period."""
    entered = newcomers.filter(pl.col("published").is_not_null())
    places = players.places.of(entered["fide_id"])
    games = np.zeros(len(places), dtype=np.int64)
    if entered.height:
        now = parts.group_by("fide_id").agg(now=pl.col("games").sum())
        of_period = entered.join(now, on="fide_id", how="left", maintain_order="left")["now"]
        games = of_period.fill_null(0).to_numpy().astype(np.int64)
    return Entries(places, entered["published"].to_numpy(), entered["games"].to_numpy(), games)


def next_list(partition: PlayerPartition, last: ListColumns, moves: Moves, entries: Entries) -> NextList:
    """Put together which players are on the list with which rating; below the floor a player is unrated.

    `last` is the history up to now: the list before, with what is known since. A player whose standard rating stands in
    has no own rating and enters the list only by playing.
    """
    law, own = partition.law, partition.own
    reached = own.astype(np.int32)
    if moves.player is None:
        games = moves.games.astype(np.int32)
        np.copyto(reached, moves.new_rating, where=games > 0, casting="same_kind")
    else:
        games = np.zeros(len(own), dtype=np.int32)
        games[moves.player] = moves.games
        reached[moves.player] = moves.new_rating
    reached = adjusted(law, reached, last.standard, partition.adjustments)
    reached = listed_after_floor(law, reached)
    played = last.played + games
    if len(entries.places):
        reached[entries.places] = entries.rating
        games[entries.places] = entries.games
        if counts_towards_k(law):
            played[entries.places] += entries.pooled
    highest = np.maximum(last.highest, reached)
    k = list_k(law, partition.players, reached, highest, played, partition.list_date, partition.set_k)
    return NextList(reached, games, k, played, highest, last.last)

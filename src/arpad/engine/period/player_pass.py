"""The changes of everybody who is rated, over columns: events of a player become a period, by the rule of the period.

Sums of games that a table valued come as one row for each player and edition, all others as one row for each event; the
rule adds up K times the sum of every row, so both are the same to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays, Column
from arpad.engine.everybody import UNRATED
from arpad.engine.period.event_pass import (
    EventColumns,
    both_sides,
    event_rows,
    split,
    tabulated_last_days,
    tabulated_totals,
)
from arpad.engine.period.round_robins import Robins, with_tables
from arpad.regulations.rules.rated_period import RATED_PERIOD

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from arpad.engine.everybody import People
    from arpad.engine.period.coefficients import Coefficients
    from arpad.engine.period.event_pass import EventRows
    from arpad.engine.period.games import Games, Sources
    from arpad.regulations.edition import Edition


@dataclass(frozen=True, slots=True)
class Played:
    """What was played in a period, and by which editions and ratings it is rated."""

    games: Games
    sources: Sources
    events: EventColumns
    event_ids: Column
    laws: Sequence[Edition]
    robins: Robins

    @property
    def days(self) -> tuple[date, ...]:
        """The days of the lists at which games are rated."""
        return tuple(day for day, _ in self.sources.keys)


@dataclass(frozen=True, slots=True)
class Moves:
    """The period of everybody with a counted game, by places; without places, of everybody (then 0 games is none)."""

    player: Column | None
    games: Column
    sum: Column
    unrounded: Column
    change: Column
    new_rating: Column


class Changes:
    """What a period came to: a row for each player with a counted game, and a row for each event of a player."""

    def __init__(  # noqa: PLR0913, PLR0917 - what is needed when the events are asked for
        self, moves: Moves, played: Played, base: Column, people: People, ks: Coefficients, law: Edition
    ) -> None:
        self.moves, self.played, self._base, self.people, self._ks, self._law = moves, played, base, people, ks, law

    @cached_property
    def players(self) -> pl.DataFrame:
        """fide_id, rating (the base), games, sum, unrounded, change, new_rating."""
        moves = self.moves
        kept = np.flatnonzero(moves.games > 0)
        player = kept if moves.player is None else moves.player
        columns = {name: getattr(moves, name) for name in ("games", "sum", "unrounded", "change", "new_rating")}
        return pl.DataFrame(
            {
                "fide_id": self.people.places.numbers[player],
                "rating": self._base[player],
                **{name: column[kept] if moves.player is None else column for name, column in columns.items()},
            }
        )

    @cached_property
    def events(self) -> pl.DataFrame:
        """fide_id, event_id, list_day, rating, k, k_applied, games, score, sum; only asked for when it is wanted."""
        played = self.played
        rows = rows_of(played, self._base)
        k = _ks(rows, played.laws, self._ks)
        games = np.zeros(self.people.size, dtype=np.int64)
        np.add.at(games, rows.player, rows.games)
        kept = np.flatnonzero(games[rows.player] > 0)
        applied = _period(self._law, self._base, rows.player[kept], k[kept], rows.sum[kept], rows.games[kept])[1]
        list_days = pl.Series([rows.days[source] for source in rows.source[kept].tolist()], dtype=pl.Date)
        return pl.DataFrame(
            {
                "fide_id": self.people.places.numbers[rows.player[kept]],
                "event_id": played.event_ids[rows.event[kept]],
                "list_day": list_days,
                "rating": rows.rating[kept],
                "k": k[kept],
                "k_applied": applied,
                "games": rows.games[kept],
                "score": rows.score[kept],
                "sum": rows.sum[kept],
            }
        ).sort("fide_id", "event_id", "list_day")


def rows_of(played: Played, base: Column) -> EventRows:
    """Give what every event is worth to every player who is rated now, before K."""
    sides = with_tables(both_sides(played.games, played.events), played.robins)
    return event_rows(sides, base, played.events, played.laws, played.days)


def rated_changes(
    partitions: Iterable[Played], base: Column, ks: Coefficients, law: Edition, last: Column | None = None
) -> Moves:
    """Work out the period of everybody who has a base rating.

    Games may come in partitions, as long as an event is not divided: sums of a table are added up for each player, so
    memory depends on players and not on games. Into `last`, by places, go the days of the last rated games; of a
    player without a base rating it says nothing.
    """
    rows: list[tuple[Column, ...]] = []
    totals: dict[Edition, tuple[Column, Column]] = {}
    for played in partitions:
        substituted = played.robins.mask(len(played.events.law))
        usual, rest = split(played.games, base, played.events, played.laws, substituted)
        for place, left_out in usual:
            own = played.laws[place]
            sums, counts = tabulated_totals(own, played.games, len(base), left_out)
            if own in totals:
                sums, counts = totals[own][0] + sums, totals[own][1] + counts
            totals[own] = sums, counts
            if last is not None:
                tabulated_last_days(own, played.games, played.events.end, left_out, last)
        if len(rest):
            rows += _asked(played, rest, [place for place, _ in usual], base, ks, totals, last)
    if len(totals) == 1 and not rows:
        own, (sums, counts) = next(iter(totals.items()))
        if 2 * np.count_nonzero(counts) > len(base):
            return _of_everybody(law, base, ks.of_the_list(own), sums, counts)
    for own, (sums, counts) in totals.items():
        player = np.flatnonzero((counts > 0) & (base != UNRATED))
        rows.append((player, ks.of_the_list(own)[player], sums[player], counts[player]))
    if not rows:
        rows = [tuple(np.zeros(0, dtype=np.int64) for _ in range(4))]
    columns = rows[0] if len(rows) == 1 else [np.concatenate(column) for column in zip(*rows, strict=True)]
    return _period(law, base, *columns)[0]


def _asked(  # noqa: PLR0913, PLR0917 - the games of a partition and where they go
    played: Played,
    rest: Games,
    tabulated: list[int],
    base: Column,
    ks: Coefficients,
    totals: dict[Edition, tuple[Column, Column]],
    last: Column | None,
) -> list[tuple[Column, ...]]:
    """Ask the rule for games that no table values; what has the K of the list is added to the totals of its edition."""
    sides = with_tables(both_sides(rest, played.events), played.robins)
    rows = event_rows(sides, base, played.events, played.laws, played.days)
    kept = np.flatnonzero(rows.games > 0)
    if last is not None:
        np.maximum.at(last, rows.player, rows.last.astype(np.int32))
    for place in tabulated:
        # Under these editions K is that of the list, so a row of an event is as good as games of a table.
        own = kept[rows.law[kept] == place]
        for total, values in zip(totals[played.laws[place]], (rows.sum, rows.games), strict=True):
            np.add.at(total, rows.player[own], values[own])
    kept = kept[~np.isin(rows.law[kept], tabulated)]
    if not len(kept):
        return []
    return [(rows.player[kept], _ks(rows, played.laws, ks)[kept], rows.sum[kept], rows.games[kept])]


def _of_everybody(law: Edition, base: Column, k: Column, sums: Column, counts: Column) -> Moves:
    """Work out the period of everybody at once: where most have played, that is less than taking them apart."""
    nobody = base == UNRATED
    if nobody.any():
        sums[nobody] = counts[nobody] = 0
    parts = {"k": k, "sum": sums, "games": counts}
    names = ("unrounded", "list_change", "new_rating")
    whole = Arrays(RATED_PERIOD, law).run({"rating": base}, parts, None, names).whole
    return Moves(None, counts, sums, *(whole[name] for name in names))


def _ks(rows: EventRows, laws: Sequence[Edition], ks: Coefficients) -> Column:
    """Give each row its K, by the edition of its event."""
    column = np.zeros(len(rows), dtype=np.int64)
    for place, law in enumerate(laws):
        chosen = np.flatnonzero(rows.law == place)
        if len(chosen):
            column[chosen] = ks.of_rows(law, rows, chosen, rows)
    return column


def _period(  # noqa: PLR0913, PLR0917 - the columns of the period
    law: Edition, base: Column, player: Column, k: Column, sums: Column, games: Column
) -> tuple[Moves, Column]:
    """Ask the rule of a period for each player; give the moves, and K as it was applied to each row."""
    moved, owner = player, None
    if not bool(np.all(player[1:] > player[:-1])):
        moved, owner = np.unique(player, return_inverse=True)
    rated = Arrays(RATED_PERIOD, law).run({"rating": base[moved]}, {"k": k, "sum": sums, "games": games}, owner)
    whole = rated.whole
    names = ("games_of_period", "sum_of_period", "unrounded", "list_change", "new_rating")
    moves = Moves(moved, *(whole[name] for name in names))
    return moves, rated.parts["k_applied"]

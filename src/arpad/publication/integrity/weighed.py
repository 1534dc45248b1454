"""The games of a period at the K of both players: what each side is worth, and who played too much at a K.

K is that of a player's event, so each side of a game looks for its player's row of that event.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from arpad.engine.arrays import Arrays, Column
from arpad.engine.columns import ColumnFrame
from arpad.engine.everybody import UNRATED
from arpad.publication.integrity.games import worth
from arpad.regulations.rules.rated_period import K_LOAD

if TYPE_CHECKING:
    from arpad.publication.integrity.games import SidesOfGames, WorthOfSides
    from arpad.publication.integrity.sources import AccountInputs

NO_ROW = -1
"""Where a side has no row; as an index it is the last, where what holds for none is put."""


@dataclass(frozen=True, slots=True)
class WeighedGames:
    """The games of a period with what they are worth: made once, and asked by every part of the page."""

    sides: SidesOfGames
    k: Column
    """Of each side: K as applied; 0 for a player in no account."""
    worth: WorthOfSides
    loads: Loads


@dataclass(frozen=True, slots=True)
class Loads(ColumnFrame):
    """Everybody with games of the period in the account: the highest K before any limit, and all rated games."""

    player: Column
    k: Column
    games: Column


def weighed_games(inputs: AccountInputs, sides: SidesOfGames) -> WeighedGames:
    """Ask the rule for each side of each game, at the bases from which the list starts."""
    played, moves = inputs.played, inputs.closed.changes.players
    is_new = (np.diff(played.player, prepend=-1) != 0) | (np.diff(played.event, prepend=-1) != 0)
    first = np.flatnonzero(is_new)
    player, event = played.player[first], played.event[first]
    # A row for each player and event: where its games are of several lists, the highest K stands for all.
    k, shown = (np.maximum.reduceat(column, first) if len(first) else column for column in (played.k_applied, played.k))
    moved = inputs.places.of(moves["fide_id"])
    base, games = (_of_rows(moved, moves[name].to_numpy(), player) for name in ("rating", "games"))
    row = rows_of_sides(sides, player, event, len(inputs.places))
    is_loaded = np.zeros(len(first) + 1, dtype=bool)
    is_loaded[row] = True
    loaded = np.flatnonzero(is_loaded[:-1] & (base != UNRATED))
    of_players = np.flatnonzero(np.diff(player[loaded], prepend=-1) != 0)
    highest = np.maximum.reduceat(shown[loaded], of_players) if len(loaded) else shown[loaded]
    # A player without a base is in no account, as where there is no row.
    k, base = np.append(np.where(base == UNRATED, 0, k), 0), np.append(np.where(base == UNRATED, -1, base), -1)
    loads = Loads(player[loaded][of_players], highest, games[loaded][of_players])
    return WeighedGames(sides, k[row], worth(sides, base[row]), loads)


def _of_rows(moved: Column, values: Column, player: Column) -> Column:
    """Give each row what its player has, among the players who moved, in the order of places; 0 for others."""
    at = np.searchsorted(moved, player)
    known = np.append(moved, NO_ROW)[at] == player
    return np.where(known, np.append(values, 0)[at], 0)


def rows_of_sides(sides: SidesOfGames, player: Column, event: Column, size: int) -> Column:
    """Find for each side the row of its player and event, or `NO_ROW`; the rows stand in the order of both.

    A player has few events: from the first of them on, one after the other is looked at, by all sides at once.
    """
    is_first = np.flatnonzero(np.diff(player, prepend=-1) != 0)
    first = np.zeros(size, dtype=np.int32)
    first[player[is_first]] = is_first + 1
    row = first[sides.player] - 1
    sought = np.flatnonzero(row != NO_ROW)
    # Nobody stands below the last row.
    following = np.append(player[1:], NO_ROW)
    while len(sought):
        at = row[sought]
        missed = event[at] != sides.event[sought]
        sought, at = sought[missed], at[missed]
        has_more = following[at] == sides.player[sought]
        row[sought] = np.where(has_more, at + 1, NO_ROW)
        sought = sought[has_more]
    return row


def load(inputs: AccountInputs, loads: Loads, is_above: str) -> list[dict[str, int]]:
    """Give those whose K times games of the period is above a limit of the list's edition, the highest first."""
    facts = {"k": loads.k, "games": loads.games}
    asked = Arrays(K_LOAD, inputs.closed.law).run(facts, {}, None, ("load", is_above)).whole
    above, product = loads.only(np.flatnonzero(asked[is_above])), asked["load"][asked[is_above]]
    # Places are in the order of FIDE numbers.
    order = np.lexsort((above.player, -product))
    columns = (inputs.places.numbers[above.player], above.k, above.games, product)
    rows = zip(*(column[order].tolist() for column in columns), strict=True)
    return [{"fide_id": player, "k": k, "games": games, "product": times} for player, k, games, times in rows]

"""Games added up over columns, and their last days: by the game kernel, or with NumPy where it is missing.

Both give the same numbers, game by game and to the last bit. A game is looked up where a table has it: between two
rated players below the exemption, not too far apart, with points that add up to one, in a usual event. Every other
game is left out and named. No rule is written here: the table comes from the rule (`game_lookup`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from arpad.engine.everybody import UNRATED
from arpad.engine.ids import BLOCK
from arpad.engine.period import game_kernel
from arpad.engine.period.game_lookup import HALF_POINT, KEY_BITS, ONE_GAME, ONE_GAME_BITS, ONE_POINT, RESULTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.engine.arrays import Column
    from arpad.engine.period.game_kernel import GameKernel
    from arpad.engine.period.game_lookup import LookupTable
    from arpad.engine.period.games import Games, Sources

AT_ONCE = 1 << 20
"""So many games at a time: above the bits of a key a number of 64 bits counts twice as many, and their W - We."""
_LOWEST = UNRATED + 1
_HIGHEST = (1 << KEY_BITS) - 1
_OF_HALF, _OF_HALF_BITS = 1311, 16
_FEW = 2
"""Where there are fewer games than one for so many players, most do not play."""


@dataclass(frozen=True, slots=True)
class Added:
    """What games come to for everybody, and which of them were left out."""

    sum: Column
    """W - We in hundredths, by places."""
    games: Column
    left: Column
    """The rows of games that the table does not have, in order."""


def add_up(how: LookupTable, games: Games, sources: Sources, is_special: Column) -> Added:
    """Add up what games are worth to both players; games of special events are left out."""
    by = game_kernel.KERNEL
    marked = is_special if is_special.any() else None
    return _by_numpy(how, games, sources, marked) if by is None else _by_kernel(by, how, games, sources, marked)


def raise_days(last: Column, games: Games, ends: Column, left: Column) -> None:
    """Put the day of everybody's last game into a column (int32), where it is later.

    Games that are `left` do not count; `ends` are the last days of the events.
    """
    kernel = game_kernel.KERNEL
    if kernel is not None:
        group, values = (games.event, ends) if games.day is None else (None, games.day)
        kernel.raise_latest(
            last, _narrow(games.white), _narrow(games.black), None if group is None else _narrow(group),
            _narrow(values), left,
        )  # fmt: skip
        return
    days = games.days(ends.astype(np.int32)).astype(np.int32)
    days[left] = np.iinfo(np.int32).min
    for start in range(0, len(games), BLOCK):
        rows = slice(start, start + BLOCK)
        for player in (games.white, games.black):
            np.maximum.at(last, player[rows], days[rows])


def _narrow(column: Column) -> Column:
    """Give a column as the kernel takes it: in a row, of int32."""
    return np.ascontiguousarray(column, dtype=np.int32)


def _by_kernel(kernel: GameKernel, how: LookupTable, games: Games, sources: Sources, marked: Column | None) -> Added:
    parts = max(1, len(sources.keys))
    white, black, points, other = map(_narrow, (games.white, games.black, games.white_score, games.black_score))
    source = _narrow(games.source) if parts > 1 else None
    group = None if marked is None else _narrow(games.event)
    ratings, playing = sources.ratings, None
    if _FEW * len(games) < sources.size:
        # Only those who play have a place then, and all these places are near the processor.
        playing, (white, black) = _among_themselves((white, black), sources.size)
        ratings = ratings.reshape(parts, -1)[:, playing].ravel()
    keys = np.minimum(ratings, _HIGHEST)
    sums, counts = np.zeros((2, len(keys) // parts), dtype=np.int64)
    room, left = np.empty(min(len(games), AT_ONCE), dtype=np.int64), []
    for start in range(0, len(games), AT_ONCE):
        rows = slice(start, start + AT_ONCE)
        state = keys.astype(np.int64)
        count = kernel.add_up(
            state, parts, how.table << KEY_BITS, KEY_BITS, _LOWEST, how.below, how.widest, HALF_POINT,
            white[rows], black[rows], points[rows], other[rows],
            None if source is None else source[rows], None if group is None else group[rows], marked, room,
        )  # fmt: skip
        left.append(room[:count] + start)
        for of_part in state.reshape(parts, -1):
            _take_apart(of_part, KEY_BITS, sums, counts)
    if playing is not None:
        of_playing = sums, counts
        sums, counts = np.zeros((2, sources.size), dtype=np.int64)
        sums[playing], counts[playing] = of_playing
    return Added(sums, counts, np.concatenate(left) if left else room)


def _among_themselves(columns: Sequence[Column], size: int) -> tuple[Column, list[Column]]:
    """Give the places that some columns name, and the columns with places among these."""
    is_named = np.zeros(size, dtype=bool)
    for column in columns:
        is_named[column] = True
    named = np.flatnonzero(is_named)
    place = np.empty(size, dtype=np.int32)
    place[named] = np.arange(len(named), dtype=np.int32)
    return named, [place[column] for column in columns]


def _by_numpy(how: LookupTable, games: Games, sources: Sources, marked: Column | None) -> Added:
    total = np.zeros(sources.size, dtype=np.int64)
    # What is left out is looked up in a last cell, which is worth nothing.
    table, blank, left = np.append(how.table, 0), len(how.table), []
    for start in range(0, len(games), BLOCK):
        part = games.part(slice(start, start + BLOCK))
        own, other = sources.of(part.source, part.white), sources.of(part.source, part.black)
        difference = own - other
        is_left = np.minimum(own, other) < _LOWEST
        is_left |= np.maximum(own, other) >= how.below
        is_left |= np.abs(difference) > how.widest
        is_left |= part.white_score + part.black_score != ONE_POINT
        # Half points, without a division: 50 becomes 1 and 100 becomes 2.
        halves = (part.white_score * _OF_HALF) >> _OF_HALF_BITS
        is_left |= (halves * HALF_POINT != part.white_score) | (halves.view(np.uint32) >= RESULTS)
        if marked is not None:
            is_left |= marked[part.event]
        rows = np.flatnonzero(is_left)
        left.append(rows + start)
        # Indices of int64 are the fastest to look up.
        cell = np.multiply(difference + np.int32(how.widest), RESULTS, dtype=np.int64)
        cell += halves
        cell[rows] = blank
        np.add.at(total, part.white, table.take(cell))
        # Black's cell is as far from the other end.
        np.subtract(blank - 1, cell, out=cell)
        cell[rows] = blank
        np.add.at(total, part.black, table.take(cell))
    sums, counts = np.zeros((2, sources.size), dtype=np.int64)
    _take_apart(total, 0, sums, counts)
    return Added(sums, counts, np.concatenate(left) if left else np.zeros(0, dtype=np.int64))


def _take_apart(total: Column, bits: int, sums: Column, counts: Column) -> None:
    """Add what was added up above some bits to the sums and the numbers of games."""
    for start in range(0, len(total), BLOCK):
        rows = slice(start, start + BLOCK)
        value = total[rows] >> bits
        count = (value + ONE_GAME // 2) >> ONE_GAME_BITS
        counts[rows] += count
        value -= count << ONE_GAME_BITS
        sums[rows] += value

"""The game kernel adds up as NumPy does, to the last bit, and refuses whatever does not fit together."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import date
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from chances import SEEDS, Chance
from hypothesis import given
from kernel import built_game_kernel, with_game_kernel

from arpad import edition
from arpad.engine.period import game_sums
from arpad.engine.period.game_lookup import KEY_BITS, ONE_GAME, LookupTable
from arpad.engine.period.game_sums import add_up, raise_days
from arpad.engine.period.games import Games, Sources

if TYPE_CHECKING:
    from arpad.engine.arrays import Column
    from arpad.engine.period.game_sums import Added

LAW, DAY = edition("fide-2024-03"), date(2026, 11, 1)
SCORES = [*((0, 100), (50, 50), (100, 0)) * 5, (0, 0), (50, 0), (25, 75), (150, -50), (100, 100)]


def made_up(chance: Chance) -> tuple[LookupTable, Games, Sources, Column]:
    """Make up games of a few players in a few events, any table, one list or several, and special events."""
    players, events, lists = chance.randint(1, 9), chance.randint(1, 5), chance.choice((1, 1, 3))
    size, widest = chance.randint(0, 60), chance.choice((0, 3, 40, 400))
    table = np.array(chance.some(lambda: ONE_GAME + chance.randint(-100, 100), *[3 * (2 * widest + 1)] * 2))
    near = chance.randint(1, 4000)
    rating = chance.some(lambda: chance.near(0, 5000, [0, near, near + 1, near + widest]), *[lists * players] * 2)
    sources = Sources(((DAY, LAW),) * lists, np.array(rating, dtype=np.int32), players)

    def places(upto: int) -> Column:
        drawn = np.array(chance.some(lambda: chance.randrange(upto), size, size), dtype=np.int32)
        # Columns need not stand in a row.
        return drawn if chance.one_in(2) else np.repeat(drawn, 2)[::2]

    points = np.array(chance.some(lambda: chance.choice(SCORES), size, size), dtype=np.int32).reshape(-1, 2)
    source = places(lists) if lists > 1 else np.broadcast_to(np.int64(0), (size,))
    day = places(100) if chance.one_in(2) else None
    of_event, white, black = places(events), places(players), places(players)
    games = Games(of_event, white, black, points[:, 0], points[:, 1], source, source, day, source, source)
    special = np.array(chance.some(lambda: chance.one_in(4), events, events))
    return LookupTable(table, widest, chance.choice((near, near + widest + 1, 4095))), games, sources, special


def same(first: Added, second: Added) -> bool:
    """Tell whether two results are the same column by column, kind and all."""
    pairs = [(getattr(first, field.name), getattr(second, field.name)) for field in fields(first)]
    return all(column.dtype == other.dtype and np.array_equal(column, other) for column, other in pairs)


@given(seed=SEEDS)
def test_as_numpy_adds_up(seed: int) -> None:
    """Sums, numbers of games, the rows that are left out and the last days, also a few games at a time."""
    chance = Chance(seed)
    how, games, sources, special = made_up(chance)
    ends = np.arange(len(special), dtype=np.int64) + 20_000
    with with_game_kernel(None):
        added = add_up(how, games, sources, special)
        last = np.full(sources.size, -5, dtype=np.int32)
        raise_days(last, games, ends, added.left)
    with with_game_kernel(built_game_kernel()), pytest.MonkeyPatch.context() as patch:
        patch.setattr(game_sums, "AT_ONCE", chance.choice((7, 1 << 20)))
        assert same(add_up(how, games, sources, special), added)
        raised = np.full(sources.size, -5, dtype=np.int32)
        raise_days(raised, games, ends, added.left)

    assert np.array_equal(last, raised)


def test_a_million_games_of_two_players() -> None:
    """Sums keep apart from numbers of games, however many games a player has, won or lost."""
    size = (1 << 20) + 5
    zero = np.broadcast_to(np.int32(0), (size,))
    table = np.array([ONE_GAME - 100, ONE_GAME, ONE_GAME + 100])
    games = Games(zero, zero, zero + 1, zero, zero + 100, zero, zero, None, zero, zero)
    sources = Sources(((DAY, LAW),), np.full(2, 1500, dtype=np.int32), 2)
    for kernel in (None, built_game_kernel()):
        with with_game_kernel(kernel):
            added = add_up(LookupTable(table, 0, 4095), games, sources, np.zeros(1, dtype=bool))

        assert added.sum.tolist() == [-100 * size, 100 * size]
        assert added.games.tolist() == [size, size]
        assert not len(added.left)


def ints(*values: int, kind: type[np.signedinteger[Any]] = np.int32) -> Column:
    """Give a column."""
    return np.array(values, dtype=kind)


def given_columns(**changes: object) -> list[object]:
    """Give what `add_up` takes for two games between two players, with changes."""
    columns = {
        "state": ints(1500, 1500, kind=np.int64),
        "parts": 1,
        "table": ints(1, 2, 3, kind=np.int64) << KEY_BITS,
        "key_bits": KEY_BITS,
        "lowest": 1,
        "below": 4095,
        "widest": 0,
        "half": 50,
        "first": ints(0, 1),
        "second": ints(1, 0),
        "points": ints(0, 100),
        "other_points": ints(100, 0),
        "source": None,
        "group": None,
        "marked": None,
        "left": np.zeros(2, dtype=np.int64),
    }
    return list((columns | changes).values())


def test_two_games() -> None:
    """What the columns of these tests come to."""
    state = ints(1500, 1500, kind=np.int64)

    assert built_game_kernel().add_up(*given_columns(state=state)) == 0  # type: ignore[arg-type]
    assert (state >> KEY_BITS).tolist() == [1 + 1, 3 + 3]


READ_ONLY = ints(1500, 1500, kind=np.int64)
READ_ONLY.flags.writeable = False
MARKS = np.zeros(3, dtype=bool)
REFUSED: list[dict[str, object]] = [
    {"first": ints(0, 2)},
    {"first": ints(0, -1)},
    {"second": ints(2**31 - 1, 0)},
    {"second": ints(0, -(2**31))},
    {"first": ints(0, 1, 0)},
    {"first": ints(0, 1, kind=np.int64)},
    {"first": ints(0, 1).astype(np.uint32)},
    {"first": ints(0, 1).astype(np.float32)},
    {"first": ints(0, 1).astype(">i4")},
    {"first": ints(0, 9, 1)[::2]},
    {"first": np.broadcast_to(np.int32(0), (2,))},
    {"first": ints(0, 1).reshape(1, 2)},
    {"first": None},
    {"first": [0, 1]},
    {"points": None},
    {"points": ints(0)},
    {"other_points": ints(100, 0).astype(np.int16)},
    {"state": READ_ONLY},
    {"state": ints(1500, 1500)},
    {"state": ints(kind=np.int64)},
    {"state": None},
    {"parts": 0},
    {"parts": -1},
    {"parts": 2},
    {"parts": 3, "source": ints(0, 0)},
    {"parts": 2, "source": ints(0, 0)},
    {"parts": 1, "source": ints(0, 1)},
    {"parts": 1, "source": ints(-1, 0)},
    {"source": ints(0)},
    {"group": ints(0, 0)},
    {"marked": MARKS},
    {"group": ints(0, 3), "marked": MARKS},
    {"group": ints(-1, 0), "marked": MARKS},
    {"group": ints(0, 0), "marked": MARKS.astype(np.int32)},
    {"table": ints(1, 2, kind=np.int64) << KEY_BITS},
    {"table": ints(1, 2, 3, kind=np.int64)},
    {"table": np.zeros(3)},
    {"table": None},
    {"widest": 1},
    {"widest": -1},
    {"widest": 2**62},
    {"widest": 2**70},
    {"key_bits": 0},
    {"key_bits": 64},
    {"half": 0},
    {"half": 2**62},
    {"left": np.zeros(1, dtype=np.int64)},
    {"left": np.zeros(2, dtype=np.int32)},
    {"left": None},
]


@pytest.mark.parametrize("changes", REFUSED, ids=str)
def test_what_does_not_fit_together_is_refused(changes: dict[str, object]) -> None:
    """A place, a group, a source outside of what it points into; another kind, length or order; nothing at all."""
    with pytest.raises((ValueError, TypeError, OverflowError, BufferError)):
        built_game_kernel().add_up(*given_columns(**changes))  # type: ignore[arg-type]


LATEST: list[dict[str, object]] = [
    {"first": ints(0, 2)},
    {"second": ints(-1, 0)},
    {"group": ints(0, 1)},
    {"group": ints(0, -1)},
    {"group": ints(0)},
    {"group": None},
    {"values": ints(1, kind=np.int64)},
    {"values": ints()},
    {"latest": ints(0, 0, kind=np.int64)},
    {"latest": None},
    {"left": ints(1, 0, kind=np.int64)},
    {"left": ints(2, kind=np.int64)},
    {"left": ints(-1, kind=np.int64)},
    {"left": ints(0)},
]


@pytest.mark.parametrize("changes", LATEST, ids=str)
def test_days_that_do_not_fit_are_refused(changes: dict[str, object]) -> None:
    """Places, events and days outside of their columns; rows to pass over that are none, or in no order."""
    columns = {
        "latest": ints(0, 0),
        "first": ints(0, 1),
        "second": ints(1, 0),
        "group": ints(0, 0),
        "values": ints(7),
        "left": ints(kind=np.int64),
    }
    built_game_kernel().raise_latest(*columns.values())  # type: ignore[arg-type]
    with pytest.raises((ValueError, TypeError, BufferError)):
        built_game_kernel().raise_latest(*(columns | changes).values())  # type: ignore[arg-type]


def test_a_place_without_a_player_is_a_refusal() -> None:
    """Not a number from somewhere else in memory."""
    _, games, sources, special = made_up(Chance(3))
    wrong = replace(games, white=np.full(len(games), sources.size, dtype=np.int32))
    how = LookupTable(np.array([ONE_GAME] * 3), 0, 4095)
    with with_game_kernel(built_game_kernel()), pytest.raises(ValueError, match="outside"):
        add_up(how, wrong, sources, special)

"""A game that was not played does not count, neither for who would have won it nor for who stayed away."""

from __future__ import annotations

import pytest

from arpad import edition
from arpad.regulations.workings.crosstable import Entrant
from arpad.regulations.workings.round_robin import round_robin

WIN, DRAW, LOSS = 100, 50, 0
FIELD = [Entrant("A", 2300, 20), Entrant("B", 2200, 20), Entrant("C", 2400, 20)]
EVERY = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.article("5.1", edition=name))
        for name in ("fide-2003-07", "fide-2009-07", "fide-2014-07", "fide-2024-03")
    ],
)


@EVERY
def test_an_empty_cell_is_neither_a_game_nor_points_for_either_side(name: str) -> None:
    """A and B did not meet: each has the game with C alone, in games, score, expectation and change."""
    results = [
        [[], [], [DRAW]],
        [[], [], [LOSS]],
        [[DRAW], [WIN], []],
    ]
    found = round_robin(edition(name), FIELD, results).rows
    # A: D -100, PD .36, ½ - .36 = .14, times 20. B: D -200, PD .24, 0 - .24.
    expected = [(1, 50, 36, 280), (1, 0, 24, -480)]

    assert expected == [(one.games, one.score, one.expected, one.change) for one in found[:2]]


@EVERY
def test_a_played_game_with_no_point_for_either_side_counts(name: str) -> None:
    """Nil for both after play is a result: it stays in games and expectation, and costs both (settled reading 15)."""
    played = [
        [[], [LOSS], [DRAW]],
        [[LOSS], [], [DRAW]],
        [[DRAW], [DRAW], []],
    ]
    found = round_robin(edition(name), FIELD, played).rows
    # A against 2200 and 2400: PD .64 + .36, or by the average 2300 twice .50: We 1.00 either way, W .50.
    assert (found[0].games, found[0].score, found[0].expected, found[0].change) == (2, 50, 100, -1000)


@EVERY
def test_who_played_nobody_has_no_change(name: str) -> None:
    """A player who stayed away from all games has no games and no points, and loses none."""
    results = [
        [[], [], []],
        [[], [], [DRAW]],
        [[], [DRAW], []],
    ]
    row = round_robin(edition(name), FIELD, results).rows[0]

    assert (row.games, row.score, row.expected, row.change) == (0, 0, 0, 0)

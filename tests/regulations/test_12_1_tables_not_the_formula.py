"""The closing remarks of 2003, 2009 and 2014: a formula comes close, but the tables are used, and just as they are."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from arpad import edition, rate_player
from arpad.model.period import Event, Game, Player, RatingPeriod
from arpad.regulations.rules.performance import PERFORMANCE
from arpad.regulations.terms.ints import ints

EDITIONS = {
    "fide-2003-07": (date(2004, 4, 1), date(2004, 2, 10)),
    "fide-2009-07": (date(2010, 3, 1), date(2010, 2, 10)),
    "fide-2014-07": (date(2016, 3, 1), date(2016, 2, 10)),
}
EVERY = pytest.mark.parametrize("name", EDITIONS)


def formula(gap: int) -> float:
    """The formula of the remark, in floating point: it is no part of arpad."""
    return float(1 / (1 + 10 ** (-gap / 400)))


def expected_of_one_game(name: str, own: int, opponent: int) -> int:
    """What a player expects from one game in an event of that edition, in hundredths."""
    listed, day = EDITIONS[name]
    event = Event(day, day, own, (Game(opponent, 50),))
    result = rate_player(RatingPeriod("standard", listed, Player(own, k=10), (event,)))
    return int(result.events[0].working.whole["expected"])


@EVERY
@pytest.mark.article("14.1", edition="fide-2003-07")
@pytest.mark.article("12.1", edition="fide-2009-07")
@pytest.mark.article("12.1", edition="fide-2014-07")
def test_the_formula_comes_close_to_table_b(name: str) -> None:
    """Nowhere is the formula more than two hundredths away, and it is no more than close: many rows differ."""
    table = edition(name).table("expectation_table")
    away = {gap: abs(table.at(gap) - 100 * formula(gap)) for gap in range(-1000, 1001)}

    assert max(away.values()) < 2
    assert sum(distance > 0.5 for distance in away.values()) > 100


@EVERY
@pytest.mark.article("14.1", edition="fide-2003-07")
@pytest.mark.article("12.1", edition="fide-2009-07")
@pytest.mark.article("12.1", edition="fide-2014-07")
def test_where_they_differ_the_table_is_used(name: str) -> None:
    """345 points are .89 by the table and .88 by the formula (1 / (1 + 10 ^ -0.8625) = .8793)."""
    scores = expected_of_one_game(name, 2345, 2000), expected_of_one_game(name, 2000, 2345)

    assert round(formula(345), 2) == 0.88
    assert scores == (89, 11)


@EVERY
@pytest.mark.article("14.2", edition="fide-2003-07")
@pytest.mark.article("12.2", edition="fide-2009-07")
@pytest.mark.article("12.2", edition="fide-2014-07")
def test_no_third_figure_within_a_row_of_table_b(name: str) -> None:
    """From 303 to 315 points the expectation is .86 throughout, at both ends and in the middle."""
    expecteds = [expected_of_one_game(name, 2000 + gap, 2000) for gap in (302, *range(303, 316), 316)]

    assert expecteds == [85, *[86] * 13, 87]


@EVERY
@pytest.mark.article("14.2", edition="fide-2003-07")
@pytest.mark.article("12.2", edition="fide-2009-07")
@pytest.mark.article("12.2", edition="fide-2014-07")
@pytest.mark.parametrize(
    ("score", "games", "percentage", "dp"),
    [
        # One third lies between .33 (-125) and .34 (-117), two thirds between .66 (117) and .67 (125).
        pytest.param(100, 3, 33, -125, id="1 of 3"),
        pytest.param(200, 3, 67, 125, id="2 of 3"),
        pytest.param(50, 7, 7, -422, id="half of 7"),
    ],
)
def test_no_third_figure_between_rows_of_table_a(name: str, score: int, games: int, percentage: int, dp: int) -> None:
    """A fraction with more decimals is brought to two, and dp is that of the printed percentage."""
    inputs = {"opponents": 2000 * games, "games": games, "score": score}
    numbers = ints(PERFORMANCE, edition(name)).run(inputs, {}).whole

    assert Fraction(score, games).denominator > 1
    assert (percentage, dp) == (numbers["percentage"], numbers["percentage_difference"])

"""Two readings of the law agree: arpad, and the plain one in tests/support that was written from the articles alone.

Random players and crosstables, crowded around the limits, are worked out both ways and compared number by number.
Every limit also has its own cases, with numbers worked out by hand, in test_second_reading_at_the_limits.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from readings_compared import crosstable_alike, first_alike, rated_alike, swiss_alike
from second_reading import E2003, E2009, E2014, E2024
from strategies import RoundRobinGiven, first_periods, rated_periods, round_robins

if TYPE_CHECKING:
    from arpad.model.period import RatingPeriod

# ---------------------------------------------------------------------------------------------------------------------
# Rated players
# ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.article("6.4", edition="fide-2003-07")
@pytest.mark.article("6.4.1", edition="fide-2003-07")
@pytest.mark.article("9.2.1", edition="fide-2003-07")
@pytest.mark.article("10.1b", edition="fide-2003-07")
@pytest.mark.article("10.4", edition="fide-2003-07")
@pytest.mark.article("10.5.1 [1]", edition="fide-2003-07")
@pytest.mark.article("10.5.1 [2]", edition="fide-2003-07")
@pytest.mark.article("10.5.3", edition="fide-2003-07")
@pytest.mark.article("10.5.4", edition="fide-2003-07")
@pytest.mark.article("10.5.4a [1]", edition="fide-2003-07")
@pytest.mark.article("10.5.4a [2]", edition="fide-2003-07")
@pytest.mark.article("10.5.4a [3]", edition="fide-2003-07")
@pytest.mark.article("10.5.5", edition="fide-2003-07")
@pytest.mark.article("10.5.6", edition="fide-2003-07")
@given(rated_periods(E2003))
def test_rated_players_2003(period: RatingPeriod) -> None:
    """By the average of the event with 350, K at the calculation, half up, 1801."""
    rated_alike(E2003, period)


@pytest.mark.article("6.42", edition="fide-2009-07")
@pytest.mark.article("6.6", edition="fide-2009-07")
@pytest.mark.article("7.21", edition="fide-2009-07")
@pytest.mark.article("8.1(b)", edition="fide-2009-07")
@pytest.mark.article("8.4", edition="fide-2009-07")
@pytest.mark.article("8.51", edition="fide-2009-07")
@pytest.mark.article("8.52", edition="fide-2009-07")
@pytest.mark.article("8.54", edition="fide-2009-07")
@pytest.mark.article("8.55 (b)", edition="fide-2009-07")
@pytest.mark.article("8.55 (c)", edition="fide-2009-07")
@pytest.mark.article("8.56 [1]", edition="fide-2009-07")
@pytest.mark.article("8.56 [2]", edition="fide-2009-07")
@pytest.mark.article("8.56 [3]", edition="fide-2009-07")
@pytest.mark.article("8.57", edition="fide-2009-07")
@given(rated_periods(E2009))
def test_rated_players_2009(period: RatingPeriod) -> None:
    """Game by game with 400, K at the start of the event, half up, 1200."""
    rated_alike(E2009, period)


@pytest.mark.article("6.32", edition="fide-2014-07")
@pytest.mark.article("6.6", edition="fide-2014-07")
@pytest.mark.article("7.21", edition="fide-2014-07")
@pytest.mark.article("8.1 b", edition="fide-2014-07")
@pytest.mark.article("8.4", edition="fide-2014-07")
@pytest.mark.article("8.51", edition="fide-2014-07")
@pytest.mark.article("8.52", edition="fide-2014-07")
@pytest.mark.article("8.54", edition="fide-2014-07")
@pytest.mark.article("8.55 (b)", edition="fide-2014-07")
@pytest.mark.article("8.55 (c)", edition="fide-2014-07")
@pytest.mark.article("8.56 [1]", edition="fide-2014-07")
@pytest.mark.article("8.56 [2]", edition="fide-2014-07")
@pytest.mark.article("8.56 [3]", edition="fide-2014-07")
@pytest.mark.article("8.56 [4]", edition="fide-2014-07")
@pytest.mark.article("8.57", edition="fide-2014-07")
@given(rated_periods(E2014))
def test_rated_players_2014(period: RatingPeriod) -> None:
    """Game by game with 400, K 40 for juniors until the birthday, half up, 1000."""
    rated_alike(E2014, period)


@pytest.mark.article("6.1", edition="fide-2024-03")
@pytest.mark.article("7.2.1", edition="fide-2024-03")
@pytest.mark.article("8.1 b", edition="fide-2024-03")
@pytest.mark.article("8.2.4", edition="fide-2024-03")
@pytest.mark.article("8.3.1", edition="fide-2024-03")
@pytest.mark.article("8.3.2 (b)", edition="fide-2024-03")
@pytest.mark.article("8.3.2 (c)", edition="fide-2024-03")
@pytest.mark.article("8.3.2 (d)", edition="fide-2024-03")
@pytest.mark.article("8.3.3 [1]", edition="fide-2024-03")
@pytest.mark.article("8.3.3 [2]", edition="fide-2024-03")
@pytest.mark.article("8.3.3 [3]", edition="fide-2024-03")
@pytest.mark.article("8.3.3 [4]", edition="fide-2024-03")
@pytest.mark.article("8.3.3 [5]", edition="fide-2024-03")
@pytest.mark.article("8.3.4", edition="fide-2024-03")
@given(rated_periods(E2024))
def test_rated_players_2024(period: RatingPeriod) -> None:
    """Game by game with 400, K of the list before and no more than 700, half away from zero, 1400."""
    rated_alike(E2024, period)


# ---------------------------------------------------------------------------------------------------------------------
# First ratings
# ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.article("6.1", edition="fide-2003-07")
@pytest.mark.article("6.4.2", edition="fide-2003-07")
@pytest.mark.article("9.1.4a", edition="fide-2003-07")
@pytest.mark.article("9.1.4b", edition="fide-2003-07")
@pytest.mark.article("9.1.4c", edition="fide-2003-07")
@pytest.mark.article("10.1a", edition="fide-2003-07")
@pytest.mark.article("10.2.1a", edition="fide-2003-07")
@pytest.mark.article("10.2.2", edition="fide-2003-07")
@pytest.mark.article("10.2.3", edition="fide-2003-07")
@pytest.mark.article("10.2.4", edition="fide-2003-07")
@pytest.mark.article("10.2.5", edition="fide-2003-07")
@pytest.mark.article("10.3", edition="fide-2003-07")
@pytest.mark.article("10.3.1", edition="fide-2003-07")
@pytest.mark.article("10.3.2 [1]", edition="fide-2003-07")
@pytest.mark.article("10.3.2 [2]", edition="fide-2003-07")
@given(first_periods(E2003))
def test_first_ratings_2003(period: RatingPeriod) -> None:
    """The mean of the events weighted by games, eight lists, nine games, three opponents, more than half a point."""
    first_alike(E2003, period)


@pytest.mark.article("6.1", edition="fide-2009-07")
@pytest.mark.article("6.41", edition="fide-2009-07")
@pytest.mark.article("6.6", edition="fide-2009-07")
@pytest.mark.article("7.14(a)", edition="fide-2009-07")
@pytest.mark.article("7.14(b)", edition="fide-2009-07")
@pytest.mark.article("7.14(c)", edition="fide-2009-07")
@pytest.mark.article("7.14(d)", edition="fide-2009-07")
@pytest.mark.article("7.14(e)", edition="fide-2009-07")
@pytest.mark.article("7.14(f)", edition="fide-2009-07")
@pytest.mark.article("7.14(g)", edition="fide-2009-07")
@pytest.mark.article("8.1(a)", edition="fide-2009-07")
@pytest.mark.article("8.21 [1]", edition="fide-2009-07")
@pytest.mark.article("8.21 (a)", edition="fide-2009-07")
@pytest.mark.article("8.22", edition="fide-2009-07")
@pytest.mark.article("8.23", edition="fide-2009-07")
@pytest.mark.article("8.24", edition="fide-2009-07")
@pytest.mark.article("8.25", edition="fide-2009-07")
@pytest.mark.article("8.3", edition="fide-2009-07")
@pytest.mark.article("8.31", edition="fide-2009-07")
@pytest.mark.article("8.32", edition="fide-2009-07")
@pytest.mark.article("8.33", edition="fide-2009-07")
@given(first_periods(E2009))
def test_first_ratings_2009(period: RatingPeriod) -> None:
    """All games as one event, two years, nine games or seven, a point in the first event."""
    first_alike(E2009, period)


@pytest.mark.article("6.1", edition="fide-2014-07")
@pytest.mark.article("6.31", edition="fide-2014-07")
@pytest.mark.article("7.14 a", edition="fide-2014-07")
@pytest.mark.article("7.14 b", edition="fide-2014-07")
@pytest.mark.article("7.14 c", edition="fide-2014-07")
@pytest.mark.article("7.14 d", edition="fide-2014-07")
@pytest.mark.article("7.14 e", edition="fide-2014-07")
@pytest.mark.article("8.1 a", edition="fide-2014-07")
@pytest.mark.article("8.21 [1]", edition="fide-2014-07")
@pytest.mark.article("8.21 (a)", edition="fide-2014-07")
@pytest.mark.article("8.22", edition="fide-2014-07")
@pytest.mark.article("8.23", edition="fide-2014-07")
@pytest.mark.article("8.24", edition="fide-2014-07")
@pytest.mark.article("8.25", edition="fide-2014-07")
@pytest.mark.article("8.3", edition="fide-2014-07")
@pytest.mark.article("8.31", edition="fide-2014-07")
@pytest.mark.article("8.32", edition="fide-2014-07")
@pytest.mark.article("8.33", edition="fide-2014-07")
@given(first_periods(E2014))
def test_first_ratings_2014(period: RatingPeriod) -> None:
    """All games as one event, 26 months, five games, half a point in the first event."""
    first_alike(E2014, period)


@pytest.mark.article("6.1", edition="fide-2024-03")
@pytest.mark.article("7.1.4", edition="fide-2024-03")
@pytest.mark.article("8.1 a", edition="fide-2024-03")
@pytest.mark.article("8.2.1", edition="fide-2024-03")
@pytest.mark.article("8.2.2", edition="fide-2024-03")
@pytest.mark.article("8.2.3", edition="fide-2024-03")
@given(first_periods(E2024))
def test_first_ratings_2024(period: RatingPeriod) -> None:
    """All games and two draws against 1800, 26 months, five games, at most 2200."""
    first_alike(E2024, period)


# ---------------------------------------------------------------------------------------------------------------------
# Round robins with unrated players
# ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.article("6.1", edition="fide-2003-07")
@pytest.mark.article("10.2.1b", edition="fide-2003-07")
@pytest.mark.article("10.2.5", edition="fide-2003-07")
@pytest.mark.article("10.5.1 [3]", edition="fide-2003-07")
@pytest.mark.article("10.5.7", edition="fide-2003-07")
@given(round_robins(E2003))
def test_round_robins_2003(given_table: RoundRobinGiven) -> None:
    """Rc of everybody, one correction with 350, D from Rc(new); undefined where a rated player has 0 or 100 %."""
    crosstable_alike(E2003, given_table)


@pytest.mark.article("6.1", edition="fide-2009-07")
@pytest.mark.article("8.21 (b)", edition="fide-2009-07")
@pytest.mark.article("8.25", edition="fide-2009-07")
@pytest.mark.article("8.52", edition="fide-2009-07")
@pytest.mark.article("8.58 [1]", edition="fide-2009-07")
@given(round_robins(E2009))
def test_round_robins_2009(given_table: RoundRobinGiven) -> None:
    """One correction with 400, the rated players game by game against Ru(new)."""
    crosstable_alike(E2009, given_table)


@pytest.mark.article("6.1", edition="fide-2014-07")
@pytest.mark.article("8.21 (b)", edition="fide-2014-07")
@pytest.mark.article("8.25", edition="fide-2014-07")
@pytest.mark.article("8.52", edition="fide-2014-07")
@pytest.mark.article("8.58 [1]", edition="fide-2014-07")
@given(round_robins(E2014))
def test_round_robins_2014(given_table: RoundRobinGiven) -> None:
    """As in 2009, with 15 for the half point; no point is left out in the first event only."""
    crosstable_alike(E2014, given_table)


@pytest.mark.article("6.4.3", edition="fide-2003-07")
@given(round_robins(E2003, unplayed=True))
def test_unplayed_games_2003(given_table: RoundRobinGiven) -> None:
    """A round robin with an unplayed game is a Swiss event."""
    swiss_alike(E2003, given_table)


@pytest.mark.article("6.43", edition="fide-2009-07")
@given(round_robins(E2009, unplayed=True))
def test_unplayed_games_2009(given_table: RoundRobinGiven) -> None:
    """A round robin with an unplayed game is a Swiss event."""
    swiss_alike(E2009, given_table)


@pytest.mark.article("6.4", edition="fide-2014-07")
@given(round_robins(E2014, unplayed=True))
def test_unplayed_games_2014(given_table: RoundRobinGiven) -> None:
    """A round robin with an unplayed game is a Swiss event."""
    swiss_alike(E2014, given_table)

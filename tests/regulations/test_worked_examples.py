"""The worked examples of the five documents on expectation, changes, K and performance, typed from the prints."""

from __future__ import annotations

from datetime import date

import pytest

from arpad import Facts, coefficient, edition, rate_player
from arpad.model.period import Born, Event, Game, Player, RatingPeriod
from arpad.regulations.rules.performance import PERFORMANCE, QUICK_ESTIMATE
from arpad.regulations.terms.ints import ints

OPPONENTS = {"A": 2600, "B": 2500, "D": 2400, "F": 2150, "G": 2300, "J": 2300}
"""The rated players of the ten-player round robin that 2003, 2009, 2014 and 2017 all print."""


@pytest.mark.article("App. II 1", edition="mssz-2017-01")
@pytest.mark.parametrize(
    ("rating", "difference", "expectation", "expected", "changes"),
    [
        (2145, -155, 29, 290, {40: 44, 20: 22, 10: 11}),
        (2388, 88, 62, 620, {40: -88, 20: -44, 10: -22}),
    ],
)
def test_quick_estimate(rating: int, difference: int, expectation: int, expected: int, changes: dict[int, int]) -> None:
    """Four points from ten games against an average of 2300 change the rating as appendix II 1 prints."""
    for k, change in changes.items():
        inputs = {"rating": rating, "average": 2300, "games": 10, "score": 400, "k": k}
        numbers = ints(QUICK_ESTIMATE, edition("mssz-2017-01")).run(inputs, {}).whole

        assert (difference, expectation, expected) == (
            numbers["difference"],
            numbers["expectation"],
            numbers["expected"],
        )
        assert change == numbers["change"]


@pytest.mark.article("App. II 3 [1]", edition="mssz-2017-01")
@pytest.mark.article("App. II 3 [2]", edition="mssz-2017-01")
@pytest.mark.parametrize(
    ("average", "games", "score", "percentage", "difference", "performance"),
    [
        (2300, 10, 400, 40, -72, 2228),
        (2300, 10, 500, 50, 0, 2300),
        (2300, 10, 600, 60, 72, 2372),
        (2300, 10, 800, 80, 240, 2540),
        (1766, 5, 50, 10, -366, 1400),
        (1900, 15, 1200, 80, 240, 2140),
    ],
)
def test_performance_rating(  # noqa: PLR0913, PLR0917 - the columns of the examples
    average: int, games: int, score: int, percentage: int, difference: int, performance: int
) -> None:
    """The performance rating is the average of the opponents plus dp, as appendix II 2 and 3 print."""
    inputs = {"opponents": average * games, "games": games, "score": score}
    numbers = ints(PERFORMANCE, edition("mssz-2017-01")).run(inputs, {}).whole

    assert (percentage, difference) == (numbers["percentage"], numbers["percentage_difference"])
    assert performance == numbers["performance"]


@pytest.mark.article("App. II 2 [2]", edition="mssz-2017-01")
def test_fifteen_further_games_with_k_40() -> None:
    """After fifteen games for the first rating K stays 40 for fifteen further ones."""
    law, day = edition("mssz-2017-01"), date(2017, 3, 1)
    ks = [coefficient(law, Facts(2035, 2035, games, Born(1980, 1, 1)), day).k for games in (15, 29, 30)]

    assert ks == [40, 40, 20]


@pytest.mark.article("14.3", edition="fide-2003-07")
@pytest.mark.article("12.3", edition="fide-2009-07")
@pytest.mark.article("12.3", edition="fide-2014-07")
@pytest.mark.parametrize(
    ("name", "pairs"),
    [
        ("fide-2003-07", {10: 75, 15: 50, 25: 30}),
        ("fide-2009-07", {10: 75, 15: 50, 25: 30}),
        ("fide-2014-07", {10: 70, 20: 35, 40: 17}),
    ],
)
def test_remark_on_k_and_games(name: str, pairs: dict[int, int]) -> None:
    """K times the games of the remark does not exceed its product, one game more does (2014 rounds 17.5 up to 18)."""
    limit = edition(name).value("k_load_remark")

    for k, games in pairs.items():
        assert k * games <= limit < k * (games + 1)


@pytest.mark.parametrize(
    ("name", "unrated", "ks", "expected"),
    [
        pytest.param(
            "fide-2009-07",
            {"C": 2411, "E": 2386, "H": 2144, "I": 2006},
            {"A": 10, "B": 10, "D": 10, "F": 15, "G": 15, "J": 15},
            {"A": (738, 620), "B": (650, 500), "D": (542, 580), "F": (256, 2160), "G": (424, -1860), "J": (424, -4860)},
            marks=pytest.mark.article("8.58 [2]", edition="fide-2009-07"),
        ),
        pytest.param(
            "fide-2014-07",
            {"C": 2423, "E": 2393, "H": 2144, "I": 2006},
            {"A": 10, "B": 10, "D": 10, "F": 20, "G": 20, "J": 20},
            {"A": (736, 640), "B": (648, 520), "D": (540, 600), "F": (255, 2900), "G": (421, -2420), "J": (421, -6420)},
            marks=pytest.mark.article("8.58 [2]", edition="fide-2014-07"),
        ),
    ],
)
def test_rated_players_of_the_round_robin(
    name: str, unrated: dict[str, int], ks: dict[str, int], expected: dict[str, tuple[int, int]]
) -> None:
    """With the unrated at their new ratings, each rated player's We and change are those of the rule (E 7, E 9)."""
    scores = {"A": 800, "B": 700, "D": 600, "F": 400, "G": 300, "J": 100}
    everybody = OPPONENTS | unrated
    for player, (we, change) in expected.items():
        games = _games([rating for other, rating in everybody.items() if other != player], scores[player])
        event = Event(date(2015, 1, 5), date(2015, 1, 14), OPPONENTS[player], games)
        period = RatingPeriod("standard", date(2015, 2, 1), Player(OPPONENTS[player], ks[player]), (event,), name)
        result = rate_player(period)

        assert we == result.events[0].working.whole["expected"]
        assert change == result.unrounded


def _games(opponents: list[int], score: int) -> tuple[Game, ...]:
    """Spread a score over games; only the sum matters."""
    wins, halves = divmod(score, 100)
    results = [100] * wins + [50] * (halves // 50) + [0] * len(opponents)
    return tuple(Game(opponent, result) for opponent, result in zip(opponents, results, strict=False))

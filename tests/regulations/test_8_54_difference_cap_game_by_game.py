"""Game by game, a difference of more than 350 (2006) or 400 points (2009 to 2021, and again from 2024) counts as that.

Own ratings stay below 2650 here; the exemption from 1 October 2025 and the one upgrade of 2022 have files of their own.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from arpad import PlayerResult, rate_player
from arpad.model.period import Event, Game, Player, RatingPeriod

EDITIONS = [
    # edition, article, list, first day of the event, largest difference, PD of the higher-rated at it
    ("fide-2006-04", "10.5.1", date(2007, 4, 1), date(2007, 2, 10), 350, 89),
    ("fide-2009-07", "8.54", date(2010, 3, 1), date(2010, 2, 10), 400, 92),
    ("fide-2011-07", "8.54", date(2012, 3, 1), date(2012, 2, 10), 400, 92),
    ("fide-2012-07", "8.54", date(2013, 3, 1), date(2013, 2, 10), 400, 92),
    ("fide-2013-07", "8.54", date(2014, 3, 1), date(2014, 2, 10), 400, 92),
    ("fide-2014-07", "8.54", date(2016, 3, 1), date(2016, 2, 10), 400, 92),
    ("mssz-2017-01", "App. I 8.54", date(2017, 3, 1), date(2017, 2, 10), 400, 92),
    ("fide-2017-07", "8.54", date(2019, 3, 1), date(2019, 2, 10), 400, 92),
    ("fide-2021-02", "8.54", date(2021, 6, 1), date(2021, 5, 10), 400, 92),
    ("fide-2024-03", "8.3.1", date(2024, 6, 1), date(2024, 5, 10), 400, 92),
    ("fide-2025-10", "8.3.1", date(2025, 12, 1), date(2025, 11, 10), 400, 92),
    ("fide-2026-01", "8.3.1", date(2026, 6, 1), date(2026, 5, 10), 400, 92),
]


def of_editions(*rest: tuple[Any, ...]) -> list[Any]:
    """Every edition with each of the given further values, marked with its article."""
    return [
        pytest.param(
            case, *more, marks=pytest.mark.article(case[1], edition=case[0]), id="-".join(map(str, (case[0], *more)))
        )
        for case in EDITIONS
        for more in rest or ((),)
    ]


def rated(case: tuple[Any, ...], rating: int, *games: Game) -> PlayerResult:
    """A period with one event under the edition of the case, K 20."""
    name, _, listed, start, _, _ = case
    event = Event(start, start.replace(day=18), rating, games)
    national = name if name.startswith("mssz") else None
    return rate_player(RatingPeriod("standard", listed, Player(rating, k=20), (event,), national))


@pytest.mark.parametrize("case", of_editions())
def test_the_case_is_under_its_edition(case: tuple[Any, ...]) -> None:
    """The dates of the cases below lie in the editions whose names they carry."""
    result = rated(case, 2000, Game(2000, 50))

    assert (case[0], case[0]) == (result.law.id, result.events[0].law.id)


@pytest.mark.parametrize(("case", "beyond", "side"), of_editions(*((b, s) for b in (-1, 0, 1, 300) for s in (1, -1))))
def test_a_difference_counts_up_to_the_limit(case: tuple[Any, ...], beyond: int, side: int) -> None:
    """A difference at the limit counts as it is, one point more counts as the limit, on both sides."""
    limit = case[4]
    result = rated(case, 2200, Game(2200 - side * (limit + beyond), 50))
    expected = side * (limit + min(beyond, 0))

    assert [expected] == result.events[0].working.parts["counted_difference"]
    assert [side * (limit + beyond)] == result.events[0].working.parts["difference"]


@pytest.mark.parametrize(("case", "gap"), of_editions((412,), (500,), (735,), (736,), (1000,)))
def test_beyond_the_limit_the_expectation_stays(case: tuple[Any, ...], gap: int) -> None:
    """Beyond the limit the higher-rated always expects .89 (350) or .92 (400), the lower-rated the rest of 1."""
    # Table b: 345-357 gives .89 and .11; 392-411 gives .92 and .08. Without a limit 412 gives .93, above 735 it is 1.0.
    expectation = case[5]
    above = rated(case, 2500, Game(2500 - gap, 100)).events[0].working
    below = rated(case, 1700, Game(1700 + gap, 0)).events[0].working

    assert ([expectation], [100 - expectation]) == (above.parts["expected"], above.parts["change"])
    assert ([100 - expectation], [expectation - 100]) == (below.parts["expected"], below.parts["change"])


@pytest.mark.article("10.5.1", edition="fide-2006-04")
def test_in_2006_the_row_beyond_350_is_out_of_reach() -> None:
    """A difference of 358, the first of the row .90, counts as 350 in 2006 and gives .89; later it gives .90."""
    by_year = {case[0]: rated(case, 2358, Game(2000, 100)).events[0].working.parts["expected"] for case in EDITIONS}
    expected = {case[0]: [89 if case[0] == "fide-2006-04" else 90] for case in EDITIONS}

    assert expected == by_year


@pytest.mark.parametrize("case", of_editions())
def test_every_game_is_limited(case: tuple[Any, ...]) -> None:
    """The limit holds for each game of an event, however many there are, and for both sides in the same event."""
    result = rated(case, 2200, Game(1700, 100), Game(1650, 100), Game(1600, 50), Game(2700, 50), Game(2750, 0))
    most = case[5]
    # With 400: .08 + .08 - .42 + .42 - .08 = 0.08. With 350: .11 + .11 - .39 + .39 - .11 = 0.11.
    expected = [100 - most, 100 - most, 50 - most, most - 50, most - 100]

    assert expected == result.events[0].working.parts["change"]
    assert 100 - most == result.sum


@pytest.mark.parametrize("case", of_editions())
def test_the_rating_of_the_event_decides_the_difference(case: tuple[Any, ...]) -> None:
    """D is taken from the player's rating on the list that applies to the event, not from his last published one."""
    name, _, listed, start, _, _ = case
    national = name if name.startswith("mssz") else None
    began = start - timedelta(days=25 if national else 52)
    event = Event(began, start.replace(day=18), 2300, (Game(2200, 50),))
    result = rate_player(RatingPeriod("standard", listed, Player(2310, k=20), (event,), national))

    assert result.events[0].working.parts["difference"] == [2300 - 2200]


@pytest.mark.article("8.54", edition="fide-2014-07")
def test_the_example_of_the_arbiters_manual() -> None:
    """FIDE's Arbiters' Manual of 2014 works out nine games of a newcomer rated 2212, two of them beyond 400."""
    opponents = [1926, 2011, 2318, 2067, 2219, 2585, 2659, 2464, 2652]
    scores = [100, 100, 0, 50, 50, 0, 100, 50, 50]
    games = tuple(Game(opponent, score) for opponent, score in zip(opponents, scores, strict=True))
    event = Event(date(2015, 2, 10), date(2015, 2, 18), 2212, games)
    player = Player(2212, games=12, highest=2212)
    result = rate_player(RatingPeriod("standard", date(2015, 3, 1), player, (event,)))
    working = result.events[0].working
    # D: 286, 201, -106, 145, -7, -373, -447 (400), -252, -440 (400); PD from table b, as the manual prints them.
    expectations = [84, 76, 36, 69, 49, 10, 8, 19, 8]
    changes = [16, 24, -36, -19, 1, -10, 92, 31, 42]
    # The sum of the changes is 1.41; K 40 gives 56.40, rounded 56, and 2212 + 56 = 2268.
    expected = (expectations, changes, 141, 40, 5640, 56, 2268)
    numbers = (result.sum, result.k, result.unrounded, result.change, result.new_rating)

    assert expected == (working.parts["expected"], working.parts["change"], *numbers)


@pytest.mark.article("8.3.1", edition="fide-2024-03")
@pytest.mark.parametrize(
    ("own", "opponent", "score", "k", "expected"),
    [
        (2000, 2000, 100, 10, 500),
        (2004, 2000, 100, 10, 490),
        (2011, 2000, 100, 10, 480),
        (2207, 2000, 100, 10, 230),
        (2392, 2000, 100, 10, 80),
        (2000, 2004, 0, 10, -490),
        (1655, 2000, 0, 10, -110),
        (2649, 2149, 100, 10, 80),
        (2700, 2200, 100, 10, 80),
        (2100, 2600, 0, 20, -160),
        (2700, 1900, 0, 10, -920),
        (2092, 2000, 100, 15, 555),
    ],
)
def test_the_answers_of_fides_calculator(own: int, opponent: int, score: int, k: int, expected: int) -> None:
    """FIDE's own calculator, which limits every difference to 400, gives these changes of a single game."""
    event = Event(date(2024, 5, 10), date(2024, 5, 12), own, (Game(opponent, score),))
    result = rate_player(RatingPeriod("standard", date(2024, 6, 1), Player(own, k=k), (event,)))

    assert expected == result.unrounded

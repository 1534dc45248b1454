"""1 January 2022 to 29 February 2024: only the game with the largest gap of an event is limited to 400 points.

The text ("may benefit from only one upgrade") leaves the lower-rated side open; the edition says *once*, and a derived
edition may say *always* or *never*.
"""

from __future__ import annotations

from datetime import date
from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from arpad import PlayerResult, rate_player
from arpad.model.period import Event, Game, Player, RatingPeriod

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.article("8.3.1", edition="fide-2022-01")

LIST = date(2023, 6, 1)


def rated(rating: int, *games: Game, edition: str | None = None) -> PlayerResult:
    """A period of May 2023 with one event, K 20."""
    event = Event(date(2023, 5, 10), date(2023, 5, 18), rating, games)
    return rate_player(RatingPeriod("standard", LIST, Player(rating, k=20), (event,), edition))


def counted(result: PlayerResult) -> list[int]:
    """The differences that count, game by game, of the first event."""
    differences: list[int] = result.events[0].working.parts["counted_difference"]
    return differences


def test_only_the_largest_gap_is_limited() -> None:
    """Of three gaps above 400 the largest counts as 400, the two others as they are."""
    result = rated(2400, Game(1950, 100), Game(1780, 100), Game(1880, 100))
    # 450 gives .94 (433-456), 620 counts as 400 and gives .92 (392-411), 520 gives .97 (518-559).
    # Wins: .06 + .08 + .03 = 0.17, times 20 = 3.40, rounded 3.
    expected = ([450, 400, 520], [94, 92, 97], 17, 340, 3)
    numbers = (result.sum, result.unrounded, result.change)

    assert expected == (counted(result), result.events[0].working.parts["expected"], *numbers)


def test_the_others_count_at_the_true_difference_even_beyond_735() -> None:
    """Beyond 735 points the expectation is 1.0: a win gives nothing, a draw costs half a point."""
    won = rated(2500, Game(1700, 100), Game(1740, 100))
    drawn = rated(2500, Game(1700, 50), Game(1740, 50))
    # 800 counts as 400: .92. 760 stays: 1.0. Won: .08 + .00. Drawn: -.42 - .50.
    expected = ([400, 760], [92, 100], 8, -92)

    assert expected == (counted(won), won.events[0].working.parts["expected"], won.sum, drawn.sum)


def test_a_gap_of_400_is_no_upgrade() -> None:
    """A difference of exactly 400 is not above 400; the upgrade goes to 401."""
    result = rated(2400, Game(2000, 100), Game(1999, 100), Game(2100, 100))
    expected = [400, 400, 300]

    assert expected == counted(result)


def test_without_a_gap_above_400_nothing_is_limited() -> None:
    """Differences up to 400 count as they are."""
    result = rated(2400, Game(2000, 100), Game(2050, 100), Game(2600, 0))
    expected = [400, 350, -200]

    assert expected == counted(result)


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        pytest.param((1, 2, 3), [400, 500, 500], id="the first"),
        pytest.param((3, 1, 2), [500, 400, 500], id="the second"),
        pytest.param((2, 3, 1), [500, 500, 400], id="the third"),
    ],
)
def test_of_equal_gaps_the_earliest_round_is_limited(rounds: tuple[int, int, int], expected: list[int]) -> None:
    """Where gaps are equal, the earliest round has the upgrade, wherever it stands."""
    result = rated(2400, *(Game(1900, score, round=at) for score, at in zip((100, 50, 100), rounds, strict=True)))
    # Once .92 and twice .96 (485-517): W 2.5 less 2.84 is -0.34, whichever game it is.
    loss = -34

    assert expected == counted(result)
    assert loss == result.sum


def test_equal_gaps_without_rounds_are_still_limited_once() -> None:
    """Where neither rounds nor dates are known, exactly one of the equal gaps is limited."""
    result = rated(2400, Game(1900, 100), Game(1900, 100))
    expected = [400, 500]

    assert expected == sorted(counted(result))


def test_games_that_do_not_count_use_up_nothing() -> None:
    """A game against an unrated opponent has no difference and takes no upgrade."""
    result = rated(2400, Game(None, 100), Game(1950, 100))
    expected = [None, 400]

    assert expected == counted(result)


def test_each_event_has_its_own_upgrade() -> None:
    """The upgrade is one for each event, not one for the period."""
    first = Event(date(2023, 5, 3), date(2023, 5, 7), 2400, (Game(1900, 100), Game(1950, 100)))
    second = Event(date(2023, 5, 10), date(2023, 5, 18), 2400, (Game(1940, 100), Game(1700, 100)))
    result = rate_player(RatingPeriod("standard", LIST, Player(2400, k=20), (first, second)))
    expected = [[400, 450], [460, 400]]

    assert expected == [event.working.parts["counted_difference"] for event in result.events]


@pytest.mark.parametrize(
    ("lower_side", "differences", "expectations", "total"),
    [
        # Lost games: -620 gives .01 (620-735), -450 gives .06, -520 gives .03; as -400 each gives .08.
        pytest.param("once", [-450, -400, -520], [6, 8, 3], -17, id="once"),
        pytest.param("always", [-400, -400, -400], [8, 8, 8], -24, id="always"),
        pytest.param("never", [-450, -620, -520], [6, 1, 3], -10, id="never"),
    ],
)
def test_the_lower_rated_side_by_variant(
    lower_side: str, differences: list[int], expectations: list[int], total: int, tmp_path: Path
) -> None:
    """A derived edition limits the lower-rated player's largest gap, all his gaps above 400, or none."""
    file = tmp_path / "lower-side.toml"
    file.write_text(
        'id = "lower-side"\nderives = "fide-2022-01"\n[provisions]\n'
        f'cap_lower_side = {{ article = "8.3.1", value = "{lower_side}" }}\n',
        encoding="utf-8",
    )
    result = rated(2000, Game(2450, 0), Game(2620, 0), Game(2520, 0), edition=str(file))

    assert (differences, expectations, total) == (
        counted(result),
        result.events[0].working.parts["expected"],
        result.sum,
    )


def test_the_lower_rated_side_is_limited_once_by_default() -> None:
    """The edition itself limits the lower-rated player's largest gap only (R-011, settled reading 8)."""
    result = rated(2000, Game(2450, 0), Game(2620, 0), Game(2520, 0))
    expected = [-450, -400, -520]

    assert expected == counted(result)


@pytest.mark.parametrize("lower_side", ["once", "always", "never"])
def test_the_lower_side_does_not_touch_the_upgrade_of_the_higher(lower_side: str, tmp_path: Path) -> None:
    """Whatever the lower side gets, the higher-rated side has its one upgrade in the same event."""
    file = tmp_path / "lower-side.toml"
    file.write_text(
        'id = "lower-side"\nderives = "fide-2022-01"\n[provisions]\n'
        f'cap_lower_side = {{ article = "8.3.1", value = "{lower_side}" }}\n',
        encoding="utf-8",
    )
    result = rated(2200, Game(1650, 100), Game(1700, 100), Game(2650, 0), edition=str(file))
    expected = [400, 500, -450 if lower_side == "never" else -400]

    assert expected == counted(result)


@pytest.mark.parametrize("with_rounds", [True, False])
def test_the_order_of_the_games_never_matters(with_rounds: bool) -> None:
    """In whatever order the games are given, each counts the same and the change is the same."""
    played = [(1900, 100), (1900, 50), (1850, 0), (1850, 100), (2850, 50)]
    games = [
        Game(opponent, score, round=number if with_rounds else None)
        for number, (opponent, score) in enumerate(played, start=1)
    ]
    outcomes = set()
    for order in permutations(games):
        result = rated(2400, *order)
        by_game = zip(order, counted(result), strict=True)
        outcomes.add(
            (tuple(sorted(((game.opponent, game.score), difference) for game, difference in by_game)), result.sum)
        )
    # 550 twice: one counts as 400, the other gives .97; 500 twice gives .96; -450 counts as -400, .08.
    # We .96 + .96 + .92 + .97 + .08 = 3.89, W 3.00: -0.89.
    total = -89

    assert len(outcomes) == 1
    assert {total} == {outcome for _, outcome in outcomes}


@pytest.mark.parametrize(
    ("listed", "start", "expected"),
    [
        pytest.param(date(2022, 2, 1), date(2021, 12, 31), [400, 400], id="2021-12-31: every game"),
        pytest.param(date(2022, 2, 1), date(2022, 1, 1), [450, 400], id="2022-01-01: one upgrade"),
        pytest.param(date(2024, 4, 1), date(2024, 2, 29), [450, 400], id="2024-02-29: one upgrade"),
        pytest.param(date(2024, 4, 1), date(2024, 3, 1), [400, 400], id="2024-03-01: every game"),
    ],
)
def test_the_first_day_of_the_event_decides(listed: date, start: date, expected: list[int]) -> None:
    """Whether one game or every game is limited follows from the day on which the event began."""
    event = Event(start, listed.replace(day=5, month=listed.month - 1), 2400, (Game(1950, 100), Game(1900, 100)))
    result = rate_player(RatingPeriod("standard", listed, Player(2400, k=20), (event,)))

    assert expected == counted(result)

"""From 1 October 2025, in standard chess, every difference counts as it is for a player rated 2650 or more."""

from __future__ import annotations

from datetime import date

import pytest

from arpad import PlayerResult, rate_player
from arpad.model.period import Event, Game, Player, RatingPeriod

pytestmark = pytest.mark.article("8.3.1", edition="fide-2025-10")

LIST = date(2025, 12, 1)
START = date(2025, 11, 7)


def rated(
    rating: int, *games: Game, kind: str = "standard", start: date = START, listed: date = LIST, published: int = 0
) -> PlayerResult:
    """A period with one event, K 10."""
    event = Event(start, start.replace(day=start.day + 1) if start.day < 28 else start, rating, games)
    return rate_player(RatingPeriod(kind, listed, Player(published or rating, k=10), (event,)))


def counted(result: PlayerResult) -> list[int]:
    """The differences that count, game by game."""
    differences: list[int] = result.events[0].working.parts["counted_difference"]
    return differences


@pytest.mark.parametrize(
    ("own", "opponent", "difference", "expectation"),
    [
        # 485-517 gives .96; 392-411 gives .92; 412-432 gives .93; above 735 it is 1.0.
        pytest.param(2649, 2149, 400, 92, id="2649 is limited"),
        pytest.param(2650, 2150, 500, 96, id="2650 is exempt"),
        pytest.param(2651, 2151, 500, 96, id="2651 is exempt"),
        pytest.param(2650, 2250, 400, 92, id="exempt, but 400 is 400"),
        pytest.param(2650, 2238, 412, 93, id="exempt, the next row"),
        pytest.param(2700, 1965, 735, 99, id="exempt, the last row"),
        pytest.param(2700, 1964, 736, 100, id="exempt, beyond the last row"),
        pytest.param(2700, 1900, 800, 100, id="exempt, far beyond"),
    ],
)
def test_the_own_rating_decides(own: int, opponent: int, difference: int, expectation: int) -> None:
    """A player rated 2650 or more expects what the true difference gives; one with 2649 is limited to 400."""
    result = rated(own, Game(opponent, 50))

    assert ([difference], [expectation]) == (counted(result), result.events[0].working.parts["expected"])


def test_a_published_calculation() -> None:
    """FIDE published this calculation for the list of December 2025: 2813, four wins and a draw, -2.50, 2810."""
    opponents = [1787, 2025, 2310, 2400, 2505]
    result = rated(2813, *(Game(opponent, 50 if opponent == 2505 else 100) for opponent in opponents))
    # 1026 and 788 give 1.0, 503 gives .96, 413 gives .93, 308 gives .86: 0 + 0 + .04 + .07 - .36 = -0.25.
    expected = ([1026, 788, 503, 413, 308], [0, 0, 4, 7, -36], -250, -3, 2810)
    numbers = (result.unrounded, result.change, result.new_rating)

    assert expected == (counted(result), result.events[0].working.parts["change"], *numbers)


@pytest.mark.parametrize(
    ("own", "opponent", "score", "expected"),
    [
        pytest.param(2649, 2149, 100, 80, id="2649 wins 0.8"),
        pytest.param(2700, 2200, 100, 40, id="2700 wins 0.4"),
        pytest.param(2700, 1900, 0, -1000, id="2700 loses all 10"),
    ],
)
def test_the_rule_where_fides_calculator_is_stale(own: int, opponent: int, score: int, expected: int) -> None:
    """The changes of single games by the rule, K 10; FIDE's calculator still limits them."""
    assert expected == rated(own, Game(opponent, score)).unrounded


@pytest.mark.parametrize("opponent", [2650, 2700, 2830])
def test_a_high_opponent_does_not_lift_the_limit(opponent: int) -> None:
    """The lower-rated player of the same game stays limited to 400: .08."""
    result = rated(2200, Game(opponent, 0))

    assert counted(result) == [-400]
    assert result.events[0].working.parts["expected"] == [8]


def test_the_same_game_counts_differently_for_the_two_players() -> None:
    """A 2700 beats a 2200: 0.4 points for the winner (.96), 0.8 from the loser (.08), both with K 10."""
    winner, loser = rated(2700, Game(2200, 100)), rated(2200, Game(2700, 0))
    expected = (40, -80)

    assert expected == (winner.unrounded, loser.unrounded)


@pytest.mark.parametrize(
    ("of_event", "published", "expected"),
    [
        pytest.param(2649, 2660, 400, id="2649 at the start, 2660 now"),
        pytest.param(2651, 2640, 501, id="2651 at the start, 2640 now"),
    ],
)
def test_the_rating_on_the_list_of_the_event_decides(of_event: int, published: int, expected: int) -> None:
    """The rating that decides is the one of the list in force when the event began, not the last published one."""
    result = rated(of_event, Game(2150, 50), start=date(2025, 10, 20), published=published)

    assert [expected] == counted(result)


@pytest.mark.parametrize("kind", ["rapid", "blitz"])
def test_not_in_rapid_and_blitz(kind: str) -> None:
    """In rapid and blitz a player above 2650 is limited like everybody else."""
    result = rated(2700, Game(2200, 50), kind=kind)

    assert counted(result) == [400]


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        pytest.param(date(2025, 9, 30), 400, id="30 September"),
        pytest.param(date(2025, 10, 1), 500, id="1 October"),
    ],
)
def test_the_first_day_of_the_event_decides(start: date, expected: int) -> None:
    """An event that began before 1 October 2025 is limited, even if it is rated for the list of November."""
    result = rated(2700, Game(2200, 50), start=start, listed=date(2025, 11, 1))

    assert [expected] == counted(result)


def test_two_events_on_either_side_of_the_day_in_one_list() -> None:
    """In the list of November 2025 the event of September is limited and the one of October is not."""
    first = Event(date(2025, 9, 30), date(2025, 10, 4), 2700, (Game(2200, 100),))
    second = Event(date(2025, 10, 1), date(2025, 10, 8), 2700, (Game(2200, 100),))
    result = rate_player(RatingPeriod("standard", date(2025, 11, 1), Player(2700, k=10), (first, second)))
    # .08 + .04 = 0.12, times 10 = 1.20, rounded 1.
    expected = (["fide-2024-03", "fide-2025-10"], [8, 4], 120, 1)
    actual = (
        [event.law.id for event in result.events],
        [event.working.whole["sum"] for event in result.events],
        result.unrounded,
        result.change,
    )

    assert expected == actual


@pytest.mark.article("8.3.1", edition="fide-2026-01")
def test_it_stays_in_2026() -> None:
    """The edition of 2026 leaves the exemption as it is."""
    result = rated(2650, Game(2150, 50), start=date(2026, 5, 10), listed=date(2026, 6, 1))

    assert counted(result) == [500]


@pytest.mark.parametrize(
    ("listed", "start"),
    [
        pytest.param(date(2016, 3, 1), date(2016, 2, 10), id="fide-2014-07"),
        pytest.param(date(2024, 6, 1), date(2024, 5, 10), id="fide-2024-03"),
    ],
)
def test_no_exemption_in_earlier_editions(listed: date, start: date) -> None:
    """Before, the limit of 400 held for everybody."""
    result = rated(2800, Game(2300, 100), start=start, listed=listed)

    assert counted(result) == [400]

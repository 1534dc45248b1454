"""Game by game (2009 on): D to each rated opponent, PD from table b, score less PD, the sum of them, times K."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from arpad import PlayerResult, explain, rate_player
from arpad.model.period import Event, Game, Player, RatingPeriod

# edition: list, first day of an event; articles on D, PD, the change of a game, the sum, and the sum times K
EDITIONS = {
    "fide-2009-07": (date(2010, 3, 1), date(2010, 2, 3), "8.51", "8.55 (a)", "8.55 (b)", "8.55 (c)", "8.55 (c)"),
    "fide-2014-07": (date(2016, 3, 1), date(2016, 2, 3), "8.51", "8.55 (a)", "8.55 (b)", "8.55 (c)", "8.55 (c)"),
    "mssz-2017-01": (
        *(date(2017, 3, 1), date(2017, 2, 3)),
        *("App. I 8.51", "App. I 8.55 (a)", "App. I 8.55 (b)", "App. I 8.55 (c)", "App. I 8.55 (c)"),
    ),
    "fide-2024-03": (
        *(date(2024, 6, 1), date(2024, 5, 3)),
        *("8.3.1", "8.3.2 (a)", "8.3.2 (b)", "8.3.2 (c)", "8.3.2 (d)"),
    ),
}
DIFFERENCE, EXPECTED, CHANGE, SUM, TIMES_K = range(2, 7)
GAMES = (Game(1900, 100), Game(2100, 50), Game(2250, 0), Game(None, 100), Game(2003, 50))


def each(*articles: int) -> pytest.MarkDecorator:
    """A test for each edition, marked with some of its articles."""
    return pytest.mark.parametrize(
        "name",
        [
            pytest.param(name, marks=[pytest.mark.article(facts[article], edition=name) for article in articles])
            for name, facts in EDITIONS.items()
        ],
    )


def period(name: str, *events: tuple[Game, ...], rating: int = 2000, k: int = 20) -> RatingPeriod:
    """A period with an event on each of so many days."""
    listed, day = EDITIONS[name][:2]
    given = tuple(
        Event(day.replace(day=3 + at), day.replace(day=3 + at), rating, event) for at, event in enumerate(events)
    )
    return RatingPeriod("standard", listed, Player(rating, k=k), given, name if name.startswith("mssz") else None)


def parts(result: PlayerResult, name: str) -> list[int]:
    """A quantity of the games that count, in order."""
    working = result.events[0].working
    counts = [uncounted == 0 for uncounted in working.parts["uncounted"]]
    return [value for value, counted in zip(working.parts[name], counts, strict=True) if counted]


@each(DIFFERENCE)
def test_a_difference_for_each_game_against_a_rated_opponent(name: str) -> None:
    """D is the player's rating less that opponent's, with its sign; the unrated opponent has none."""
    assert parts(rate_player(period(name, GAMES)), "difference") == [100, -100, -250, -3]


@each(EXPECTED)
@pytest.mark.parametrize(
    ("opponent", "expected"),
    [
        # The rows of table b that hold 3, 4, 191, 200, 391 and 392, from both sides.
        (1997, 50),
        (2003, 50),
        (1996, 51),
        (2004, 49),
        (1809, 75),
        (2200, 24),
        (1609, 91),
        (2391, 9),
        (1608, 92),
        (2392, 8),
    ],
)
def test_the_expectation_is_read_from_table_b(name: str, opponent: int, expected: int) -> None:
    """PD is that of the row in which D lies, for the lower-rated player the other column."""
    assert [expected] == parts(rate_player(period(name, (Game(opponent, 50),))), "expected")


@each(CHANGE)
def test_a_game_changes_by_score_less_expectation(name: str) -> None:
    """1, ½ or 0 less PD, before K."""
    # PD .64, .36, .19 and .50: 1 - .64, ½ - .36, 0 - .19, ½ - .50.
    assert parts(rate_player(period(name, GAMES)), "change") == [36, 14, -19, 0]


@each(SUM)
def test_the_changes_of_the_games_are_summed(name: str) -> None:
    """Over an event, and over a period."""
    # .36 + .14 - .19 + .00 = .31; a win against an equal is .50 more.
    result = rate_player(period(name, GAMES, (Game(2000, 100),)))

    assert ([event.working.whole["sum"] for event in result.events], result.sum) == ([31, 50], 81)


@each(TIMES_K)
@pytest.mark.parametrize(("k", "expected"), [(10, 310), (20, 620), (40, 1240)])
def test_the_sum_is_multiplied_by_k(name: str, k: int, expected: int) -> None:
    """The change of an event is K times the sum, still with its hundredths."""
    assert expected == rate_player(period(name, GAMES, k=k)).unrounded


@each(TIMES_K)
def test_the_sum_of_a_period_is_multiplied_once(name: str) -> None:
    """Two events of a period are summed first: 0.05 and 0.05 times 10 is one point, not twice a half."""
    # 2000 against 2033 is D -33, PD .45: a draw is worth .05.
    result = rate_player(period(name, (Game(2033, 50),), (Game(2033, 50),), k=10))

    assert (result.sum, result.unrounded, result.change) == (10, 100, 1)


@each(DIFFERENCE, EXPECTED, CHANGE, SUM, TIMES_K)
def test_each_number_cites_its_own_article(name: str) -> None:
    """The working names first the article that asks for the number."""
    _, lines = explain(period(name, (Game(1900, 100),)))
    first: dict[tuple[str, bool], Any] = {
        (line.name, line.game is not None): line.citations[0].article for line in lines if line.citations
    }
    asked = [("difference", True), ("expected", True), ("change", True), ("sum", False), ("unrounded", False)]

    assert list(EDITIONS[name][DIFFERENCE:]) == [first[step] for step in asked]

"""A score is given in points, as people write it, or as a name; hundredths are refused."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

import arpad
from arpad.model.period import Game as ModelGame


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (arpad.WIN, 100),
        (arpad.DRAW, 50),
        (arpad.LOSS, 0),
        (1, 100),
        (1.0, 100),
        (0.5, 50),
        ("½", 50),
        (0, 0),
        (Fraction(1, 2), 50),
        (Decimal("0.5"), 50),
    ],
)
def test_what_a_score_may_be(given: arpad.Score | float | str, expected: int) -> None:
    """The names and the points give the hundredths that the model keeps."""
    game = arpad.Game(1750, given)

    assert game.score == expected
    assert isinstance(game.score, arpad.Score)


@pytest.mark.parametrize("given", [50, 100, 50.0, 100.0])
def test_hundredths_are_refused_with_a_sentence(given: float) -> None:
    """A number of hundredths is no score of a game, and the sentence says what is."""
    with pytest.raises(arpad.ArpadError, match=r"scores are points, not hundredths\..* is arpad\.(WIN|DRAW)"):
        arpad.Game(1750, given)


@pytest.mark.parametrize("given", [0.25, 2, -1, "1", "win", "", None, True, False, 1j, [], ([],), float("nan")])
def test_anything_else_is_refused(given: object) -> None:
    """What is neither name nor point is refused, and the sentence lists what may stand there."""
    with pytest.raises(arpad.ArpadError, match=r'is not the score of a game; write arpad\.WIN.* or 1, 0\.5, "½" or 0'):
        arpad.Game(1750, given)  # type: ignore[arg-type]


def test_win_draw_and_loss_are_an_enum() -> None:
    """They are members of one enumeration, and its numbers are hundredths."""
    assert list(arpad.Score) == [arpad.WIN, arpad.DRAW, arpad.LOSS] == [100, 50, 0]
    assert repr(arpad.WIN) == "WIN"


def test_a_game_of_the_front_door_is_one_of_the_model() -> None:
    """It has the model's fields and numbers, and can be copied with a change."""
    game = arpad.Game(1750, 0.5, round=3)

    assert isinstance(game, ModelGame)
    assert replace(game, round=4) == arpad.Game(1750, "½", round=4)


def test_a_period_of_the_front_door_gives_the_number_of_the_model() -> None:
    """The same period, given in points and in hundredths, comes to the same."""
    day, listed = date(2025, 11, 7), date(2025, 12, 1)
    games = [arpad.Game(1787, 1), arpad.Game(2505, 0.5), arpad.Game(2600, 0)]
    period = arpad.RatingPeriod("standard", listed, arpad.Player(2400, k=10), [arpad.Event(day, day, 2400, games)])
    plain = tuple(ModelGame(game.opponent, score) for game, score in zip(games, (100, 50, 0), strict=True))
    by_model = replace(period, events=(replace(period.events[0], games=plain),))

    assert arpad.rate_player(period).unrounded == arpad.rate_player(by_model).unrounded == -20


def test_the_table_of_a_round_robin_takes_points() -> None:
    """A crosstable has the scores of games, and refuses hundredths as a game does."""
    law = arpad.edition("fide-2014-07")
    field = [arpad.Entrant("A", 2200), arpad.Entrant("B", None), arpad.Entrant("C", 2100)]
    table = arpad.round_robin(law, field, [[[], ["½"], [1]], [[0.5], [], [arpad.DRAW]], [[0], [0.5], []]])

    assert table.rows[1].ru_new == 2150
    with pytest.raises(arpad.ArpadError, match="not hundredths"):
        arpad.round_robin(law, field, [[[], [50], [100]], [[50], [], [50]], [[0], [50], []]])


@pytest.mark.parametrize(("given", "expected"), [(2.5, 250), ("2½", 250), ("2.5", 250), (3, 300), (0, 0), ("½", 50)])
def test_the_points_of_a_performance(given: float | str, expected: int) -> None:
    """A performance takes points and halves."""
    assert arpad.performance([2400, 2300, 2500], given, edition="fide-2025-10").score == expected


@pytest.mark.parametrize("given", [250, 3.5, 2.25, -1, "", "2,5", None, True, float("nan"), float("inf"), 1j])
def test_points_that_cannot_be_made(given: object) -> None:
    """More points than games, quarters and hundredths are refused."""
    with pytest.raises(arpad.ArpadError, match=r"is not a score of 3 game\(s\)|cannot be made in 3 game\(s\)"):
        arpad.performance([2400, 2300, 2500], given, edition="fide-2025-10")  # type: ignore[arg-type]

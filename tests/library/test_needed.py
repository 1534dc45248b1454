"""What is needed to reach a rating: the least score, found by the same way on which a change is worked out."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arpad
from arpad.library.needed import MOST_GAMES

DAY = date(2025, 11, 7)
RATINGS = st.integers(1400, 2800)


def change_with(rating: int, opponents: list[int], halves: int, k: int, edition: str) -> int:
    """Give the rating after so many half points, by the way of `arpad.change`, the last games being won."""
    won, drawn = divmod(halves, 2)
    scores = [arpad.LOSS] * (len(opponents) - won - drawn) + [arpad.DRAW] * drawn + [arpad.WIN] * won
    games = [arpad.Game(opponent, score) for opponent, score in zip(opponents, scores, strict=True)]
    return arpad.change(rating, games, k=k, on=DAY, edition=edition).new_rating or 0


@given(
    RATINGS, st.integers(-30, 120), st.lists(RATINGS, min_size=1, max_size=9),
    st.sampled_from((10, 20, 40)), st.sampled_from(("fide-2014-07", "fide-2024-03", "fide-2025-10")),
)  # fmt: skip
def test_it_is_the_least_score_that_is_enough(
    rating: int, more: int, opponents: list[int], k: int, edition: str
) -> None:
    """Held against every score, one after the other, with other games won."""
    target = rating + more
    reached = [change_with(rating, opponents, halves, k, edition) for halves in range(2 * len(opponents) + 1)]
    least = next((halves for halves, new in enumerate(reached) if new >= target), None)
    result = arpad.needed(rating, target, opponents, k=k, on=DAY, edition=edition)

    assert result.score == (None if least is None else 50 * least)
    assert result.result.new_rating == reached[-1 if least is None else least]
    assert reached == sorted(reached)


def test_in_words() -> None:
    """With what half a point less would give, and where no score is enough what all games won give."""
    opponents = [1900, 1950, 2000, 2050, 2100]

    assert str(arpad.needed(1956, 2000, opponents, k=40, on=DAY)) == (
        "3.50 points of 5 are needed to reach 2000: that gives 2008, half a point less 1988."
    )
    assert str(arpad.needed(1956, 2500, [1900], k=20, on=DAY)) == (
        "2500 cannot be reached in 1 game: to win it gives 1964."
    )
    assert str(arpad.needed(2000, 1990, [2000], k=20, on=DAY)) == (
        "0.00 points of 1 are needed to reach 1990: that gives 1990."
    )
    assert str(arpad.needed(1956, 1960, [2000, 2000], k=20, on=DAY)).startswith("1.50 points of 2 are")


def test_k_that_is_not_known_is_asked_for() -> None:
    """As for a change."""
    with pytest.raises(arpad.RefusedError, match="K is not known"):
        arpad.needed(1956, 2000, [1900], on=DAY)


@pytest.mark.parametrize("games", [0, MOST_GAMES + 1])
def test_how_many_games_may_be_asked_about(games: int) -> None:
    """At least one, and no more than anybody plays."""
    with pytest.raises(arpad.ArpadError, match=f"The score of {games} games"):
        arpad.needed(1956, 2000, [1900] * games, k=20, on=DAY)


def test_many_games_lower_k_and_so_what_can_be_reached() -> None:
    """K times the games is at most 700: of a hundred games K is 7, of a thousand nothing."""
    hundred = arpad.needed(1956, 1957, [1956] * 100, k=20, on=DAY)
    thousand = arpad.needed(1956, 1957, [1956] * MOST_GAMES, k=20, on=DAY)

    assert (hundred.score, hundred.result.k_applied, hundred.result.new_rating) == (5050, 7, 1960)
    assert (thousand.score, thousand.result.k_applied) == (None, 0)

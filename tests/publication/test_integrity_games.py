"""Expected against actual score, by the difference of the ratings: worked out by hand."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from small_books import SmallBook

from arpad.publication.integrity.report import integrity

OCTOBER, NOVEMBER = date(2026, 10, 1), date(2026, 11, 1)
RATINGS = {1: 2000, 2: 1990, 3: 1880, 4: 1500, 5: 2000, 6: 2700}


def expectation(games: list[tuple[int, int, int]], ratings: dict[int, int] = RATINGS) -> dict[str, Any]:
    """What a month with these games shows."""
    book = SmallBook()
    for number, rating in ratings.items():
        book.player(number)
        book.rated(OCTOBER, number, rating)
    book.event(1, date(2026, 10, 5), date(2026, 10, 20), games)
    figures = integrity(book.closed(NOVEMBER), book.view())["kinds"]["standard"]["expectation"]
    assert isinstance(figures, dict)
    return figures


@pytest.mark.article("12.2", edition="fide-2003-07")
@pytest.mark.article("10.2", edition="fide-2009-07")
@pytest.mark.article("10.2", edition="fide-2014-07")
def test_a_difference_is_a_probability() -> None:
    """1 has 1 and a half of two games against 3, 120 below: 75 per cent, the table has 66 for both colours."""
    figures = expectation([(1, 3, 100), (3, 1, 50)])

    assert figures["bands"] == [{"from": 100, "games": 2, "score": 7500, "table": 6600, "counted": 6600}]
    assert figures["watched"] == {"games": 2, "excess": -900}


def test_with_and_without_the_largest_difference() -> None:
    """500 points: the table has 96, the limit of 400 makes it 92; from 2650 on nothing is limited."""
    figures = expectation([(1, 4, 100), (6, 1, 100)])

    assert figures["bands"] == [
        {"from": 500, "games": 1, "score": 10_000, "table": 9600, "counted": 9200},
        {"from": 700, "games": 1, "score": 10_000, "table": 9900, "counted": 9900},
    ]
    assert figures["watched"] == {"games": 0, "excess": None}


def test_equals_say_nothing_about_favourites() -> None:
    """Games between equals are counted apart, small differences begin at one point."""
    figures = expectation([(1, 5, 100), (5, 1, 0), (2, 1, 100)])

    assert (figures["games"], figures["equals"]) == (1, 2)
    assert [(band["from"], band["score"], band["table"]) for band in figures["bands"]] == [(0, 0, 5100)]


def test_the_last_band_has_no_end() -> None:
    """800 and 1200 points stand in the same line."""
    figures = expectation([(6, 1, 100), (6, 4, 100), (6, 7, 50)], RATINGS | {7: 1900})

    assert [(band["from"], band["games"]) for band in figures["bands"]] == [(700, 1), (800, 2)]

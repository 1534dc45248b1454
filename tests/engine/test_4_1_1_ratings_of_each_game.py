"""Ratings of the day of each game in a book: in 2003 for leagues of more than 90 days only, whatever is asked."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from second_reading_period import Period
from small_books import SmallBook

from arpad.engine.close import close_kind
from arpad.engine.reference import Reference

if TYPE_CHECKING:
    from arpad.engine.close import ClosedKind

LISTS = [date(2004, 1, 1), date(2004, 4, 1), date(2004, 7, 1)]
START = date(2004, 3, 25)


def book_of(system: str, days: int, ratings: str) -> SmallBook:
    """Player 1, always 2000, draws in March and in April with player 2: 2000 on the first list, 2300 on the next."""
    book = SmallBook()
    for number, then, now in ((1, 2000, 2000), (2, 2000, 2300)):
        book.player(number)
        for day, rating in zip(LISTS, (then, now, now), strict=True):
            book.rated(day, number, rating, k=15, highest=2300)
    end = START + timedelta(days=days - 1)
    book.event(1, START, end, [(1, 2, 50), (2, 1, 50)], system=system, ratings=ratings)
    for game, day in zip(book.tables["games"], (START, date(2004, 4, 5)), strict=True):
        game["day"] = day
    return book


def closed(book: SmallBook, day: date) -> ClosedKind:
    """Close the list, and see that the reference and the second reading have the same lines."""
    found = close_kind(book.frames(), book.rating_list, "standard", day)
    lines = {row[0]: row[1:] for row in found.ratings.select("fide_id", "rating", "games", "k", "played").iter_rows()}
    reference = Reference(book.frames(), book.rating_list, "standard", day)
    tables = {name: frame.rows(named=True) for name, frame in book.frames().items()}
    lists = {one: book.rating_list(one).rows(named=True) for one in book.lists if one < day}
    second = Period(tables, lists, "standard", day).new_list
    assert {one: tuple(reference.expected(one))[:4] for one in lines} == lines
    assert {one: tuple(line)[:4] for one, line in second.items()} == lines
    return found


@pytest.mark.article("4.1.1", edition="fide-2003-07")
@pytest.mark.article("9.1.1", edition="fide-2003-07")
@pytest.mark.parametrize("ratings", ["start", "game"])
@pytest.mark.parametrize(
    ("system", "days", "by_day"),
    [("swiss", 20, False), ("swiss", 91, False), ("team", 20, False), ("team", 90, False), ("team", 91, True)],
)
def test_only_a_league_of_more_than_90_days_has_them(system: str, days: int, ratings: str, *, by_day: bool) -> None:
    """A draw with 2300 is worth 0.50 - 0.15 for 2000; at the ratings of the first day both games change nothing."""
    book = book_of(system, days, ratings)

    found = closed(book, LISTS[2] if days < 60 else date(2004, 10, 1)).ratings

    # 300 is moved to nothing less: PD of -300 is 0.15; 15 x 0.35 = 5.25.
    assert found["rating"].to_list() == ([2005, 2295] if by_day else [2000, 2300])

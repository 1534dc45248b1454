"""The rapid list of 2003: newcomers enter it from 1600, and nobody leaves it for a low rating (15.0 a)."""

from __future__ import annotations

from datetime import date

import pytest
from small_books import SmallBook

from arpad.book.view import Period
from arpad.engine.period.close_kind import close_kind
from arpad.engine.reference.lines import Reference

BEFORE, LISTED = date(2004, 10, 1), date(2005, 1, 1)
NEWCOMER, ESTABLISHED, OPPONENTS = 1, 2, range(10, 19)


def book(opponents: int, established: int) -> SmallBook:
    """A rapid event of November 2004: nine opponents of one rating, half of the points; and a game that is lost."""
    small_book = SmallBook()
    for number in (NEWCOMER, ESTABLISHED, *OPPONENTS):
        small_book.player(number, 1980)
    rated = {ESTABLISHED: established, **dict.fromkeys(OPPONENTS, opponents)}
    small_book.lists[BEFORE] = [
        {"fide_id": number, "rapid_rating": rating, "rapid_k": 10, "rapid_played": 100, "rapid_highest": rating}
        for number, rating in rated.items()
    ]
    small_book.tables["coefficients"].append({"kind": "rapid", "since": date(2003, 7, 1), "k": 10})
    draws = [(NEWCOMER, other, 50) for other in OPPONENTS]
    day = date(2004, 11, 3)
    small_book.event(1, day, day, [*draws, (ESTABLISHED, OPPONENTS[0], 0)], kind="rapid")
    return small_book


@pytest.mark.article("15.0 a", edition="fide-2003-07")
@pytest.mark.parametrize(("opponents", "entered"), [(1599, None), (1600, 1600)])
def test_newcomers_enter_the_list_from_1600(opponents: int, entered: int | None) -> None:
    """Half of the points against 1599 is one point too little; columns and reference agree."""
    small = book(opponents, 1700)
    closed = close_kind(Period(small.view(), "rapid", LISTED))
    rating = dict(closed.ratings.select("fide_id", "rating").iter_rows())
    reasons = dict(closed.newcomers.select("fide_id", "reasons").iter_rows())
    reference = Reference(Period(small.view(), "rapid", LISTED))

    assert (rating[NEWCOMER], reasons[NEWCOMER]) == (entered, "" if entered else "below_the_entry")
    assert reference.expected(NEWCOMER).rating == entered


@pytest.mark.article("15.0 a", edition="fide-2003-07")
def test_nobody_leaves_the_list_below_1600() -> None:
    """1602 loses 5 points to an equal: 1597 stays on the list."""
    small = book(1602, 1602)
    closed = close_kind(Period(small.view(), "rapid", LISTED))

    assert closed.ratings.filter(fide_id=ESTABLISHED)["rating"].to_list() == [1597]
    assert Reference(Period(small.view(), "rapid", LISTED)).expected(ESTABLISHED).rating == 1597

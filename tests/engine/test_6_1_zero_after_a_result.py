"""A round robin without a point after an earlier result: it counts for the player and not for the opponents (2009)."""

from __future__ import annotations

from datetime import date
from itertools import combinations

import pytest
from second_reading_period import Period as SecondReading
from small_books import SmallBook

from arpad.book.view import Period
from arpad.engine.period.close_kind import close_kind
from arpad.engine.reference.lines import Reference

BASE, LISTED = date(2010, 3, 1), date(2010, 5, 1)
UNRATED, WITHOUT_A_POINT = 5, 9


def book_with(*, another_unrated: bool, earlier: bool) -> SmallBook:
    """Four of 1800 draw with each other and with player 5; player 9 loses to everybody, after two of four before."""
    book = SmallBook()
    for number in (1, 2, 3, 4, UNRATED, WITHOUT_A_POINT):
        book.player(number)
        is_rated = number != WITHOUT_A_POINT and not (number == UNRATED and another_unrated)
        book.rated(BASE, number, 1800 if is_rated else None, k=15, played=100 if is_rated else 0)
    games = [(combination, other, 50) for combination, other in combinations((1, 2, 3, 4, UNRATED), 2)]
    games += [(opponent, WITHOUT_A_POINT, 100) for opponent in (1, 2, 3, 4, UNRATED)]
    book.event(2, date(2010, 3, 20), date(2010, 3, 27), games, system="roundrobin")
    if earlier:
        book.event(
            1, date(2010, 3, 8), date(2010, 3, 12), [(WITHOUT_A_POINT, opponent, 50) for opponent in (1, 2, 3, 4)]
        )
    return book


@pytest.mark.article("6.1", edition="fide-2009-07")
def test_the_games_count_for_the_player_also_beside_another_unrated_player() -> None:
    """Nine games make a first rating.

    Ra of the others is 1800; the first Ru of player 9 is 1800 - 800 x 5/6 = 1133, so everybody counts at 1533. Together
    with four games at 1800 the average is 1651.67, and two of nine give dp -220.
    """
    book = book_with(another_unrated=True, earlier=True)

    closed_kind = close_kind(Period(book.view(), "standard", LISTED))

    lines = {row[0]: row[1:] for row in closed_kind.ratings.select("fide_id", "rating", "games", "played").iter_rows()}
    assert lines[WITHOUT_A_POINT] == (1432, 9, 9)
    # For the others the games against player 9 are left out: four of the table each, no change.
    assert {lines[player] for player in (1, 2, 3, 4)} == {(1800, 4, 104)}
    kept = closed_kind.pool.filter(fide_id=UNRATED).select("games", "score", "average").rows()
    assert kept == [(4, 200, 1800)]


@pytest.mark.article("6.1", edition="fide-2009-07")
@pytest.mark.parametrize("another_unrated", [True, False])
@pytest.mark.parametrize("earlier", [True, False])
def test_the_reference_and_the_second_reading_say_the_same(*, another_unrated: bool, earlier: bool) -> None:
    """With and without another unrated player; without an earlier result nothing counts for anybody."""
    book = book_with(another_unrated=another_unrated, earlier=earlier)

    closed_kind = close_kind(Period(book.view(), "standard", LISTED))
    reference = Reference(Period(book.view(), "standard", LISTED))
    tables = {name: frame.rows(named=True) for name, frame in book.frames().items()}
    lists = {day: book.rating_list(day).rows(named=True) for day in book.lists}
    second = SecondReading(tables, lists, "standard", LISTED).new_list

    lines = {
        row[0]: row[1:] for row in closed_kind.ratings.select("fide_id", "rating", "games", "k", "played").iter_rows()
    }
    assert {player: tuple(line)[:4] for player, line in second.items()} == lines
    assert {line: tuple(reference.expected(line))[:4] for line in lines} == lines
    assert (lines[WITHOUT_A_POINT][0] is not None) == earlier

"""The last rated game, from which activity is decided: rated games move it, also those of a table, and no others."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from second_reading_period import Period as SecondReading
from small_books import SmallBook

from arpad.book.view import Period
from arpad.engine.period.close_kind import close_kind
from arpad.engine.reference.lines import Reference

LONG_AGO = date(2008, 1, 1)


def last_days(book: SmallBook, day: date, kind: str = "standard") -> dict[int, date | None]:
    """Give everybody's last day, and see that the reference and the second reading have the same."""
    ratings = close_kind(Period(book.view(), kind, day)).ratings
    lasts = dict(ratings.select("fide_id", "last").iter_rows())
    reference = Reference(Period(book.view(), kind, day))
    tables = {name: frame.rows(named=True) for name, frame in book.frames().items()}
    lists = {list_date: book.rating_list(list_date).rows(named=True) for list_date in book.lists}
    second = SecondReading(tables, lists, kind, day).new_list
    assert {last: reference.expected(last).last for last in lasts} == lasts
    assert {player: line.last for player, line in second.items()} == lasts
    return lasts


def of(base: date, *ratings: int | None, **more: Any) -> SmallBook:  # noqa: ANN401 - cells of any kind
    """A book with players 1, 2 and so on, whose last games were long ago."""
    book = SmallBook()
    for number, rating in enumerate(ratings, 1):
        book.player(number)
        last = None if rating is None else LONG_AGO
        book.rated(base, number, rating, k=15, played=0 if rating is None else 100, last=last, **more)
    return book


def on(book: SmallBook, *days: date) -> SmallBook:
    """Give the games their days."""
    for game, day in zip(book.tables["games"], days, strict=True):
        game["day"] = day
    return book


def table(year: int, first: date) -> SmallBook:
    """Players 1 and 2 of 1800 meet on the first day; unrated player 3 meets 1 on 5 March and 2 on 4 March."""
    book = of(date(year, 3, 1), 1800, 1800, None)
    book.lists[first.replace(day=1)] = book.lists[date(year, 1, 1)] = book.lists[date(year, 3, 1)]
    games = [(1, 2, 50), (3, 1, 50), (3, 2, 50)]
    book.event(1, first, date(year, 3, 5), games, system="roundrobin")
    return on(book, first, date(year, 3, 5), date(year, 3, 4))


@pytest.mark.article("7.23(a)", edition="fide-2009-07")
@pytest.mark.article("8.52", edition="fide-2009-07")
def test_a_game_of_a_table_against_an_unrated_player_is_a_rated_one() -> None:
    """2009: the game of 5 March 2010 counts for player 1 though the opponent was unrated, and is in time in 2011."""
    book = table(2010, date(2010, 3, 1))

    assert last_days(book, date(2010, 5, 1)) == {1: date(2010, 3, 5), 2: date(2010, 3, 4), 3: date(2010, 3, 5)}


@pytest.mark.article("7.23(a)", edition="fide-2009-07")
@pytest.mark.article("7.23(b)", edition="fide-2009-07")
def test_such_a_game_keeps_a_player_active_for_a_year() -> None:
    """On 1 March 2011 the game of 5 March 2010 is less than a year ago; the one of 20 February is not."""
    book = table(2010, date(2010, 2, 20))
    listed = book.closed(date(2010, 5, 1)).frame.sort("fide_id")
    book.lists = {date(2011, 1, 1): listed.rows(named=True)}
    book.tables["events"], book.tables["games"] = [], []

    assert book.closed(date(2011, 3, 1)).frame["flag"].to_list() == ["", "", ""]


@pytest.mark.article("7.23 a", edition="fide-2014-07")
def test_in_2014_only_games_against_rated_opponents_keep_active() -> None:
    """The article of 2014 speaks of games against rated opponents, so the one against player 3 moves nothing."""
    book = table(2015, date(2015, 2, 20))
    met = date(2015, 2, 20)

    assert last_days(book, date(2015, 4, 1)) == {1: met, 2: met, 3: date(2015, 3, 5)}


@pytest.mark.article("6.6", edition="fide-2009-07")
@pytest.mark.article("7.23(a)", edition="fide-2009-07")
def test_a_match_with_an_unrated_player_moves_nothing() -> None:
    """It is not rated, for neither of the two."""
    book = of(date(2010, 3, 1), 1800, None)
    book.event(1, date(2010, 3, 3), date(2010, 3, 9), [(1, 2, 50)] * 3, system="match")

    assert last_days(book, date(2010, 5, 1)) == {1: LONG_AGO, 2: None}


@pytest.mark.article("7.2.2 a", edition="fide-2024-03")
def test_a_game_with_too_large_a_gap_moves_nothing() -> None:
    """Rapid from December 2024: 2601 against 2001 is not rated, against 2002 it is."""
    base = date(2025, 1, 1)
    book = SmallBook()
    for number, rating in ((1, 2601), (2, 2001), (3, 2002), (4, 2600)):
        book.player(number)
        cells = {"rating": rating, "k": 20, "played": 100, "highest": rating, "last": LONG_AGO}
        book.lists.setdefault(base, []).append(
            {"fide_id": number, **{f"rapid_{name}": value for name, value in cells.items()}}
        )
    book.event(1, date(2025, 1, 4), date(2025, 1, 5), [(1, 2, 100), (1, 3, 100)], kind="rapid")
    book.event(2, date(2025, 1, 8), date(2025, 1, 8), [(1, 2, 100), (2, 4, 0)], kind="rapid")
    on(book, date(2025, 1, 5), date(2025, 1, 4), date(2025, 1, 8), date(2025, 1, 8))

    lasts = last_days(book, date(2025, 2, 1), "rapid")

    assert lasts == {1: date(2025, 1, 4), 2: date(2025, 1, 8), 3: date(2025, 1, 4), 4: date(2025, 1, 8)}


@pytest.mark.article("7.23(a)", edition="fide-2009-07")
@pytest.mark.article("8.21 [1]", edition="fide-2009-07")
@pytest.mark.parametrize(("score", "last"), [(50, date(2010, 3, 9)), (0, None)])
def test_a_dropped_first_event_moves_nothing(score: int, last: date | None) -> None:
    """Half a point out of three is below one point, so the event is left out; with 1.5 points it counts."""
    book = of(date(2010, 3, 1), 1800, 1800, 1800, None)
    book.event(1, date(2010, 3, 3), date(2010, 3, 9), [(4, 1, score), (4, 2, score), (4, 3, 50)])

    assert last_days(book, date(2010, 5, 1)) == {1: LONG_AGO, 2: LONG_AGO, 3: LONG_AGO, 4: last}


@pytest.mark.article("8.4", edition="fide-2009-07")
def test_whose_rating_came_meanwhile_has_rated_games() -> None:
    """Unrated when the event began and rated now: the games against rated opponents are rated for that player only."""
    book = of(date(2010, 1, 1), 1800, None)
    book.rated(date(2010, 3, 1), 1, 1800, k=15, last=LONG_AGO)
    book.rated(date(2010, 3, 1), 2, 1700, k=25, played=9, last=LONG_AGO)
    book.event(1, date(2010, 2, 20), date(2010, 3, 9), [(1, 2, 50)])

    assert last_days(book, date(2010, 5, 1)) == {1: LONG_AGO, 2: date(2010, 3, 9)}

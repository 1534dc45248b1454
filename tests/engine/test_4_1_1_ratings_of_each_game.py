"""Ratings of the day of each game in a book: in 2003 for leagues of more than 90 days only, whatever is asked."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from second_reading_period import Period as SecondReading
from small_books import SmallBook

from arpad.book.view import Period
from arpad.engine.period.close_kind import close_kind
from arpad.engine.reference.lines import Reference
from arpad.regulations.workings.explanation import explain
from arpad.regulations.workings.warnings import notices

if TYPE_CHECKING:
    from arpad.engine.period.close_kind import ClosedKind

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
    closed_kind = close_kind(Period(book.view(), "standard", day))
    lines = {
        row[0]: row[1:] for row in closed_kind.ratings.select("fide_id", "rating", "games", "k", "played").iter_rows()
    }
    reference = Reference(Period(book.view(), "standard", day))
    tables = {name: frame.rows(named=True) for name, frame in book.frames().items()}
    lists = {list_date: book.rating_list(list_date).rows(named=True) for list_date in book.lists if list_date < day}
    second = SecondReading(tables, lists, "standard", day).new_list
    assert {line: tuple(reference.expected(line))[:4] for line in lines} == lines
    assert {player: tuple(line)[:4] for player, line in second.items()} == lines
    return closed_kind


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

    closed_kind = closed(book, LISTS[2] if days < 60 else date(2004, 10, 1)).ratings

    # 300 is moved to nothing less: PD of -300 is 0.15; 15 x 0.35 = 5.25.
    assert closed_kind["rating"].to_list() == ([2005, 2295] if by_day else [2000, 2300])


@pytest.mark.article("4.1.1", edition="fide-2003-07")
def test_each_part_names_the_list_of_its_games() -> None:
    """The game of March is rated with the list of January, that of April with the list of April; nothing is asked."""
    book = book_of("team", 91, "game")
    reference = Reference(Period(book.view(), "standard", date(2004, 10, 1)))

    result, lines = explain(reference.period(1))

    named = [(line.event, line.name, line.value, line.citations[0].article) for line in lines if "list" in line.name]
    assert named[:2] == [(0, "list_of_event", "2004-01-01", "4.1.1"), (1, "list_of_event", "2004-04-01", "4.1.1")]
    assert [notice.code for notice in notices(result) if notice.code.startswith("ratings")] == []


@pytest.mark.article("4.13", edition="fide-2009-07")
def test_each_part_of_a_declared_event_names_its_list() -> None:
    """2009: the same from February to March 2010, with the lists of January and March."""
    lists = [date(2010, 1, 1), date(2010, 3, 1)]
    book = SmallBook()
    for number in (1, 2):
        book.player(number)
        for day in lists:
            book.rated(day, number, 2000, k=15)
    book.event(1, date(2010, 2, 20), date(2010, 3, 20), [(1, 2, 50), (2, 1, 50)], ratings="game")
    for game, day in zip(book.tables["games"], (date(2010, 2, 20), date(2010, 3, 20)), strict=True):
        game["day"] = day
    reference = Reference(Period(book.view(), "standard", date(2010, 5, 1)))

    _, lines = explain(reference.period(1))

    assert [line.value for line in lines if line.name == "list_of_event"] == ["2010-01-01", "2010-03-01"]


@pytest.mark.article("9.1.1", edition="fide-2003-07")
def test_a_list_that_the_book_does_not_have_is_not_named() -> None:
    """The last list stands for that of January, and so it is named."""
    book = book_of("swiss", 20, "start")
    del book.lists[LISTS[0]]
    reference = Reference(Period(book.view(), "standard", LISTS[2]))

    _, lines = explain(reference.period(1))

    assert [line.value for line in lines if line.name == "list_of_event"] == ["2004-04-01"]


@pytest.mark.article("4.13", edition="fide-2009-07")
@pytest.mark.parametrize("kind", ["rapid", "blitz"])
def test_before_the_first_list_of_rapid_and_blitz_it_is_the_standard_list_of_each_day(kind: str) -> None:
    """Lists of rapid and blitz began in July 2012; before, standard ratings stand in, of the list of each game's day.

    On the list of March both have 2000, on that of May the opponent has 2300. PD of 300 is 0.85: 20 x 0.35 = 7.
    """
    book, lists, listed = SmallBook(), [date(2012, 3, 1), date(2012, 5, 1)], date(2012, 7, 1)
    for number, then, now in ((1, 2000, 2000), (2, 2000, 2300)):
        book.player(number)
        for day, rating in zip(lists, (then, now), strict=True):
            book.rated(day, number, rating, k=15, highest=2300)
    games = [(1, 2, 50), (2, 1, 50), (1, 2, 50)]
    book.event(1, date(2012, 4, 15), date(2012, 5, 10), games, kind=kind, ratings="game")
    for game, day in zip(book.tables["games"], (date(2012, 4, 15), date(2012, 4, 21), date(2012, 5, 9)), strict=True):
        game["day"] = day

    closed_kind = close_kind(Period(book.view(), kind, listed))
    reference = Reference(Period(book.view(), kind, listed))
    tables = {name: frame.rows(named=True) for name, frame in book.frames().items()}
    second = SecondReading(
        tables, {day: book.rating_list(day).rows(named=True) for day in lists}, kind, listed
    ).new_list

    assert closed_kind.ratings["rating"].to_list() == [2007, 2293]
    assert [reference.expected(number).rating for number in (1, 2)] == [2007, 2293]
    assert [second[number].rating for number in (1, 2)] == [2007, 2293]
    assert closed_kind.notes == ()
    assert sorted(set(closed_kind.changes.events["list_day"])) == lists

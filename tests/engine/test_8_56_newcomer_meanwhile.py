"""K of an event that began while the player was unrated: by the games completed before its first day (2009 to 2021)."""

from __future__ import annotations

from datetime import date

import pytest
from second_reading_period import Period as SecondReading
from small_books import SmallBook

from arpad.book.view import Period
from arpad.engine.period.close_kind import close_kind
from arpad.engine.reference.lines import Reference

NEWCOMER = 9


def rating_of_newcomer(book: SmallBook, day: date) -> int | None:
    """Close a list, see that the reference and the second reading agree, and give the newcomer's rating."""
    ratings = close_kind(Period(book.view(), "standard", day)).ratings
    lines = {row[0]: row[1:] for row in ratings.select("fide_id", "rating", "games", "k", "played").iter_rows()}
    reference = Reference(Period(book.view(), "standard", day))
    tables = {name: frame.rows(named=True) for name, frame in book.frames().items()}
    lists = {list_date: book.rating_list(list_date).rows(named=True) for list_date in book.lists}
    second = SecondReading(tables, lists, "standard", day).new_list
    assert {player: tuple(line)[:4] for player, line in second.items()} == lines
    assert {line: tuple(reference.expected(line))[:4] for line in lines} == lines
    rating: int | None = lines[NEWCOMER][0]
    return rating


def book_of(lists: list[date], played: tuple[int, ...], k: int, usual: int) -> SmallBook:
    """Somebody unrated on the first list and 1700 on the others, with so many games; players 1 to 3 have 1700."""
    book = SmallBook()
    for number in (1, 2, 3, NEWCOMER):
        book.player(number)
        for day, games in zip(lists, played, strict=True):
            is_new = number == NEWCOMER
            rating = None if is_new and day == lists[0] else 1700
            shown = k if is_new and games < 30 else usual
            book.rated(day, number, rating, k=shown, played=games if is_new else 100, highest=rating)
    return book


IN_2010 = [date(2010, 1, 1), date(2010, 3, 1), date(2010, 5, 1)]
IN_2015 = [date(2015, 1, 1), date(2015, 2, 1), date(2015, 3, 1)]


@pytest.mark.parametrize(
    ("lists", "listed", "first_games", "k", "usual"),
    [
        pytest.param(
            IN_2010, date(2010, 7, 1), 9, 25, 15, marks=pytest.mark.article("8.56 [1]", edition="fide-2009-07")
        ),
        pytest.param(
            IN_2015, date(2015, 4, 1), 5, 40, 20, marks=pytest.mark.article("8.56 [1]", edition="fide-2014-07")
        ),
    ],
)
def test_games_after_the_first_day_do_not_count(
    lists: list[date], listed: date, first_games: int, k: int, usual: int
) -> None:
    """The event began before the first rating was published; the 30 games since then came later.

    Two wins against 1700 are worth 2 x 0.50 = 1.00 times K.
    """
    first, second, third = lists
    book = book_of(lists, (0, first_games, first_games + 30), k, usual)
    book.event(1, first.replace(day=3), first.replace(day=9), [(NEWCOMER, 1, 50)] * first_games, rated_for=second)
    book.event(2, second.replace(day=3), second.replace(day=20), [(NEWCOMER, 2, 50)] * 30, rated_for=third)
    late = {"received": third.replace(day=15)}
    book.event(3, first.replace(day=15), first.replace(day=20), [(NEWCOMER, 3, 100)] * 2, **late)

    assert rating_of_newcomer(book, listed) == 1700 + k


@pytest.mark.article("8.56 [1]", edition="fide-2009-07")
@pytest.mark.parametrize(("end", "k"), [(date(2010, 2, 19), 15), (date(2010, 2, 20), 25)])
def test_games_of_the_first_rating_count_from_their_last_day_on(end: date, k: int) -> None:
    """20 games of January and 15 of February made the first rating; the event of 20 February began with 35 or 20."""
    book = book_of(IN_2010, (0, 35, 35), 25, 15)
    games = [(NEWCOMER, 1, 50), (NEWCOMER, 2, 50), (NEWCOMER, 3, 50)]
    book.event(1, date(2010, 1, 3), date(2010, 1, 28), [(NEWCOMER, 1, 50)] * 17 + games, rated_for=IN_2010[1])
    book.event(2, date(2010, 2, 6), end, games * 5, rated_for=IN_2010[1])
    book.event(3, date(2010, 2, 20), date(2010, 2, 27), [(NEWCOMER, 3, 100)] * 2, received=date(2010, 5, 15))

    assert rating_of_newcomer(book, date(2010, 7, 1)) == 1700 + k


@pytest.mark.article("8.56 [1]", edition="fide-2009-07")
@pytest.mark.article("6.41", edition="fide-2009-07")
@pytest.mark.parametrize(("games", "k"), [(2, 15), (3, 25)])
def test_a_result_that_was_left_out_is_no_game_of_the_first_rating(games: int, k: int) -> None:
    """Two games against rated opponents are too few for a Swiss event, so they are not among the 32 of the list."""
    book = book_of(IN_2010, (0, 32, 32), 25, 15)
    met = [(NEWCOMER, 1, 50), (NEWCOMER, 2, 50), (NEWCOMER, 3, 50)]
    book.event(1, date(2010, 1, 3), date(2010, 1, 28), met * 10, rated_for=IN_2010[1])
    book.event(2, date(2010, 2, 6), date(2010, 2, 20), met[:games], rated_for=IN_2010[1])
    book.event(3, date(2010, 2, 20), date(2010, 2, 27), [(NEWCOMER, 3, 100)] * 2, received=date(2010, 5, 15))

    assert rating_of_newcomer(book, date(2010, 7, 1)) == 1700 + k


@pytest.mark.article("8.56 [1]", edition="fide-2009-07")
def test_games_of_a_second_first_rating_count() -> None:
    """Rated, below the floor, and rated again: the nine games of the new first rating ended before the late event."""
    lists = [date(2010, 1, 1), date(2010, 3, 1), date(2010, 5, 1)]
    book = book_of(lists, (22, 22, 31), 25, 15)
    rows = {day: next(row for row in book.lists[day] if row["fide_id"] == NEWCOMER) for day in lists}
    for day, rating in zip(lists, (1210, None, 1700), strict=True):
        rows[day] |= {"standard_rating": rating, "standard_highest": 1700}
        rows[day]["standard_k"] = None if rating is None else rows[day]["standard_k"]
    met = [(NEWCOMER, 1, 50), (NEWCOMER, 2, 50), (NEWCOMER, 3, 50)]
    book.event(1, date(2010, 3, 2), date(2010, 3, 9), met * 3, rated_for=lists[2])
    book.event(2, date(2010, 2, 20), date(2010, 2, 27), [(NEWCOMER, 3, 100)] * 2, received=date(2010, 5, 15))
    book.event(3, date(2010, 3, 10), date(2010, 3, 12), [(NEWCOMER, 3, 100)] * 2, received=date(2010, 5, 15))

    # 22 games before 20 February, 31 before 10 March. Of the first event D is capped at 400: 0.92 of a point a win.
    assert rating_of_newcomer(book, date(2010, 7, 1)) == 1700 + 46 + 15


@pytest.mark.article("8.56 [1]", edition="fide-2014-07")
@pytest.mark.article("0.1 [2]", edition="fide-2014-07")
@pytest.mark.parametrize(("start", "k"), [(date(2014, 7, 1), 40), (date(2014, 7, 2), 20)])
def test_a_result_of_the_first_day_is_judged_by_the_edition_of_its_event(start: date, k: int) -> None:
    """As printed an event of 1 July is under the text before, by which two games count; the list has 31 with them.

    The late event began before these two ended, so 29 were completed. From 2 July on the print asks for three games,
    and all 31 of the list are those of the other event.
    """
    lists, name = [date(2014, 7, 1), date(2014, 8, 1)], "fide-2014-07-print"
    book = book_of(lists, (0, 31), 40, 20)
    book.event(1, date(2014, 7, 2), date(2014, 7, 9), [(NEWCOMER, 1, 50)] * 29, rated_for=lists[1])
    book.event(2, start, date(2014, 7, 12), [(NEWCOMER, 2, 50)] * 2, rated_for=lists[1])
    book.event(3, date(2014, 7, 10), date(2014, 7, 15), [(NEWCOMER, 3, 100)] * 2, received=date(2014, 8, 10))
    listed = date(2014, 9, 1)
    ratings = close_kind(Period(book.view(name), "standard", listed)).ratings
    reference = Reference(Period(book.view(name), "standard", listed)).expected(NEWCOMER)

    assert ratings.filter(fide_id=NEWCOMER)["rating"].item() == 1700 + k
    assert reference.rating == 1700 + k

"""A replay of withdrawn and re-rated events: the lists of closing month by month, also from a book not closed yet."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from small_books import SmallBook

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.engine.period.close_list import close
from arpad.engine.replay.replay import replay
from arpad.publication.issue import issue
from arpad.regulations.rulebook import Rulebook

if TYPE_CHECKING:
    from pathlib import Path

BEFORE, FIRST, LAST = date(2026, 8, 1), date(2026, 9, 1), date(2026, 10, 1)
DAYS = (date(2026, 8, 3), date(2026, 8, 15))


def put_down(small: SmallBook, folder: Path) -> Book:
    """Write a small book into a folder."""
    book = Book.create(folder, About())
    book.apply(changed(book, small.frames(), {day: small.rating_list(day) for day in small.lists}))  # type: ignore[misc]
    return book


def rerated(**more: Any) -> SmallBook:  # noqa: ANN401 - cells of any kind
    """Two players of 2000: nine wins of the one, taken back for October; in their place stand three."""
    small_book = SmallBook()
    for number in (1, 2):
        small_book.player(number)
        small_book.rated(BEFORE, number, 2000)
    small_book.event(1, *DAYS, [(1, 2, 100)] * 9, withdrawn=True, withdrawn_for=LAST)
    small_book.event(2, *DAYS, [(1, 2, 100)] * 3, replaces=1, **more)
    return small_book


def replayed(book: Book, folder: Path, name: str | None = None, first: date = FIRST) -> list[list[int | None]]:
    """Give the standard ratings of each list of a replay."""
    asked = None if name is None else Rulebook(edition=name)
    return [
        pl.read_parquet(list_.place)["standard_rating"].to_list() for list_ in replay(book, first, LAST, asked, folder)
    ]


def closed(book: Book, *days: date) -> list[list[int | None]]:
    """Close a book month by month, and give the ratings of each list."""
    for day in days:
        issue(book, close(book, day))
    return [book.rating_list(day)["standard_rating"].to_list() for day in days]


@pytest.mark.parametrize("received", [None, date(2026, 9, 20), date(2026, 9, 30), date(2026, 12, 5)])
def test_a_rerated_event_belongs_to_the_list_of_the_one_it_replaces(tmp_path: Path, received: date | None) -> None:
    """Whenever its own report came: the book as it was and as it was closed, and under other editions."""
    wanted = [[2090, 1910], [2030, 1970]]
    book = put_down(rerated(received=received), tmp_path / "book")

    assert replayed(book, tmp_path / "raw") == wanted
    for name in ("fide-2014-07", "fide-2024-03"):
        assert replayed(book, tmp_path / f"raw-{name}", name) == wanted
    assert closed(book, FIRST, LAST) == wanted
    for name in (None, "fide-2014-07", "fide-2024-03"):
        assert replayed(Book.open(book.folder), tmp_path / f"closed-{name}", name) == wanted
        assert replayed(Book.open(book.folder), tmp_path / f"late-{name}", name, LAST) == wanted[1:]


def test_what_a_rerated_form_of_a_rerated_form_is_rated_for(tmp_path: Path) -> None:
    """Re-rated twice, each time for a later list: all three forms belong to the list of the first one."""
    small = rerated(received=date(2026, 9, 20), withdrawn=True, withdrawn_for=date(2026, 11, 1))
    small.event(3, *DAYS, [(1, 2, 100)] * 5, replaces=2, received=date(2026, 10, 20))
    book = put_down(small, tmp_path / "book")
    last = date(2026, 11, 1)
    ratings = [pl.read_parquet(list_.place)["standard_rating"].to_list() for list_ in replay(book, FIRST, last)]

    assert ratings == closed(book, FIRST, LAST, last) == [[2090, 1910], [2030, 1970], [2050, 1950]]


def test_taken_back_before_the_edition_rates_it(tmp_path: Path) -> None:
    """Lists in January, April, July and October: what was withdrawn for October never counted, its re-rated form does.

    The points are those of the edition: K 15 for six wins.
    """
    small = rerated(received=date(2026, 9, 20))
    small.lists[date(2026, 7, 1)] = small.lists.pop(BEFORE)
    for number in (1, 2):
        small.lists[date(2026, 7, 1)][number - 1] |= {"standard_k": 15, "standard_highest": 2000}
    book = put_down(small, tmp_path / "book")

    assert replayed(book, tmp_path / "out", "fide-2003-07") == [[2023, 1978]]


def test_what_was_withdrawn_before_its_list_takes_nothing_back(tmp_path: Path) -> None:
    """An event that is withdrawn for the very list that would have rated it never counted."""
    small = rerated()
    small.tables["events"] = [small.tables["events"][0] | {"withdrawn_for": FIRST}]
    small.tables["games"] = [table for table in small.tables["games"] if table["event_id"] == 1]
    book = put_down(small, tmp_path / "book")

    assert replayed(book, tmp_path / "out") == closed(book, FIRST, LAST) == [[2000, 2000], [2000, 2000]]


def test_games_are_those_of_the_rated_events(tmp_path: Path) -> None:
    """A list that takes an event back looks at its games once more, and rates none of them."""
    book = put_down(rerated(), tmp_path / "book")
    lists = list(replay(book, FIRST, LAST))

    assert [(list_.facts["events"], list_.facts["games"]) for list_ in lists] == [(1, 9), (0, 0)]


def test_k_at_the_start_of_an_event_counts_games_of_lists_between(tmp_path: Path) -> None:
    """From 2009 to 2021 K goes by the games before an event, also those that a list in between has rated.

    The long event began under the list of January; 28 games before it were rated for March, so that with the 2 of the
    list its player has 30 and no longer K 25. Closing the book says so, and so does the replay.
    """
    small_book = SmallBook()
    for number in range(1, 5):
        small_book.player(number)
        small_book.rated(date(2010, 1, 1), number, 2000, k=25 if number == 1 else 15, played=2 if number == 1 else 100)
    small_book.event(1, date(2010, 1, 2), date(2010, 1, 9), [(1, 2 + place % 3, 50) for place in range(28)])
    small_book.event(2, date(2010, 1, 20), date(2010, 3, 20), [(1, 2, 100)] * 9)
    book = put_down(small_book, tmp_path / "book")
    days = (date(2010, 3, 1), date(2010, 5, 1))
    ratings = [pl.read_parquet(list_.place)["standard_rating"].to_list() for list_ in replay(book, days[0], days[-1])]

    assert ratings == closed(book, *days)
    assert ratings[-1][0] == 2068

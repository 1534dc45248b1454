"""Three rated opponents (2003, 2006) in a book: the list, its part results, and the reference that explains it."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import polars as pl
import pytest
from small_books import SmallBook

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.book.view import Period
from arpad.engine.reference.lines import Reference

if TYPE_CHECKING:
    from pathlib import Path

BEFORE, LIST, NEXT = date(2004, 10, 1), date(2005, 1, 1), date(2005, 4, 1)
START, END = date(2004, 11, 5), date(2004, 11, 20)
NEWCOMER, A, B, C = 1, 2, 3, 4


def book(*opponents: int, system: str = "swiss", day: date = START) -> SmallBook:
    """A newcomer with draws against some of three players rated 2000; the last two games of A and B are theirs."""
    small_book = SmallBook()
    for number in (NEWCOMER, A, B, C):
        small_book.player(number, 1980)
    for listed in (BEFORE, LIST):
        for number in (A, B, C):
            small_book.rated(listed, number, 2000, k=15)
    small_book.event(
        1, day, END if day == START else day, [(NEWCOMER, opponent, 50) for opponent in opponents], system=system
    )
    return small_book


def line(small_book: SmallBook, day: date = LIST) -> tuple[int | None, int | None]:
    """The newcomer's rating by the columns and by the reference."""
    frame = small_book.closed(day).frame.filter(fide_id=NEWCOMER)
    reference = Reference(Period(small_book.view(), "standard", day))
    return (frame["standard_rating"].item() if frame.height else None), reference.expected(NEWCOMER).rating


@pytest.mark.article("6.4.2", edition="fide-2003-07")
@pytest.mark.parametrize(
    ("opponents", "system", "rating"),
    [
        pytest.param((A,) * 10, "match", None, id="a match of ten games"),
        pytest.param((A, B) * 5, "team", None, id="two opponents, ten games"),
        pytest.param((A, B, C) * 3, "team", 2000, id="three opponents, nine games"),
    ],
)
def test_the_list(opponents: tuple[int, ...], system: str, rating: int | None) -> None:
    """Ten games against one or two players make no first rating; nine against three do."""
    assert line(book(*opponents, system=system)) == (rating, rating)


@pytest.mark.article("6.4.2", edition="fide-2003-07")
def test_part_results_keep_the_number_of_opponents() -> None:
    """Five games against two players, kept for the next list, still do not count when four more are played."""
    for opponents, rating in (((A, B, A, B, A), None), ((A, B, C, B, A), 2000)):
        small = book(*opponents)
        pool = small.closed(LIST).pool

        assert pool["met"].to_list() == [len(set(opponents))]
        small.tables["pool"] = pool.to_dicts()
        small.tables["events"][0]["rated_for"] = LIST
        more = [(NEWCOMER, opponent, 50) for opponent in (A, B, C, A)]
        small.event(2, date(2005, 2, 5), date(2005, 2, 9), more)
        assert line(small, NEXT) == (rating, rating)


@pytest.mark.article("6.4.2", edition="fide-2003-07")
def test_part_results_of_which_it_is_not_known() -> None:
    """A row that does not say it has an opponent for each game, and one in a match."""
    for system, rating in (("swiss", 2000), ("match", None)):
        small = book(A, B, C, A, day=date(2004, 11, 29))
        old = {"kind": "standard", "fide_id": NEWCOMER, "event_id": 99, "start": date(2004, 3, 1), "cycles": 1}
        old |= {"end": date(2004, 3, 9), "due": date(2004, 7, 1), "system": system, "games": 5, "score": 250}
        small.tables["pool"].append(old | {"opponents": 10000})

        assert line(small) == (rating, rating)


@pytest.mark.article("6.41", edition="fide-2009-07")
def test_2009_counts_games() -> None:
    """Nine games against the same two players: 2009 counts games."""
    small_book = SmallBook()
    for number in (NEWCOMER, A, B):
        small_book.player(number, 1980)
        if number != NEWCOMER:
            small_book.rated(date(2010, 3, 1), number, 2000, k=15)
    games = [(NEWCOMER, opponent, 50) for opponent in (A, B, A, B, A, B, A, B, A)]
    small_book.event(1, date(2010, 3, 5), date(2010, 3, 20), games, system="team")

    assert line(small_book, date(2010, 5, 1)) == (2000, 2000)


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_books_from_before_lack_the_column(tmp_path: Path, form: str) -> None:
    """A pool without the column is read as one in which nothing stands there."""
    small = book(A, B, C, A)
    there = Book.create(tmp_path / "book", About(), form)
    lists = {BEFORE: small.rating_list(BEFORE)}
    there.apply(changed(there, {**small.frames(), "pool": small.closed(LIST).pool}, lists))  # type: ignore[arg-type]
    place = tmp_path / "book" / f"pool.{form}"
    old = (pl.read_csv(place) if form == "csv" else pl.read_parquet(place)).drop("met")
    (old.write_csv if form == "csv" else old.write_parquet)(place)
    pool = Book.open(tmp_path / "book").table("pool")

    assert (pool["met"].to_list(), pool.schema["met"]) == ([None], pl.Int32)

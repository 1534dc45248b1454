"""Every line of a list is that of the second reading, which knows the law and nothing of arpad."""

from __future__ import annotations

from collections import Counter
from datetime import date
from random import Random

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_books import BookMaker, MadeBook, RobinMaker
from second_reading_period import Period as SecondReading

from arpad.engine.book_memory import MemoryBook
from arpad.engine.book_view import Period
from arpad.engine.close import close_kind

MONTHS = {
    "standard": (
        "2003-10 2004-04 2006-04 2006-07 2009-07 2009-09 2011-07 2011-11 2012-07 2013-08 2014-08 2017-07 2018-02 "
        "2021-03 2022-01 2022-02 2023-06 2024-03 2024-04 2025-10 2025-11 2026-02"
    ),
    "rapid": "2004-01 2013-03 2022-02 2022-10 2024-03 2025-01",
    "blitz": "2014-05 2022-11 2025-06",
}
"""A list in the middle of each edition's time, and those at the seams, where two editions meet in one list."""

LISTS = [(kind, date.fromisoformat(f"{month}-01")) for kind, months in MONTHS.items() for month in months.split()]
BOOKS = max(5, settings.default.max_examples // 5)
"""For each list; a fifth of the profile, for there are many lists and the second reading is slow on purpose."""


def read(book: MadeBook) -> dict[int, tuple[int | date | None, ...]]:
    """Give everybody's line by the second reading, from plain rows."""
    tables = {name: frame.rows(named=True) for name, frame in book.tables.items()}
    lists = {day: frame.rows(named=True) for day, frame in book.lists.items()}
    return {one: tuple(line) for one, line in SecondReading(tables, lists, book.kind, book.list_date).new_list.items()}


@pytest.mark.parametrize(("kind", "list_date"), LISTS)
@settings(max_examples=BOOKS)
@given(seed=st.integers(0, 10**9))
def test_every_line_is_that_of_the_second_reading(kind: str, list_date: date, seed: int) -> None:
    """Rating, games, K, games so far and last rated game of everybody who is in the book."""
    book = BookMaker(Random(seed), kind, list_date).made()  # noqa: S311 - made-up books, no secrets
    closed = close_kind(Period(MemoryBook(book.tables, book.lists), kind, list_date))
    found = closed.ratings.select("fide_id", "rating", "games", "k", "played", "last")

    assert {row[0]: row[1:] for row in found.iter_rows()} == read(book)


@pytest.mark.article("10.5.1 [3]", edition="fide-2003-07")
@pytest.mark.parametrize("list_date", [date(2004, 4, 1), date(2006, 4, 1), date(2006, 7, 1)])
@settings(max_examples=BOOKS)
@given(seed=st.integers(0, 10**9))
def test_round_robins_with_play_offs(list_date: date, seed: int) -> None:
    """Where the average of the event decides, everybody is in it once, with and without unrated players (R-039)."""
    book = RobinMaker(Random(seed), "standard", list_date).made()  # noqa: S311 - made-up books, no secrets
    closed = close_kind(Period(MemoryBook(book.tables, book.lists), "standard", list_date))
    found = closed.ratings.select("fide_id", "rating", "games", "k", "played", "last")

    assert {row[0]: row[1:] for row in found.iter_rows()} == read(book)


def test_the_books_have_what_they_are_for() -> None:
    """Withdrawn and re-rated events, other kinds of chess, exclusions and corrections really occur, and matter."""
    seen: Counter[str] = Counter()
    kind, list_date = "rapid", date(2025, 1, 1)
    for seed in range(60):
        book = BookMaker(Random(seed), kind, list_date).made()  # noqa: S311 - made-up books, no secrets
        events = book.tables["events"]
        own = events.filter(pl.col("kind") == kind)
        gone = own.filter(pl.col("rated_for").is_not_null() & (pl.col("withdrawn_for") == list_date))
        last = book.lists[max(book.lists)]
        corrected = book.tables["corrections"].filter(kind=kind, list=list_date)
        seen["withdrawn"] += gone.height
        seen["re-rated"] += own.filter(pl.col("replaces").is_in(gone["event_id"].implode())).height
        seen["withdrawn later"] += own.filter(pl.col("withdrawn_for") > list_date).height
        seen["withdrawn before"] += own.filter(pl.col("withdrawn_for") < list_date).height
        seen["rated by decision"] += own.filter(rated_for=list_date).height
        seen["of another kind"] += events.height - own.height
        seen["excluded"] += book.tables["exclusions"].filter(scope="games").height
        seen["corrected"] += corrected.height
        seen["standing in"] += last.filter(pl.col("rapid_rating").is_null(), pl.col("standard_rating") > 0).height
        plain = book.tables | {"exclusions": book.tables["exclusions"].head(0)}
        closed = [
            close_kind(Period(MemoryBook(tables, book.lists), kind, list_date)) for tables in (book.tables, plain)
        ]
        seen["exclusion that matters"] += not closed[0].ratings.equals(closed[1].ratings)

    assert len(seen) == 10
    assert min(seen.values()) > 5, seen

"""Every line of a list is that of the second reading, which knows the law and nothing of arpad."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_books import BookMaker, MadeBook
from second_reading_period import Period

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


def read(book: MadeBook) -> dict[int, tuple[int | None, int, int | None]]:
    """Give everybody's line by the second reading, from plain rows."""
    tables = {name: frame.rows(named=True) for name, frame in book.tables.items()}
    lists = {day: frame.rows(named=True) for day, frame in book.lists.items()}
    return {one: tuple(line) for one, line in Period(tables, lists, book.kind, book.list_date).new_list.items()}


@pytest.mark.parametrize(("kind", "list_date"), LISTS)
@settings(max_examples=BOOKS)
@given(seed=st.integers(0, 10**9))
def test_every_line_is_that_of_the_second_reading(kind: str, list_date: date, seed: int) -> None:
    """Rating, games and K of everybody who is in the book."""
    book = BookMaker(Random(seed), kind, list_date).made()  # noqa: S311 - made-up books, no secrets
    closed = close_kind(book.tables, book.lists.get, kind, list_date, None)
    found = closed.ratings.select("fide_id", "rating", "games", "k")

    assert {row[0]: row[1:] for row in found.iter_rows()} == read(book)

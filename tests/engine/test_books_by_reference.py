"""Every line of a list made over columns is that of the reference: all editions, kinds and systems, with every trap."""

from __future__ import annotations

from datetime import date
from random import Random

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_books import BookMaker, MadeBook

from arpad.engine.close import ClosedKind, close_kind
from arpad.engine.reference import Reference
from arpad.model.problems import RefusedError

LISTS = [
    ("standard", date(2003, 10, 1), None),
    ("standard", date(2004, 4, 1), None),
    ("standard", date(2006, 4, 1), None),
    ("standard", date(2006, 7, 1), None),
    ("standard", date(2009, 7, 1), None),
    ("standard", date(2009, 9, 1), None),
    ("standard", date(2011, 7, 1), None),
    ("standard", date(2011, 11, 1), None),
    ("standard", date(2012, 7, 1), None),
    ("standard", date(2013, 8, 1), None),
    ("standard", date(2014, 8, 1), None),
    ("standard", date(2017, 7, 1), None),
    ("standard", date(2018, 2, 1), None),
    ("standard", date(2021, 3, 1), None),
    ("standard", date(2022, 1, 1), None),
    ("standard", date(2022, 2, 1), None),
    ("standard", date(2023, 6, 1), None),
    ("standard", date(2024, 3, 1), None),
    ("standard", date(2024, 4, 1), None),
    ("standard", date(2025, 10, 1), None),
    ("standard", date(2025, 11, 1), None),
    ("standard", date(2026, 2, 1), None),
    ("rapid", date(2004, 1, 1), None),
    ("rapid", date(2013, 3, 1), None),
    ("rapid", date(2022, 2, 1), None),
    ("rapid", date(2022, 10, 1), None),
    ("rapid", date(2024, 3, 1), None),
    ("rapid", date(2025, 1, 1), None),
    ("blitz", date(2014, 5, 1), None),
    ("blitz", date(2022, 11, 1), None),
    ("blitz", date(2025, 6, 1), None),
    ("standard", date(2017, 3, 1), "mssz-2017-01"),
    ("standard", date(2018, 3, 1), "fide-2009-07"),
    ("standard", date(2026, 1, 1), "fide-2014-07"),
]
"""A list in the middle of each edition's time, and those at the seams, where two editions meet in one list."""


BOOKS = max(5, settings.default.max_examples // 5)
"""For each list: there are many lists, and a fifth of the profile for each finds as much together."""


def made(seed: int, kind: str, list_date: date, name: str | None) -> MadeBook:
    """Make up a book from a number."""
    return BookMaker(Random(seed), kind, list_date, name).made()  # noqa: S311 - chance, no secrets


def closed(book: MadeBook) -> ClosedKind:
    """Close it over columns."""
    return close_kind(book.tables, book.lists.get, book.kind, book.list_date, book.name)


@pytest.mark.parametrize(("kind", "list_date", "name"), LISTS)
@settings(max_examples=BOOKS)
@given(seed=st.integers(0, 10**9))
def test_every_line_is_that_of_the_reference(kind: str, list_date: date, name: str | None, seed: int) -> None:
    """Rating, K and games of everybody; where the reference refuses, so do the columns."""
    book = made(seed, kind, list_date, name)
    try:
        found = closed(book)
    except RefusedError:
        with pytest.raises(RefusedError):
            reference_lines(book)
        return
    lines = {row[0]: row[1:] for row in found.ratings.select("fide_id", "rating", "games", "k").iter_rows()}
    expected_lines = reference_lines(book)

    assert {one: lines[one] for one in expected_lines} == expected_lines


def reference_lines(book: MadeBook) -> dict[int, tuple[int | None, int, int | None]]:
    """Give everybody's line by the reference."""
    reference = Reference(book.tables, book.lists.get, book.kind, book.list_date, book.name)
    found = {one: reference.expected(one) for one in reference.players()}
    return {one: (line.rating, line.games, line.k) for one, line in found.items()}


@pytest.mark.parametrize(("kind", "list_date", "name"), LISTS[::3])
@settings(max_examples=BOOKS)
@given(seed=st.integers(0, 10**9))
def test_order_of_rows_never_matters(kind: str, list_date: date, name: str | None, seed: int) -> None:
    """All tables and lists shuffled: the same list, the same pool."""
    book = made(seed, kind, list_date, name)
    mixed = MadeBook(
        {one: frame.sample(fraction=1, shuffle=True, seed=seed % 1000) for one, frame in book.tables.items()},
        {day: frame.sample(fraction=1, shuffle=True, seed=seed % 1000) for day, frame in book.lists.items()},
        book.kind,
        book.list_date,
        book.name,
    )
    try:
        one = closed(book)
    except RefusedError:
        with pytest.raises(RefusedError):
            closed(mixed)
        return
    other = closed(mixed)
    keys = ["fide_id", "event_id"]

    assert one.ratings.equals(other.ratings)
    assert one.pool.sort(keys).equals(other.pool.sort(keys))
    assert one.changes.players.equals(other.changes.players)
    assert one.changes.events.equals(other.changes.events)


@pytest.mark.parametrize(("kind", "list_date", "name"), LISTS[1::3])
@settings(max_examples=BOOKS)
@given(seed=st.integers(0, 10**9))
def test_events_add_up_to_periods(kind: str, list_date: date, name: str | None, seed: int) -> None:
    """The working by event, asked for later, comes to what the list was made from."""
    try:
        found = closed(made(seed, kind, list_date, name))
    except RefusedError:
        return
    events = found.changes.events.filter(pl.col("games") > 0)
    sums = events.group_by("fide_id").agg(
        pl.col("games").sum(), pl.col("sum").sum(), unrounded=(pl.col("k_applied") * pl.col("sum")).sum()
    )

    assert sums.sort("fide_id").equals(found.changes.players.select("fide_id", "games", "sum", "unrounded"))

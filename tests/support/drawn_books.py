"""Books made up from a number for a list in the middle of each edition's time, and for those at the seams."""

from __future__ import annotations

from datetime import date
from random import Random
from typing import TYPE_CHECKING

import polars as pl
from hypothesis import settings
from made_books import BookMaker, MadeBook

from arpad.book.schema import FLAGS
from arpad.regulations.calendar import calendar

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    ("standard", date(2004, 4, 1), "fide-2003-07-print"),
    ("standard", date(2010, 5, 1), "fide-2009-07-print"),
    ("standard", date(2015, 3, 1), "fide-2014-07-print"),
    ("standard", date(2026, 1, 1), "fide-2014-07"),
]
"""A list in the middle of each edition's time, and those at the seams, where two editions meet in one list."""

BOOKS = max(5, settings.default.max_examples // 5)
"""For each list: there are many lists, and a fifth of the profile for each finds as much together."""


def drawn(seed: int, kind: str, list_date: date, name: str | None) -> MadeBook:
    """Make up a book from a number."""
    book = BookMaker(Random(seed), kind, list_date, name).book()  # noqa: S311 - chance, no secrets
    return with_activity(book, Random(seed))  # noqa: S311 - the same


def with_activity(book: MadeBook, chance: Random) -> MadeBook:
    """Add what the flags depend on: women, who was inactive, and games on all lists of the window or on some."""
    window = list(lists_of_window(book))
    reaches_back = window[: chance.randint(0, len(window))] if chance.random() < 0.5 else window
    newest = book.lists[max(book.lists)]
    lists = {**dict.fromkeys(reaches_back, newest), **book.lists}

    def drawn(frame: pl.DataFrame, values: tuple[str, ...] | tuple[int, ...], dtype: pl.DataType) -> pl.Series:
        return pl.Series([chance.choice(values) for _ in range(frame.height)], dtype=dtype)

    for day, frame in lists.items():
        games, shown = drawn(frame, (0, 0, 0, 1, 2, 3, 4), pl.Int32()), drawn(frame, FLAGS, pl.String())
        lists[day] = frame.with_columns(standard_games=games, flag=shown)
    players = book.tables["players"]
    players = players.with_columns(sex=drawn(players, ("", "M", "F"), pl.String()))
    return MadeBook({**book.tables, "players": players}, lists, book.kind, book.list_date, book.name)


def lists_of_window(book: MadeBook) -> Iterator[date]:
    """Give the days of the lists of the last year and a half, the newest first."""
    days = calendar(book.kind, name=book.name)
    before = days.list_before(book.list_date)
    while before is not None and (book.list_date - before).days < 18 * 31:
        yield before
        before = days.list_before(before)

"""A small book on which decisions are tried: in memory and in a folder, before and after its second list."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from small_books import SmallBook

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.engine.period.close_list import close
from arpad.publication.issue import Kept, issued

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.book.change import Store

BEFORE, FIRST, SECOND, THIRD = (date(2026, month, 1) for month in (8, 9, 10, 11))
EARLY, LATE = (date(2026, 8, 3), date(2026, 8, 15)), (date(2026, 9, 3), date(2026, 9, 15))
STORES = ("memory", "folder")


def small() -> SmallBook:
    """Six players of 2000 with K 20, an unrated one and a stand-in; an event of August and two of September.

    In August the first beats the second and draws with the third; in September the third beats the fourth, and the
    unrated player and the stand-in play against rated ones.
    """
    small_book = SmallBook()
    for number in range(1, 7):
        small_book.player(number)
        small_book.rated(BEFORE, number, 2000)
    for number in (7, -1):
        small_book.player(number)
        small_book.rated(BEFORE, number, None, played=0)
    small_book.event(1, *EARLY, [(1, 2, 100), (3, 1, 50)])
    small_book.event(2, *LATE, [(3, 4, 100), (7, 5, 50)])
    small_book.event(3, *LATE, [(-1, 6, 0), (5, -1, 50)])
    return small_book


def stored(form: str, folder: Path, small_book: SmallBook | None = None) -> Store:
    """Give the book in memory or in a folder."""
    small_book = small_book or small()
    if form == "memory":
        return small_book.view()
    book = Book.create(folder / "book", About())
    tables = {name: frame for name, frame in small_book.frames().items() if frame.height}
    book.apply(changed(book, tables, small_book.every_list()))
    return book


def closed(store: Store, *days: date) -> Store:
    """Make lists one after the other, and put them into the book, without what is published with them."""
    for day in days:
        store.apply(replace(issued(store, close(store, day), store, Kept()), published={}))
    return store


def again(store: Store) -> Store:
    """Give a book as another run sees it."""
    return Book.open(store.folder) if isinstance(store, Book) else store


def ratings(store: Store, day: date, part: str = "rating") -> dict[int, int | None]:
    """Give a column of the standard list of a day by player: of a list that is there, or as it would be made."""
    frame = store.rating_list(day)
    frame = close(store, day).frame if frame is None else frame
    return dict(frame.select("fide_id", f"standard_{part}").iter_rows())

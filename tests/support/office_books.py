"""Small books for tests of an office: a made-up world in a folder, made once and copied for each test."""

from __future__ import annotations

import shutil
from datetime import date
from functools import cache
from typing import TYPE_CHECKING

from imported_books import imported
from kept_folders import kept_folder

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.lab.world.world import world
from arpad.library.books import close
from arpad.office.decision import Decision

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.storage.models import RatingSystem

PLAYERS, MONTHS, SEED = 600, 3, 15
LISTS = (date(2026, 10, 1), date(2026, 11, 1), date(2026, 12, 1), date(2027, 1, 1))
"""The lists of the book: the first is its beginning, the next ones can be closed."""
IMPORT = Decision("book.import", {}, 1, "the book of the years before")


@cache
def _kept() -> Path:
    """Give a folder that lives as long as the run of the tests."""
    return kept_folder("books")


@cache
def _world() -> Path:
    """Make the book of a small world, without a list closed in it."""
    small = world(PLAYERS, MONTHS, SEED)
    folder = _kept() / "world"
    book = Book.create(folder, About(title="A small world", seed=SEED))
    book.apply(changed(book, small.tables, small.lists))
    return folder


@cache
def _closed_once() -> Path:
    folder = _kept() / "closed"
    shutil.copytree(_world(), folder)
    close(folder, LISTS[1])
    return folder


def small_book(folder: Path, *, closed: bool = False) -> Book:
    """Give the book of a small world in a folder; with `closed`, the first list after its beginning is closed."""
    shutil.copytree(_closed_once() if closed else _world(), folder)
    return Book.open(folder)


def imported_book(folder: Path, *, closed: bool = False) -> RatingSystem:
    """Bring the book of a small world into the office that is open; where it has to be made, it stands in a folder."""
    kept_as = "closed small world" if closed else "small world"
    return imported(lambda: small_book(folder, closed=closed).folder, IMPORT, kept_as)

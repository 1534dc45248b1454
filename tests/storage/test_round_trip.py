"""A book that is imported into an office and exported again is the same book, and goes on the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from office_books import IMPORT, LISTS, small_book

from arpad.book.list_hash import list_hash
from arpad.book.schema import TABLES
from arpad.book.view import list_name
from arpad.library.books import close
from arpad.storage.exporting import export_book
from arpad.storage.importing import import_book

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl

    from arpad.book.folder import Book


def in_order(book: Book, name: str) -> pl.DataFrame:
    """Give a table with its rows in order."""
    return book.table(name).sort(TABLES[name].key)


@pytest.mark.usefixtures("office")
def test_what_is_imported_and_exported_is_the_same_book(tmp_path: Path) -> None:
    """Tables, lists, kept part results and published files."""
    book = small_book(tmp_path / "book", closed=True)
    again = export_book(import_book(book.folder, IMPORT), tmp_path / "again")
    assert again.about == book.about
    assert again.list_dates == book.list_dates
    assert again.pool_dates == book.pool_dates
    for name in TABLES:
        assert again.has(name) == book.has(name), name
        assert in_order(again, name).equals(in_order(book, name)), name
    for day in book.list_dates:
        hashes = [list_hash(each.table(list_name(day)), each.table("players")) for each in (book, again)]
        assert hashes[0] == hashes[1]
    published = [
        {place.name: place.read_bytes() for place in each.published(LISTS[1]).iterdir()} for each in (book, again)
    ]
    assert published[0] == published[1]
    again.refuse_damaged()
    assert close(again.folder, LISTS[2]).frame.equals(close(book.folder, LISTS[2]).frame)

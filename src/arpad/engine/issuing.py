"""A closed list put into its book: the list, the part results, which events it rated, and everything published with it.

All of it or nothing: see `book_writing`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from arpad.engine.book_view import pool_name
from arpad.engine.integrity import DATA, FORMAT, integrity, write_integrity
from arpad.engine.made_by import write_made_by
from arpad.engine.publication import publication
from arpad.engine.publication_files import write_published

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date
    from pathlib import Path

    from arpad.engine.book import Book
    from arpad.engine.book_view import BookView
    from arpad.engine.closing import Closed

COMPARED = 12
"""So many earlier lists are compared in the watch over the scale."""


def issue(
    book: Book, closed: Closed, view: BookView | None = None, told: Callable[[str], None] = lambda _: None
) -> Path:
    """Write a closed list into its book, and give the folder of what is published with it.

    `view` is the book as the list was made from it, where that was by other rules than its own.
    """
    of = view or book

    def make(folder: Path) -> None:
        told("writing the list")
        write_published(folder, publication(closed, of))
        write_made_by(folder, closed)
        told("watching over the scale")
        write_integrity(folder, integrity(closed, of, earlier_data(book, closed.list_date)))

    written = {"pool": closed.pool, "events": closed.events}
    before = max((day for day in book.list_dates if day < closed.list_date), default=None)
    if before is not None and not book.has(pool_name(before)):
        written[pool_name(before)] = of.pool_before(closed.list_date)
    book.write_all(written, {closed.list_date: closed.frame}, {closed.list_date: make})
    return book.published(closed.list_date)


def earlier_data(book: Book, list_date: date) -> list[dict[str, Any]]:
    """Give what was watched with earlier lists, the oldest first; a list without such data is passed over."""
    found = []
    for day in [one for one in book.list_dates if one < list_date][-COMPARED:]:
        place = book.published(day).joinpath(DATA)
        try:
            data = json.loads(place.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if isinstance(data, dict) and data.get("format") == FORMAT and _is_whole(data):
            found.append(data)
    return found


def _is_whole(data: dict[str, Any]) -> bool:
    """Tell whether data of an earlier list have what is compared."""
    kinds = data.get("kinds")
    return isinstance(kinds, dict) and all(isinstance(one, dict) and "figures" in one for one in kinds.values())

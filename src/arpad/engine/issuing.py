"""A closed list put into its book: the list, the part results, which events it rated, and everything published with it.

All of it or nothing: see `book_writing`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Protocol

from arpad.engine.book import pool_name
from arpad.engine.closing import list_of_book, rules_of, tables_of
from arpad.engine.integrity import DATA, FORMAT, integrity, write_integrity
from arpad.engine.made_by import write_made_by
from arpad.engine.publication import publication
from arpad.engine.publication_files import write_published

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date
    from pathlib import Path

    from arpad.engine.book import Book
    from arpad.engine.closing import Closed

COMPARED = 12
"""So many earlier lists are compared in the watch over the scale."""


class Pages(Protocol):
    """What makes the pages of a list out of its summary and of the watch over the scale: text by file name."""

    def __call__(self, summary: Mapping[str, Any], watch: Mapping[str, Any]) -> Mapping[str, str]:
        """Give the pages."""


def no_pages(summary: Mapping[str, Any], watch: Mapping[str, Any]) -> Mapping[str, str]:  # noqa: ARG001 - as others
    """Give none: for those who want the data alone."""
    return {}


def issue(
    book: Book,
    closed: Closed,
    name: str | None = None,
    told: Callable[[str], None] = lambda _: None,
    pages: Pages = no_pages,
) -> Path:
    """Write a closed list into its book, and give the folder of what is published with it."""
    rules = rules_of(book, closed.list_date, name)
    tables = {**tables_of(book), "pool": book.pool_before(closed.list_date)}

    def lists(day: date) -> Any:  # noqa: ANN401 - a frame or None
        return list_of_book(book, day)

    def make(folder: Path) -> None:
        told("writing the list")
        published = publication(closed, tables, lists, rules)
        write_published(folder, published)
        write_made_by(folder, closed)
        told("watching over the scale")
        watch = integrity(closed, tables, lists, earlier_data(book, closed.list_date), rules)
        write_integrity(folder, watch)
        for page, text in pages(published.summary, watch).items():
            folder.joinpath(page).write_bytes(text.encode())

    written = {"pool": closed.pool, "events": closed.events}
    before = max((day for day in book.list_dates if day < closed.list_date), default=None)
    if before is not None and not book.has(pool_name(before)):
        written[pool_name(before)] = tables["pool"]
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

"""A closed list put into its book: the list, the part results, which events it rated, and everything published with it.

All of it or nothing: see `book_writing`.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from arpad.book.change import changed
from arpad.book.law import is_same_law, kept_law, refuse_other_law
from arpad.book.made_by import write_made_by
from arpad.book.view import pool_name
from arpad.model.problems import NOTE, Problem
from arpad.publication.files import write_published
from arpad.publication.integrity.report import DATA, FORMAT, integrity, write_integrity
from arpad.publication.publication import publication
from arpad.publication.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date
    from pathlib import Path

    from arpad.book.change import Change
    from arpad.book.folder import Book
    from arpad.book.view import BookView
    from arpad.engine.period.close_list import Closed

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
    view: BookView | None = None,
    progress: Callable[[str], None] = lambda _: None,
    pages: Pages = no_pages,
) -> Path:
    """Write a closed list into its book, and give the folder of what is published with it.

    `view` is the book as the list was made from it, where that was by other rules than its own.
    """
    book.apply(issued(book, closed, view or book, progress, pages))
    return book.published(closed.list_date)


def issued(
    book: Book,
    closed: Closed,
    view: BookView,
    progress: Callable[[str], None] = lambda _: None,
    pages: Pages = no_pages,
) -> Change:
    """Give the change by which a closed list comes into its book; refused where it was made by another law.

    An edition that was named for the first list of a book becomes its law, unless it is the one that holds anyway.
    """
    day = closed.list_date
    refuse_other_law(book, view.rulebook, day)
    is_its_own = is_same_law(book.rulebook, view.rulebook, day)
    law = None if is_its_own else kept_law(book.about, view.rulebook)

    def make(folder: Path) -> None:
        progress("writing the list")
        published = publication(closed, view)
        write_published(folder, published)
        write_made_by(folder, closed, (book.about if law is None else law.about).edition)
        progress("watching over the scale")
        watch = integrity(closed, view, earlier_data(book, day))
        write_integrity(folder, watch)
        for page, text in pages(published.summary, watch).items():
            folder.joinpath(page).write_bytes(text.encode())

    written = {"pool": closed.pool, "events": closed.events}
    before = max((list_date for list_date in book.list_dates if list_date < day), default=None)
    if before is not None and not book.has(pool_name(before)):
        written[pool_name(before)] = view.pool_before(day)
    reason = Problem.of(WORDS, "list_closed", severity=NOTE, month=f"{day:%Y-%m}")
    change = changed(book, written, {day: closed.frame}, (reason,))
    return replace(change, published={day: make}, law=law)


def earlier_data(book: Book, list_date: date) -> list[dict[str, Any]]:
    """Give what was watched with earlier lists, the oldest first; a list without such data is passed over."""
    watched = []
    for day in [list_day for list_day in book.list_dates if list_day < list_date][-COMPARED:]:
        place = book.published(day).joinpath(DATA)
        try:
            data = json.loads(place.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if isinstance(data, dict) and data.get("format") == FORMAT and _is_whole(data):
            watched.append(data)
    return watched


def _is_whole(data: dict[str, Any]) -> bool:
    """Tell whether data of an earlier list have what is compared."""
    kinds = data.get("kinds")
    return isinstance(kinds, dict) and all(isinstance(kind, dict) and "figures" in kind for kind in kinds.values())

"""A closed list put into its book: the list, the part results, which events it rated, and everything published with it.

All of it or nothing: see `book_writing`.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from arpad.book.change import changed
from arpad.book.closings import CLOSE, facts_to_undo
from arpad.book.law import is_same_law, kept_law, refuse_other_law
from arpad.book.log import BookLogEntry
from arpad.book.made_by import write_made_by
from arpad.book.view import pool_name
from arpad.model.problems import NOTE, Problem
from arpad.publication.files import bring_to_disk, lists_written, write_list, write_tables
from arpad.publication.integrity.report import DATA, FORMAT, integrity, write_integrity
from arpad.publication.name_order import names_in_order
from arpad.publication.publication import deciding_for, publication, shown_of
from arpad.publication.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from concurrent.futures import Executor
    from datetime import date
    from pathlib import Path

    import polars as pl

    from arpad.book.change import AdoptedLaw, Change, Opened, Publish
    from arpad.book.folder import Book
    from arpad.book.kept import KeptBook
    from arpad.book.remembered import KeptOrder
    from arpad.book.view import BookView
    from arpad.engine.period.close_list import Closed
    from arpad.publication.name_order import NamesInOrder

COMPARED = 12
"""So many earlier lists are compared in the watch over the scale."""


class Pages(Protocol):
    """What makes the pages of a list out of its summary and of the watch over the scale: text by file name."""

    def __call__(self, summary: Mapping[str, Any], watch: Mapping[str, Any]) -> Mapping[str, str]:
        """Give the pages."""


def no_pages(summary: Mapping[str, Any], watch: Mapping[str, Any]) -> Mapping[str, str]:  # noqa: ARG001 - as others
    """Give none: for those who want the data alone."""
    return {}


def issue(  # noqa: PLR0913, PLR0917 - what a list is issued with
    book: Book,
    closed: Closed,
    view: BookView | None = None,
    progress: Callable[[str], None] = lambda _: None,
    pages: Pages = no_pages,
    reason: tuple[str, Sequence[str]] = ("", ()),
    ahead: NamesAhead | None = None,
) -> Path:
    """Write a closed list into its book, and give the folder of what is published with it.

    `view` is the book as the list was made from it, where that was by other rules than its own. A list that was made by
    another law is refused; an edition that was named for the first list of a book becomes its law. `reason` says why it
    is closed now, and what was passed over for that; `ahead` is the order of names, where that was begun.
    """
    day, made_from = closed.list_date, view or book
    refuse_other_law(book, made_from.rulebook, day)
    is_its_own = is_same_law(book.rulebook, made_from.rulebook, day)
    law = None if is_its_own else kept_law(book.about, made_from.rulebook)
    kept = Kept.of(book, day, law)._replace(stays=True)
    kept = kept if ahead is None else kept._replace(order=ahead.order, names=ahead.names)
    change = issued(book, closed, made_from, kept, progress, pages)
    book.apply(replace(change, entry=_with_reason(change.entry, *reason)))
    return book.published(day)


def _with_reason(entry: BookLogEntry | None, why: str, passed: Sequence[str]) -> BookLogEntry | None:
    """Let the log say why a list is closed now, and what was passed over for that."""
    facts = {"passed": list(passed)} if passed else {}
    return None if entry is None else replace(entry, why=why, facts={**entry.facts, **facts})


class Kept(NamedTuple):
    """What a book keeps besides its tables, as far as a list that comes into it has to know it."""

    law: AdoptedLaw | None = None
    """The law that it takes on with this list, where that changes: an edition that was named for its first list."""
    edition: str | None = None
    """The edition that it then says its lists are made by."""
    watched: Callable[[], Sequence[dict[str, Any]]] = tuple
    """Gives what was watched with earlier lists, the oldest first."""
    order: KeptOrder | None = None
    """In which order the names stood in the list before."""
    names: Callable[[], NamesInOrder | None] | None = None
    """Gives the players in the order of names, where that was begun before."""
    stays: bool = False
    """True where what is written is to stay: it is brought to the disk while it is written."""

    @classmethod
    def of(cls, book: KeptBook, day: date, law: AdoptedLaw | None = None) -> Kept:
        """Give what a book keeps, for a list of a day."""
        about = book.about if law is None else law.about
        return cls(law, about.edition, lambda: earlier_data(book, day), book.name_order)

    def in_order(self, players: pl.DataFrame) -> NamesInOrder | None:
        """Give the players in the order of names, and keep it for the next list."""
        if self.order is None:
            return None
        names = names_in_order(players, self.order.numbers()) if self.names is None else self.names()
        if names is not None:
            self.order.keep(names.numbers.gather(names.rows))
        return names


class NamesAhead:
    """The players of a book in the order of their names, worked out while a list is made."""

    def __init__(self, book: KeptBook, view: BookView, meanwhile: Executor) -> None:
        self.order = book.name_order
        self.names = meanwhile.submit(self._names, view).result

    def _names(self, view: BookView) -> NamesInOrder | None:
        return names_in_order(view.table("players"), self.order.numbers())


def publishing(
    closed: Closed,
    made_from: BookView,
    kept: Kept,
    progress: Callable[[str], None] = lambda _: None,
    pages: Pages = no_pages,
) -> Publish:
    """Give what writes everything that is published with a list into a folder: the same list gives the same bytes."""

    def make(folder: Path, opened: Opened | None = None) -> Mapping[str, str]:
        progress("writing the list")
        deciding = deciding_for(closed, made_from)
        shown = shown_of(closed, made_from, deciding, kept.in_order(made_from.table("players")))
        with lists_written(folder, shown, closed.list_date, stays=kept.stays, opened=opened) as hashes:
            # The list comes first: it is large, and gone when the other tables need room.
            write_list(folder, shown)
            published = publication(closed, made_from, (deciding, shown), with_list=False)
            write_tables(folder, published)
            summary = published.summary
            del deciding, shown, published  # the watch needs the room
            players = made_from.table("players")
            with ThreadPoolExecutor(1) as meanwhile:
                made_by = meanwhile.submit(write_made_by, folder, closed, players, kept.edition, made_from.rulebook)
                if kept.stays:
                    meanwhile.submit(bring_to_disk, folder)
                progress("watching over the scale")
                watch = integrity(closed, made_from, kept.watched())
                write_integrity(folder, watch)
                for page, text in pages(summary, watch).items():
                    folder.joinpath(page).write_bytes(text.encode())
                made_by.result()
        return hashes

    return make


def issued(  # noqa: PLR0913, PLR0917 - what a list is issued with
    book: BookView,
    closed: Closed,
    made_from: BookView,
    kept: Kept,
    progress: Callable[[str], None] = lambda _: None,
    pages: Pages = no_pages,
) -> Change:
    """Give the change by which a closed list comes into its book; `made_from` is the book as it was made from it."""
    day = closed.list_date
    make = publishing(closed, made_from, kept, progress, pages)
    written = {"pool": closed.pool, "events": closed.events}
    before = max((list_date for list_date in book.list_dates if list_date < day), default=None)
    if before is not None and not book.has(pool_name(before)):
        written[pool_name(before)] = made_from.pool_before(day)
    reason = Problem.of(WORDS, "list_closed", severity=NOTE, month=f"{day:%Y-%m}")
    facts = {"events": rated_events(closed), "edition": kept.edition, **facts_to_undo(book, day, closed.events)}
    entry = BookLogEntry(CLOSE, list_date=day, facts=facts)
    change = changed(book, written, {day: closed.frame}, (reason,), entry)
    return replace(change, published={day: make}, law=kept.law)


def rated_events(closed: Closed) -> list[dict[str, Any]]:
    """Count the events that a list rated, by kind of chess."""
    rated = {kind: of_kind.events.height for kind, of_kind in closed.kinds.items()}
    return [{"kind": kind, "count": count} for kind, count in rated.items() if count]


def earlier_data(book: KeptBook, list_date: date) -> list[dict[str, Any]]:
    """Give what was watched with earlier lists, the oldest first; a list without such data is passed over."""
    watched = []
    for day in [list_day for list_day in book.list_dates if list_day < list_date][-COMPARED:]:
        data = watched_data(book.published_file(day, DATA))
        watched += [] if data is None else [data]
    return watched


def watched_data(text: bytes | None) -> dict[str, Any] | None:
    """Read what was watched with a list; None where it is not there, or not in the form of today."""
    try:
        data = json.loads((text or b"").decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    is_known = isinstance(data, dict) and data.get("format") == FORMAT and _is_whole(data)
    return data if is_known else None


def _is_whole(data: dict[str, Any]) -> bool:
    """Tell whether data of an earlier list have what is compared."""
    kinds = data.get("kinds")
    return isinstance(kinds, dict) and all(isinstance(kind, dict) and "figures" in kind for kind in kinds.values())

"""Lists, reports and numbers taken into a book: the change is worked out, and applied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.book.imports.lists import list_taken
from arpad.book.imports.reports import reports_taken
from arpad.book.imports.rulings import REFUSE
from arpad.book.renumber import renumbered

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date
    from pathlib import Path

    from arpad.book.change import Store
    from arpad.book.folder import Book
    from arpad.book.imports.lists import Imported
    from arpad.model.report import Report


def take_list(book: Book, path: Path, day: date, kind: str | None, done: Imported) -> None:
    """Put a list into a book."""
    change = list_taken(book, path, day, kind, done)
    if change is not None:
        book.apply(change)


def take_reports(book: Store, reports: Sequence[Report], done: Imported, ruling: str = REFUSE, why: str = "") -> None:
    """Put reports into a book."""
    change = reports_taken(book, reports, done, ruling, why)
    if change is not None:
        book.apply(change)


def take_number(book: Book, old: int, new: int) -> None:
    """Put a number in the place of another."""
    book.apply(renumbered(book, old, new)[0])

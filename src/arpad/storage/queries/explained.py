"""The line of a player on a list, or on the one being made, explained: every number with its article."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from arpad.book.view import seen_by
from arpad.engine.reference.explain import explained_line
from arpad.office.commands import in_office
from arpad.pages.letter import Letter
from arpad.storage.database_book import DatabaseBook
from arpad.storage.models import PlayerRow

if TYPE_CHECKING:
    from datetime import date

    from arpad.book.folder import Book
    from arpad.storage.models import RatingSystem


def explained_letter(system: RatingSystem, day: date, number: int, kind: str) -> Letter:
    """Work one player's line of a list out by the reference, as a letter to the player says it."""
    book = DatabaseBook(system)
    view = seen_by(book, None) if day in book.list_dates else book.for_closing(day)
    line = explained_line(cast("Book", book), view, day, number, kind)
    row = PlayerRow.objects.get(rating_system=system, fide_id=number)
    notes = [in_office(note.message) for note in line.notes]
    return Letter(
        line.name, number, row.federation, line.explanation, line.names, line.in_plain_words(), (line.verdict, *notes)
    )

"""The line of a player on a list, or on the one being made, explained: every number with its article.

Only what the line depends on is read: the player's events, everybody in them, and their lines of earlier lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from arpad.engine.reference.explain import explained_line
from arpad.office.commands import in_office
from arpad.pages.letter import Letter
from arpad.storage.database_book import DatabaseBook
from arpad.storage.models import PlayerRow
from arpad.storage.part_of_book import about_player

if TYPE_CHECKING:
    from datetime import date

    from arpad.book.folder import Book
    from arpad.engine.reference.explain import LineExplained
    from arpad.storage.models import RatingSystem


def explained_letter(system: RatingSystem, day: date, number: int, kind: str) -> Letter:
    """Work one player's line out by the reference, as a letter to the player says it; of a closed list, too."""
    return letter_of(system, explained(system, day, number, kind))


def explained(system: RatingSystem, day: date, number: int, kind: str) -> LineExplained:
    """Work one player's line out by the reference, from no more of the book than it follows from."""
    book = DatabaseBook(system)
    part = about_player(book, day, kind, number)
    if part is None:
        return explained_on_the_whole(book, day, number, kind)
    return explained_line(cast("Book", part), part, day, number, kind)


def letter_of(system: RatingSystem, line: LineExplained) -> Letter:
    """Write a line that was explained as a letter to its player."""
    row = PlayerRow.objects.get(rating_system=system, fide_id=line.player)
    notes = [in_office(note.message) for note in line.notes]
    return Letter(
        line.name, line.player, row.federation, line.explanation, line.names, line.in_plain_words(),
        (line.verdict, *notes),
    )  # fmt: skip


def explained_on_the_whole(book: DatabaseBook, day: date, number: int, kind: str) -> LineExplained:
    """Work one player's line out from the whole book, as it is done in a folder."""
    view = book if day in book.list_dates else book.for_closing(day)
    return explained_line(cast("Book", book), view, day, number, kind)

"""`arpad period sent` and `republish`, `arpad book undo`: what becomes of a list that was closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.decision import add_decision, carried_out, why_of
from arpad.cli.options import day, whole
from arpad.cli.progress import Progress

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from arpad.cli.answer import Answer

ACTIONS = {
    "sent": "mark a list as sent, after which its closing cannot be undone",
    "republish": "publish the newest list again after corrections; what was published before is kept",
}
"""What can be done with a list that was closed, and a summary of each."""


def arguments(action: argparse.ArgumentParser, name: str) -> None:
    """Say what each of them takes."""
    add_decision(action)
    if name == "republish":
        action.add_argument(
            "--cause",
            dest="causes",
            action="append",
            type=whole,
            metavar="ENTRY",
            help="an entry of the log of the book that is taken in; repeatable. Everything else waits for the next"
            " list. If not given, everything put right since the list was closed is taken in",
        )
        action.add_argument(
            "--revised-on",
            type=day,
            metavar="DATE",
            help="the day of revision: events that began before it keep the ratings published then (R-044)."
            " If not given, events that no list has rated yet take the revised ones",
        )


def marked_as_sent(given: argparse.Namespace, folder: Path) -> Answer:
    """Mark a list as sent."""
    from arpad.book.closings import sent  # noqa: PLC0415 - the extra may be missing
    from arpad.book.folder import Book  # noqa: PLC0415 - the same
    from arpad.engine.compare.impact import nobody  # noqa: PLC0415 - the same

    with Progress("checking the book"):
        book = Book.open(folder)
    return carried_out(given, book, sent(book, given.month, why_of(given)), nobody())


def undone(given: argparse.Namespace, folder: Path) -> Answer:
    """Undo the newest closing of a book."""
    from arpad.book.closings import undone as undoing  # noqa: PLC0415 - the extra may be missing
    from arpad.book.folder import Book  # noqa: PLC0415 - the same
    from arpad.engine.compare.impact import taken_back  # noqa: PLC0415 - the same

    with Progress("checking the book"):
        book = Book.open(folder)
        book.refuse_damaged(published=False)
        change = undoing(book, why_of(given))
        outcome = taken_back(book, change.unpublished[0])
    return carried_out(given, book, change, outcome)


def published_again(given: argparse.Namespace, folder: Path) -> Answer:
    """Publish the newest list of a book again, after corrections."""
    from arpad.book.folder import Book  # noqa: PLC0415 - the extra may be missing
    from arpad.engine.compare.impact import impact  # noqa: PLC0415 - the same
    from arpad.pages.published import pages_of_list  # noqa: PLC0415 - the same
    from arpad.publication.issue import Kept  # noqa: PLC0415 - the same
    from arpad.publication.republish import republished  # noqa: PLC0415 - the same

    with Progress("checking the book") as progress:
        book = Book.open(folder)
        book.refuse_damaged()
        kept = Kept.of(book, given.month)
        change = republished(
            book, given.month, why_of(given), kept, progress.stage, pages_of_list, given.causes, given.revised_on
        )
        outcome = impact(book, change, progress.stage)
    return carried_out(given, book, change, outcome)

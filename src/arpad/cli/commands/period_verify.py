"""`arpad period verify`: everything that a list says of everybody, compared with the reference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.answer import Answer, table
from arpad.cli.wording import WORDS
from arpad.documents.book_lists import verified_list_data
from arpad.documents.schema import InputError
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    import argparse

    from arpad.book.folder import Book
    from arpad.cli.progress import Progress
    from arpad.engine.compare.verification import Verified

SHOWN = 10
EXPLAINED = 3
"""The exit code where lines differ, and a published correction of arpad explains every one of them."""


def verified(book: Book, given: argparse.Namespace, progress: Progress) -> Answer:
    """Compare every line of a list with the reference."""
    if given.month not in book.list_dates:
        raise InputError.of(WORDS, "no_list", given.folder, month=given.month)
    from arpad.book.view import seen_by  # noqa: PLC0415 - the extra may be missing
    from arpad.engine.compare.verification import imported, verify  # noqa: PLC0415 - the same

    view = seen_by(book, given.edition)
    without = imported(book, view, given.month)
    if without is not None:
        raise RefusedError.of(WORDS, "list_imported", given.folder, fault=without)
    verification = verify(book, view, given.month, progress)
    if not verification.compared:
        raise InputError.of(WORDS, "nothing_to_compare", given.folder, month=given.month)
    return _answer(verification)


def _answer(verified: Verified) -> Answer:
    version, players, unexplained = verified.made_by, verified.players, verified.unexplained
    different = verified.different
    data = verified_list_data(verified)
    text = f"{verified.compared} lines compared with the reference, {len(players)} differ."
    if different:
        # What nothing explains comes first: that is what somebody has to look at.
        shown = sorted(data["different"], key=lambda line: bool(line["corrections"]))[:SHOWN]
        rows = [(*list(line.values())[:-1], ", ".join(line["corrections"]) or "not explained") for line in shown]
        text += "\n\n" + table(["kind", "FIDE id", "field", "listed", "reference", "correction"], rows)
        if len(different) > SHOWN:
            text += f"\n… and {len(different) - SHOWN} more; --json gives all of them."
    if players - unexplained:
        numbers = sorted({number for field in different for number in field.corrections})
        text += (
            f"\n{len(players - unexplained)} of them are explained: the list was made by arpad {version}, before"
            f" {', '.join(numbers)}. See the page of corrections. What was published stays the base of the next list."
        )
    if unexplained:
        text += (
            "\n`arpad period explain` shows the working of one line. A wrong list is taken back with `arpad book undo`"
            " until it is marked as sent; after that `arpad period republish` makes a revised one."
        )
    return Answer(data, text, code=1 if unexplained else EXPLAINED if different else 0)

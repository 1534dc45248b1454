"""`arpad period verify`: whether the files are as they were written, and whether the list follows from the book.

Two questions, and two results. Hashes answer the first. For the second every line is compared with the reference, and
the list is made again with all that was published.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from arpad.cli.answer import Answer, table
from arpad.cli.damage import DAMAGED, damage_of, damage_text
from arpad.cli.wording import WORDS
from arpad.documents.book_lists import verified_list_data
from arpad.documents.schema import InputError
from arpad.model.problems import DamagedError, RefusedError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from arpad.book.folder import Book
    from arpad.cli.progress import Progress
    from arpad.engine.compare.verification import Verified
    from arpad.model.problems import FileProblem
    from arpad.publication.made_again import MadeAgain

SHOWN = 10
EXPLAINED = 3
"""The exit code where lines differ, and a published correction of arpad explains every one of them."""


def verified(given: argparse.Namespace, progress: Progress) -> Answer:
    """Hash the files of a list, compare every line with the reference, and make the list again."""
    from arpad.book.folder import Book, refusal  # noqa: PLC0415 - the extra may be missing

    folder = Path(given.folder)
    damage = damage_of(folder, given.month)
    try:
        book = Book.open(folder)
    except RefusedError as fault:
        if not damage:
            raise
        raise DamagedError([*refusal(folder.name, damage).problems, *fault.problems]) from fault
    if given.month not in book.list_dates:
        raise InputError.of(WORDS, "no_list", given.folder, month=given.month)
    return _verified(book, given, progress, damage)


def _verified(book: Book, given: argparse.Namespace, progress: Progress, damage: Sequence[FileProblem]) -> Answer:
    from arpad.book.view import seen_by  # noqa: PLC0415 - the extra may be missing
    from arpad.engine.compare.verification import imported, verify  # noqa: PLC0415 - the same
    from arpad.pages.published import pages_of_list  # noqa: PLC0415 - the same
    from arpad.publication.made_again import made_again  # noqa: PLC0415 - the same

    without = imported(book, book, given.month)
    if without is not None:
        raise RefusedError.of(WORDS, "list_imported", given.folder, fault=without)
    view = seen_by(book, given.edition)
    verification = verify(book, view, given.month, progress)
    if not verification.compared:
        raise InputError.of(WORDS, "nothing_to_compare", given.folder, month=given.month)
    # By another edition, or without what was published, there is nothing to make again.
    is_published = given.edition is None and book.published(given.month).is_dir()
    again = made_again(book, given.month, progress.stage, pages_of_list, mend=given.mend) if is_published else None
    if again is not None and again.is_mended:
        damage = damage_of(book.folder, given.month)
    return _answer(verification, again, damage)


def _answer(verified: Verified, again: MadeAgain | None, damage: Sequence[FileProblem]) -> Answer:
    players, unexplained = verified.players, verified.unexplained
    lines = [*damage_text(damage)]
    lines.append(f"{verified.compared} lines compared with the reference, {len(players)} differ.")
    lines += _differences(verified)
    is_odd = again is not None and _is_odd(verified, again)
    lines += [] if again is None else [_again_text(again), *_mended_text(again)]
    if unexplained and not damage:
        lines.append(
            "`arpad period explain` shows the working of one line. A wrong list is taken back with `arpad book undo`"
            " until it is marked as sent; after that `arpad period republish` makes a revised one."
        )
    code = 1 if unexplained or is_odd else EXPLAINED if verified.different else 0
    return Answer(verified_list_data(verified, again, damage), "\n".join(lines), code=DAMAGED if damage else code)


def _differences(verified: Verified) -> list[str]:
    """Write which lines differ; what nothing explains comes first: that is what somebody has to look at."""
    different, explained = verified.different, verified.players - verified.unexplained
    lines = []
    if different:
        shown = sorted(different, key=lambda line: bool(line.corrections))[:SHOWN]
        rows = [
            (line.kind, line.fide_id, line.field, line.listed, line.reference,
             ", ".join(line.corrections) or "not explained")
            for line in shown
        ]  # fmt: skip
        lines += ["", table(["kind", "FIDE id", "field", "listed", "reference", "correction"], rows)]
        if len(different) > SHOWN:
            lines.append(f"… and {len(different) - SHOWN} more; --json gives all of them.")
    if explained:
        numbers = sorted({number for field in different for number in field.corrections})
        lines.append(
            f"{len(explained)} of them are explained: the list was made by arpad {verified.made_by}, before"
            f" {', '.join(numbers)}. See the page of corrections. What was published stays the base of the next list."
        )
    return lines


def _mended_text(again: MadeAgain) -> list[str]:
    """Say which damaged files came out as they had been, and how they are put into their places."""
    if not again.mendable:
        return []
    names = ", ".join(again.mendable)
    if again.is_mended:
        return [f"Mended: {names}, as recorded when the list was published."]
    return [f"Made again as recorded: {names}. With --mend they are put back."]


def _is_odd(verified: Verified, again: MadeAgain) -> bool:
    """Tell whether the list came out otherwise, and neither a correction nor a later change of the book says why."""
    if verified.different and not verified.unexplained:
        return False
    return not again.is_same_list or (bool(again.different) and not again.is_explained)


def _again_text(again: MadeAgain) -> str:
    files = f"{len(again.same) + len(again.different)} published files"
    if again.is_same_list and not again.different:
        return f"Made again: the list and its {files}, all the same."
    what = "the same list" if again.is_same_list else "another list"
    text = f"Made again: {what}, and of its {files} {len(again.different)} others: {', '.join(again.different)}."
    if again.changed_since:
        text += f" Changed through arpad since the list was closed: {', '.join(again.changed_since)}."
    if again.is_by_other_version:
        text += " Another version of arpad had made them."
    return text

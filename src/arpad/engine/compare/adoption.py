"""A book takes an edition on as its law: every list that it closed is verified by it first."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arpad.book.change import Change
from arpad.book.law import kept_law, made_lists
from arpad.book.log import BookLogEntry
from arpad.book.view import Instead
from arpad.engine.compare.verification import verify
from arpad.engine.wording import WORDS
from arpad.model.problems import NOTE, Problem, RefusedError

if TYPE_CHECKING:
    from arpad.book.folder import Book
    from arpad.engine.compare.verification import StageReporter, Verified
    from arpad.regulations.rulebook import Rulebook


class Adoption(NamedTuple):
    """The change by which a book takes a law on, and how its lists stand to that law."""

    change: Change
    lists: tuple[Verified, ...]


def adoption(book: Book, rulebook: Rulebook, progress: StageReporter) -> Adoption:
    """Verify every list that a book closed by another rulebook, and give the change that makes it the book's.

    Refused where a line differs that no published correction of arpad explains, with the lists on which one does.
    """
    view = Instead(book, other_rulebook=rulebook)
    verified = tuple(verify(book, view, day, progress) for day in made_lists(book))
    wrong = [each for each in verified if each.unexplained]
    if wrong:
        lists = [{"month": f"{each.list_date:%Y-%m}", "lines": len(each.unexplained)} for each in wrong]
        name = book.folder.name
        raise RefusedError.of(WORDS, "lists_differ", name, book=name, edition=rulebook.edition_id, lists=lists)
    reason = Problem.of(WORDS, "adopted", severity=NOTE, edition=rulebook.edition_id, lists=len(verified))
    entry = BookLogEntry("adopt", facts={"edition": rulebook.edition_id, "lists": len(verified)})
    return Adoption(Change({}, (reason,), law=kept_law(book.about, rulebook), entry=entry), verified)

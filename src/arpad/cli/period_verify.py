"""`arpad period verify`: everything that a list says of everybody, compared with the reference."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.checking import InputError
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    import argparse

    from arpad.cli.progress import Progress
    from arpad.engine.book import Book
    from arpad.engine.book_view import BookView
    from arpad.engine.verification import Verified

SHOWN = 10
EXPLAINED = 3
"""The exit code where lines differ, and a published correction of arpad explains every one of them."""


def seen_by(book: Book, given: argparse.Namespace) -> BookView:
    """Give the book by the rules that are asked for: its own, or those of `--edition`."""
    from arpad.engine.book_view import Instead  # noqa: PLC0415 - the extra may be missing
    from arpad.regulations.rulebook import Rulebook  # noqa: PLC0415 - only here

    return book if given.edition is None else Instead(book, other_rulebook=Rulebook(edition=given.edition))


def field_data(value: int | str | date | None) -> int | str | None:
    """Give a value of a line as JSON has it."""
    return value.isoformat() if isinstance(value, date) else value


def imported(book: Book, view: BookView, month: date) -> str | None:
    """Say of a list that the book did not make itself what is missing to work it out; None for one that it made."""
    from arpad.engine.book_view import pool_name  # noqa: PLC0415 - the extra may be missing

    days = book.list_dates
    before = max((day for day in days if day < month), default=None)
    is_rated_for = (book.table("events")["rated_for"] == month).any()
    if is_rated_for or book.published(month).is_dir() or (before is not None and book.has(pool_name(before))):
        return None
    gone = [f"the list before it, of {day:%Y-%m}" for day in _lists_before(view, month) if day not in days]
    gone += ["events that were rated for it", "the part results that were kept before it"]
    said = f"The list of {month:%Y-%m} was imported, not made in this book, so it cannot be worked out from it. "
    return f"{said}Not in the book are {', '.join(gone[:-1])} and {gone[-1]}."


def _lists_before(view: BookView, month: date) -> list[date]:
    """Give the days of the lists from which that of a month goes on; the kinds of chess may have different ones."""
    from arpad.regulations.catalogue import NoEditionError  # noqa: PLC0415 - only here

    found: set[date] = set()
    for kind in KINDS:
        try:
            day = view.rulebook.calendar(kind, month).list_before(month)
        except NoEditionError:
            continue
        found |= set() if day is None else {day}
    return sorted(found)


def verified(book: Book, given: argparse.Namespace, progress: Progress) -> Answer:
    """Compare every line of a list with the reference."""
    if given.month not in book.list_dates:
        said = f"The book has no list of {given.month}; close it first with `arpad period close`."
        raise InputError.of("no_list", said, given.folder)
    from arpad.engine.verification import verify  # noqa: PLC0415 - the extra may be missing

    view = seen_by(book, given)
    came = imported(book, view, given.month)
    if came is not None:
        advice = "Verify lists that the book made; `arpad period compare` holds those against published ones."
        raise RefusedError.of("list_imported", f"{came} {advice}", given.folder)
    found = verify(book, view, given.month, progress)
    if not found.compared:
        raise InputError.of("nothing_to_compare", f"There is nobody on the list of {given.month}.", given.folder)
    return _answer(found)


def _answer(found: Verified) -> Answer:
    version, people, open_people = found.made_by, found.players, found.unexplained
    different: list[dict[str, Any]] = [
        {
            "kind": one.kind,
            "fide_id": one.fide_id,
            "field": one.field,
            "listed": field_data(one.listed),
            "reference": field_data(one.reference),
            "corrections": list(one.corrections),
        }
        for one in found.different
    ]
    text = f"{found.compared} lines compared with the reference, {len(people)} differ."
    if different:
        # What nothing explains comes first: that is what somebody has to look at.
        shown = sorted(different, key=lambda line: bool(line["corrections"]))[:SHOWN]
        rows = [(*list(line.values())[:-1], ", ".join(line["corrections"]) or "not explained") for line in shown]
        text += "\n\n" + table(["kind", "FIDE id", "field", "listed", "reference", "correction"], rows)
        if len(different) > SHOWN:
            text += f"\n… and {len(different) - SHOWN} more; --json gives all of them."
    if people - open_people:
        numbers = sorted({number for line in different for number in line["corrections"]})
        text += (
            f"\n{len(people - open_people)} of them are explained: the list was made by arpad {version}, before"
            f" {', '.join(numbers)}. See the page of corrections. What was published stays the base of the next list."
        )
    if open_people:
        text += "\n`arpad period explain` shows the working of one line. Close the month again from a sound book."
    data = {"list": found.list_date.isoformat(), "made_by": version, "compared": found.compared, "different": different}
    return Answer(data, text, code=1 if open_people else EXPLAINED if different else 0)

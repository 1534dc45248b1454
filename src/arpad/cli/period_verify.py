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
    from collections.abc import Iterator

    import polars as pl

    from arpad.cli.progress import Progress
    from arpad.engine.book import Book
    from arpad.engine.book_view import BookView
    from arpad.engine.reference import Reference

SHOWN = 10
EXPLAINED = 3
"""The exit code where lines differ, and a published correction of arpad explains every one of them."""
TOLD_EVERY = 1000
FIELDS = ("rating", "games", "k", "played", "highest", "last", "flag")
"""What a list says of a player in one kind of chess; the flag goes with standard chess."""
Values = tuple[int | str | date | None, ...]
_NOTHING: Values = (None, 0, None, 0, None, None)


def seen_by(book: Book, given: argparse.Namespace) -> BookView:
    """Give the book by the rules that are asked for: its own, or those of `--edition`."""
    from arpad.engine.book_view import Instead  # noqa: PLC0415 - the extra may be missing
    from arpad.regulations.rulebook import Rulebook  # noqa: PLC0415 - only here

    return book if given.edition is None else Instead(book, other_rulebook=Rulebook(edition=given.edition))


def reference_of(view: BookView, month: date, kind: str, only: int | None = None) -> Reference | None:
    """Give the reference of a kind of chess; None where no list of it is made that month."""
    from arpad.engine.book_view import Period  # noqa: PLC0415 - the extra may be missing
    from arpad.engine.closing import has_list  # noqa: PLC0415 - the same
    from arpad.engine.reference import Reference  # noqa: PLC0415 - the same

    if not has_list(view, kind, month):
        return None
    return Reference(Period(view, kind, month), None if only is None else {only})


def listed_lines(frame: pl.DataFrame, kind: str) -> Iterator[tuple[int, Values]]:
    """Give the lines of a list for one kind of chess: everybody's number, and the fields."""
    columns = [f"{kind}_{name}" for name in FIELDS[:-1]]
    has_flag = kind == KINDS[0]
    for row in frame.select("fide_id", *columns, "flag").iter_rows():
        yield row[0], row[1:] if has_flag else (*row[1:-1], None)


def field_data(value: int | str | date | None) -> int | str | None:
    """Give a value of a line as JSON has it."""
    return value.isoformat() if isinstance(value, date) else value


def imported(book: Book, given: argparse.Namespace) -> str | None:
    """Say of a list that the book did not make itself what is missing to work it out; None for one that it made."""
    from arpad.engine.book_view import pool_name  # noqa: PLC0415 - the extra may be missing

    month, days = given.month, book.list_dates
    before = max((day for day in days if day < month), default=None)
    is_rated_for = (book.table("events")["rated_for"] == month).any()
    if is_rated_for or book.published(month).is_dir() or (before is not None and book.has(pool_name(before))):
        return None
    gone = [
        f"the list before it, of {day:%Y-%m}" for day in _lists_before(seen_by(book, given), month) if day not in days
    ]
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
    from arpad.engine.book_view import list_name  # noqa: PLC0415 - the extra may be missing
    from arpad.engine.corrected_lines import explaining_corrections  # noqa: PLC0415 - the same
    from arpad.engine.made_by import version_of  # noqa: PLC0415 - the same

    came = imported(book, given)
    if came is not None:
        advice = "Verify lists that the book made; `arpad period compare` holds those against published ones."
        raise RefusedError.of("list_imported", f"{came} {advice}", given.folder)
    view, version = seen_by(book, given), version_of(book.published(given.month))
    frame = book.table(list_name(given.month))
    compared, different = 0, []
    for kind in KINDS:
        reference = reference_of(view, given.month, kind)
        if reference is None:
            lines = _with_nothing(book, frame, kind)
        else:
            progress.stage(f"verifying {kind} chess", frame.height)
            lines = _both(frame, reference, progress)
        for one, own, expected in lines:
            compared += reference is not None
            if own != expected:
                fields = [field for field, *both in zip(FIELDS, own, expected, strict=True) if both[0] != both[1]]
                explaining = () if reference is None else explaining_corrections(reference, one, fields, version)
                different += [
                    {
                        "kind": kind,
                        "fide_id": one,
                        "field": field,
                        "listed": field_data(listed),
                        "reference": field_data(other),
                        "corrections": list(explaining),
                    }
                    for field, listed, other in zip(FIELDS, own, expected, strict=True)
                    if listed != other
                ]
    if not compared:
        raise InputError.of("nothing_to_compare", f"There is nobody on the list of {given.month}.", given.folder)
    return _answer(given.month, compared, different, version)


def _with_nothing(book: Book, frame: pl.DataFrame, kind: str) -> Iterator[tuple[int, Values, Values]]:
    """Give everybody's line beside an empty one, for a kind of chess of which no list is made that month."""
    players = book.table("players")
    women = set(players.filter(players["sex"] == "F")["fide_id"].to_list())
    for one, own in listed_lines(frame, kind):
        flag = ("w" if one in women else "") if kind == KINDS[0] else None
        yield one, own, (*_NOTHING, flag)


def _both(frame: pl.DataFrame, reference: Reference, progress: Progress) -> Iterator[tuple[int, Values, Values]]:
    """Give everybody's line on the list and by the reference; who is not on the list has an empty one there."""
    missing = set(reference.players())
    for done, (one, own) in enumerate(listed_lines(frame, reference.kind)):
        if done % TOLD_EVERY == 0:
            progress.told(done)
        missing.discard(one)
        yield one, own, reference.expected(one)
    for one in sorted(missing):
        yield one, (*_NOTHING, None), reference.expected(one)


def _answer(month: date, compared: int, different: list[dict[str, Any]], version: str) -> Answer:
    people = {line["fide_id"] for line in different}
    open_people = {line["fide_id"] for line in different if not line["corrections"]}
    text = f"{compared} lines compared with the reference, {len(people)} differ."
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
    data = {"list": month.isoformat(), "made_by": version, "compared": compared, "different": different}
    return Answer(data, text, code=1 if open_people else EXPLAINED if different else 0)

"""`arpad period verify`: everything that a list says of everybody, compared with the reference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.answer import Answer, table
from arpad.documents.book_lists import DifferentField, verified_list_data
from arpad.documents.schema import InputError
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from datetime import date

    import polars as pl

    from arpad.cli.progress import Progress
    from arpad.engine.book import Book
    from arpad.engine.list_lines import Values
    from arpad.engine.reference import Reference

SHOWN = 10
EXPLAINED = 3
"""The exit code where lines differ, and a published correction of arpad explains every one of them."""
TOLD_EVERY = 1000
_NOTHING: Values = (None, 0, None, 0, None, None)


def verified(book: Book, given: argparse.Namespace, progress: Progress) -> Answer:
    """Compare every line of a list with the reference."""
    if given.month not in book.list_dates:
        said = f"The book has no list of {given.month}; close it first with `arpad period close`."
        raise InputError.of("no_list", said, given.folder)
    from arpad.engine.corrected_lines import explaining_corrections  # noqa: PLC0415 - the extra may be missing
    from arpad.engine.list_lines import FIELDS, imported, reference_of  # noqa: PLC0415 - the same
    from arpad.engine.made_by import version_of  # noqa: PLC0415 - the same

    came = imported(book, given.month, given.edition)
    if came is not None:
        advice = "Verify lists that the book made; `arpad period compare` holds those against published ones."
        raise RefusedError.of("list_imported", f"{came} {advice}", given.folder)
    frame, version = book.rating_list(given.month), version_of(book.published(given.month))
    compared = 0
    different: list[DifferentField] = []
    for kind in KINDS:
        reference = reference_of(book, given.month, kind, given.edition)
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
                    DifferentField(kind, one, field, listed, other, tuple(explaining))
                    for field, listed, other in zip(FIELDS, own, expected, strict=True)
                    if listed != other
                ]
    if not compared:
        raise InputError.of("nothing_to_compare", f"There is nobody on the list of {given.month}.", given.folder)
    return _answer(given.month, compared, different, version)


def _with_nothing(book: Book, frame: pl.DataFrame, kind: str) -> Iterator[tuple[int, Values, Values]]:
    """Give everybody's line beside an empty one, for a kind of chess of which no list is made that month."""
    from arpad.engine.list_lines import listed_lines  # noqa: PLC0415 - the extra may be missing

    players = book["players"]
    women = set(players.filter(players["sex"] == "F")["fide_id"].to_list())
    for one, own in listed_lines(frame, kind):
        flag = ("w" if one in women else "") if kind == KINDS[0] else None
        yield one, own, (*_NOTHING, flag)


def _both(frame: pl.DataFrame, reference: Reference, progress: Progress) -> Iterator[tuple[int, Values, Values]]:
    """Give everybody's line on the list and by the reference; who is not on the list has an empty one there."""
    from arpad.engine.list_lines import listed_lines  # noqa: PLC0415 - the extra may be missing

    missing = set(reference.players())
    for done, (one, own) in enumerate(listed_lines(frame, reference.kind)):
        if done % TOLD_EVERY == 0:
            progress.told(done)
        missing.discard(one)
        yield one, own, reference.expected(one)
    for one in sorted(missing):
        yield one, (*_NOTHING, None), reference.expected(one)


def _answer(month: date, compared: int, different: list[DifferentField], version: str) -> Answer:
    players = {field.fide_id for field in different}
    unexplained = {field.fide_id for field in different if not field.corrections}
    data = verified_list_data(month, version, compared, different)
    text = f"{compared} lines compared with the reference, {len(players)} differ."
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
        text += "\n`arpad period explain` shows the working of one line. Close the month again from a sound book."
    return Answer(data, text, code=1 if unexplained else EXPLAINED if different else 0)

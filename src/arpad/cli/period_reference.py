"""A list by the reference, for `arpad period`: one player's line explained, or every line compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.checking import InputError
from arpad.model.period import KINDS

if TYPE_CHECKING:
    import argparse
    from datetime import date

    from arpad.cli.progress import Progress
    from arpad.engine.book import Book
    from arpad.engine.reference import Expected, Reference

SHOWN = 10
TOLD_EVERY = 1000
FIELDS = ("rating", "games", "k")


def _reference(book: Book, given: argparse.Namespace, kind: str, only: int | None = None) -> Reference | None:
    """Give the reference of a kind of chess; None where no list of it is made that month."""
    from arpad.engine.book_rules import calendar_of, name_for  # noqa: PLC0415 - the extra may be missing
    from arpad.engine.closing import list_of_book, rules_of, tables_of  # noqa: PLC0415 - the same
    from arpad.engine.reference import Reference  # noqa: PLC0415 - the same
    from arpad.regulations.catalogue import NoEditionError  # noqa: PLC0415 - only here

    rules = rules_of(book, given.month, given.edition)
    try:
        if not calendar_of(kind, given.month, rules).is_list_date(given.month):
            return None
    except NoEditionError:
        return None
    tables = {**tables_of(book), "pool": book.pool_before(given.month)}
    name = name_for(kind, given.month, rules)
    return Reference(tables, lambda day: list_of_book(book, day), kind, given.month, name, only)


def _listed(book: Book, month: date, kind: str) -> dict[int, tuple[int | None, int, int | None]]:
    frame = book.rating_list(month).select("fide_id", *(f"{kind}_{name}" for name in FIELDS))
    return {row[0]: row[1:] for row in frame.iter_rows()}


def _values(line: Expected) -> tuple[int | None, int, int | None]:
    return line.rating, line.games, line.k


def explained(book: Book, given: argparse.Namespace) -> Answer:
    """Work out one player's line by the reference, and say whether the list agrees."""
    from arpad.cli.first_rating_answer import first_rating_answer  # noqa: PLC0415 - only here
    from arpad.cli.period_answer import period_answer  # noqa: PLC0415 - only here

    if given.player not in set(book["players"]["fide_id"].to_list()):
        raise InputError.of("no_player", f"The book has no player with the number {given.player}.", "FIDE-ID")
    reference = _reference(book, given, given.kind, given.player)
    if reference is None:
        said = f"No list of {given.kind} chess is made in {given.month:%Y-%m}."
        raise InputError.of("no_list", said, "YYYY-MM")
    period = reference.period(given.player)
    made = first_rating_answer(period) if period.player.rating is None else period_answer(period)
    expected = reference.expected(given.player)
    is_there = given.month in book.list_dates
    listed = _listed(book, given.month, given.kind).get(given.player) if is_there else None
    agrees = None if not is_there else listed is not None and _same(listed, expected)
    named = ", ".join(FIELDS)
    said = {
        None: "The book has no list of that month yet.",
        True: "The list agrees.",
        False: f"THE LIST DISAGREES: ({named}) is {listed} there, {_values(expected)} by the reference.",
    }[agrees]
    data: dict[str, Any] = {
        "fide_id": given.player,
        "kind": given.kind,
        "list": given.month.isoformat(),
        "expected": dict(zip(FIELDS, _values(expected), strict=True)),
        "listed": None if listed is None else dict(zip(FIELDS, listed, strict=True)),
        "agrees": agrees,
        "working": made.data,
    }
    new = "unrated" if expected.rating is None else f"{expected.rating}, K {expected.k}"
    text = f"{made.text}\n\nOn the list of {given.month}: {new}. {said}"
    return Answer(data, text, made.lines, made.warnings, made.headings, code=1 if agrees is False else 0)


def _same(listed: tuple[int | None, int, int | None], expected: Expected) -> bool:
    """Compare two lines; who is unrated has no games and no K that anybody would look at."""
    if expected.rating is None:
        return listed[0] is None
    return listed == _values(expected)


def verified(book: Book, given: argparse.Namespace, progress: Progress) -> Answer:
    """Compare every line of a list with the reference."""
    if given.month not in book.list_dates:
        raise InputError.of("no_list", f"The book has no list of {given.month}; close it first.", given.folder)
    compared, different = 0, []
    for kind in KINDS:
        reference = _reference(book, given, kind)
        if reference is None:
            continue
        listed = _listed(book, given.month, kind)
        everybody = sorted({*reference.players(), *listed})
        progress.stage(f"verifying {kind} chess", len(everybody))
        for done, one in enumerate(everybody):
            if done % TOLD_EVERY == 0:
                progress.told(done)
            expected = reference.expected(one)
            compared += 1
            line = listed.get(one, (None, 0, None))
            if not _same(line, expected):
                both = zip(FIELDS, line, _values(expected), strict=True)
                different += [
                    {"kind": kind, "fide_id": one, "field": field, "listed": own, "reference": other}
                    for field, own, other in both
                    if own != other
                ]
    if not compared:
        raise InputError.of("nothing_to_compare", f"There is nobody on the list of {given.month}.", given.folder)
    text = f"{compared} lines compared with the reference, {len({one['fide_id'] for one in different})} differ."
    if different:
        rows = [tuple(one.values()) for one in different[:SHOWN]]
        text += "\n\n" + table(["kind", "FIDE id", "field", "listed", "reference"], rows)
    data = {"list": given.month.isoformat(), "compared": compared, "different": different}
    return Answer(data, text, code=1 if different else 0)

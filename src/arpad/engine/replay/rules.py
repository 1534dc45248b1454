"""By which rules a replay makes its lists: which months have one, and which one-off adjustments it applies."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from arpad.book.schema import TABLES
from arpad.engine.period.adjustments import of_list
from arpad.engine.wording import WORDS
from arpad.model.bounded import read_most
from arpad.model.period import KINDS
from arpad.model.problems import ArpadError, RefusedError
from arpad.regulations.adjustments import every_adjustment
from arpad.regulations.catalogue import in_force
from arpad.regulations.durations import shifted_months

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from arpad.book.view import BookView
    from arpad.regulations.adjustments import Adjustment
    from arpad.regulations.rulebook import Rulebook

OF_BOOK, PUBLISHED, NONE = "book", "published", "none"
"""What a replay does with FIDE's one-off adjustments: as closing the book would, all as published, or none."""
_COLUMNS = ("list", "kind", "id")
MOST_BYTES = 100_000
"""A file that names one-offs has a few lines."""


class OneOffs(NamedTuple):
    """The one-off adjustments of whole lists that a replay applies, under whatever rules."""

    name: str = OF_BOOK
    rows: tuple[tuple[date, str, str], ...] | None = None
    """List, kind of chess and adjustment; None where it is as closing the book would have it."""

    @classmethod
    def chosen(cls, choice: str) -> OneOffs:
        """Give those of a choice: `book`, `published`, `none`, or a CSV file that names them."""
        if choice == OF_BOOK:
            return cls()
        if choice == NONE:
            return cls(NONE, ())
        if choice == PUBLISHED:
            return cls(
                PUBLISHED, tuple((each.list, kind, each.id) for each in every_adjustment() for kind in each.kinds)
            )
        place = Path(choice)
        try:
            data = read_most(place, MOST_BYTES + 1)
            text = data.decode("utf-8-sig")
        except (OSError, ValueError) as fault:
            why = getattr(fault, "strerror", None) or fault
            raise ArpadError.of(WORDS, "one_offs_unreadable", "--one-offs", name=choice, why=why) from fault
        if len(data) > MOST_BYTES:
            raise RefusedError.of(
                WORDS,
                "one_offs_unreadable",
                "--one-offs",
                says="one_offs_too_long",
                name=place.name,
                most=MOST_BYTES,
            )
        return cls(place.stem, tuple(_named(text, place.name)))


AS_CLOSED = OneOffs()


def _named(text: str, name: str) -> Iterator[tuple[date, str, str]]:
    """Read the rows of a file; each must be one that FIDE published."""
    lines = csv.reader(text.splitlines())
    if tuple(cell.strip() for cell in next(lines, ())) != _COLUMNS:
        raise RefusedError.of(WORDS, "one_offs_unreadable", "--one-offs", says="one_offs_columns", name=name)
    known: dict[tuple[str, ...], Adjustment] = {
        (str(each.list), kind, each.id): each for each in every_adjustment() for kind in each.kinds
    }
    for cells in lines:
        row = tuple(cell.strip() for cell in cells)
        if row and row not in known:
            raise RefusedError.of(
                WORDS,
                "one_offs_unreadable",
                "--one-offs",
                says="one_off_unknown",
                name=name,
                line=lines.line_num,
                row=", ".join(row),
                known=[", ".join(key) for key in known],
            )
        if row:
            yield known[row].list, row[1], row[2]


def with_one_offs(tables: dict[str, pl.DataFrame], chosen: OneOffs) -> dict[str, pl.DataFrame]:
    """Give the tables of a book with the one-off adjustments that a replay applies."""
    if chosen.rows is None:
        return tables
    return {**tables, "adjustments": pl.DataFrame(chosen.rows, schema=TABLES["adjustments"].schema, orient="row")}


def applied_one_offs(
    chosen: OneOffs, book: BookView, rulebook: Rulebook, rated: Sequence[tuple[date, str]]
) -> tuple[tuple[date, str, str], ...]:
    """Give the one-off adjustments of replayed lists, each list with a kind of chess: list, kind and adjustment."""
    tables = with_one_offs({"adjustments": book.table("adjustments")} if book.has("adjustments") else {}, chosen)
    return tuple(
        (list_date, kind, adjustment.id)
        for list_date, kind in rated
        for adjustment in of_list(rulebook.law(kind, list_date), list_date, tables.get("adjustments"))
    )


def names_of(rulebook: Rulebook, first: date, last: date) -> list[str]:
    """Name the editions by which the standard lists of a span are made, apart from those in force."""
    kind = KINDS[0]
    months = [shifted_months(first, number) for number in range(_months_between(first, last) + 1)]
    laws = {month: rulebook.law(kind, month) for month in months if rulebook.name(kind, month) is not None}
    return sorted({law.id for month, law in laws.items() if law is not in_force(month)})


def months_with_lists(first: date, last: date, rulebook: Rulebook, kinds: Sequence[str] = KINDS) -> tuple[date, ...]:
    """Give the months in which a list of any of some kinds of chess is made."""
    months = (shifted_months(first, number) for number in range(_months_between(first, last) + 1))
    return tuple(month for month in months if any(rulebook.calendar(kind, month).is_list_date(month) for kind in kinds))


def _months_between(first: date, last: date) -> int:
    return (last.year - first.year) * 12 + last.month - first.month

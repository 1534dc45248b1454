"""By which rules a replay makes its lists: which months have one, and which one-off adjustments it applies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from arpad.book.schema import TABLES
from arpad.model.period import KINDS
from arpad.regulations.adjustments import every_adjustment
from arpad.regulations.catalogue import in_force
from arpad.regulations.durations import shifted_months

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from arpad.regulations.rulebook import Rulebook

OF_BOOK, APPLIED, LEFT_OUT = ONE_OFFS = ("book", "apply", "leave-out")
"""What a replay does with FIDE's one-off adjustments: as closing the book would, all of them, or none."""


def with_one_offs(tables: dict[str, pl.DataFrame], chosen: str) -> dict[str, pl.DataFrame]:
    """Give the tables of a book with the one-off adjustments that a replay applies."""
    if chosen == OF_BOOK:
        return tables
    rows = [
        (adjustment.list, kind, adjustment.id)
        for adjustment in every_adjustment()
        if chosen == APPLIED
        for kind in adjustment.kinds
    ]
    return {**tables, "adjustments": pl.DataFrame(rows, schema=TABLES["adjustments"].schema, orient="row")}


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

"""By which rules a replay makes its lists: which months have one, and which of them rates an event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arpad.engine.book_rules import calendar_of, rules_name
from arpad.engine.book_schema import TABLES
from arpad.engine.period_events import list_of
from arpad.model.period import KINDS
from arpad.regulations.adjustments import every_adjustment
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import edition, in_force
from arpad.regulations.durations import shifted_months

if TYPE_CHECKING:
    from datetime import date

    from arpad.engine.book import About
    from arpad.regulations.calendar import Calendar


OF_BOOK, APPLIED, LEFT_OUT = ONE_OFFS = ("book", "apply", "leave-out")
"""What a replay does with FIDE's one-off adjustments: as closing the book would, all of them, or none."""


def with_one_offs(tables: dict[str, pl.DataFrame], chosen: str) -> dict[str, pl.DataFrame]:
    """Give the tables of a book with the one-off adjustments that a replay applies."""
    if chosen == OF_BOOK:
        return tables
    rows = [(one.list, kind, one.id) for one in every_adjustment() if chosen == APPLIED for kind in one.kinds]
    return {**tables, "adjustments": pl.DataFrame(rows, schema=TABLES["adjustments"].schema, orient="row")}


@dataclass(frozen=True, slots=True)
class Rules:
    """By which rules a replay makes its lists: an edition that is asked for, or those of the book itself."""

    name: str | None = None
    about: About | None = None
    """What `book.toml` says; without it, the editions in force hold."""

    def on(self, list_date: date, kind: str = KINDS[0]) -> str | None:
        """Name the edition by which the list of a day is made; None where it is the one in force."""
        if self.name is not None or self.about is None:
            return self.name
        return rules_name(self.about, list_date, kind)

    def calendar(self, kind: str, list_date: date) -> Calendar:
        """Give the calendar by which a list of a kind of chess is made."""
        return calendar_of(kind, list_date, self.on(list_date, kind))

    def names(self, first: date, last: date) -> list[str]:
        """Name the editions of the book by which the lists of a span are made, apart from those in force."""
        months = [shifted_months(first, number) for number in range(_months_between(first, last) + 1)]
        laws = {month: edition(name, KINDS[0], month) for month in months if (name := self.on(month)) is not None}
        return sorted({law.id for month, law in laws.items() if law is not in_force(month)})

    def due(self, kind: str, end: date, received: date | None, *, official: bool) -> date | None:
        """Give the list that rates an event, as closing the book month by month would."""
        found = list_of(calendar(kind, name=self.on(end, kind)), end, received, official=official)
        if found is None or self.on(found, kind) == self.on(end, kind):
            return found
        # The rules changed before that list: it is the newer ones that say which list rates the event.
        then = self.on(found, kind)
        newer = calendar(kind, name=then)
        due = list_of(newer, end, received, official=official)
        # Where they name a list from before the change, which did not take it, the event is rated as soon as it can be.
        return due if due is not None and self.on(due, kind) == then else next(newer.lists_from(found), None)


def kinds_of(name: str | None) -> tuple[str, ...]:
    """Name the kinds of chess that an edition is for."""
    return KINDS if name is None else tuple(kind for kind in KINDS if kind in edition(name).kinds)


def months_with_lists(first: date, last: date, rules: Rules) -> tuple[date, ...]:
    """Give the months in which a list of any kind is made."""
    kinds = kinds_of(rules.name)
    months = (shifted_months(first, number) for number in range(_months_between(first, last) + 1))
    return tuple(month for month in months if any(rules.calendar(kind, month).is_list_date(month) for kind in kinds))


def _months_between(first: date, last: date) -> int:
    return (last.year - first.year) * 12 + last.month - first.month

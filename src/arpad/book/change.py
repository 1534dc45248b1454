"""A change of a book as a value: of each table what stood there and what shall stand there, and why.

Who changes a book works a `Change` out from a view, and writes nothing. A store applies it, whole or not at all, and
refuses one that was worked out from tables which are no longer those of the book.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

import polars as pl

from arpad.book.lists import day_of_month
from arpad.book.schema import LIST, LISTS, POOLS, TABLES
from arpad.book.tables import fitted
from arpad.book.view import BookView, kept_pool, list_name
from arpad.formats.lists.writer import TakesLines

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from contextlib import AbstractContextManager
    from datetime import date
    from pathlib import Path

    from arpad.book.about import About
    from arpad.book.log import BookLogEntry
    from arpad.book.schema import BookTable
    from arpad.model.problems import Problem
    from arpad.regulations.rulebook import Rulebook

    Opened = Callable[[Path], AbstractContextManager["Target"]]
    """Opens what the bytes of a large file go to, in the place of the file."""


class Target(TakesLines, Protocol):
    """What the bytes of a large file go to; it knows their hash when it has them all."""

    @property
    def sha256(self) -> str:
        """The hash of what was written so far."""


class Publish(Protocol):
    """Writes everything that is published with a list into a folder; gives hashes of files, as far as it knows them."""

    def __call__(self, folder: Path, opened: Opened | None = None, /) -> Mapping[str, str]:
        """Write it; what is `opened` gets the lists themselves, which do not come into the folder then."""


@dataclass(frozen=True, slots=True)
class TableChange:
    """What stood in a table and what shall stand there; None where there was no table, or shall be none."""

    before: pl.DataFrame | None
    after: pl.DataFrame | None

    @property
    def removed(self) -> pl.DataFrame:
        """The rows that stand there no longer."""
        return _without(self.before, self.after)

    @property
    def added(self) -> pl.DataFrame:
        """The rows that did not stand there before."""
        return _without(self.after, self.before)


def _without(frame: pl.DataFrame | None, other: pl.DataFrame | None) -> pl.DataFrame:
    """Give the rows of a table that another one does not have; a table that is not there has none."""
    if frame is None:
        return pl.DataFrame() if other is None else other.head(0)
    if other is None:
        return frame
    shared = [name for name in frame.columns if name in other.columns]
    return frame.join(other, on=shared, how="anti", nulls_equal=True, maintain_order="left")


class AdoptedLaw(NamedTuple):
    """The law that a book takes on: as a rulebook, as it says it of itself, and the files that it keeps of it."""

    rulebook: Rulebook
    about: About
    editions: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a book: its tables and lists by name, what is published with them, the reasons, and its log entry."""

    tables: Mapping[str, TableChange]
    reasons: tuple[Problem, ...] = ()
    published: Mapping[date, Publish] = field(default_factory=dict)
    law: AdoptedLaw | None = None
    """The law that the book takes on, where that changes."""
    unpublished: tuple[date, ...] = ()
    """The days of the lists of which nothing is published any longer."""
    reissued: Mapping[date, int] = field(default_factory=dict)
    """The lists of which another issue is published: under this number what was published until now is kept."""
    accepts: bool = False
    """True where all files are recorded as they are, whatever was recorded of them before."""
    entry: BookLogEntry | None = None
    """What the log of the book says about it; its number and its time are given when it is written."""

    @property
    def lists(self) -> tuple[date, ...]:
        """The days of the lists that it touches, in order."""
        parts = (name.partition("/") for name in self.tables)
        days = (day_of_month(month) for folder, _, month in parts if folder == LISTS)
        return tuple(sorted(day for day in days if day is not None))


class Store(BookView, Protocol):
    """A book that can be changed."""

    def apply(self, change: Change) -> None:
        """Carry a change out, whole or not at all."""


def changed(
    view: BookView,
    tables: Mapping[str, pl.DataFrame | None],
    lists: Mapping[date, pl.DataFrame | None] | None = None,
    reasons: tuple[Problem, ...] = (),
    entry: BookLogEntry | None = None,
) -> Change:
    """Give the change that puts tables and lists into the place of those of a book; None takes one away."""
    after = {**tables, **{list_name(day): frame for day, frame in (lists or {}).items()}}
    changes = {name: TableChange(view.table(name) if view.has(name) else None, frame) for name, frame in after.items()}
    return Change(changes, reasons, entry=entry)


@dataclass(frozen=True, slots=True)
class After:
    """A book as it will be after a change that is not made yet, so that people see first what it does."""

    below: BookView
    change: Change

    @property
    def rulebook(self) -> Rulebook:
        """The law that the book takes on, or that it has."""
        return self.below.rulebook if self.change.law is None else self.change.law.rulebook

    @property
    def list_dates(self) -> tuple[date, ...]:
        """The days of its lists then, in order."""
        return self._days_of(LISTS, self.below.list_dates)

    @property
    def pool_dates(self) -> tuple[date, ...]:
        """The days of the lists after which the part results are kept then, in order."""
        return self._days_of(POOLS, self.below.pool_dates)

    def _days_of(self, folder: str, days: tuple[date, ...]) -> tuple[date, ...]:
        changes = ((name.partition("/"), table) for name, table in self.change.tables.items())
        touched = {day_of_month(month): table for (where, _, month), table in changes if where == folder}
        added = {day for day, table in touched.items() if table.after is not None and day is not None}
        return tuple(sorted({day for day in days if day not in touched} | added))

    def has(self, name: str) -> bool:
        """Tell whether a table will be there."""
        table = self.change.tables.get(name)
        return self.below.has(name) if table is None else table.after is not None

    def table(self, name: str) -> pl.DataFrame:
        """Give a table as it will be."""
        table = self.change.tables.get(name)
        if table is None:
            return self.below.table(name)
        return described(name).empty() if table.after is None else fitted(table.after, described(name))

    def rating_list(self, day: date) -> pl.DataFrame | None:
        """Give the list of a day as it will be; None where there will be none."""
        return self.table(list_name(day)) if self.has(list_name(day)) else None

    def pool_before(self, list_date: date) -> pl.DataFrame:
        """Give the part results from which a list is made then."""
        return kept_pool(self, list_date)


def described(name: str) -> BookTable:
    """Give the description of a table, of a list, or of the part results after a list."""
    return TABLES["pool"] if name.startswith(f"{POOLS}/") else TABLES.get(name, LIST)

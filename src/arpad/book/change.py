"""A change of a book as a value: of each table what stood there and what shall stand there, and why.

Who changes a book works a `Change` out from a view, and writes nothing. A store applies it, whole or not at all, and
refuses one that was worked out from tables which are no longer those of the book.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from arpad.book.lists import day_of_month
from arpad.book.schema import LIST, LISTS, POOLS, TABLES
from arpad.book.view import BookView, list_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date
    from pathlib import Path

    import polars as pl

    from arpad.book.about import About
    from arpad.book.schema import BookTable
    from arpad.regulations.rulebook import Rulebook

    Publish = Callable[[Path], None]
    """Writes everything that is published with a list into a folder."""


@dataclass(frozen=True, slots=True)
class TableChange:
    """What stood in a table, None where there was none, and what shall stand there."""

    before: pl.DataFrame | None
    after: pl.DataFrame

    @property
    def removed(self) -> pl.DataFrame:
        """The rows that stand there no longer."""
        return self.after.head(0) if self.before is None else _without(self.before, self.after)

    @property
    def added(self) -> pl.DataFrame:
        """The rows that did not stand there before."""
        return self.after if self.before is None else _without(self.after, self.before)


def _without(frame: pl.DataFrame, other: pl.DataFrame) -> pl.DataFrame:
    shared = [name for name in frame.columns if name in other.columns]
    return frame.join(other, on=shared, how="anti", nulls_equal=True, maintain_order="left")


class AdoptedLaw(NamedTuple):
    """The law that a book takes on: as a rulebook, as it says it of itself, and the files that it keeps of it."""

    rulebook: Rulebook
    about: About
    editions: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a book: its tables and lists by name, what is published with them, and the reasons."""

    tables: Mapping[str, TableChange]
    reasons: tuple[str, ...] = ()
    published: Mapping[date, Publish] = field(default_factory=dict)
    law: AdoptedLaw | None = None
    """The law that the book takes on, where that changes."""

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
    tables: Mapping[str, pl.DataFrame],
    lists: Mapping[date, pl.DataFrame] | None = None,
    reasons: tuple[str, ...] = (),
) -> Change:
    """Give the change that puts tables and lists into the place of those of a book."""
    after = {**tables, **{list_name(day): frame for day, frame in (lists or {}).items()}}
    changes = {name: TableChange(view.table(name) if view.has(name) else None, frame) for name, frame in after.items()}
    return Change(changes, reasons)


def described(name: str) -> BookTable:
    """Give the description of a table, of a list, or of the part results after a list."""
    return TABLES["pool"] if name.startswith(f"{POOLS}/") else TABLES.get(name, LIST)

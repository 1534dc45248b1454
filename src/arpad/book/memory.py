"""A book in memory: the same questions and the same changes as a book in a folder, and no file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.book.change import described
from arpad.book.lists import day_of_month
from arpad.book.log import logged
from arpad.book.schema import LISTS, POOLS, TABLES
from arpad.book.tables import fitted
from arpad.book.view import kept_pool, list_name
from arpad.book.wording import WORDS
from arpad.model.problems import RefusedError
from arpad.regulations.rulebook import Rulebook

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    import polars as pl

    from arpad.book.change import Change, Publish


class MemoryBook:
    """The tables of a book, its lists, and its rulebook; those in force where none is given."""

    def __init__(
        self,
        tables: Mapping[str, pl.DataFrame],
        lists: Mapping[date, pl.DataFrame] | None = None,
        rulebook: Rulebook | None = None,
    ) -> None:
        self._tables = {**tables, **{list_name(day): frame for day, frame in (lists or {}).items()}}
        self.rulebook = rulebook or Rulebook()
        self.published: dict[date, Publish] = {}
        """What writes everything that is published with a list into a folder."""
        self.earlier_issues: dict[tuple[date, int], Publish] = {}
        """The same of lists that were published again, by day and issue."""

    @property
    def list_dates(self) -> tuple[date, ...]:
        """The days of the lists, in order."""
        return self._days_of(LISTS)

    @property
    def pool_dates(self) -> tuple[date, ...]:
        """The days of the lists after which the part results were kept, in order."""
        return self._days_of(POOLS)

    def _days_of(self, folder: str) -> tuple[date, ...]:
        names = (name.partition("/") for name in self._tables)
        days = (day_of_month(month) for where, _, month in names if where == folder)
        return tuple(sorted(day for day in days if day is not None))

    def has(self, name: str) -> bool:
        """Tell whether a table is there."""
        return name in self._tables

    def table(self, name: str) -> pl.DataFrame:
        """Give a table; one that is absent, without rows."""
        frame = self._tables.get(name)
        return TABLES[name].empty() if frame is None else frame

    def apply(self, change: Change) -> None:
        """Carry a change out; refused where it was worked out from other tables than those that are there now."""
        for name, table in change.tables.items():
            if table.before is not self._tables.get(name):
                raise RefusedError.of(WORDS, "book_changed", table=name)
        after = {name: table.after for name, table in change.tables.items()}
        if change.entry is not None:
            after["log"] = logged(self.table("log"), change.entry)
        kept = {name: frame for name, frame in self._tables.items() if name not in after}
        written = {name: fitted(frame, described(name)) for name, frame in after.items() if frame is not None}
        self._tables = {**kept, **written}
        published = {day: make for day, make in self.published.items() if day not in change.unpublished}
        self.earlier_issues |= {(day, issue): self.published[day] for day, issue in change.reissued.items()}
        self.published = {**published, **change.published}
        if change.law is not None:
            self.rulebook = change.law.rulebook

    def rating_list(self, day: date) -> pl.DataFrame | None:
        """Give the list of a day; None where there is none."""
        return self._tables.get(list_name(day))

    def pool_before(self, list_date: date) -> pl.DataFrame:
        """Give the part results from which a list is made, or was made."""
        return kept_pool(self, list_date)

"""A book as seen where its lists are made, explained or compared; and the period of one list in one kind of chess.

Where the tables come from does not matter to them: a folder of files, memory, a database. They ask a `BookView`, and
hand on a `Period`: of which book, in which kind of chess, for which list, and so by which calendar and edition.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import polars as pl

from arpad.book.schema import LISTS, ORIGINALS, POOLS
from arpad.model.problems import ArpadError
from arpad.regulations.calendar import base_day_of, list_on
from arpad.regulations.rulebook import Rulebook

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition


class BookView(Protocol):
    """What is asked of a book to make its lists; nothing here changes it."""

    @property
    def rulebook(self) -> Rulebook:
        """By which law its lists are made."""

    @property
    def list_dates(self) -> tuple[date, ...]:
        """The days of its lists, in order."""

    @property
    def pool_dates(self) -> tuple[date, ...]:
        """The days of the lists after which the part results were kept, in order."""

    def has(self, name: str) -> bool:
        """Tell whether a table is there; some may be absent."""

    def table(self, name: str) -> pl.DataFrame:
        """Give a table; one that may be absent, and is, without rows."""

    def rating_list(self, day: date) -> pl.DataFrame | None:
        """Give the list of a day; None where the book has none."""

    def pool_before(self, list_date: date) -> pl.DataFrame:
        """Give the part results from which a list is made, or was made."""


@runtime_checkable
class NarrowView(Protocol):
    """A book that gives the ratings of a list without the rest of it."""

    def ratings(self, day: date) -> pl.DataFrame | None:
        """Give at least FIDE numbers and ratings of a list; None where the book has none."""


def ratings_of(view: BookView, day: date) -> pl.DataFrame | None:
    """Give the ratings of a list: alone where a book can, which needs less room, or else the list."""
    return view.ratings(day) if isinstance(view, NarrowView) else view.rating_list(day)


def list_name(day: date) -> str:
    """Name the list of a day among the tables of a book."""
    return f"{LISTS}/{day:%Y-%m}"


def pool_name(day: date) -> str:
    """Name the part results as they were after a list."""
    return f"{POOLS}/{day:%Y-%m}"


def issue_name(day: date, issue: int) -> str:
    """Name an earlier issue of a list among the tables of a book."""
    return f"{ORIGINALS}/{day:%Y-%m}-{issue}"


def issue_day(day: date, issue: int) -> date:
    """Give the day by which an earlier issue of a list is called where lists are called by days.

    >>> from datetime import date
    >>> issue_day(date(2026, 11, 1), 1), list_of_issue(date(2026, 11, 2))
    (datetime.date(2026, 11, 2), (datetime.date(2026, 11, 1), 1))
    """
    return day + timedelta(days=issue)


def list_of_issue(day: date) -> tuple[date, int]:
    """Give the day of a list and the earlier issue that a day stands for; issue 0 is the list as it is."""
    return day.replace(day=1), day.day - 1


def open_list(view: BookView, kind: str) -> date | None:
    """Give the list of a kind of chess that is made next, after the newest of a book; None where there is none yet."""
    if not view.list_dates:
        return None
    newest = view.list_dates[-1]
    return view.rulebook.calendar(kind, newest).next_list(newest)


def kept_pool(view: BookView, list_date: date) -> pl.DataFrame:
    """Give the part results before a list: those kept after the list before it, or where none were, the present ones.

    The present part results are those after the newest list, so an earlier list was made from others.
    """
    days = view.list_dates
    before = max((day for day in days if day < list_date), default=None) if list_date in days else None
    return view.table("pool" if before is None or not view.has(pool_name(before)) else pool_name(before))


def read_for_list(view: BookView, list_date: date) -> None:
    """Read the largest tables from which a list is made; what is wrong with one is told when it is asked for.

    The players come first: while the others are read, they are put into the order of their names.
    """
    newest = max((day for day in view.list_dates if day < list_date), default=None)
    with suppress(ArpadError, OSError):
        for name in ("players", *(() if newest is None else (list_name(newest),)), "games"):
            view.table(name)


class LaidOver:
    """A book below something that is laid over it: its law and its days, and other tables in the place of its own."""

    __slots__ = ()
    below: BookView
    tables: Mapping[str, pl.DataFrame]

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook of the book."""
        return self.below.rulebook

    @property
    def list_dates(self) -> tuple[date, ...]:
        """The days of the lists of the book."""
        return self.below.list_dates

    @property
    def pool_dates(self) -> tuple[date, ...]:
        """The days of the lists after which the book kept the part results."""
        return self.below.pool_dates

    def has(self, name: str) -> bool:
        """Tell whether a table is there."""
        return name in self.tables or self.below.has(name)


@dataclass(frozen=True, slots=True)
class Instead(LaidOver):
    """A book with other tables, or another rulebook, in the place of its own."""

    below: BookView
    tables: Mapping[str, pl.DataFrame] = field(default_factory=dict)
    other_rulebook: Rulebook | None = None

    @property
    def rulebook(self) -> Rulebook:
        """The other rulebook, or that of the book."""
        return self.other_rulebook or self.below.rulebook

    def table(self, name: str) -> pl.DataFrame:
        """Give the other table, or that of the book."""
        frame = self.tables.get(name)
        return self.below.table(name) if frame is None else frame

    def rating_list(self, day: date) -> pl.DataFrame | None:
        """Give the list of a day, as the book has it."""
        return self.below.rating_list(day)

    def ratings(self, day: date) -> pl.DataFrame | None:
        """Give the ratings of a list, as the book has them."""
        return ratings_of(self.below, day)

    def pool_before(self, list_date: date) -> pl.DataFrame:
        """Give the other part results, whatever the list, or those of the book."""
        pool = self.tables.get("pool")
        return self.below.pool_before(list_date) if pool is None else pool


def with_corrected_lines(frame: pl.DataFrame, corrections: pl.DataFrame, kind: str, list_date: date) -> pl.DataFrame:
    """Give a list with what was corrected of its lines, in a kind of chess, for the list that is made from it."""
    if corrections.is_empty():
        return frame
    own = corrections.filter((corrections["kind"] == kind) & (corrections["list"] == list_date))
    if own.is_empty():
        return frame
    names = {part: f"{kind}_{part}" for part in ("k", "played")}
    mended = frame.join(own.select("fide_id", *names), on="fide_id", how="left", maintain_order="left")
    return mended.with_columns(pl.coalesce(part, name).alias(name) for part, name in names.items()).drop(list(names))


def seen_by(book: BookView, edition: str | None) -> BookView:
    """Give a book by the rules that are asked for: its own, or those of an edition by id or path."""
    return book if edition is None else Instead(book, other_rulebook=Rulebook(edition=edition))


class Period:
    """One list in one kind of chess: the book, the day of the list, and the law by which it is made."""

    def __init__(self, view: BookView, kind: str, list_date: date, *, by_rules_of: date | None = None) -> None:
        self.view, self.kind, self.list_date = view, kind, list_date
        self._by_rules_of = by_rules_of or list_date
        """The list whose calendar holds: a later one, where this one is worked out once more for it."""
        self.calendar: Calendar = view.rulebook.calendar(kind, self._by_rules_of)
        self.name = view.rulebook.name(kind, self._by_rules_of)
        """The edition that is named for it; None where those in force hold."""

    @cached_property
    def law(self) -> Edition:
        """The edition of the list's day."""
        return self.calendar.edition(self.list_date)

    @cached_property
    def base_day(self) -> date | None:
        """The list from which this one goes on; before the first of a kind of chess there are only standard ratings."""
        return self.base_day_of(self.list_date)

    def base_day_of(self, day: date) -> date | None:
        """Give the list from which that of a day goes on."""
        return base_day_of(self.calendar, self.kind, day)

    def table(self, name: str) -> pl.DataFrame:
        """Give a table of the book."""
        return self.view.table(name)

    @cached_property
    def pool(self) -> pl.DataFrame:
        """The part results from which the list is made, of all kinds of chess."""
        return self.view.pool_before(self.list_date)

    @property
    def adjustments(self) -> pl.DataFrame | None:
        """The one-off adjustments that the book names; None where it leaves them to the authority."""
        return self.view.table("adjustments") if self.view.has("adjustments") else None

    @cached_property
    def _kept_issues(self) -> dict[date, list[tuple[date, int]]]:
        """By list, until which day events take the ratings of which earlier issue; the earliest day first."""
        kept: dict[date, list[tuple[date, int]]] = {}
        if self.view.has("issues"):
            for day, issue, until in (
                self.view.table("issues").select("list", "issue", "until").sort("until").iter_rows()
            ):
                kept.setdefault(day, []).append((until, issue))
        return kept

    def list_at_start(self, start: date) -> date | None:
        """Give the list whose ratings hold for an event that begins on a day (R-044).

        Where that list was revised later, it is the issue that was published then, called by its own day.
        """
        day = list_on(self.calendar, start)
        issues = self._kept_issues.get(day, ()) if day is not None else ()
        issue = next((issue for until, issue in issues if start < until), None)
        return day if day is None or issue is None else issue_day(day, issue)

    def is_earlier_issue(self, day: date) -> bool:
        """Tell whether a day stands for an earlier issue of a list, whose ratings some events take."""
        of_list, issue = list_of_issue(day)
        return issue in {kept for _, kept in self._kept_issues.get(of_list, ())}

    def rating_list(self, day: date) -> pl.DataFrame | None:
        """Give the list of a day, or None; that from which this one goes on, with what was corrected of its lines.

        The day of an earlier issue gives that issue.
        """
        if self.is_earlier_issue(day):
            return self.view.table(issue_name(*list_of_issue(day)))
        frame = self.view.rating_list(day)
        if frame is None or day != self.base_day:
            return frame
        return with_corrected_lines(frame, self.view.table("line_corrections"), self.kind, self.list_date)

    def ratings(self, day: date) -> pl.DataFrame | None:
        """Give the ratings of a list, or of an earlier issue of one; None where the book has none."""
        if self.is_earlier_issue(day):
            return self.view.table(issue_name(*list_of_issue(day)))
        return ratings_of(self.view, day)

    def instead(self, **tables: pl.DataFrame) -> Period:
        """Give the same list from other tables."""
        return Period(Instead(self.view, tables), self.kind, self.list_date, by_rules_of=self._by_rules_of)

    def at(self, day: date, **tables: pl.DataFrame) -> Period:
        """Give an earlier list, worked out once more from other tables by the rules of this one."""
        return Period(Instead(self.view, tables), self.kind, day, by_rules_of=self._by_rules_of)

    def earlier(self, day: date) -> Period:
        """Give an earlier list from the events that were rated for it, and the part results from before it."""
        events, pool = self.table("events"), self.pool
        return self.at(day, events=events.filter(pl.col("rated_for") == day), pool=pool.filter(pl.col("due") < day))

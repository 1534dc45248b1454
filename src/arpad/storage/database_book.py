"""A book in the database of an office: read like any other, and changed only by a decision.

Tables are rows of the database; lists, part results kept after them and earlier issues are files of the archive. Every
change leaves, besides its rows, what it removed and what it added as files of the archive, named in the log: so every
table follows from the log.
"""

from __future__ import annotations

import shlex
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING

from arpad.book.change import described
from arpad.book.checking import open_problems
from arpad.book.lists import day_of_month
from arpad.book.remembered import KeptOrder
from arpad.book.schema import LISTS, POOLS, TABLES
from arpad.book.tables import TableFile
from arpad.book.view import Instead, LaidOver, kept_pool, list_name
from arpad.book.wording import WORDS as BOOK_WORDS
from arpad.model.problems import DamagedError, RefusedError
from arpad.storage.archived_files import archive, read_frame
from arpad.storage.book_change import PreparedChange, prepared
from arpad.storage.book_tables import read, read_for_closing
from arpad.storage.models import BookFile, ListVersion, RatingSystem, TableState
from arpad.storage.opening import open_now
from arpad.storage.rulebooks import about_of, rulebook_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date

    import polars as pl

    from arpad.book.about import About
    from arpad.book.change import Change
    from arpad.book.view import BookView
    from arpad.model.problems import FileProblem
    from arpad.office.decision import Decision
    from arpad.regulations.rulebook import Rulebook

_TOGETHER = tuple(name for name in TABLES if name not in {"players", "games", "log"})
"""The tables that are small as a rule, and are read at once."""


class DatabaseBook:
    """The book of a rating system, as it was when it was opened here."""

    def __init__(self, system: RatingSystem) -> None:
        self.system = RatingSystem.objects.get(pk=system.pk)
        states = list(TableState.objects.filter(rating_system=system))
        self.states = {state.name: state.changed_by for state in states}
        """By which entry of the log each table was changed last."""
        self.written = {state.name: state.sha256 for state in states}
        """By table, the file of the archive that has all of it; empty where it has changed since."""
        self.files = dict(BookFile.objects.filter(rating_system=system).values_list("name", "sha256"))
        """By name, where lists and kept part results are in the archive."""
        versions = ListVersion.objects.filter(rating_system=system).exclude(stage=ListVersion.THROWN_AWAY)
        self.versions = {version.list_date: version for version in versions.order_by("list_date", "revision")}
        """By day, the newest version of every list."""
        self._read: dict[str, pl.DataFrame] = {}

    @property
    def about(self) -> About:
        """What the book says of itself."""
        return about_of(self.system)

    @cached_property
    def rulebook(self) -> Rulebook:
        """By which law its lists are made; the files of an own edition are taken out of the archive."""
        return rulebook_of(self.system)

    @property
    def list_dates(self) -> tuple[date, ...]:
        """The days of its lists, in order."""
        return self._days_of(LISTS)

    @property
    def pool_dates(self) -> tuple[date, ...]:
        """The days of the lists after which the part results were kept, in order."""
        return self._days_of(POOLS)

    def _days_of(self, folder: str) -> tuple[date, ...]:
        names = (name.partition("/") for name in self.files)
        days = (day_of_month(month) for where, _, month in names if where == folder)
        return tuple(sorted(day for day in days if day is not None))

    def has(self, name: str) -> bool:
        """Tell whether a table is there."""
        return name in self.states or name in self.files

    def table(self, name: str) -> pl.DataFrame:
        """Give a table, a list or kept part results by name; a table that may be absent, and is, without rows."""
        if name not in self._read:
            if name in TABLES:
                self._read |= self._tables(name)
            else:
                self._read[name] = self._file(name)
        return self._read[name]

    def _tables(self, name: str) -> dict[str, pl.DataFrame]:
        """Read a table, the small ones together; refused where one was changed since the book was opened here."""
        names = [each for each in _TOGETHER if each not in self._read] if name in _TOGETHER else [name]
        there = [each for each in names if each in self.states]
        frames = {each: TABLES[each].empty() for each in names} | read(self.system.pk, there)
        self.refuse_changed(there)
        return frames

    def _file(self, name: str) -> pl.DataFrame:
        if name not in self.files:
            raise RefusedError.of(BOOK_WORDS, "no_such_list", month=name.rpartition("/")[2], newest=self._newest())
        return read_frame(self.files[name], described(name))

    def _newest(self) -> str:
        return f"{self.list_dates[-1]:%Y-%m}" if self.list_dates else ""

    def refuse_changed(self, names: list[str] | None = None) -> None:
        """Refuse to go on from tables that are no longer those of the book; all that were read, where none is named."""
        names = [name for name in self._read if name in TABLES] if names is None else names
        now = dict(
            TableState.objects.filter(rating_system=self.system, name__in=names).values_list("name", "changed_by")
        )
        for name in names:
            if now.get(name) != self.states.get(name):
                raise RefusedError.of(
                    BOOK_WORDS, "book_changed", self.name, says="table_rewritten", table=name, folder=self.name
                )

    def rating_list(self, day: date) -> pl.DataFrame | None:
        """Give the list of a day; None where the book has none."""
        return self.table(list_name(day)) if list_name(day) in self.files else None

    def pool_before(self, list_date: date) -> pl.DataFrame:
        """Give the part results from which a list is made, or was made."""
        return kept_pool(self, list_date)

    def let_go(self, name: str) -> None:
        """Keep a table or a list no longer in memory."""
        self._read.pop(name, None)

    def for_closing(self, list_date: date) -> BookView:
        """Give the book with those games only that the list of a day may rate; the others need not be read.

        Everything that a closing asks for is read at once, as of one moment; meanwhile the archive gives the list
        before.
        """
        names = [name for name in self.states if name != "log" and (name == "games" or name not in self._read)]
        before = max((day for day in self.list_dates if day < list_date), default=None)
        lists = [] if before is None or list_name(before) in self._read else [list_name(before)]
        with ThreadPoolExecutor(1) as meanwhile:
            coming = {name: meanwhile.submit(self._file, name) for name in lists}
            frames = read_for_closing(self.system.pk, names, list_date)
            self._read |= {name: reading.result() for name, reading in coming.items()}
        self.refuse_changed(names)
        games = frames.pop("games", TABLES["games"].empty())
        self._read |= frames
        return Instead(self, {"games": games})

    def kept_as(self, name: str, frame: pl.DataFrame) -> str | None:
        """Give the file of the archive that has a table as it is in the book; None where none was written since."""
        return (self.written.get(name) or None) if self.has_as_own(name, frame) else None

    def has_as_own(self, name: str, frame: pl.DataFrame) -> bool:
        """Tell whether a frame is a table of the book as it was read here, and not something laid over it."""
        return self._read.get(name) is frame

    @property
    def name(self) -> str:
        """What it is called in a sentence."""
        return self.system.title or self.system.key

    @property
    def called(self) -> str:
        """The folder of the office."""
        return str(open_now().folder)

    @property
    def typed(self) -> str:
        """The same as it is written in a command."""
        return shlex.quote(self.called)

    @property
    def edited(self) -> Mapping[str, str]:
        """No table: the log and `verify` tell what something else changed."""
        return {}

    @property
    def name_order(self) -> KeptOrder:
        """In which order the names of its players stood in the list before."""
        folder = open_now().work / "order" / self.system.key
        folder.mkdir(parents=True, exist_ok=True)
        return KeptOrder(folder)

    def is_published(self, day: date) -> bool:
        """Tell whether something was published with a list: then it was made, and not only taken over."""
        version = self.versions.get(day)
        return version is not None and bool(version.files)

    def published_file(self, day: date, name: str) -> bytes | None:
        """Give a file that was published with a list; None where there is none, or it is damaged."""
        version = self.versions.get(day)
        sha256 = None if version is None else version.files.get(name)
        try:
            return None if sha256 is None else archive().read(sha256)
        except DamagedError:
            return None

    def read(self, name: str) -> tuple[TableFile | None, list[FileProblem]]:
        """Read a table or a list; the database lets nothing in that does not fit."""
        return TableFile(name, self.table(name), is_text=False), []

    def readable_tables(self) -> tuple[dict[str, TableFile], list[FileProblem]]:
        """Give the tables that are there."""
        return {name: self.read(name)[0] for name in TABLES if name in self.states}, []  # type: ignore[misc] # never None

    def open_problems(self) -> list[FileProblem]:
        """Give what is wrong, or in doubt, with people and with events that no list has rated yet."""
        return open_problems(self)

    def refuse_damaged(self, *, published: bool = True) -> None:
        """Refuse nothing here: every file of the archive is hashed when it is read, and `verify` checks them all."""

    def prepared(self, change: Change, progress: Callable[[str], None] = lambda _: None) -> PreparedChange:
        """Give a change with all its files in the archive: a short transaction then carries it out."""
        return prepared(self, change, progress)

    def writing(self, decision: Decision, request: str = "", system_user: str = "") -> Writing:
        """Give the book as a store whose changes a decision causes."""
        return Writing(self, decision, request, system_user)


class Writing(LaidOver):
    """The book of an office as one decision changes it."""

    def __init__(self, book: DatabaseBook, decision: Decision, request: str, system_user: str) -> None:
        self.below, self.tables = book, {}
        self._book, self._decision, self._request, self._system_user = book, decision, request, system_user

    def table(self, name: str) -> pl.DataFrame:
        """Give a table."""
        return self._book.table(name)

    def rating_list(self, day: date) -> pl.DataFrame | None:
        """Give the list of a day; None where the book has none."""
        return self._book.rating_list(day)

    def pool_before(self, list_date: date) -> pl.DataFrame:
        """Give the part results from which a list is made, or was made."""
        return self._book.pool_before(list_date)

    def apply(self, change: Change) -> None:
        """Carry a change out: rows, files and the entry of the log, all or nothing."""
        self._book.prepared(change).carried_out(self._decision, self._request, self._system_user)

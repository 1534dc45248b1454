"""What is wrong with a book: all of it, what is new since it was opened before, or what its next list must know.

Tables are read and held together. Of the lists only the newest is kept in memory; each of the others, and of the part
results kept after them, is read, checked and let go, so that a book of many lists needs the room of one.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from arpad.book.checks import known_numbers, list_problems, pool_problems, table_problems
from arpad.book.duplicate_checks import duplicate_problems
from arpad.book.event_checks import event_problems, with_waiting_events
from arpad.book.lists import day_of
from arpad.book.namesake_checks import namesake_problems
from arpad.book.problems import problem
from arpad.book.remembered import LEAST_BYTES, Remembered, files_of
from arpad.book.schema import (
    ABOUT,
    EDITIONS,
    FORMS,
    LISTS,
    ORIGINALS,
    POOLS,
    PUBLISHED,
    RECORD,
    REFERRED,
    REPLAYS,
    TABLES,
)
from arpad.book.tables import inside, places
from arpad.book.view import list_name, pool_name
from arpad.model.problems import ERROR

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    import polars as pl

    from arpad.book.folder import Book
    from arpad.book.kept import KeptBook
    from arpad.book.tables import TableFile
    from arpad.model.problems import FileProblem

    Check = Callable[[TableFile, Mapping[str, pl.Series]], Iterator[FileProblem]]


def every_problem(book: Book) -> list[FileProblem]:
    """Give everything that is wrong with a book, by table, and what the calendar says of its events."""
    checking = _Checking(book, None)
    problems = checking.problems()
    closed = [day for day in book.list_dates if book.published(day).is_dir()]
    problems += event_problems(checking.tables, book.rulebook, book.list_dates, closed)
    problems += namesake_problems(checking.tables, str(book.folder))
    return [*problems, *duplicate_problems(checking.tables, str(book.folder))]


def problems_on_opening(book: Book) -> list[FileProblem]:
    """Give what is wrong with a book, leaving out the files of a large one that passed before and are the same."""
    files = [book.folder.joinpath(name) for name in files_of(book.folder, _every_place(book))]
    if sum(file.stat().st_size for file in files) < LEAST_BYTES:
        return _Checking(book, None).problems()
    remembered = Remembered(book.folder)
    checking = _Checking(book, remembered)
    problems = checking.problems()
    numbers = {name: checking.tables[name].frame for name in REFERRED if name in checking.learned}
    remembered.write(numbers, files_of(book.folder, _every_place(book)))
    return problems


def open_problems(book: KeptBook) -> list[FileProblem]:
    """Give what is wrong, or in doubt, with people and with events that no list has rated yet."""
    days = book.list_dates
    tables, problems = book.readable_tables()
    newest = book.read(list_name(days[-1]))[0] if days else None
    closed = [day for day in days if book.is_published(day)]
    waiting = with_waiting_events(tables)
    problems += [] if days else [problem("no_lists")]
    problems += [problem("file_edited", file=name, book=book.typed) for name in book.edited]
    problems += table_problems(waiting, newest)
    problems += [] if newest is None else list_problems(newest, known_numbers(waiting))
    problems += event_problems(waiting, book.rulebook, days, closed)
    problems += namesake_problems(tables, book.called)
    return [*problems, *duplicate_problems(tables, book.called, is_waiting=True)]


class _Checking:
    """One look through a book, with what is remembered of it, if anything is."""

    def __init__(self, book: Book, remembered: Remembered | None) -> None:
        self._book, self._remembered = book, remembered
        self._newest = list_name(book.list_dates[-1]) if book.list_dates else None
        self.learned: frozenset[str] = frozenset()
        """The tables that were read and passed, so that their numbers are worth remembering."""

    def problems(self) -> list[FileProblem]:
        """Give what is wrong with tables, lists and part results: first what cannot be read, then the rows."""
        book = self._book
        unreadable, wrong = self._of_tables()
        is_safe = self._remembered is not None and not _has_errors([*unreadable, *wrong])
        for day in book.list_dates[:-1]:
            self._check(list_name(day), list_problems, unreadable, wrong, note=is_safe)
        unreadable += _strange_files(book)
        unreadable += [] if book.list_dates else [problem("no_lists")]
        for day in book.pool_dates:
            self._check(pool_name(day), pool_problems, unreadable, wrong, note=is_safe)
        return [*unreadable, *wrong]

    @cached_property
    def _read_tables(self) -> tuple[dict[str, TableFile], list[FileProblem]]:
        return self._book.readable_tables()

    @property
    def tables(self) -> Mapping[str, TableFile]:
        """The tables that can be read."""
        return self._read_tables[0]

    @cached_property
    def _known(self) -> dict[str, pl.Series]:
        return known_numbers(self.tables)

    def _of_tables(self) -> tuple[list[FileProblem], list[FileProblem]]:
        """Check the tables and the newest list together, unless they are all as they were when they passed."""
        book, remembered = self._book, self._remembered
        there = [place for name in TABLES for place in places(book.folder, name)]
        files = files_of(book.folder, [*there, *(places(book.folder, self._newest) if self._newest else ())])
        is_complete = all(len(places(book.folder, name)) == 1 for name, table in TABLES.items() if table.needed)
        if remembered is not None and is_complete and remembered.passed(files):
            return [], []
        unreadable = list(self._read_tables[1])
        newest, faults = (None, []) if self._newest is None else book.read(self._newest)
        unreadable += faults
        wrong = list(table_problems(self.tables, newest))
        wrong += [] if newest is None else list_problems(newest, self._known)
        if remembered is not None:
            self._forget_those_who_name_the_missing(remembered)
            if not _has_errors([*unreadable, *wrong]):
                self.learned = frozenset(self.tables)
                remembered.note(files)
        return unreadable, wrong

    def _forget_those_who_name_the_missing(self, remembered: Remembered) -> None:
        """Let lists and part results be checked again where a number that they may name is no longer there."""
        if not all(
            name in self.tables and remembered.still_has_all(name, self.tables[name].frame) for name in REFERRED
        ):
            remembered.forget(files_of(self._book.folder, _every_place(self._book)))

    def _check(
        self, name: str, check: Check, unreadable: list[FileProblem], wrong: list[FileProblem], *, note: bool
    ) -> None:
        """Read a list or part results, check them and let them go, unless they are those that passed."""
        files = files_of(self._book.folder, places(self._book.folder, name))
        if self._remembered is not None and files and self._remembered.passed(files):
            return
        table, faults = self._book.read(name)
        rows = [] if table is None else list(check(table, self._known))
        self._book.let_go(name)
        unreadable += faults
        wrong += rows
        if note and self._remembered is not None and not _has_errors([*faults, *rows]):
            self._remembered.note(files)


def _has_errors(problems: Iterable[FileProblem]) -> bool:
    return any(fault.severity == ERROR for fault in problems)


def _every_place(book: Book) -> Iterator[Path]:
    """Give where the tables, lists and kept part results of a book stand."""
    names = (*TABLES, *map(list_name, book.list_dates), *map(pool_name, book.pool_dates))
    return (place for name in names for place in places(book.folder, name))


def _strange_files(book: Book) -> list[FileProblem]:
    known = {
        ABOUT,
        EDITIONS,
        LISTS,
        ORIGINALS,
        POOLS,
        PUBLISHED,
        RECORD,
        REPLAYS,
        *TABLES,
        *(f"{name}.{form}" for name in TABLES for form in FORMS),
    }
    strange = [
        problem("file_unknown", place=place.name)
        for place in sorted(book.folder.iterdir())
        if place.name not in known and not place.name.startswith(".")
    ]
    return strange + [
        problem("list_name", place=f"{LISTS}/{place.name}")
        for place in inside(book.folder, LISTS)
        if place.suffix[1:] not in FORMS or day_of(place) is None
    ]

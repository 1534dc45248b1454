"""A book: a folder with everything that rating lists are made from. Opened with all its faults, read when asked."""

from __future__ import annotations

import shlex
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

from arpad.book.about import read_about
from arpad.book.change import described
from arpad.book.checking import every_problem, open_problems, problems_on_opening
from arpad.book.durable.journal import (
    copier_of,
    is_unfinished,
    packer_of,
    recover,
    refuse_path,
    write_together,
    writer_of,
    writer_of_bytes,
)
from arpad.book.durable.lock import LOCK, writing
from arpad.book.lists import day_of
from arpad.book.log import logged
from arpad.book.problems import problem
from arpad.book.record import DamagedRecordError, Sealing, first_record, read_record, recorded_anew
from arpad.book.record_checks import DAMAGE, record_problems
from arpad.book.remembered import KeptOrder, Remembered
from arpad.book.schema import (
    ABOUT,
    EDITIONS,
    FORMS,
    LIST,
    LISTS,
    PARQUET,
    POOLS,
    PUBLISHED,
    RATINGS,
    RECORD,
    TABLES,
)
from arpad.book.tables import (
    ABSENT,
    State,
    TableFile,
    fitted,
    form_of,
    inside,
    places,
    read_columns,
    read_table,
    state_of,
)
from arpad.book.view import kept_pool, list_name, read_for_list
from arpad.book.wording import WORDS
from arpad.model.bounded import MOST_IN_RECORD, read_whole
from arpad.model.problems import ERROR, Advised, DamagedError, Problem, RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from concurrent.futures import Executor
    from datetime import date
    from pathlib import Path

    import polars as pl

    from arpad.book.about import About
    from arpad.book.change import Change
    from arpad.book.durable.journal import Maker
    from arpad.book.record import Record
    from arpad.model.problems import FileProblem
    from arpad.regulations.rulebook import Rulebook

_LARGE = 100_000
"""A table of so many rows takes a while to pack."""


class Book:
    """A book that was opened. Tables are read when they are first asked for, and then kept."""

    def __init__(self, folder: Path, about: About, *, is_old_form: bool = False) -> None:
        self.folder, self.about = folder, about
        self._is_old_form = is_old_form
        """True where `book.toml` is to be written anew with the first change."""
        self._read: dict[str, TableFile] = {}
        self._was: dict[str, State] = {}
        """Which files were read, or were not there, so that what another run changed since is not written over."""
        self._ratings: dict[str, pl.DataFrame | None] = {}
        """The ratings of lists of which nothing else was read; None where that could not be."""
        self._readers: dict[str, Lock] = {}
        """Several threads may ask for tables; each is read once."""

    @classmethod
    def open(cls, folder: Path, *, checked: bool = True, closing: date | None = None) -> Book:
        """Open a book; one with errors is refused, with all of them. Where a list is closed next, reading begins."""
        book, problems = opened(folder)
        if book is not None and closing is not None:
            reader = ThreadPoolExecutor(1)
            reader.submit(read_for_list, book, closing)
            reader.shutdown(wait=False)
        if book is not None and checked:
            problems += problems_on_opening(book)
        errors = [fault for fault in problems if fault.severity == ERROR]
        if book is None or errors:
            raise refusal(folder.name, errors)
        return book

    @classmethod
    def create(cls, folder: Path, about: About, form: str = PARQUET) -> Book:
        """Make a book without rows in a folder that is new or empty."""
        cls.refuse_occupied(folder)
        folder.mkdir(parents=True, exist_ok=True)
        tables = {
            folder.joinpath(f"{name}.{form}"): writer_of(table.empty())
            for name, table in TABLES.items()
            if table.needed
        }
        with writing(folder):
            # Once more: another run may have made its book here since.
            cls.refuse_occupied(folder)
            write_together(
                folder, {**tables, folder.joinpath(ABOUT): writer_of_bytes(about.text().encode("utf-8", "replace"))}
            )
            folder.joinpath(LISTS).mkdir(exist_ok=True)
        return cls(folder, about)

    @staticmethod
    def refuse_occupied(folder: Path) -> None:
        """Refuse a folder in which something is already; what a killed run left unfinished is nothing."""
        refuse_path(folder)
        if folder.exists() and (not folder.is_dir() or any(_is_something(path) for path in folder.iterdir())):
            raise RefusedError.of(WORDS, "not_empty", folder=folder.name)

    @cached_property
    def rulebook(self) -> Rulebook:
        """By which law the lists of the book are made: read once, and held as long as the book is open."""
        return self.about.rulebook(self.folder)

    @property
    def form(self) -> str:
        """How new tables are written: as the players are."""
        return form_of(self.folder)

    @property
    def list_dates(self) -> tuple[date, ...]:
        """The days of the lists, in order."""
        return _list_days(self.folder)

    @property
    def pool_dates(self) -> tuple[date, ...]:
        """The days of the lists after which the part results were kept, in order."""
        return _days(place for place in inside(self.folder, POOLS) if place.suffix[1:] in FORMS or place.is_dir())

    def has(self, name: str) -> bool:
        """Tell whether a table is there."""
        return bool(places(self.folder, name))

    def rating_list(self, day: date) -> pl.DataFrame | None:
        """Give the list of a day; None where the book has none."""
        return self.table(list_name(day)) if day in self.list_dates else None

    def ratings(self, day: date) -> pl.DataFrame | None:
        """Give the ratings of a list; where it is not in memory, nothing else of it is read."""
        name, there = list_name(day), places(self.folder, list_name(day))
        if name in self._read or len(there) != 1 or there[0].suffix != f".{PARQUET}":
            return self.rating_list(day)
        with self._reader(name):
            if name not in self._ratings:
                was = state_of(there[0])
                self._ratings[name] = read_columns(there[0], LIST, RATINGS)
                self._was.setdefault(name, was)
            narrow = self._ratings[name]
        return self.rating_list(day) if narrow is None else narrow

    def table(self, name: str) -> pl.DataFrame:
        """Give a table, a list or kept part results by name; a table that may be absent, and is, without rows."""
        may_lack = name not in self._read and name in TABLES and not TABLES[name].needed
        if may_lack and not self.has(name):
            self._was.setdefault(name, ABSENT)
            return TABLES[name].empty()
        table_file, problems = self.read(name)
        errors = [fault for fault in problems if fault.severity == ERROR]
        if table_file is None or errors:
            raise refusal(name, errors)
        return table_file.frame

    def read(self, name: str) -> tuple[TableFile | None, list[FileProblem]]:
        """Read a table, a list or kept part results, unless that was done before, with everything that is wrong."""
        with self._reader(name):
            return (self._read[name], []) if name in self._read else self._read_anew(name)

    def _reader(self, name: str) -> Lock:
        return self._readers.setdefault(name, Lock())

    def _read_anew(self, name: str) -> tuple[TableFile | None, list[FileProblem]]:
        there = places(self.folder, name)
        if len(there) != 1:
            return None, [_not_one(name, there)]
        table = described(name)
        was = state_of(there[0])
        table_file, problems = read_table(there[0], f"{name}{there[0].suffix}", table)
        if table_file is not None and not any(fault.severity == ERROR for fault in problems):
            table_file = TableFile(table_file.name, table_file.frame.select(list(table.columns)), table_file.is_text)
            self._read[name], self._was[name] = table_file, was
        return table_file, problems

    def problems(self) -> list[FileProblem]:
        """Give everything that is wrong with the book, by table, and what the calendar says of its events."""
        return every_problem(self)

    def readable_tables(self) -> tuple[dict[str, TableFile], list[FileProblem]]:
        """Give the tables that can be read, and what is wrong with the others."""
        problems: list[FileProblem] = []
        tables: dict[str, TableFile] = {}
        for name, table in TABLES.items():
            if table.needed or self.has(name):
                table_file, faults = self.read(name)
                problems += faults
                tables |= {} if table_file is None else {name: table_file}
        return tables, problems

    def open_problems(self) -> list[FileProblem]:
        """Give what is wrong, or in doubt, with people and with events that no list has rated yet."""
        return open_problems(self)

    def refuse_damaged(self, *, published: bool = True) -> None:
        """Refuse the book where files are not as arpad wrote them."""
        refuse_damaged(self.folder, published=published)

    @property
    def name(self) -> str:
        """The name of the folder."""
        return self.folder.name

    @property
    def called(self) -> str:
        """The path of the folder, as whoever works with the book gave it."""
        return str(self.folder)

    @property
    def edited(self) -> Mapping[str, str]:
        """The tables that something else than arpad had changed, with the hash that had been recorded of each."""
        record = self.record()
        return {} if record is None else record.edited

    @property
    def name_order(self) -> KeptOrder:
        """In which order the names of its players stood in the list before."""
        return KeptOrder(self.folder)

    @property
    def typed(self) -> str:
        """The folder as it is written in a command."""
        return shlex.quote(str(self.folder))

    def apply(self, change: Change) -> None:
        """Carry a change out: tables, lists, what is published, the log, what the book says of itself, all or nothing.

        Refused where another run is writing, or has changed a table since it was read here.
        """
        after = {name: table_change.after for name, table_change in change.tables.items()}
        folders: dict[Path, Maker] = {self.published(day): make for day, make in change.published.items()}
        folders |= {
            self.published(day, issue): copier_of(self.published(day)) for day, issue in change.reissued.items()
        }
        law = change.law
        about = law.about if law is not None else self.about if self._is_old_form else None
        with writing(self.folder), ThreadPoolExecutor(1) as meanwhile:
            recover(self.folder)
            if change.entry is not None:
                after["log"] = logged(self.table("log"), change.entry)
            self._refuse_changed()
            tables = {name: frame for name, frame in after.items() if frame is not None}
            placed = {self._place(name): fitted(frame, described(name)) for name, frame in tables.items()}
            files = {place: _maker(place, frame, meanwhile) for place, frame in placed.items()}
            files |= {
                self.folder.joinpath(EDITIONS, name): writer_of_bytes(toml)
                for name, toml in (law.editions if law else {}).items()
            }
            files |= (
                {}
                if about is None
                else {self.folder.joinpath(ABOUT): writer_of_bytes(about.text().encode("utf-8", "replace"))}
            )
            gone = [place for name, frame in after.items() if frame is None for place in places(self.folder, name)]
            gone += [place for day in change.unpublished if (place := self.published(day)).is_dir()]
            record = recorded_anew(self.folder) if change.accepts else self.record() or first_record(self.folder)
            seal = Sealing(self.folder, record, change.unpublished)
            # What is published comes first: large tables are packed meanwhile.
            write_together(self.folder, {**folders, **files}, gone, seal)
        if about is not None:
            self.about, self._is_old_form = about, False
            self.__dict__.pop("rulebook", None)
        for name in after:
            self.let_go(name)
            self._was.pop(name, None)

    def record(self) -> Record | None:
        """Give what the book recorded of its files and closings; None where it was never written by such an arpad."""
        try:
            return read_record(self.folder)
        except DamagedRecordError as fault:
            raise DamagedError(
                refusal(self.folder.name, [problem("record_damaged", file=RECORD, book=self.typed)]).problems
            ) from fault

    def _refuse_changed(self) -> None:
        """Refuse to write from tables that are no longer those that were read."""
        for name, was in self._was.items():
            there = places(self.folder, name)
            if (state_of(there[0]) if len(there) == 1 else ABSENT) != was:
                folder = self.folder.name
                raise RefusedError.of(WORDS, "book_changed", folder, says="table_rewritten", table=name, folder=folder)

    def forget(self, day: date) -> None:
        """Keep the list of a day no longer in memory, but for ratings that were read alone."""
        self._read.pop(list_name(day), None)

    def let_go(self, name: str) -> None:
        """Keep a table, a list or kept part results no longer in memory."""
        self._read.pop(name, None)
        self._ratings.pop(name, None)

    def pool_before(self, list_date: date) -> pl.DataFrame:
        """Give the part results from which a list is made, or was made."""
        return kept_pool(self, list_date)

    def is_published(self, day: date) -> bool:
        """Tell whether a list was made in this book, and not imported."""
        return self.published(day).is_dir()

    def published_file(self, day: date, name: str) -> bytes | None:
        """Give a file that was published with a list; None where there is none, or it cannot be read."""
        try:
            return read_whole(self.published(day).joinpath(name), MOST_IN_RECORD)
        except (OSError, ValueError):
            return None

    def published(self, day: date, issue: int | None = None) -> Path:
        """Give the folder in which everything stands that is published with a list, or was with an earlier issue."""
        return self.folder.joinpath(PUBLISHED, f"{day:%Y-%m}" if issue is None else f"{day:%Y-%m}-{issue}")

    def _place(self, name: str) -> Path:
        there = places(self.folder, name)
        return there[0] if there else self.folder.joinpath(f"{name}.{self.form}")


def refuse_damaged(folder: Path, *, published: bool = True) -> None:
    """Refuse a book of which files are not as arpad wrote them; without `published`, only what it is made from.

    Then lists before the newest that are known to be as they were are not hashed again: there may be hundreds. The book
    need not be readable.
    """
    known = {} if published else Remembered(folder).known_hashes()
    days = _list_days(folder)
    older = {name: value for name, value in known.items() if day_of(folder / name) in days[:-1]}
    faults = record_problems(folder, lambda name: published or not name.startswith(f"{PUBLISHED}/"), older)
    errors = [fault for fault in faults if fault.code in DAMAGE]
    if errors:
        raise DamagedError(refusal(folder.name, errors).problems)


def refusal(where: str, errors: Iterable[FileProblem]) -> RefusedError:
    """Give the refusal for errors of a book, with all of them."""
    return RefusedError(
        [Problem.of(WORDS, error.code, where, says="in_book", fault=Advised(error)) for error in errors]
    )


def _maker(place: Path, frame: pl.DataFrame, meanwhile: Executor) -> Callable[[Path], None]:
    """Give what writes a table."""
    is_large = frame.height >= _LARGE and place.suffix == f".{PARQUET}"
    return packer_of(frame, meanwhile) if is_large else writer_of(frame)


def _is_something(place: Path) -> bool:
    return place.name != LOCK and not is_unfinished(place)


def _list_days(folder: Path) -> tuple[date, ...]:
    """Give the days of the lists of a book, in order."""
    return _days(place for place in inside(folder, LISTS) if place.suffix[1:] in FORMS)


def _days(places: Iterable[Path]) -> tuple[date, ...]:
    return tuple(sorted({day for place in places if (day := day_of(place)) is not None}))


def _not_one(name: str, there: Sequence[Path]) -> FileProblem:
    """Say that a table is missing, or in which forms it is there at once."""
    if not there:
        return problem("table_missing", table=name)
    named = [{"name": path.name, "is_folder": path.is_dir()} for path in there]
    return problem("table_twice", table=name, times=len(named), places=named)


def opened(folder: Path) -> tuple[Book | None, list[FileProblem]]:
    """Open a folder; give the book, or None where it is none, and what is wrong with its `book.toml`."""
    refuse_path(folder)
    recover(folder)
    about, is_old_form, problems = read_about(folder)
    return None if about is None else Book(folder, about, is_old_form=is_old_form), problems

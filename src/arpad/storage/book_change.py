"""A change of a book in the database: its files into the archive first, then rows and log in one short transaction."""

from __future__ import annotations

import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
from django.db import transaction

from arpad.book.change import TableChange, described
from arpad.book.log import logged
from arpad.book.schema import LOG, TABLES
from arpad.book.tables import fitted
from arpad.book.wording import WORDS as BOOK_WORDS
from arpad.model.problems import RefusedError
from arpad.publication.handed_over import about_data
from arpad.storage import log
from arpad.storage.archived_files import EDITION, LIST, PUBLISHED, TABLE, archive, name_files, put_frame
from arpad.storage.book_tables import change_rows, in_order
from arpad.storage.events.of_book import REGISTRATIONS, changed_registrations, write_registrations
from arpad.storage.models import BookFile, BookLogRow, RatingSystem, TableState
from arpad.storage.opening import open_now

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import date

    from arpad.book.change import Change, Publish
    from arpad.office.decision import Decision
    from arpad.office.log import LogRecord
    from arpad.storage.archive import Kept, Putting
    from arpad.storage.database_book import DatabaseBook

_AT_ONCE = 2
"""So many files are packed at a time."""
BOOK = "book"
"""The fact of an entry of the log that says what it changed of a book."""


@dataclass(frozen=True, slots=True)
class Delta:
    """What goes out of a table and what comes in, with the files of the archive that keep it."""

    removed: pl.DataFrame
    added: pl.DataFrame
    removed_in: Kept | None
    added_in: Kept | None
    is_there: bool
    """False where the table shall no longer be there at all."""

    @classmethod
    def of(cls, change: TableChange, name: str) -> Delta:
        """Work out and keep what a change does to a table."""
        empty = TABLES[name].empty()
        before, after = (
            empty if frame is None else fitted(frame, TABLES[name]) for frame in (change.before, change.after)
        )
        both = TableChange(before, after)
        removed, added = in_order(name, both.removed), in_order(name, both.added)
        return cls.kept(removed, added, is_there=change.after is not None)

    @classmethod
    def kept(cls, removed: pl.DataFrame, added: pl.DataFrame, *, is_there: bool = True) -> Delta:
        """Keep rows that go and rows that come."""
        removed_in, added_in = (put_frame(frame) if frame.height else None for frame in (removed, added))
        return cls(removed, added, removed_in, added_in, is_there)

    @property
    def facts(self) -> dict[str, Any]:
        """What the log says of it."""
        files = {"removed": self.removed_in, "added": self.added_in}
        named = {name: kept.sha256 for name, kept in files.items() if kept is not None}
        return named if self.is_there else {**named, "gone": True}


@dataclass(frozen=True, slots=True)
class PreparedChange:
    """A change whose files are all in the archive."""

    book: DatabaseBook
    change: Change
    deltas: Mapping[str, Delta]
    files: Mapping[str, Kept | None]
    """By name, lists and kept part results as they shall be; None for those that go."""
    published: Mapping[date, Mapping[str, Kept]] = field(default_factory=dict)
    """By day and name, what is published with a list."""
    editions: Mapping[str, Kept] | None = None
    """The files of the edition that the book takes on; None where its law stays."""

    def carried_out(self, decision: Decision, request: str = "", system_user: str = "") -> LogRecord:
        """Carry the change out in a transaction of its own."""
        with transaction.atomic():
            return self.write(decision, request, system_user)

    def write(
        self,
        decision: Decision,
        request: str = "",
        system_user: str = "",
        more: Mapping[str, Any] | None = None,
    ) -> LogRecord:
        """Carry the change out within the transaction that is open; refused where the book has changed meanwhile.

        `more` are facts of how it was carried out, for the log.
        """
        system = RatingSystem.objects.select_for_update().get(pk=self.book.system.pk)
        self.book.refuse_changed()
        self._refuse_other_files()
        deltas = {**self.deltas, **self._log_delta()}
        facts = {**(more or {}), BOOK: self._facts(system, deltas)}
        events = deltas.get("events")
        of_events = (None, None) if events is None else (events.removed, events.added)
        registrations = changed_registrations(system, decision.code, *of_events)
        entry = log.record(
            decision, request, system_user, {**facts, REGISTRATIONS: registrations} if registrations else facts
        )
        for name, delta in deltas.items():
            change_rows(system.pk, name, delta.removed, delta.added)
            self._note(system, name, delta, entry.number)
        for name, kept in self.files.items():
            rows = BookFile.objects.filter(rating_system=system, name=name)
            if kept is None:
                rows.delete()
            else:
                BookFile.objects.update_or_create(
                    rating_system=system, name=name, defaults={"sha256": kept.sha256, "changed_by": entry.number}
                )
        name_files(self._every_file(deltas))
        system.version += 1
        if self.change.law is not None:
            about = self.change.law.about
            system.edition, system.authority, system.title = about.edition, about.authority, about.title
            system.monthly_regime = about_data(about)["monthly_regime"]
            system.rulebook_files = {name: kept.sha256 for name, kept in (self.editions or {}).items()}
        system.save()
        write_registrations(system, entry)
        return entry

    def _refuse_other_files(self) -> None:
        """Refuse where a list was changed since the book was opened here."""
        now = dict(BookFile.objects.filter(rating_system=self.book.system).values_list("name", "sha256"))
        if now != self.book.files:
            names = sorted(name for name in {*now, *self.book.files} if now.get(name) != self.book.files.get(name))
            name = self.book.name
            raise RefusedError.of(BOOK_WORDS, "book_changed", name, says="table_rewritten", table=names[0], folder=name)

    def _log_delta(self) -> dict[str, Delta]:
        """Give the entry of the book's own log as what comes into that table."""
        if self.change.entry is None:
            return {}
        newest = BookLogRow.objects.filter(rating_system=self.book.system).order_by("-entry").values("entry").first()
        begun = pl.DataFrame({"entry": [] if newest is None else [newest["entry"]]}, schema={"entry": pl.Int32})
        row = logged(fitted(begun, LOG), self.change.entry).tail(1)
        return {"log": Delta.kept(LOG.empty(), row)}

    def _facts(self, system: RatingSystem, deltas: Mapping[str, Delta]) -> dict[str, Any]:
        facts: dict[str, Any] = {"system": system.key, "tables": {name: delta.facts for name, delta in deltas.items()}}
        if self.files:
            facts["files"] = {name: None if kept is None else kept.sha256 for name, kept in self.files.items()}
        if self.editions is not None and self.change.law is not None:
            facts["law"] = {
                "edition": self.change.law.about.edition,
                "monthly_regime": about_data(self.change.law.about)["monthly_regime"],
                "files": {name: kept.sha256 for name, kept in self.editions.items()},
            }
        return facts

    @staticmethod
    def _note(system: RatingSystem, name: str, delta: Delta, number: int) -> None:
        """Note by which entry a table was changed, and how many rows it has."""
        state, _ = TableState.objects.get_or_create(rating_system=system, name=name)
        if not delta.is_there:
            state.delete()
            return
        state.changed_by, state.sha256 = number, ""
        state.rows += delta.added.height - delta.removed.height
        state.save()

    def _every_file(self, deltas: Mapping[str, Delta]) -> list[tuple[Kept, str]]:
        files = [(kept, TABLE) for delta in deltas.values() for kept in (delta.removed_in, delta.added_in) if kept]
        files += [(kept, LIST) for kept in self.files.values() if kept is not None]
        files += [(kept, PUBLISHED) for of_day in self.published.values() for kept in of_day.values()]
        return files + [(kept, EDITION) for kept in (self.editions or {}).values()]

    def with_entry(self, **values: Any) -> PreparedChange:  # noqa: ANN401 - what an entry has
        """Give the same with other words in the entry of the book's own log."""
        entry = self.change.entry
        return self if entry is None else replace(self, change=replace(self.change, entry=replace(entry, **values)))


def prepared(book: DatabaseBook, change: Change, progress: Callable[[str], None] = lambda _: None) -> PreparedChange:
    """Put all files of a change into the archive; nothing of it counts until it is carried out."""
    tables = {name: table for name, table in change.tables.items() if name in TABLES}
    with ThreadPoolExecutor(1) as meanwhile:
        coming = {
            name: None if table.after is None else meanwhile.submit(put_frame, fitted(table.after, described(name)))
            for name, table in change.tables.items()
            if name not in TABLES
        }
        published = {day: published_files(make) for day, make in change.published.items()}
        progress("keeping the tables")
        deltas = {name: Delta.of(table, name) for name, table in tables.items()}
        files = {name: None if kept is None else kept.result() for name, kept in coming.items()}
    law = change.law
    editions = None if law is None else {name: archive().put(toml) for name, toml in law.editions.items()}
    return PreparedChange(book, change, deltas, files, published, editions)


def published_files(make: Publish) -> dict[str, Kept]:
    """Have everything written that is published with a list, and keep it; give the files by name.

    The lists themselves are more than a gigabyte: they are packed while they are written, and stand nowhere else.
    """
    straight: dict[str, Kept] = {}

    @contextmanager
    def opened(place: Path) -> Iterator[Putting]:
        with ThreadPoolExecutor(1) as beside, archive().putting(beside) as target:
            yield target
        straight[place.name] = target.kept

    work = open_now().work
    work.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="published-", dir=work) as name:
        folder = Path(name)
        make(folder, opened)
        places = sorted(place for place in folder.rglob("*") if place.is_file())
        names = [place.relative_to(folder).as_posix() for place in places]
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            kept = dict(zip(names, pool.map(archive().put_file, places), strict=True))
    return dict(sorted({**straight, **kept}.items()))

"""The state of an office as it follows from its log and the files that it names: tables, lists, law.

Every entry that changed a book names what went out of each table and what came in. Put together from the first entry to
the last they give every table; the entries about lists give every version of every list.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.schema import TABLES
from arpad.model.problems import DamagedError
from arpad.office.list_stages import CLOSED, PUBLISHED, REVISED, THROWN_AWAY
from arpad.storage.archived_files import read_frame
from arpad.storage.book_change import BOOK
from arpad.storage.book_tables import in_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from arpad.office.log import LogRecord

Version = tuple[str, int, str, str, str]
"""Of a version of a list: day, revision, stage, hash of the list, manifest."""


@dataclass(slots=True)
class DerivedBook:
    """The book of a rating system as the log tells it."""

    key: str
    tables: dict[str, pl.DataFrame] = field(default_factory=dict)
    unknown: dict[str, str] = field(default_factory=dict)
    """Tables that can no longer be derived, with the hash of the file that is damaged or erased."""
    files: dict[str, str] = field(default_factory=dict)
    edition: str | None = None
    rulebook_files: dict[str, str] = field(default_factory=dict)
    monthly_regime: bool | list[str] = False
    versions: list[dict[str, Any]] = field(default_factory=list)
    """Of each version of a list: list, revision, stage, list_hash, manifest, fingerprint, in the order of closing."""

    def change(self, facts: Mapping[str, Any]) -> None:
        """Go on by what one entry says of the book."""
        for name, delta in facts.get("tables", {}).items():
            self._change_table(name, delta)
        for name, value in facts.get("files", {}).items():
            if value is None:
                self.files.pop(name, None)
            else:
                self.files[name] = value
        law = facts.get("law")
        if law is not None:
            self.edition, self.rulebook_files = law["edition"], dict(law["files"])
            self.monthly_regime = law["monthly_regime"]

    def _change_table(self, name: str, delta: Mapping[str, Any]) -> None:
        frame = self.tables.get(name, TABLES[name].empty())
        try:
            removed, added = (
                read_frame(delta[part], TABLES[name]) if part in delta else None for part in ("removed", "added")
            )
        except DamagedError:
            self.unknown[name] = next(str(delta[part]) for part in ("removed", "added") if part in delta)
            self.tables.setdefault(name, frame)
            return
        if removed is not None:
            frame = frame.join(removed, on=frame.columns, how="anti", nulls_equal=True)
        if added is not None:
            frame = pl.concat([frame, added])
        if delta.get("gone"):
            self.tables.pop(name, None)
        else:
            self.tables[name] = frame

    def table(self, name: str) -> pl.DataFrame:
        """Give a table in the order of its keys."""
        return in_order(name, self.tables[name])


def derived(records: Iterable[LogRecord]) -> dict[str, DerivedBook]:
    """Derive every book from the log, by the key of its rating system."""
    books: dict[str, DerivedBook] = {}
    for record in records:
        facts = record.facts.get(BOOK)
        if facts is None:
            continue
        book = books.setdefault(facts["system"], DerivedBook(facts["system"]))
        book.change(facts)
        _change_lists(book, record)
    return books


def _change_lists(book: DerivedBook, record: LogRecord) -> None:
    """Go on by what an entry says of lists."""
    facts = record.facts
    match record.code:
        case "book.import":
            rows = facts[BOOK].get("lists") or facts.get("list_versions") or []
            for place, (day, revision, list_hash, manifest, fingerprint) in enumerate(rows):
                is_newest = place + 1 == len(rows) or rows[place + 1][0] != day
                stage = PUBLISHED if is_newest else REVISED
                book.versions.append(_version(day, revision, stage, list_hash, manifest, fingerprint))
        case "list.close" | "list.close_forced":
            book.versions.append(_version(facts["list"], 1, CLOSED, facts["list_hash"], facts["manifest"], ""))
        case "list.throw_away":
            _newest(book, facts["list"])["stage"] = THROWN_AWAY
        case "list.publish":
            _newest(book, facts["list"]).update(stage=PUBLISHED, fingerprint=facts["publication"])
        case "list.revise":
            _newest(book, facts["list"])["stage"] = REVISED
            values = (facts["revised_hash"], facts["manifest_now"], facts["publication"])
            book.versions.append(_version(facts["list"], facts["revision"], PUBLISHED, *values))


def _version(day: str, revision: int, stage: str, *values: str) -> dict[str, Any]:
    names = ("list_hash", "manifest", "fingerprint")
    return {"list": day, "revision": revision, "stage": stage, **dict(zip(names, values, strict=True))}


def _newest(book: DerivedBook, day: str) -> dict[str, Any]:
    """Give the newest version of the list of a day; of one that the log never closed, something that is nowhere."""
    return next((version for version in reversed(book.versions) if version["list"] == day), {})

"""The way out: the book of an office as a folder, whose lists have the same hashes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.book.change import AdoptedLaw, Change, TableChange
from arpad.book.closings import original_name
from arpad.book.folder import Book
from arpad.book.schema import PARQUET, TABLES
from arpad.storage.archived_files import archive
from arpad.storage.database_book import DatabaseBook
from arpad.storage.models import ListVersion

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from arpad.storage.models import RatingSystem


def export_book(system: RatingSystem, folder: Path, progress: Callable[[str], None] = lambda _: None) -> Book:
    """Write the book of a rating system into a folder that is new or empty: tables, lists, everything published."""
    kept = DatabaseBook(system)
    book = Book.create(folder, kept.about)
    progress("writing the tables")
    editions = {name: archive().read(value) for name, value in system.rulebook_files.items()}
    law = AdoptedLaw(kept.rulebook, kept.about, editions) if editions else None
    names = [name for name in TABLES if kept.has(name)]
    book.apply(Change({name: TableChange(None, kept.table(name)) for name in names}, law=law))
    progress("writing the lists")
    _write(folder, {f"{name}.{PARQUET}": value for name, value in kept.files.items()})
    progress("writing what was published")
    versions = ListVersion.objects.filter(rating_system=system).exclude(stage=ListVersion.THROWN_AWAY)
    for version in versions.order_by("list_date", "revision"):
        if version.files:
            is_newest = original_name(version.list_date, version.revision) not in kept.files
            place = book.published(version.list_date, None if is_newest else version.revision)
            _write(place, version.files)
    # The record of the book is made of the files as they are now.
    book.apply(Change({}, accepts=True))
    return Book.open(folder)


def _write(folder: Path, files: Mapping[str, str]) -> None:
    for name, value in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        archive().copy_to(value, place)

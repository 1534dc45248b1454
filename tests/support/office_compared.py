"""An office beside a book in a folder that went through the same: where lists, files and tables are not the same."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from arpad.book.schema import TABLES
from arpad.book.view import list_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.book.folder import Book
    from arpad.storage.database_book import DatabaseBook


def differences(office: DatabaseBook, folder: Book) -> Iterator[str]:
    """Name every list, published file and table in which the two differ; what was revised with its earlier issue."""
    from arpad.storage.models import ListVersion  # noqa: PLC0415 - once an office is open

    if office.list_dates != folder.list_dates:
        yield "the days of the lists"
    for day in folder.list_dates:
        if not office.table(list_name(day)).sort("fide_id").equals(folder.table(list_name(day)).sort("fide_id")):
            yield f"the list of {day}"
    versions = ListVersion.objects.filter(rating_system=office.system, is_imported=False)
    for version in versions.exclude(stage=ListVersion.THROWN_AWAY):
        is_newest = version.stage == ListVersion.PUBLISHED
        place = folder.published(version.list_date, None if is_newest else version.revision)
        in_folder = {
            file.relative_to(place).as_posix(): sha256(file.read_bytes()).hexdigest()
            for file in place.rglob("*")
            if file.is_file()
        }
        for name in sorted({*in_folder, *version.files}):
            if in_folder.get(name) != version.files.get(name):
                yield f"{name}, published with the list of {version.list_date}, issue {version.revision}"
    for name in TABLES:
        columns = [column for column in TABLES[name].columns if name != "log" or column == "deed"]
        if name != "log" and not office.table(name).sort(columns).equals(folder.table(name).sort(columns)):
            yield f"the table of {name}"

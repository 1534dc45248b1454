"""Books of tests in the office that is open: brought in by the import, on SQLite only once for each book and day.

An import loads its tables by processes of their own, which takes longer than most of what is tried upon them. An office
that is still empty therefore gets the tables and the archive as the same import left them before, in another office.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from functools import cache
from typing import TYPE_CHECKING

from django.db import connections
from kept_folders import kept_folder

from arpad.model.clock import now
from arpad.storage.opening import open_now
from arpad.storage.settings import ARCHIVE, DATABASE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from arpad.office.decision import Decision
    from arpad.storage.models import RatingSystem


@cache
def _kept() -> Path:
    return kept_folder("imported")


def imported(book: Callable[[], Path], decision: Decision, kept_as: str) -> RatingSystem:
    """Import the book of a folder; what is kept under a name is always made from the same book."""
    from arpad.storage.importing import import_book  # noqa: PLC0415 - models need an office that is open
    from arpad.storage.models import Account, LogEntry, RatingSystem  # noqa: PLC0415 - the same

    office = open_now()
    place = office.database_file
    if place is None or Account.objects.exists() or LogEntry.objects.exists():
        return import_book(book(), decision)
    kept = _kept() / f"{kept_as} {now():%Y-%m-%d}"
    if not kept.exists():
        system = import_book(book(), decision)
        _keep(place, office.archive_folder, kept)
        return system
    connections.close_all()
    for beside in ("-wal", "-shm"):
        place.with_name(place.name + beside).unlink(missing_ok=True)
    shutil.copyfile(kept / DATABASE, place)
    shutil.copytree(kept / ARCHIVE, office.archive_folder, dirs_exist_ok=True)
    return RatingSystem.objects.get(is_ready=True)


def _keep(place: Path, archive: Path, kept: Path) -> None:
    """Copy tables and archive as they are; they get their name when all of them is there."""
    aside = kept.with_name(f"{kept.name} unfinished")
    shutil.copytree(archive, aside / ARCHIVE)
    with closing(sqlite3.connect(place)) as tables, closing(sqlite3.connect(aside / DATABASE)) as copy:
        tables.backup(copy)
    aside.rename(kept)

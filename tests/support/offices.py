"""Offices for tests, on SQLite and on PostgreSQL: made once with all tables, and copied for each test."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

import postgres
from django.db import connections
from kept_folders import kept_folder

from arpad.storage.opening import init_office, open_office
from arpad.storage.settings import DATABASE, DATABASE_URL, OfficeSettings, new_settings, write_settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arpad.storage.opening import OfficeFolder

DATABASES = ("sqlite", "postgresql")


@cache
def _with_tables() -> Path:
    """Make an empty office on SQLite, once in a process."""
    folder = kept_folder("office")
    os.environ.pop(DATABASE_URL, None)
    init_office(folder / "office")
    connections.close_all()
    return folder / "office" / DATABASE


@contextmanager
def office(database: str, folder: Path) -> Iterator[OfficeFolder]:
    """Make an empty office in a new folder, open it, and close it afterwards."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("archive", "backups", "work"):
        folder.joinpath(name).mkdir()
    if database == "sqlite":
        shutil.copyfile(_with_tables(), folder / DATABASE)
        write_settings(folder, new_settings(OfficeSettings()))
        yield open_office(folder)
        connections.close_all()
        return
    with postgres.database() as address:
        write_settings(folder, new_settings(OfficeSettings(database_url=address)))
        yield open_office(folder)
        connections.close_all()

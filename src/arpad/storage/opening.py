"""An office is opened: its folder, its settings, its database. Once in a process, or again for another folder."""

from __future__ import annotations

import re
import shutil
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import django
from django.conf import settings as django_conf
from django.contrib.auth.password_validation import get_default_password_validators
from django.db import DatabaseError, OperationalError, connection, connections

from arpad.model.problems import ArpadError, DamagedError, RefusedError
from arpad.storage.settings import (
    ARCHIVE,
    BACKUPS,
    DATABASE,
    FILE,
    WORK,
    OfficeSettings,
    django_settings,
    new_settings,
    read_settings,
    write_settings,
)
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

_OWN_FILE_DAMAGED = re.compile("malformed|not a database")
"""What SQLite says of a file that it can no longer read."""
_OWN = 0o700
"""Only whoever runs the office looks into its folder."""


@dataclass(frozen=True, slots=True)
class OfficeFolder:
    """An office that was opened: where it is, and what is set for it."""

    folder: Path
    settings: OfficeSettings

    @property
    def archive_folder(self) -> Path:
        """Where the archive is."""
        return self.folder / ARCHIVE

    @property
    def backups(self) -> Path:
        """Where backups are written, unless another place is named."""
        return self.folder / BACKUPS

    @property
    def work(self) -> Path:
        """Where work in progress writes aside."""
        return self.folder / WORK

    @property
    def database_file(self) -> Path | None:
        """The file of the database; None with PostgreSQL."""
        return None if self.settings.is_postgresql else self.folder / DATABASE


class _Opened:
    """The office that this process has open."""

    office: OfficeFolder | None = None


def open_office(
    folder: Path, more: Mapping[str, Any] | None = None, *, any_schema: bool = False, create: bool = False
) -> OfficeFolder:
    """Open the office in a folder, and close the one that was open before in this process.

    `more` are further settings of Django, such as those of the pages. An office whose tables are of another version is
    refused, unless `any_schema` is given.
    """
    office = OfficeFolder(folder.resolve(), read_settings(folder))
    if not create:
        _refuse_lost_database(office)
    _connect(office, more or {})
    _Opened.office = office
    if not any_schema and not create:
        with reached(office):
            refuse_other_schema(office)
    return office


def _refuse_lost_database(office: OfficeFolder) -> None:
    """Refuse an office whose file of tables is gone: SQLite would begin an empty one in its place."""
    place = office.database_file
    if place is not None and not place.is_file():
        raise DamagedError.of(WORDS, "database_gone", office.folder.name, file=DATABASE, folder=str(office.folder))


def open_now() -> OfficeFolder:
    """Give the office that this process has open."""
    if _Opened.office is None:
        raise RuntimeError("No office was opened in this process.")
    return _Opened.office


def _connect(office: OfficeFolder, more: Mapping[str, Any]) -> None:
    values = {**django_settings(office.folder, office.settings), **more}
    if not django_conf.configured:
        django_conf.configure(**values)
        django.setup()
        return
    connections.close_all()
    for name, value in values.items():
        if name != "INSTALLED_APPS":
            setattr(django_conf, name, value)
    # They are those of the settings that were read first.
    get_default_password_validators.cache_clear()  # type: ignore[attr-defined] # a cached function
    connections.settings = connections.configure_settings(values["DATABASES"])
    for alias in list(connections):
        _ = connections[alias]
        del connections[alias]


def refuse_other_schema(office: OfficeFolder) -> None:
    """Refuse an office whose tables are older than this arpad, or newer."""
    missing, unknown = schema_steps()
    if unknown:
        raise RefusedError.of(WORDS, "schema_newer", office.folder.name, unknown=unknown)
    if missing:
        raise RefusedError.of(
            WORDS, "schema_older", office.folder.name, missing=len(missing), folder=str(office.folder)
        )


def schema_steps() -> tuple[list[str], list[str]]:
    """Give the steps that the tables still need, and those that were made by a newer version."""
    from django.db.migrations.executor import MigrationExecutor  # noqa: PLC0415 - slow to load

    executor = MigrationExecutor(connection)
    missing = [str(step) for step, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())]
    known = executor.loader.disk_migrations
    applied = executor.loader.applied_migrations
    return missing, sorted(f"{app}.{name}" for app, name in applied if app == "storage" and (app, name) not in known)


def migrate() -> None:
    """Bring the tables of the open office to the form of this version."""
    from django.core.management import call_command  # noqa: PLC0415 - slow to load

    call_command("migrate", interactive=False, verbosity=0)


def init_office(
    folder: Path, settings: OfficeSettings | None = None, more: Mapping[str, Any] | None = None
) -> OfficeFolder:
    """Make an office in a folder that is new or empty: settings with a key of its own, database, archive; open it."""
    if folder.joinpath(FILE).exists():
        raise RefusedError.of(WORDS, "office_there", folder.name, folder=str(folder))
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise RefusedError.of(WORDS, "folder_taken", folder.name, folder=str(folder))
    is_new = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(_OWN)  # what is said of people is nobody else's on this machine
    try:
        for name in (ARCHIVE, BACKUPS, WORK):
            folder.joinpath(name).mkdir(mode=_OWN)
        write_settings(folder, new_settings(settings or OfficeSettings()))
        office = open_office(folder, more, create=True)
        _refuse_taken_database(office)
        migrate()
    except BaseException:
        _taken_back(folder, is_new=is_new)
        raise
    return office


def _refuse_taken_database(office: OfficeFolder) -> None:
    """Refuse a database in which something is already: it may be another office."""
    with reached(office):
        names = connection.introspection.table_names()
    if names:
        name = str(connection.settings_dict["NAME"])
        raise RefusedError.of(WORDS, "database_taken", office.folder.name, says="database_in_use", database=name)


def _taken_back(folder: Path, *, is_new: bool) -> None:
    """Take away what was made of an office that did not come about."""
    if django_conf.configured:  # settings that are refused are so before Django is set up
        connections.close_all()
    _Opened.office = None
    for place in folder.iterdir():
        if place.is_dir():
            shutil.rmtree(place, ignore_errors=True)
        else:
            place.unlink(missing_ok=True)
    if is_new:
        folder.rmdir()


@contextmanager
def reached(office: OfficeFolder) -> Iterator[None]:
    """Say in a sentence that the database of an office does not answer."""
    try:
        yield
    except OperationalError as fault:
        raise ArpadError.of(WORDS, "database_away", office.folder.name, why=_first_line(fault)) from fault
    except DatabaseError as fault:
        raise database_fault(fault) from fault


def database_fault(fault: DatabaseError) -> ArpadError:
    """Say in a sentence why a database did not do what it was asked: it is damaged, full, locked or away."""
    why = _first_line(fault)
    if _OWN_FILE_DAMAGED.search(why):
        return DamagedError.of(WORDS, "database_damaged", DATABASE, file=DATABASE, why=why)
    return ArpadError.of(WORDS, "database_failed", "database", why=why)


def _first_line(fault: BaseException) -> str:
    return next(iter(str(fault).strip().splitlines()), "")

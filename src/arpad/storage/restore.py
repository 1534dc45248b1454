"""A backup becomes an office again: in a new folder, on SQLite or PostgreSQL, whatever it came from; and the drill.

Everything is made aside. On SQLite that is a folder beside the one asked for, which gets its name at the end; on
PostgreSQL the tables are made and filled in one transaction. What a run that was ended has left is thrown away by the
next one, so a restore can always be started again. Afterwards every table is read and compared with the backup.
"""

from __future__ import annotations

import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import django
import polars as pl
from django.conf import settings as django_conf
from django.core.management.color import no_style
from django.db import connections, transaction
from django.db.migrations.executor import MigrationExecutor

from arpad.book.durable.journal import sync, sync_folders
from arpad.model.problems import DamagedError, Problem, RefusedError
from arpad.storage.archive import Archive
from arpad.storage.settings import (
    ARCHIVE,
    BACKUPS,
    FILE,
    OWN,
    WORK,
    OfficeSettings,
    database_settings,
    django_settings,
    new_settings,
    read_settings,
    write_settings,
)
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from django.db.backends.base.base import BaseDatabaseWrapper

    from arpad.office.person import Person
    from arpad.storage.backup import OfficeBackup
    from arpad.storage.bulk.model_tables import OfficeTable
    from arpad.storage.jobs.kinds import Finish, JobInput, Progress, Result

ALIAS = "restored"
MARK = "arpad_restoring"
"""A table that a PostgreSQL database has until the folder of the restored office is in place."""


@dataclass(frozen=True, slots=True)
class Restored:
    """An office that was made from a backup, and is equal to it."""

    folder: Path
    tables: int
    rows: int
    files: int
    missing: tuple[str, ...]
    """Files of the archive that the backup could not have, or no longer has."""
    log_head: str
    left_out: tuple[str, ...] = ()
    """Settings that the office had and that no backup holds: they are written into its file again."""

    @property
    def facts(self) -> dict[str, Any]:
        """What is said about it, as plain data."""
        lists = {"missing": list(self.missing), "left_out": list(self.left_out)}
        return {**asdict(self), "folder": self.folder.name, **lists}


def restore(
    backup_folder: Path,
    folder: Path,
    database_url: str = "",
    progress: Progress | None = None,
    note: Callable[[Path, int], None] | None = None,
) -> Restored:
    """Make an office from a backup, in a folder that is new or empty; refused where anything is not as it was kept.

    `note` writes into the log of the restored office that it was restored, after all of it was compared; it is given
    where that office still stands aside, and how far its log had come.
    """
    settings = OfficeSettings(secret_key="none yet", database_url=database_url)  # noqa: S106 - replaced below
    folder = folder.resolve()
    aside = folder.with_name(f".{folder.name}.restoring")
    _with_django(aside, settings)
    from arpad.storage.backup import read_backup  # noqa: PLC0415 - models need Django

    backup = read_backup(backup_folder.resolve())
    settings = _settings(backup, database_url)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        if database_url and _is_completed(folder, database_url):
            return _result(backup, folder, ())
        raise RefusedError.of(WORDS, "folder_taken", folder.name, folder=str(folder))
    shutil.rmtree(aside, ignore_errors=True)
    for name in (ARCHIVE, BACKUPS, WORK):
        aside.joinpath(name).mkdir(parents=True)
    say = progress or (lambda *_: None)
    with _connected(aside, settings) as database:
        say("restore.tables")
        _made(database, backup)
        say("restore.compare")
        problems = differences(database, backup)
        if problems:
            raise DamagedError(problems)
        _brought_up(database)
    missing = _files(backup, Archive(aside / ARCHIVE), say)
    write_settings(aside, settings)
    if note is not None:
        note(aside, backup.log_number)
        connections.close_all()
    sync(aside)
    if folder.exists():
        folder.rmdir()
    aside.rename(folder)
    sync_folders([folder.parent])
    if database_url:
        _is_completed(folder, database_url)
    return _result(backup, folder, missing)


def _result(backup: OfficeBackup, folder: Path, missing: tuple[str, ...]) -> Restored:
    rows = sum(table["rows"] for table in backup.manifest["tables"].values())
    gone = tuple(sorted({*backup.manifest["damaged"], *missing}))
    left_out = tuple(backup.manifest.get("left_out", ()))
    return Restored(folder, len(backup.tables), rows, len(backup.files), gone, backup.manifest["log_head"], left_out)


def _settings(backup: OfficeBackup, database_url: str) -> OfficeSettings:
    """Give the settings of the backup, with a key of their own: they sign nothing as the office that was backed up."""
    kept = dict(backup.manifest["settings"])
    known = {name: kept[name] for name in OfficeSettings.__dataclass_fields__ if name in kept and name not in OWN}
    known["hosts"] = tuple(known.get("hosts", OfficeSettings().hosts))
    return new_settings(OfficeSettings(**known, database_url=database_url))


def _with_django(folder: Path, settings: OfficeSettings) -> None:
    """Set Django up where no office is open in this process."""
    if not django_conf.configured:
        django_conf.configure(**django_settings(folder, settings))
        django.setup()


@contextmanager
def _connected(folder: Path, settings: OfficeSettings) -> Iterator[BaseDatabaseWrapper]:
    """Give a connection to another database than that of the office which may be open."""
    asked = connections.configure_settings(
        {"default": database_settings(folder, settings), ALIAS: database_settings(folder, settings)}
    )
    connections.settings[ALIAS] = asked[ALIAS]
    try:
        yield connections[ALIAS]
    finally:
        connections[ALIAS].close()
        del connections[ALIAS]
        del connections.settings[ALIAS]


def _is_completed(folder: Path, database_url: str) -> bool:
    """Take the mark away, now that the folder is in place; tell whether the folder is that of this database."""
    if not folder.joinpath(FILE).is_file() or read_settings(folder, {}).database_url != database_url:
        return False
    with _connected(folder, read_settings(folder, {})) as database, database.cursor() as cursor:
        is_marked = MARK in database.introspection.table_names(cursor)
        cursor.execute(f"DROP TABLE IF EXISTS {MARK}")
    return is_marked


def _made(database: BaseDatabaseWrapper, backup: OfficeBackup) -> None:
    """Make the tables in the form that the backup has, and fill them."""
    with database.cursor() as cursor:
        there = set(database.introspection.table_names(cursor))
    if database.vendor == "sqlite":
        _tables_of_backup(database, backup)
        _filled(database, backup)
        return
    if there and MARK not in there:
        name = str(database.settings_dict["NAME"])
        raise RefusedError.of(WORDS, "database_taken", name, database=name)
    with transaction.atomic(using=ALIAS):
        with database.cursor() as cursor:
            for table in sorted(there):
                cursor.execute(f'DROP TABLE "{table}" CASCADE')
            cursor.execute("DROP FUNCTION IF EXISTS storage_log_append_only() CASCADE")
            cursor.execute(f"CREATE TABLE {MARK} ()")
        _tables_of_backup(database, backup)
        _filled(database, backup)


def _tables_of_backup(database: BaseDatabaseWrapper, backup: OfficeBackup) -> None:
    executor = MigrationExecutor(database)
    known = {name for app, name in executor.loader.disk_migrations if app == "storage"}
    unknown = sorted(set(backup.manifest["steps"]) - known)
    if unknown:
        raise RefusedError.of(
            WORDS, "backup_newer", backup.folder.name, folder=str(backup.folder), version=backup.manifest["arpad"]
        )
    others = [node for node in executor.loader.graph.leaf_nodes() if node[0] != "storage"]
    executor.migrate([*others, ("storage", max(backup.manifest["steps"]))])


def _brought_up(database: BaseDatabaseWrapper) -> None:
    """Bring the tables of an older backup to the form of this version."""
    executor = MigrationExecutor(database)
    executor.migrate(executor.loader.graph.leaf_nodes())


def _filled(database: BaseDatabaseWrapper, backup: OfficeBackup) -> None:
    from arpad.storage.bulk import postgresql, sqlite  # noqa: PLC0415 - a backup is read first
    from arpad.storage.bulk.model_tables import tables_of  # noqa: PLC0415 - the same

    tables = {table.name: table for table in tables_of(database)}
    if database.vendor == "sqlite":
        name = str(database.settings_dict["NAME"])
        database.close()
        sqlite.load_files(name, {table: backup.table(table) for table in backup.tables})
        with database.cursor() as cursor:
            cursor.execute("PRAGMA foreign_key_check")
            if cursor.fetchall():
                raise DamagedError([_differs(backup, "foreign keys")])
        return
    with database.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")  # tables name each other, in no order
    for table in backup.tables:
        postgresql.write(database, table, pl.read_parquet(backup.table(table)))
    with database.cursor() as cursor:
        # Rows that come with their numbers leave the counter of the next number behind.
        for statement in database.ops.sequence_reset_sql(no_style(), [table.model for table in tables.values()]):
            cursor.execute(statement)


def differences(database: BaseDatabaseWrapper, backup: OfficeBackup) -> list[Problem]:
    """Compare every table of a database with a backup; give a problem for each that differs."""
    from arpad.storage.bulk.frames import read_frame  # noqa: PLC0415 - a backup is read first
    from arpad.storage.bulk.model_tables import tables_of  # noqa: PLC0415 - the same

    there: dict[str, OfficeTable] = {table.name: table for table in tables_of(database)}
    if set(there) != set(backup.tables):
        return [_differs(backup, name) for name in sorted(set(there) ^ set(backup.tables))]
    return [
        _differs(backup, name)
        for name, table in there.items()
        if not table.canonical(read_frame(database, table.query)).equals(pl.read_parquet(backup.table(name)))
    ]


def _differs(backup: OfficeBackup, table: str) -> Problem:
    return Problem.of(WORDS, "restored_differs", backup.folder.name, table=table, folder=str(backup.folder))


def _files(backup: OfficeBackup, target: Archive, say: Any) -> tuple[str, ...]:  # noqa: ANN401 - progress
    """Copy the files of the archive, each checked; give those that are not sound in the backup."""
    files, missing = backup.files, []
    for number, sha256 in enumerate(files, 1):
        if not target.mend(sha256, backup.archive):
            missing.append(sha256)
        say("restore.archive", number, len(files))
    return tuple(missing)


def drill(backup_folder: Path, work: Path, progress: Progress | None = None) -> Restored:
    """Restore a backup into a temporary place, where every table and file is compared, and take it away again."""
    with tempfile.TemporaryDirectory(prefix="drill-", dir=work) as name:
        return restore(backup_folder, Path(name) / "office", progress=progress)


def drill_work(job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:  # noqa: ARG001 - as every work
    """Try the newest backup as a job, and keep what came of it among the proofs."""
    from arpad.model.clock import now  # noqa: PLC0415 - the job has an office open
    from arpad.storage.backup import backups  # noqa: PLC0415 - the same
    from arpad.storage.models import Proof  # noqa: PLC0415 - the same
    from arpad.storage.opening import open_now  # noqa: PLC0415 - the same

    office = open_now()
    place = office.folder.joinpath(job_input["place"]) if job_input.get("place") else office.backups
    newest = backups(place)[-1:]
    if not newest:
        raise RefusedError.of(WORDS, "no_backups", place.name, folder=str(place))
    try:
        drilled = drill(newest[0], office.work, progress)
        outcome = "damaged" if drilled.missing else "ok"
        facts: dict[str, Any] = {**drilled.facts, "folder": newest[0].name}
    except DamagedError as fault:
        outcome, facts = "failed", {"folder": newest[0].name, "why": fault.sentence()}
    with transaction.atomic():
        Proof.objects.create(kind=Proof.DRILL, at=now(), outcome=outcome, facts=facts)
        finish({**facts, "outcome": outcome})
    return facts

"""A backup, made while the office works: every table as of one moment, and every file of the archive that it names.

Tables are kept as Parquet in a form that does not depend on the database, so that an office goes from SQLite to
PostgreSQL and back. Files of the archive stand beside all backups of a place and are copied once. A backup is written
aside and gets its name when all of it is on the disk. It holds the settings of the office without their secrets: no key
by which links and log-ins are signed, no password of a mail server, and of no open log-in the name by which a browser
holds it. It does hold birth dates, second factors and hashes of passwords, so it is kept as closed as the office.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import polars as pl
from django.db import connection, transaction

import arpad
from arpad.book.durable.journal import sync, sync_folders
from arpad.model.bounded import MOST_IN_RECORD, read_whole
from arpad.model.clock import now
from arpad.model.problems import DamagedError, Problem, RefusedError
from arpad.storage.archive import Archive, sha256_of
from arpad.storage.bulk import postgresql, sqlite
from arpad.storage.bulk.frames import read_frames
from arpad.storage.bulk.model_tables import OfficeTable, applied_steps, tables_of
from arpad.storage.jobs.claims import machine_time
from arpad.storage.models import Proof
from arpad.storage.opening import open_now
from arpad.storage.settings import ARCHIVE, OWN, SECRETS
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.office.person import Person
    from arpad.storage.jobs.kinds import Finish, JobInput, Progress, Result
    from arpad.storage.opening import OfficeFolder

FORMAT = 1
MANIFEST = "backup.json"
TABLES = "tables"
ARCHIVED = "storage_archivedfile"
LOG = "storage_logentry"
LOG_INS = "storage_login"
_KEPT_OUT = {LOG_INS: "session_key"}
"""By table, a column of which a backup has nothing but empty texts."""
_UNFINISHED = ".unfinished"
_NAME = "%Y-%m-%dT%H-%M-%S"


@dataclass(frozen=True, slots=True)
class BackedUp:
    """A backup that was made."""

    folder: Path
    tables: int
    rows: int
    files: int
    """The files of the archive that it names."""
    copied: int
    """Those of them that were not beside the backups yet."""
    damaged: tuple[str, ...]
    """Files that are missing or damaged in the archive; the backup has them only if an earlier one had."""
    log_head: str

    @property
    def facts(self) -> dict[str, Any]:
        """What is said about it, as plain data."""
        return {**asdict(self), "folder": self.folder.name, "damaged": list(self.damaged)}


def _nobody(stage: str, done: int = 0, of: int = 0) -> None:
    """Take progress that nobody wants to hear."""


def back_up(office: OfficeFolder, place: Path | None = None, progress: Progress | None = None) -> BackedUp:
    """Back the open office up into a place, that of its settings if none is given."""
    say = progress or _nobody
    place = office.backups if place is None else place
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    _swept(place)
    aside = place / f"{_UNFINISHED}-{machine_time():{_NAME}-%f}"
    aside.joinpath(TABLES).mkdir(parents=True, mode=0o700)
    try:
        say("backup.tables")
        tables = tables_of(connection)
        written = _written(tables, aside / TABLES)
        named = pl.read_parquet(aside / TABLES / f"{ARCHIVED}.parquet")
        files = named.filter(pl.col("state") != "erased")["sha256"].sort().to_list()
        copied, damaged = _copied(Archive(office.archive_folder), Archive(place / ARCHIVE), files, say)
        head = pl.read_parquet(aside / TABLES / f"{LOG}.parquet").tail(1)
        log_head = "" if head.is_empty() else str(head["hash"].item())
        manifest = {
            "format": FORMAT,
            "arpad": arpad.__version__,
            "at": now().isoformat(),
            "steps": applied_steps(connection),
            "log_head": log_head,
            "tables": written,
            "settings": {name: value for name, value in asdict(office.settings).items() if name not in SECRETS},
            "left_out": [name for name in SECRETS if name not in OWN and getattr(office.settings, name)],
            "damaged": damaged,
        }
        place_of = aside / MANIFEST
        place_of.write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        place_of.chmod(0o600)
        sync(aside)
        final = _named(aside, place)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise
    rows = sum(table["rows"] for table in written.values())
    return BackedUp(final, len(written), rows, len(files), copied, tuple(damaged), log_head)


def _swept(place: Path) -> None:
    """Take away what runs that were ended had begun, a day later."""
    limit = (machine_time() - timedelta(days=1)).timestamp()
    for folder in place.glob(f"{_UNFINISHED}-*"):
        if folder.stat().st_mtime < limit:
            shutil.rmtree(folder, ignore_errors=True)


def _named(aside: Path, place: Path) -> Path:
    """Give a backup its name: the moment at which it was done."""
    number, name = 1, f"{machine_time():{_NAME}}"
    while place.joinpath(name if number == 1 else f"{name}-{number}").exists():
        number += 1
    final = place.joinpath(name if number == 1 else f"{name}-{number}")
    aside.rename(final)
    sync_folders([place])
    return final


def _written(tables: list[OfficeTable], folder: Path) -> dict[str, dict[str, Any]]:
    """Write every table as of one moment; give for each how many rows it has, and its hash."""
    files = {table.name: folder / f"{table.name}.parquet" for table in tables}
    queries = {table.name: table.query for table in tables}
    if connection.vendor == "sqlite":
        sqlite.read_into_files(str(connection.settings_dict["NAME"]), queries, files)
        for table in tables:
            if table.documents:
                table.canonical(pl.read_parquet(files[table.name])).write_parquet(files[table.name], compression="zstd")
    else:
        with postgresql.as_of_now(connection):
            for table in tables:
                frame = read_frames(connection, {"": table.query})[""]
                table.canonical(frame).write_parquet(files[table.name], compression="zstd")
    for name, column in _KEPT_OUT.items():
        if name in files:
            pl.read_parquet(files[name]).with_columns(pl.lit("").alias(column)).write_parquet(
                files[name], compression="zstd"
            )
    return {
        name: {"rows": pl.scan_parquet(file).select(pl.len()).collect().item(), "sha256": sha256_of(file)}
        for name, file in files.items()
    }


def _copied(source: Archive, target: Archive, files: list[str], say: Any) -> tuple[int, list[str]]:  # noqa: ANN401 - progress
    """Copy files of the archive that are not there yet; give how many were, and those that cannot be had."""
    copied, damaged = 0, []
    for number, sha256 in enumerate(files, 1):
        if not target.has(sha256):
            if target.mend(sha256, source):
                copied += 1
            else:
                damaged.append(sha256)
        say("backup.archive", number, len(files))
    return copied, damaged


def backups(place: Path) -> list[Path]:
    """Give the backups of a place, the newest last."""
    if not place.is_dir():
        return []
    return sorted(folder for folder in place.iterdir() if folder.joinpath(MANIFEST).is_file() and folder.name[0] != ".")


@dataclass(frozen=True, slots=True)
class OfficeBackup:
    """A backup that was read: what stands in it, and where its parts are."""

    folder: Path
    manifest: dict[str, Any]

    @property
    def archive(self) -> Archive:
        """The files beside it."""
        return Archive(self.folder.parent / ARCHIVE)

    @property
    def files(self) -> list[str]:
        """The files of the archive that it needs, but for those that were damaged already."""
        named = pl.read_parquet(self.table(ARCHIVED)).filter(pl.col("state") != "erased")
        return sorted(set(named["sha256"]) - set(self.manifest["damaged"]))

    @property
    def log_number(self) -> int:
        """How many entries its log has."""
        return int(self.manifest["tables"][LOG]["rows"])

    @property
    def tables(self) -> list[str]:
        """The names of its tables."""
        return list(self.manifest["tables"])

    def table(self, name: str) -> Path:
        """Give the place of a table."""
        return self.folder / TABLES / f"{name}.parquet"


def read_backup(folder: Path) -> OfficeBackup:
    """Read a backup and check every table against its hash; refused with everything that is wrong with it."""
    place = folder / MANIFEST
    if not place.is_file():
        raise RefusedError.of(WORDS, "no_backup", folder.name, folder=str(folder), file=MANIFEST)
    try:
        manifest = json.loads(read_whole(place, MOST_IN_RECORD))
        is_known = manifest["format"] <= FORMAT
        backup = OfficeBackup(folder, manifest)
        hashes = {name: str(about["sha256"]) for name, about in manifest["tables"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as fault:
        raise DamagedError.of(WORDS, "backup_damaged", folder.name, file=MANIFEST, folder=str(folder)) from fault
    if not is_known:
        raise RefusedError.of(WORDS, "backup_newer", folder.name, folder=str(folder), version=manifest.get("arpad", ""))
    problems = [
        Problem.of(WORDS, "backup_damaged", folder.name, file=f"{TABLES}/{name}.parquet", folder=str(folder))
        for name, sha256 in hashes.items()
        if not backup.table(name).is_file() or sha256_of(backup.table(name)) != sha256
    ]
    if problems:
        raise DamagedError(problems)
    return backup


def backup_work(job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:  # noqa: ARG001 - as every work
    """Back up as a job, and keep what came of it among the proofs."""
    office = open_now()
    backed_up = back_up(
        office, office.folder.joinpath(job_input["place"]) if job_input.get("place") else None, progress
    )
    with transaction.atomic():
        Proof.objects.create(
            kind=Proof.BACKUP, at=now(), outcome="damaged" if backed_up.damaged else "ok", facts=backed_up.facts
        )
        finish(backed_up.facts)
    return backed_up.facts

"""Backups: of one moment, whole or not at all, equal when restored, from each database to each."""

from __future__ import annotations

import json
import shutil
import threading
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl
import postgres
import pytest
from django.db import connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from filled_offices import REPORTS, fill
from offices import DATABASES, office

from arpad.model.problems import DamagedError, RefusedError
from arpad.office.person import MACHINE
from arpad.storage import backup as backup_module
from arpad.storage import restore as restore_module
from arpad.storage.archive import Archive
from arpad.storage.backup import MANIFEST, back_up, backups, read_backup
from arpad.storage.bulk.model_tables import applied_steps, tables_of
from arpad.storage.jobs.asking import ask
from arpad.storage.jobs.worker import work_here
from arpad.storage.models import Account, Job, LogEntry, LogIn, Proof, RatingSystem
from arpad.storage.opening import open_office, schema_steps
from arpad.storage.restore import drill, restore
from arpad.storage.settings import read_settings, write_settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arpad.storage.opening import OfficeFolder


@pytest.fixture(params=DATABASES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OfficeFolder]:
    """A filled office, open."""
    with office(request.param, tmp_path / "office") as opened:
        fill(opened)
        yield opened


@contextmanager
def empty(database: str) -> Iterator[str]:
    """Give the address of a database without tables; for SQLite none."""
    if database == "sqlite":
        yield ""
    else:
        with postgres.empty_database() as address:
            yield address


def frames(folder: Path) -> dict[str, pl.DataFrame]:
    """Read the tables of a backup."""
    kept = read_backup(folder)
    return {name: pl.read_parquet(kept.table(name)) for name in kept.tables}


@pytest.mark.parametrize("target", DATABASES)
def test_an_office_goes_to_another_database(place: OfficeFolder, target: str, tmp_path: Path) -> None:
    """Restored it is equal, table by table and file by file; work goes on with the next numbers; and back again."""
    backed_up = back_up(place)
    assert (backed_up.files, backed_up.copied, backed_up.damaged) == (3, 3, ())
    assert backed_up.log_head == f"{5:064x}"
    again = back_up(place)
    assert again.copied == 0
    assert backups(place.backups) == [backed_up.folder, again.folder]
    with empty(target) as address:
        restored = restore(backed_up.folder, tmp_path / "other", address)
        assert (restored.rows, restored.files, restored.missing) == (backed_up.rows, 3, ())
        opened = open_office(tmp_path / "other")
        assert opened.settings.secret_key not in {"", place.settings.secret_key}
        assert opened.settings.is_postgresql == (target == "postgresql")
        assert sorted(Archive(opened.archive_folder).files()) == sorted(Archive(place.archive_folder).files())
        assert {
            Archive(opened.archive_folder).read(sha256) for sha256 in Archive(opened.archive_folder).files()
        } == set(REPORTS)
        assert schema_steps() == ([], [])
        back = back_up(opened)
        first, second = frames(backed_up.folder), frames(back.folder)
        assert first.keys() == second.keys()
        assert [name for name in first if not first[name].equals(second[name])] == []

        account = Account.objects.create(username="bela", opened_at=LogEntry.objects.get(number=1).at)
        assert account.record > Account.objects.get(username="anna").record
        assert Job.objects.filter(asked_at=LogEntry.objects.get(number=1).at.replace(second=0)).count() == 1
        assert LogEntry.objects.get(number=2).facts["a"][3] == Account.objects.get(username="anna").full_name
        with pytest.raises(Exception, match="append-only"), transaction.atomic():
            LogEntry.objects.filter(number=1).update(reason="another")
        connections.close_all()


def test_a_backup_holds_no_key(place: OfficeFolder, tmp_path: Path) -> None:
    """Whoever reads it can sign nothing and take no open log-in over; the restored office draws a key of its own."""
    mailed = replace(place.settings, email_host="mail.example.org", email_password="kept by nobody")  # noqa: S106 - made up
    write_settings(place.folder, mailed)
    opened = open_office(place.folder)
    at = LogEntry.objects.get(number=1).at
    account = Account.objects.get(username="anna")
    LogIn.objects.create(account=account, session_key="s" * 32, began_at=at, seen_at=at)
    folder = back_up(opened).folder
    written = b"".join(
        path.read_bytes() if path.suffix == ".json" else str(pl.read_parquet(path).rows()).encode()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    )
    for secret in (mailed.secret_key, mailed.email_password, "s" * 32):
        assert secret.encode() not in written
    restored = restore(folder, tmp_path / "other")
    assert restored.left_out == ("email_password",)
    settings = read_settings(tmp_path / "other", {})
    assert (settings.email_host, settings.email_password) == ("mail.example.org", "")
    assert len(settings.secret_key) > len("kept by nobody")


def test_a_backup_of_before_gives_its_key_to_nobody(place: OfficeFolder, tmp_path: Path) -> None:
    """Earlier versions wrote key and password of the mail server down; the key is not taken from there."""
    folder = back_up(place).folder
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    manifest["settings"] |= {"secret_key": "an earlier key", "email_password": "an earlier word"}
    del manifest["left_out"]
    (folder / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    restored = restore(folder, tmp_path / "other")
    settings = read_settings(tmp_path / "other", {})
    assert settings.secret_key not in {"", "an earlier key"}
    assert (settings.email_password, restored.left_out) == ("an earlier word", ())


def test_a_backup_is_of_one_moment(place: OfficeFolder) -> None:
    """Somebody changes two tables together all the time; a backup never has the one without the other."""
    stop = threading.Event()

    def writing() -> None:
        while not stop.is_set():
            with transaction.atomic():
                system = RatingSystem.objects.select_for_update().get()
                RatingSystem.objects.update(version=system.version + 1)
                Job.objects.update(attempts=system.version + 1)
        connection.close()

    RatingSystem.objects.update(version=0)
    Job.objects.update(attempts=0)
    writer = threading.Thread(target=writing)
    writer.start()
    try:
        pairs = []
        for _ in range(3):
            tables = frames(back_up(place).folder)
            pairs.append((tables["storage_ratingsystem"]["version"].item(), tables["storage_job"]["attempts"].item()))
    finally:
        stop.set()
        writer.join()
    assert [first for first, _ in pairs] == [second for _, second in pairs]
    assert len(set(pairs)) > 1


def test_a_backup_that_fails_leaves_nothing(place: OfficeFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault after the tables were written: no backup, and nothing aside."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup_module, "sync", full)
    with pytest.raises(OSError, match="No space"):
        back_up(place)
    assert backups(place.backups) == []
    assert [folder.name for folder in place.backups.iterdir()] == ["archive"]


def test_damage_is_told(place: OfficeFolder, tmp_path: Path) -> None:
    """Of the archive when backed up; of the backup when restored; of both in the drill."""
    kept = Archive(place.archive_folder)
    harmed, other = list(kept.files())[:2]
    kept.place(harmed).chmod(0o600)
    kept.place(harmed).write_bytes(b"harmed")
    backed_up = back_up(place)
    assert backed_up.damaged == (harmed,)
    assert restore(backed_up.folder, tmp_path / "first").missing == (harmed,)

    beside = read_backup(backed_up.folder).archive
    beside.place(other).unlink()
    assert restore(backed_up.folder, tmp_path / "second").missing == tuple(sorted((harmed, other)))
    assert drill(backed_up.folder, place.work).missing == tuple(sorted((harmed, other)))
    assert list(place.work.iterdir()) == []

    for name in ("storage_job", "storage_logentry"):
        table = (
            read_backup(backed_up.folder).table(name)
            if name == "storage_job"
            else backed_up.folder / "tables" / f"{name}.parquet"
        )
        data = bytearray(table.read_bytes())
        data[len(data) // 2] ^= 1
        table.write_bytes(data)
    with pytest.raises(DamagedError) as refused:
        restore(backed_up.folder, tmp_path / "third")
    assert [problem.facts["file"] for problem in refused.value.problems] == [
        "tables/storage_job.parquet",
        "tables/storage_logentry.parquet",
    ]
    assert not (tmp_path / "third").exists()


def test_what_cannot_be_restored(place: OfficeFolder, tmp_path: Path) -> None:
    """No backup, one of a newer arpad, a folder or a database that has something: each with what to do."""
    folder = back_up(place).folder
    with pytest.raises(RefusedError, match="no backup"):
        restore(place.folder, tmp_path / "new")
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "file").touch()
    with pytest.raises(RefusedError, match="not empty"):
        restore(folder, tmp_path / "taken")
    if place.settings.is_postgresql:
        with pytest.raises(RefusedError, match=r"database .* not empty"):
            restore(folder, tmp_path / "new", place.settings.database_url)
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    for change in ({"format": 99}, {"steps": [*manifest["steps"], "9999_later"]}):
        (folder / MANIFEST).write_text(json.dumps({**manifest, **change}), encoding="utf-8")
        with pytest.raises(RefusedError, match="newer version"):
            restore(folder, tmp_path / "new")
    (folder / MANIFEST).write_text("{", encoding="utf-8")
    with pytest.raises(DamagedError, match="damaged"):
        restore(folder, tmp_path / "new")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("step", "target"),
    [
        ("_files", "sqlite"),
        ("sync_folders", "sqlite"),
        ("_brought_up", "postgresql"),
        ("sync_folders", "postgresql"),
    ],
)
def test_a_restore_is_started_again(step: str, target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ended at any step, the next one begins anew or finds that all was done."""
    with office("sqlite", tmp_path / "office") as opened:
        fill(opened)
        folder = back_up(opened).folder
        with empty(target) as address:

            def ended(*_: object) -> None:
                raise KeyboardInterrupt

            with monkeypatch.context() as patched:
                patched.setattr(restore_module, step, ended)
                with pytest.raises(KeyboardInterrupt):
                    restore(folder, tmp_path / "other", address)
            if target == "sqlite" and step == "sync_folders":
                shutil.rmtree(tmp_path / "other")
            restored = restore(folder, tmp_path / "other", address)
            assert restored.rows > 0
            open_office(tmp_path / "other")
            assert "arpad_restoring" not in connection.introspection.table_names()
            assert frames(back_up(open_office(tmp_path / "other")).folder).keys() == frames(folder).keys()
            assert read_settings(tmp_path / "other", {}).database_url == address
            connections.close_all()
    assert [entry.name for entry in tmp_path.iterdir() if entry.name.startswith(".")] == []


def test_tables_of_an_older_version(place: OfficeFolder, tmp_path: Path) -> None:
    """Backed up before they are brought to a newer form; restored they are brought up."""
    newest = applied_steps(connection)
    executor = MigrationExecutor(connection)
    executor.migrate([("storage", newest[0])])
    assert applied_steps(connection) == newest[:1]
    older = back_up(place)
    assert read_backup(older.folder).manifest["steps"] == newest[:1]
    restore(older.folder, tmp_path / "other")
    open_office(tmp_path / "other")
    assert applied_steps(connection) == newest
    assert {table.name for table in tables_of(connection)} >= {"storage_job", "storage_logentry"}


def test_backup_and_drill_as_jobs(place: OfficeFolder) -> None:
    """Their outcomes are kept among the proofs; without a backup the drill says so."""
    Job.objects.all().delete()
    Proof.objects.all().delete()

    def done(kind: str) -> dict[str, Any]:
        job = ask(kind, {}, MACHINE)
        assert work_here(job.number)
        job.refresh_from_db()
        return {"state": job.state, "failure": job.failure}

    assert "no backup yet" in done("drill")["failure"]
    assert done("backup") == {"state": Job.DONE, "failure": ""}
    assert done("drill") == {"state": Job.DONE, "failure": ""}
    newest = backups(place.backups)[-1]
    table = read_backup(newest).table("storage_job")
    table.write_bytes(table.read_bytes()[:-1])
    assert done("drill") == {"state": Job.DONE, "failure": ""}
    outcomes = list(Proof.objects.order_by("id").values_list("kind", "outcome"))
    assert outcomes == [("backup", "ok"), ("drill", "ok"), ("drill", "failed")]
    assert Proof.objects.filter(kind="drill", outcome="ok").get().facts["folder"] == newest.name

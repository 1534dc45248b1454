"""An office with something in every table that people or the engine fill: odd texts, nothing, moments, bytes, JSON."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

import polars as pl
from django.db import connection

from arpad.book.schema import LIST, TABLES
from arpad.storage.archive import Archive
from arpad.storage.bulk.frames import write_frame
from arpad.storage.models import (
    Account,
    ArchivedFile,
    Job,
    ListVersion,
    LogEntry,
    Proof,
    RatingSystem,
    RoleGrant,
    SealedValue,
)
from arpad.storage.models.book_rows import MODELS

if TYPE_CHECKING:
    from arpad.storage.opening import OfficeFolder

MOMENT = datetime(2026, 10, 1, 9, 30, 0, 123456, UTC)
ODD = 'Anders, "Björn" \\N 日本\nline,;'
REPORTS = (b"012 Spring Open\n" * 50, b"", ODD.encode())


def row(name: str, system: int) -> pl.DataFrame:
    """Make two rows of a table of a book: with everything, and with nothing where that may be."""
    values: dict[str, list[Any]] = {}
    for column, about in TABLES[name].columns.items():
        kinds: dict[pl.DataType, list[Any]] = {
            pl.String(): [ODD, ""],
            pl.Date(): [date(2026, 2, 28), date(1969, 12, 31)],
            pl.Boolean(): [True, False],
        }
        full, other = kinds.get(about.kind, [1, 2])
        values[column] = [full, None if about.null and column not in TABLES[name].key else other]
    frame = pl.DataFrame(values, schema=TABLES[name].schema)
    return frame.with_columns(pl.lit(system, pl.Int64).alias("rating_system_id"))


def fill(office: OfficeFolder) -> None:
    """Fill the open office."""
    anna = Account.objects.create(username="anna", full_name=ODD, opened_at=MOMENT)
    anna.set_unusable_password()
    anna.save()
    RoleGrant.objects.create(account=anna, role="auditor", granted_at=MOMENT, granted_by=anna.record)
    system = RatingSystem.objects.create(key="fide", kinds=["standard", "rapid"], monthly_regime=["2005-07-01"])
    for name in TABLES:
        write_frame(connection, str(MODELS[name]._meta.db_table), row(name, system.number))  # noqa: SLF001 - documented
    version = ListVersion.objects.create(
        rating_system=system,
        list_date=date(2026, 10, 1),
        stage="closed",
        closed_at=MOMENT,
        closed_by=anna.record,
        valid_from=date(2026, 10, 1),
        list_hash="a" * 64,
        hash_version=2,
        files={"list.txt": "b" * 64, "é": ODD},
    )
    standing = pl.DataFrame(
        {
            column: [None if about.null else (ODD if about.kind == pl.String else 7)]
            for column, about in LIST.columns.items()
        },
        schema=LIST.schema,
    ).with_columns(
        pl.lit(system.number).alias("rating_system_id"),
        pl.lit(version.number).alias("list_version_id"),
        pl.lit(1).alias("generation"),
        pl.lit(value=False).alias("is_off"),
    )
    write_frame(connection, "storage_standing", standing)
    previous = "0" * 64
    for number in range(1, 6):
        entry = LogEntry.objects.create(
            number=number,
            at=MOMENT + timedelta(seconds=number),
            code="list.close",
            facts={"z": 1, "a": [1, None, True, ODD], "list": "2026-10-01"},
            by=anna.record,
            previous=previous,
            hash=f"{number:064x}",
        )
        previous = entry.hash
    SealedValue.objects.create(entry_number=1, name="name", person=7, key=b"\x00\xff'\\", value=ODD)
    SealedValue.objects.create(entry_number=2, name="name", person=7, erased_at=MOMENT)
    Job.objects.create(kind="backup", input={"b": 1, "a": {}}, fingerprint="f", asked_by=1, asked_at=MOMENT, of=2**40)
    Proof.objects.create(kind="verify", at=MOMENT.replace(microsecond=0), outcome="ok", facts={})
    archive = Archive(office.archive_folder)
    for report in REPORTS:
        kept = archive.put(report)
        ArchivedFile.objects.create(sha256=kept.sha256, size=kept.size, kind="report", added_at=MOMENT)
    ArchivedFile.objects.create(
        sha256="e" * 64, size=9, kind="report", added_at=MOMENT, state="erased", erased_for="by a decision"
    )

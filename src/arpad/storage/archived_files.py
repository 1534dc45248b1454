"""Files of the archive and the rows that make them exist."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.tables import fitted, write_packed
from arpad.model.clock import now
from arpad.storage.archive import Archive, Kept
from arpad.storage.models import ArchivedFile
from arpad.storage.opening import open_now

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from arpad.book.schema import BookTable

(
    TABLE, LIST, PUBLISHED, EDITION, MANIFEST, REPORT, PREVIEW, PAPER, EVIDENCE, EXPLANATION, CERTIFICATE, DIFFERENCES,
) = KINDS = (
    "table", "list", "published", "edition", "manifest", "report", "preview", "paper", "evidence", "explanation",
    "certificate", "differences",
)  # fmt: skip


def archive() -> Archive:
    """Give the archive of the office that is open."""
    return Archive(open_now().archive_folder)


def put_frame(frame: pl.DataFrame) -> Kept:
    """Keep a table as Parquet."""
    target = io.BytesIO()
    write_packed(frame, target)
    return archive().put(target.getvalue())


def read_frame(sha256: str, table: BookTable) -> pl.DataFrame:
    """Read a table of the archive, in the kinds that its description has."""
    return fitted(pl.read_parquet(io.BytesIO(archive().read(sha256))), table)


def read_lines(sha256: str, table: BookTable, players: Collection[int]) -> pl.DataFrame:
    """Read the lines of some players out of a table of the archive; the others never stand in memory all at once."""
    rows = pl.scan_parquet(io.BytesIO(archive().read(sha256))).filter(pl.col("fide_id").is_in(sorted(players)))
    return fitted(rows.collect(), table)


def name_files(files: Iterable[tuple[Kept, str]]) -> None:
    """Write the rows that make files exist, within the transaction that needs them."""
    at = now()
    rows = {
        kept.sha256: ArchivedFile(sha256=kept.sha256, size=kept.size, kind=kind, added_at=at) for kept, kind in files
    }
    ArchivedFile.objects.bulk_create(rows.values(), ignore_conflicts=True)

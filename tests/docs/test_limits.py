"""Every read has a limit, and the pages name it: their numbers are those of the code."""

from __future__ import annotations

import ast
from pathlib import Path

import arpad
from arpad.book import backup, bounded_tables, record
from arpad.cli import damage, main, start
from arpad.cli.commands import period_verify
from arpad.events import facts
from arpad.formats.lists import rows, source, text, xml
from arpad.formats.trf import text as trf
from arpad.model import bounded
from arpad.regulations import conversion, edition_file

HOME = Path(arpad.__file__).parent
DOCS = Path(__file__).resolve().parents[2] / "docs" / "reference"
SHIPPED = {
    "cli/commands/example.py",
    "documents/schema.py",
    "model/wording.py",
    "pages/html.py",
    "regulations/carried_out.py",
    "regulations/package_data.py",
    "storage/example.py",
    "web/public/article.py",
    "web/static_files.py",
}
"""Modules that read what is shipped with arpad, and nothing else."""
BOUNDED = {"book/bounded_tables.py", "model/bounded.py"}
"""Modules in which the limits stand."""
WHOLE = frozenset(("read_text", "read_bytes"))
TABLES = frozenset(("read_parquet", "scan_parquet", "scan_csv", "read_csv", "read_ipc", "read_json"))
OTHERS = {
    "book/frames/reading.py:read_csv",
    "book/frames/fixed_columns.py:read_csv",
    "storage/archived_files.py:read_parquet",
    "storage/archived_files.py:scan_parquet",
    "storage/backup.py:read_parquet",
    "storage/backup.py:scan_parquet",
    "storage/bulk/postgresql.py:read_csv",
    "storage/bulk/sqlite.py:read_ipc",
    "storage/bulk/sqlite_child.py:read_ipc",
    "storage/bulk/sqlite_child.py:read_parquet",
    "storage/restore.py:read_parquet",
    "storage/site/period_columns.py:read_parquet",
    "storage/site/public_files.py:read_parquet",
    "storage/site/receipts.py:read_parquet",
    "storage/site/shown_table.py:read_parquet",
    "storage/site/unpacked.py:read_ipc",
    "storage/site/unpacked.py:read_parquet",
    "storage/site/worked_out.py:read_parquet",
    "web/public/federations.py:read_parquet",
}
"""Bytes that were read within a limit before, and what an office itself wrote: each held against its hash, or answered
by its database a moment ago."""


def unbounded(place: Path) -> list[str]:
    """Give every call in a module that reads something whole, however large it is."""
    name = place.relative_to(HOME).as_posix()
    calls = [node for node in ast.walk(ast.parse(place.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    read = []
    for call in calls:
        called = getattr(call.func, "attr", getattr(call.func, "id", ""))
        owner = getattr(getattr(call.func, "value", None), "id", "")
        reads_all = not call.args and (called in WHOLE or (called == "read" and owner not in {"self", ""}))
        parses = owner == "tomllib" or (owner == "pl" and called in TABLES and f"{name}:{called}" not in OTHERS)
        if reads_all or parses:
            read.append(f"{name}:{call.lineno} {called}")
    return read


def test_nothing_is_read_without_a_limit() -> None:
    """Whoever opens a file does it where the limits stand."""
    places = [place for place in HOME.rglob("*.py") if place.relative_to(HOME).as_posix() not in SHIPPED | BOUNDED]
    # What arpad ships itself is parsed here too.
    own = {"regulations/adjustments.py", "regulations/catalogue.py", "regulations/corrections.py"}
    calls = [call for place in places for call in unbounded(place) if call.partition(":")[0] not in own]

    assert calls == []


def test_the_page_of_limits_names_them() -> None:
    """Written with commas, as there."""
    page = DOCS.joinpath("limits.md").read_text(encoding="utf-8")
    numbers = (
        trf.MAX_BYTES, trf.MAX_LINES, trf.MAX_LINE, trf.MAX_PLAYERS, bounded.MOST_IN_TOML, bounded.MOST_PARTS,
        bounded.MOST_IN_JSON, bounded.MOST_IN_RECORD, bounded.WRITER_WITHIN, bounded.SILENT_FOR, text.MOST_IN_LINE,
        xml.MOST_IN_PLAYER, source.MOST_RATIO, rows.MOST_PLAYERS, bounded_tables.MOST_IN_TEXT,
        bounded_tables.MOST_RATIO, edition_file.MOST_WHOLE, facts.MOST_WHOLE, conversion.MOST_DIFFERENCE,
    )  # fmt: skip
    sizes = {source.MOST_UNPACKED: "4 GiB", bounded_tables.MOST_BYTES: "4 GiB"}
    sizes |= {record.MOST_RECORD: "256 MiB", backup.MOST_ABOUT: "64 MiB"}
    sizes |= {bounded_tables.MOST_LIST_BYTES: "512 MiB", bounded_tables.ALWAYS_TAKEN: "64 MiB"}

    assert [number for number in numbers if f"{number:,}" not in page] == []
    assert [size for size, words in sizes.items() if words not in page] == []
    assert sizes.keys() == {4 << 30, 512 << 20, 256 << 20, 64 << 20}
    assert f"{bounded.YEARS[0]}-01-01 to {bounded.YEARS[-1]}-12-31" in page


def test_the_page_of_exit_codes_names_them() -> None:
    """All of them, and no others."""
    page = DOCS.joinpath("exit-codes.md").read_text(encoding="utf-8")
    named = {int(line.split("|")[1]) for line in page.splitlines() if line.startswith("| ") and line[2].isdigit()}
    codes = {main.DONE, main.REFUSED, main.NOT_CARRIED_OUT, period_verify.EXPLAINED, damage.DAMAGED}

    assert named == codes | {start.SIGNALLED + 2, start.SIGNALLED + 15}

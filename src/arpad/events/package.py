"""A package: a tournament report, what it does not say, and what a check found in it, in one ZIP file.

An arbiter sends it to an office, so that nothing is asked twice. It holds the report under its own name with the bytes
as they were, `event.toml` with the facts, and `findings.json` with the answer of the check. Whoever reads a report
reads a package too: its facts count, and those that the reader gives go before them. The findings are for people;
nothing is computed from them.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import PurePosixPath
from typing import NamedTuple

from arpad.events.wording import WORDS
from arpad.formats.trf.text import MAX_BYTES
from arpad.model.bounded import MOST_IN_TOML
from arpad.model.problems import RefusedError

FACTS_FILE, FINDINGS_FILE = "event.toml", "findings.json"
_BESIDE = {FACTS_FILE: MOST_IN_TOML, FINDINGS_FILE: MAX_BYTES}
"""What may stand beside the report, and how many bytes of it are read."""
MOST_NAMED = 10
"""So many files are named where a package holds several reports."""
_ZIP = b"PK\x03\x04"
_UNDATED = (1980, 1, 1, 0, 0, 0)
"""The first day that a ZIP file can say: the same content gives the same bytes on every day."""
BROKEN_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)
"""What the reader of ZIP files raises where one is damaged, locked by a password, or packed in an unknown way."""


class Package(NamedTuple):
    """What a package holds."""

    name: str
    """The name of the report in it."""
    report: bytes
    facts: bytes | None = None
    findings: bytes | None = None


def is_package(data: bytes) -> bool:
    """Tell whether bytes are a package, by how they begin: no report begins so."""
    return data.startswith(_ZIP)


def as_sent(file: str, data: bytes) -> Package:
    """Give a report as it was sent: what a package holds, or a report alone."""
    return unpacked(file, data) if is_package(data) else Package(file, data)


def facts_name(file: str) -> str:
    """Give the name by which people are told of the facts in a package."""
    return f"{FACTS_FILE} in {file}"


def packed(package: Package) -> bytes:
    """Write a package; the same content gives the same bytes."""
    out = io.BytesIO()
    members = {package.name: package.report, FACTS_FILE: package.facts, FINDINGS_FILE: package.findings}
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members.items():
            if content is not None:
                archive.writestr(zipfile.ZipInfo(name, _UNDATED), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def unpacked(file: str, data: bytes) -> Package:
    """Read a package; refused where it is damaged or does not hold one report."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = {
                PurePosixPath(member.filename).name: member for member in archive.infolist() if not member.is_dir()
            }
            reports = [name for name in members if name not in _BESIDE]
            if len(reports) != 1:
                named = [name[:80] for name in reports[:MOST_NAMED]]
                raise RefusedError.of(WORDS, "package_reports", file, file=file, count=len(reports), reports=named)
            limits = {reports[0]: MAX_BYTES, **_BESIDE}
            contents = {
                name: archive.open(members[name]).read(limit + 1) for name, limit in limits.items() if name in members
            }
    except BROKEN_ZIP as fault:
        why = str(fault) or type(fault).__name__
        raise RefusedError.of(WORDS, "package_damaged", file, file=file, why=why) from fault
    name = reports[0]
    return Package(name, contents[name], contents.get(FACTS_FILE), contents.get(FINDINGS_FILE))

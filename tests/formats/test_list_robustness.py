"""Any bytes give a report, never a traceback, in bounded time and memory."""

from __future__ import annotations

import io
import time
import tracemalloc
import zipfile

import made_lists
import pytest
from hypothesis import given
from hypothesis import strategies as st
from list_strategies import reader

from arpad.formats.lists.problems import CODES, MOST_KEPT, Findings
from arpad.formats.lists.source import opened
from arpad.formats.lists.text import TextReader
from arpad.formats.lists.whole import read_rows
from arpad.formats.lists.xml import XmlReader

BOMB = b"""<?xml version="1.0"?>
<!DOCTYPE playerslist [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;">]>
<playerslist><player><fideid>1</fideid><name>&c;</name></player></playerslist>"""
OUTSIDE = b"""<!DOCTYPE playerslist [<!ENTITY x SYSTEM "elsewhere.txt">]>
<playerslist><player><fideid>1</fideid><name>&x;</name></player></playerslist>"""


class Endless(io.RawIOBase):
    """A stream of one byte over and over, so long, without taking memory."""

    def __init__(self, start: bytes, byte: bytes, size: int) -> None:
        super().__init__()
        self._start, self._byte, self._left = start, byte, size

    def read(self, size: int = -1) -> bytes:
        """Give some of it."""
        if self._start:
            raw, self._start = self._start[:size], self._start[size:]
            return raw
        raw = self._byte * min(size, self._left)
        self._left -= len(raw)
        return raw


@given(st.binary(max_size=2000))
def test_any_bytes(raw: bytes) -> None:
    """Both readers survive anything, and say what is wrong where it is no list."""
    for kind in (TextReader, XmlReader):
        findings = Findings()
        lines = kind(io.BytesIO(raw), findings)
        list(lines)
        assert lines.about is not None or findings.has_errors
        assert all(problem.message.endswith((".", "…")) for problem in findings.problems)


@given(st.text(max_size=500))
def test_any_text(text: str) -> None:
    """Opening looks at the bytes only."""
    findings = Findings()
    source = opened("list", io.BytesIO(text.encode("utf-8", "surrogatepass")), findings)
    assert source is not None
    if source.form != "parquet":
        assert read_rows(source, findings) is not None or findings.has_errors


@pytest.mark.parametrize("raw", [BOMB, OUTSIDE])
def test_entities_are_refused(raw: bytes) -> None:
    """A document type is refused before anything is unfolded or fetched."""
    findings = Findings()
    xml_reader = XmlReader(io.BytesIO(raw), findings)

    assert list(xml_reader) == []
    assert list(findings.counts) == ["doctype_refused"]


def test_entities_without_declaration() -> None:
    """A reference that nothing declares is a fault of that player; the next is read."""
    raw = made_lists.combined_xml(3).replace(b"<name>", b"<name>&who;", 1)
    findings = Findings()

    assert [line.listed is not None for line in XmlReader(io.BytesIO(raw), findings)] == [False, True, True]
    assert findings.counts["player_malformed"] == 1
    assert findings.problems[0].line == 2


@pytest.mark.parametrize(
    ("start", "byte"),
    [(b"", b"x"), (b"", b" "), (b"", b"\x00"), (b"<", b"x"), (b"<playerslist>", b" "), (b"<playerslist><!--", b"x"),
     (b"<playerslist><player a='", b"x"), (b"<playerslist><player><name>", b"x"), (b"fide_id,name\n1,", b"x"),
     (made_lists.COMBINED_HEADER.encode() + b"\r\n", b"x"), (made_lists.combined_text(2), b"x"),
     (made_lists.combined_xml(2)[:-15], b"<")],
)  # fmt: skip
def test_a_line_of_a_hundred_megabytes(start: bytes, byte: bytes) -> None:
    """It is refused clearly, and neither time nor memory grow with it."""
    findings = Findings()
    tracemalloc.start()
    begun = time.process_time()
    source = opened("list", Endless(start, byte, 100_000_000), findings)  # type: ignore[arg-type]
    assert source is not None
    read_rows(source, findings)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert findings.has_errors
    assert peak < 60_000_000
    assert time.process_time() - begun < 60


def test_many_problems_are_counted_not_kept() -> None:
    """A file full of faults has a short report with the whole count."""
    raw = made_lists.combined_text(3000).replace(b" M   ", b" X   ")
    findings = Findings()
    list(reader(raw, findings, None))

    assert findings.counts["sex_unknown"] > 2000
    assert sum(problem.code == "sex_unknown" for problem in findings.problems) == MOST_KEPT


def zipped(*members: tuple[str, bytes]) -> bytes:
    """Make an archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in members:
            archive.writestr(name, raw)
    return out.getvalue()


def test_a_member_of_a_zip_is_read_directly() -> None:
    """One list in an archive needs no name; the archive's name tells kind and month."""
    findings = Findings()
    raw = zipped(("standard_sep25.txt", made_lists.combined_text(5000)), ("readme.pdf", b"x"))
    source = opened("standard_sep25frl.zip", io.BytesIO(raw), findings)

    assert source is not None
    assert (source.kind, str(source.list_date), source.form) == ("standard", "2025-09-01", "txt")
    rows = read_rows(source, findings)
    assert rows is not None
    assert rows.counts()["players"] == 5000


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (zipped(), "not_a_list"),
        (zipped(("a.txt", b"x"), ("b.txt", b"y")), "zip_member"),
        (zipped(("a.txt", b" " * 50_000_000)), "zip_refused"),
        (b"PK\x03\x04" + b"x" * 50, "zip_refused"),
        (zipped(("a.txt", made_lists.combined_text(900))).replace(b"\x00\x00\x00", b"\x00\x01\x00", 40), "zip_refused"),
    ],
)
def test_archives_that_are_refused(raw: bytes, code: str) -> None:
    """An archive that is empty, ambiguous, damaged or a trap is a problem, never a traceback."""
    findings = Findings()
    source = opened("a.zip", io.BytesIO(raw), findings)
    if source is not None:
        read_rows(source, findings)

    assert code in findings.counts
    assert CODES[code] == "error"

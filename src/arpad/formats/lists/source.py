"""Opening rating lists: what a file is, told by its first bytes; a zip's member as if it were the file itself."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from arpad.formats.lists.layouts import month_in
from arpad.model.period import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from arpad.formats.lists.problems import Findings

MOST_UNPACKED = 4 << 30
"""The world list in XML has less than one gigabyte."""
MOST_RATIO = 200
"""Lists shrink to a tenth or a thirtieth; a trap shrinks to a thousandth."""
PEEKED = 4096
ZIP, PARQUET = b"PK\x03\x04", b"PAR1"
BOM = b"\xef\xbb\xbf"
_OF_BOOK = b"standard_played"
"""A column that only the lists of books have."""


@dataclass(slots=True)
class ListSource:
    """An opened list: what form it has, its bytes, and what its name tells."""

    name: str
    form: str
    stream: BinaryIO
    size: int | None
    kind: str | None = None
    list_date: date | None = None
    path: Path | None = None
    """The file itself, where it is not inside another."""
    is_of_book: bool = False
    """True for a list in CSV as a book keeps it: without names, which stand in a table of their own."""


class WatchedStream(io.RawIOBase):
    """A stream that tells how far it was read, and gives no more than it may."""

    def __init__(self, stream: BinaryIO, findings: Findings, progress: Callable[[int], None] | None, most: int) -> None:
        super().__init__()
        self._stream, self._findings, self._progress, self._most = stream, findings, progress, most
        self._start = b""
        self._done = 0

    def peek(self, size: int) -> bytes:
        """Look at the first bytes without taking them."""
        while len(self._start) < size:
            more = self._taken(size - len(self._start))
            if not more:
                break
            self._start += more
        return self._start

    def readable(self) -> bool:
        """True: that is what it is for."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Read some bytes; none at the end, or where the archive is damaged from there on."""
        if self._start and size >= 0:
            raw = self._start[:size]
            self._start = self._start[len(raw) :]
        else:
            raw = self._start + self._taken(size)
            self._start = b""
        self._done += len(raw)
        if self._progress is not None:
            self._progress(self._done)
        return raw

    def _taken(self, size: int) -> bytes:
        try:
            raw = self._stream.read(size)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as fault:
            self._findings.add("zip_refused", says="damaged", why=str(fault))
            self._most = 0
            return b""
        self._most -= len(raw)
        if self._most < 0:
            self._findings.add("zip_refused", says="too_large")
            self._most = 0
            return b""
        return raw


def opened(
    name: str,
    stream: BinaryIO,
    findings: Findings,
    *,
    member: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> ListSource | None:
    """Say what a stream of bytes is; None where it cannot be read, which is then noted."""
    size = _size(stream)
    first = WatchedStream(stream, findings, progress, MOST_UNPACKED)
    path = Path(name) if stream.seekable() and _is_text(name) and Path(name).is_file() else None
    if first.peek(len(ZIP)) == ZIP:
        if not stream.seekable():
            findings.add("zip_refused", says="pipe")
            return None
        stream.seek(0)
        return _member(name, stream, findings, member, progress)
    return _source(name, first, size, path)


def _is_text(name: str) -> bool:
    """Tell whether a name is text, as most are; some systems take any bytes."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _source(name: str, stream: WatchedStream, size: int | None, path: Path | None) -> ListSource:
    start = stream.peek(PEEKED)
    form = _form(start)
    is_of_book = form == "csv" and path is not None and _OF_BOOK in start.partition(b"\n")[0]
    return ListSource(name, form, stream, size, kind_in(name), month_of_name(name), path, is_of_book)  # type: ignore[arg-type]


def _form(start: bytes) -> str:
    text = start.removeprefix(BOM).lstrip()
    if start.startswith(PARQUET):
        return "parquet"
    if text.startswith(b"<") or start[:2] in {b"\xff\xfe", b"\xfe\xff"} or start[:2] == b"<\x00":
        return "xml"
    first = text.partition(b"\n")[0].lower()
    return "csv" if b"fide_id" in first and b"," in first else "txt"


def _size(stream: BinaryIO) -> int | None:
    if not stream.seekable():
        return None
    size = stream.seek(0, io.SEEK_END)
    stream.seek(0)
    return size


def _member(
    name: str, stream: BinaryIO, findings: Findings, wanted: str | None, progress: Callable[[int], None] | None
) -> ListSource | None:
    try:
        archive = zipfile.ZipFile(stream)
        inside = [member for member in archive.infolist() if not member.is_dir()]
        lists = [
            member for member in inside if re.search(r"\.(?:txt|xml|csv)$", member.filename, re.IGNORECASE)
        ] or inside
        if wanted is not None:
            lists = [member for member in inside if member.filename == wanted]
        if len(lists) != 1:
            shown = [member.filename for member in (lists or inside)[:10]]
            findings.add("zip_member", count=len(lists), names=", ".join(shown))
            return None
        chosen = lists[0]
        if chosen.file_size > min(MOST_UNPACKED, MOST_RATIO * chosen.compress_size + (1 << 20)):
            findings.add(
                "zip_refused",
                says="would_be_too_large",
                file=chosen.filename,
                size=chosen.file_size,
                packed=chosen.compress_size,
            )
            return None
        inner = WatchedStream(archive.open(chosen), findings, progress, chosen.file_size)  # type: ignore[arg-type]
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError) as fault:
        findings.add("zip_refused", why=str(fault))
        return None
    source = _source(chosen.filename, inner, chosen.file_size, None)
    source.kind = source.kind or kind_in(name)
    source.list_date = source.list_date or month_of_name(name)
    return source


def kind_in(name: str) -> str | None:
    """Find the kind of chess in the name of a file, as FIDE names its lists.

    >>> kind_in("lists/rapid_sep26frl_xml.zip"), kind_in("players_list.zip")
    ('rapid', None)
    """
    kinds = {kind for kind in KINDS if kind in Path(name).name.lower()}
    return kinds.pop() if len(kinds) == 1 else None


def month_of_name(name: str) -> date | None:
    """Find the month in the name of a file, as FIDE names its lists.

    >>> month_of_name("standard_sep26frl.zip"), month_of_name("MLT_blitz_SEP25.txt"), month_of_name("players.txt")
    (datetime.date(2026, 9, 1), datetime.date(2025, 9, 1), None)
    """
    match = re.search(r"(?:^|[_ -])([a-z]{3}\d\d)(?=frl|[_. -]|$)", Path(name).name, re.IGNORECASE | re.ASCII)
    return month_in(match[1]) if match else None

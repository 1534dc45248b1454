"""The text of a tournament report: bytes to lines, with everything kept that is needed to write the same bytes again.

Columns are characters, so a file is decoded first. Before TRF26 no encoding was laid down; what is not UTF-8 is decoded
with the encoding in which the fewest 8-bit characters are anything but letters, and that is said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.formats.trf_codes import problem

if TYPE_CHECKING:
    from arpad.model.file_problems import FileProblem

MAX_BYTES = 32_000_000
"""A full report of 9,999 players and 40 rounds has five million; anything beyond this is no report."""
MAX_LINE = 12_000
"""A player record of 999 rounds has 10,090 characters."""

_BOM = b"\xef\xbb\xbf"
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
ENCODINGS = ("cp1252", "iso8859-2", "cp1250", "cp1251", "iso8859-9", "iso8859-7", "cp437", "cp852")
"""Tried in this order; of two that fit equally well, the first."""
_CENTRAL = ("HUN", "POL", "CZE", "SVK", "ROU", "CRO", "SLO", "SRB", "BIH")


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line: its number, its characters, and how it ended."""

    number: int
    text: str
    end: str


@dataclass(frozen=True, slots=True)
class TrfText:
    """A whole file as lines."""

    lines: tuple[TextLine, ...]
    encoding: str
    bom: bool
    problems: tuple[FileProblem, ...] = ()

    def to_bytes(self) -> bytes:
        """Write the bytes that were read."""
        text = "".join(line.text + line.end for line in self.lines)
        return (_BOM if self.bom else b"") + text.encode(self.encoding, "surrogateescape")


def text_of(data: bytes, encoding: str | None = None) -> TrfText:
    """Decode and split a file; too much of it is refused with a sentence."""
    if len(data) > MAX_BYTES:
        said = f"The file has more than {MAX_BYTES // 1_000_000} million bytes, more than any tournament report needs."
        return TrfText((), "utf-8", bom=False, problems=(problem("too_large", said, "Give the report itself."),))
    bom = data.startswith(_BOM)
    body = data[3:] if bom else data
    found: list[FileProblem] = []
    name = encoding or _encoding(body, found)
    text = body.decode(name, "surrogateescape")
    lines = []
    for number, match in enumerate(_LINE.finditer(text), 1):
        line = match.group()
        bare = line.rstrip("\r\n")
        lines.append(TextLine(number, bare, line[len(bare) :]))
        if len(bare) > MAX_LINE:
            said = f"Line {number} has {len(bare)} characters; a player record of 999 rounds has 10,090."
            found.append(problem("line_too_long", said, "Break the file into its records.", number))
    if any("\udc80" <= char <= "\udcff" for char in text):
        found.extend(_undecodable(lines, name))
    return TrfText(tuple(lines), name, bom, tuple(found))


def _encoding(body: bytes, found: list[FileProblem]) -> str:
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        pass
    else:
        return "utf-8"
    sample = b" ".join(re.findall(rb"[A-Za-z ,]{0,3}[\x80-\xff]+[A-Za-z ,]{0,3}", body[:2_000_000])[:4000])
    central = any(f" {federation} ".encode() in body for federation in _CENTRAL)
    scored = sorted((_strangeness(sample, name, central=central), index) for index, name in enumerate(ENCODINGS))
    name = ENCODINGS[scored[0][1]]
    line = body[: len(body) - len(body.lstrip(bytes(range(128))))].count(b"\n") + 1
    said = f"The file is not UTF-8. It was read as {name}, in which most of its special characters are letters."
    found.append(problem("encoding_guessed", said, "Save it as UTF-8, or name the encoding.", line))
    return name


def _strangeness(sample: bytes, name: str, *, central: bool) -> int:
    """Count the 8-bit characters that are no letters, or letters in a place where they are unlikely."""
    text = sample.decode(name, "replace")
    strange = 0
    for before, char in zip(" " + text, text, strict=False):
        if char < "\x80":
            continue
        if not char.isalpha() or char in "ªº":
            strange += 4
        elif char.isupper() and before.islower():
            strange += 2
        elif not "\u00c0" <= char <= "\u024f":
            strange += 3 if before.isascii() and before.isalpha() else 0
    if central and name in {"iso8859-2", "cp1250"}:
        strange -= 1
    return strange


def _undecodable(lines: list[TextLine], name: str) -> list[FileProblem]:
    found = []
    for line in lines:
        columns = [column for column, char in enumerate(line.text, 1) if "\udc80" <= char <= "\udcff"]
        if columns:
            said = f"{len(columns)} byte(s) of line {line.number} are no character in {name}; the rest was read."
            fix = "Save the file as UTF-8, or name its encoding."
            found.append(problem("bytes_undecodable", said, fix, line.number, columns[0]))
    return found

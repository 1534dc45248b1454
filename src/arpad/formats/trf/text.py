"""The text of a tournament report: bytes to lines, with everything kept that is needed to write the same bytes again.

Columns are characters, so a file is decoded first. Before TRF26 no encoding was laid down; what is not UTF-8 is decoded
with the encoding in which the fewest 8-bit characters are anything but letters, and that is said.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from arpad.formats.trf.problems import problem
from arpad.formats.trf.records import is_private

if TYPE_CHECKING:
    from arpad.model.problems import FileProblem, ProblemFacts

MAX_BYTES = 32_000_000
"""A full report of 9,999 players and 40 rounds has five million; anything beyond this is no report."""
MAX_LINE = 12_000
"""A player record of 999 rounds has 10,090 characters."""
MAX_PRIVATE = 4_000_000
"""Characters of records of programs' own that are longer than this, together; one program writes 55,000 in a line."""
MAX_LINES = 200_000
"""Ten thousand players, each with national records and data of a program, are half of this."""
MAX_PLAYERS = 9999

_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_UNDECODED = re.compile("[\udc80-\udcff]")
UNREADABLE = "\ufffd"
"""The sign for a byte that could not be read."""
_PLAYER, _FIRST_ROUND = "001", 89
_SPECIAL_SIGN = re.compile("[\x80-\udc7f\ue000-\U0010ffff]")
"""A character that is not of ASCII, and was decoded."""
_PLAYER_LINE = re.compile(rb"(?:\A|[\r\n])001[ \t]")
ENCODINGS = ("cp1252", "iso8859-2", "cp1250", "cp1251", "iso8859-9", "iso8859-7", "cp437", "cp852")
"""Tried in this order; of two that fit equally well, the first."""
_HOME = {
    "iso8859-2": ("HUN", "POL", "CZE", "SVK", "ROU", "CRO", "SLO", "SRB", "BIH"),
    "cp1250": ("HUN", "POL", "CZE", "SVK", "ROU", "CRO", "SLO", "SRB", "BIH"),
    "iso8859-9": ("TUR", "AZE"),
    "cp1251": ("RUS", "UKR", "BLR", "BUL", "KAZ", "KGZ", "SRB", "MKD"),
    "iso8859-7": ("GRE", "CYP"),
}
"""Where two encodings fit, one of the federations in the file tips the scale."""
_OTHER_SCRIPTS = frozenset(("cp1251", "iso8859-7"))
_SPECIAL = re.compile(rb"[A-Za-z ,]{0,3}[\x80-\xff]{1,40}[A-Za-z ,]{0,3}")
_ENOUGH = 4000
_FEW = 2
"""Three special letters in a row are not seen in names of Latin letters."""


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
    mark: bytes = b""
    """The byte order mark at the beginning."""
    problems: tuple[FileProblem, ...] = ()
    unread: bytes | None = None
    """The bytes themselves, where they were refused, or where decoding does not keep every one of them."""
    is_guessed: bool = False
    """True where nothing but the letters says what the encoding is."""

    def readable(self, line: TextLine) -> str:
        """Give a line to be read: a byte that is no character, or is one of a result by a guess, has its own sign."""
        text = _UNDECODED.sub(UNREADABLE, line.text)
        if self.is_guessed and text.startswith(_PLAYER):
            text = text[:_FIRST_ROUND] + _SPECIAL_SIGN.sub(UNREADABLE, text[_FIRST_ROUND:])
        return text

    @property
    def refused(self) -> bool:
        """True where there is too much of it to be a report."""
        return self.unread is not None and not self.lines

    def to_bytes(self) -> bytes:
        """Write the bytes that were read."""
        if self.unread is not None:
            return self.unread
        text = "".join(line.text + line.end for line in self.lines)
        return self.mark + text.encode(self.encoding, "surrogateescape")


def text_of(data: bytes, encoding: str | None = None) -> TrfText:
    """Decode and split a file; too much of it is refused with a sentence."""
    refusal = _refusal(data)
    if refusal:
        return TrfText((), "utf-8", problems=(refusal,), unread=data)
    problems: list[FileProblem] = []
    name, mark = _encoding(data, encoding, problems)
    body = data[len(mark) :]
    text = body.decode(name, "surrogateescape")
    lines, private = [], 0
    for number, match in enumerate(_LINE.finditer(text), 1):
        line = match.group()
        bare = line.rstrip("\r\n")
        lines.append(TextLine(number, bare, line[len(bare) :]))
        if len(bare) > MAX_LINE:
            is_own = is_private(bare)
            private += len(bare) if is_own else 0
            if not is_own or private > MAX_PRIVATE:
                says = "private" if is_own else "message"
                facts: ProblemFacts = {"number": number, "length": len(bare), "most": MAX_PRIVATE}
                problems.append(problem("line_too_long", number, says=says, **facts))
    is_guessed = any(file_problem.code == "encoding_guessed" for file_problem in problems)
    if _UNDECODED.search(text):
        problems.extend(_undecodable(lines, name))
    if is_guessed:
        problems.extend(_among_rounds(lines, name))
    exact = name in ENCODINGS or name.startswith("utf-") or text.encode(name, "surrogateescape") == body
    return TrfText(tuple(lines), name, mark, tuple(problems), None if exact else data, is_guessed)


def _refusal(data: bytes) -> FileProblem | None:
    """Say why a file is not read at all: too many bytes, lines or players."""
    if len(data) > MAX_BYTES:
        return problem("too_large", says="bytes", size=len(data), most=MAX_BYTES // 1_000_000)
    likely = data.count(b"001 ") + data.count(b"001\t") > MAX_PLAYERS
    if likely and next(islice(_PLAYER_LINE.finditer(data), MAX_PLAYERS, None), None):
        return problem("too_many_players", says="records", most=MAX_PLAYERS)
    lines = max(data.count(b"\n"), data.count(b"\r")) if len(data) > MAX_LINES else 0
    if lines > MAX_LINES:
        return problem("too_large", says="lines", lines=lines, players=MAX_PLAYERS, most=MAX_LINES)
    return None


def _encoding(data: bytes, given: str | None, problems: list[FileProblem]) -> tuple[str, bytes]:
    """Choose the encoding: the one that is given, the one of the mark, UTF-8, or what fits best."""
    mark = next((known for known in _MARKS if data.startswith(known)), b"")
    body = data[len(mark) :]
    if given is not None:
        name = codecs.lookup(given).name
        body = data[len(mark) :] if mark and _MARKS[mark] == name else data
        if _decodes(body, name, "surrogateescape"):
            return name, mark if len(body) < len(data) else b""
        problems.append(problem("bytes_undecodable", 1, says="given", mends="fix_given", encoding=given))
    for name in (_MARKS.get(mark, "utf-8"), "utf-8"):
        if _decodes(body, name):
            return name, mark
    if mark and _MARKS[mark] != "utf-8":
        mark, body = b"", data
    return _guessed(body, problems), mark


def _decodes(body: bytes, name: str, errors: str = "strict") -> bool:
    try:
        body.decode(name, errors)
    except UnicodeError:
        return False
    return True


def _guessed(body: bytes, problems: list[FileProblem]) -> str:
    sample = b" ".join(_SPECIAL.findall(body[:2_000_000])[:_ENOUGH])[: 10 * _ENOUGH]
    scored = []
    for index, name in enumerate(ENCODINGS):
        at_home = any(f" {federation} ".encode() in body for federation in _HOME.get(name, ()))
        scored.append((_strangeness(sample, name) - at_home, index))
    name = ENCODINGS[min(scored)[1]]
    line = body[: len(body) - len(body.lstrip(bytes(range(128))))].count(b"\n") + 1
    problems.append(problem("encoding_guessed", line, encoding=name))
    return name


def _strangeness(sample: bytes, name: str) -> int:
    """Count the 8-bit characters that are no letters, or letters in a place where they are unlikely."""
    text = sample.decode(name, "replace")
    strange = row = 0
    before = " "
    for char in text:
        row = row + 1 if char >= "\x80" else 0
        if row:
            if not char.isalpha() or char in "ªºµ":
                strange += 4
            elif char.isupper() and before.islower():
                strange += 2
            elif name in _OTHER_SCRIPTS:
                strange += 3 if before.isascii() and before.isalpha() else 0
            elif row > _FEW:
                strange += 2
        before = char
    return strange


def _undecodable(lines: list[TextLine], name: str) -> list[FileProblem]:
    undecodable = []
    for line in lines:
        columns = [match.start() for match in _UNDECODED.finditer(line.text)]
        if columns:
            shown = [f"{ord(line.text[column]) - 0xDC00:02X}" for column in columns]
            facts: ProblemFacts = {"count": len(columns), "number": line.number, "encoding": name, "bytes": shown}
            undecodable.append(problem("bytes_undecodable", line.number, columns[0] + 1, **facts))
    return undecodable


def _among_rounds(lines: list[TextLine], name: str) -> list[FileProblem]:
    """Name the bytes among the rounds of players that only a guessed encoding makes characters."""
    problems = []
    for line in lines:
        guessed = list(_SPECIAL_SIGN.finditer(line.text, _FIRST_ROUND)) if line.text.startswith(_PLAYER) else []
        if guessed:
            shown = [match[0].encode(name).hex().upper() for match in guessed]
            column = guessed[0].start() + 1
            problems.append(problem("bytes_undecodable", line.number, column, says="rounds", bytes=shown))
    return problems

"""Reading rating lists in XML as a stream, safely: no document type, no entities, nothing of unbounded size.

Nearly all players of a file are written alike. Such a player is read by one pattern, which allows nothing but plain
text between known elements; whatever does not match is read by the XML parser, alone. A player that is not
well-formed is reported and skipped, and reading goes on with the next.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO
from xml.parsers import expat

from arpad.formats.lists.rows import RowReader, StrayRoom
from arpad.formats.lists.values import COLUMNS
from arpad.formats.lists.xml_shape import column_of, dialect_of, is_combined, layout_name, template
from arpad.model.period import KINDS
from arpad.model.rating_list import ColumnStyle, ListLine, RatingList, XmlDialect

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from arpad.formats.lists.problems import Findings
    from arpad.model.rating_list import Listed

CHUNK = 1 << 20
MOST_IN_PLAYER = 1 << 16
"""So many characters, and no more, may stand before the end of a player."""
MOST_IN_TAIL = 1 << 16
PIECE = 2048
"""So much of the beginning is given to the parser at once."""
FIRST_PIECE = 256
"""So much of a player is given to it at first, then twice as much, and so on: most players are short."""
MOST_NOTED = 50
"""So many names of unknown elements are told."""
WINDOW = 4096
"""So much is given to the parser first; few players are longer."""
_NEXT = re.compile(r"<player(?=[\s/>])", re.IGNORECASE)
_DECLARED = re.compile(rb"""^(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding=["']([A-Za-z][\w.-]*)["']""", re.ASCII)
_TAG = re.compile(r"""<(?:[^"'>]|"[^"]*"|'[^']*')*>""")
_SINGLE_BYTE = re.compile(r"(?:iso8859-\d+|cp125\d|latin-1|ascii|koi8-[ru])")
ESCAPED = "surrogateescape"
_UNCLOSED = "mismatched tag"
"""What the parser says of an element that is not closed, where it comes to know it."""


class PlayerOfXml:
    """A player that the XML parser read: the texts by column, and where it ends."""

    __slots__ = ("end", "error", "failed_at", "texts", "unknown")

    def __init__(self) -> None:
        self.texts: dict[str, str] | None = None
        self.end: int | None = None
        self.error: str | None = None
        """What the parser says of it; empty where its end cannot be found."""
        self.failed_at = 0
        """So many characters of it the parser took before it failed: no player begins in them."""
        self.unknown: list[str] = []


class XmlReader:
    """Reads a list in XML from a stream of bytes.

    `about` is known at once, and None where the bytes are no list; it is complete when all players were read.
    """

    def __init__(
        self, stream: BinaryIO, findings: Findings, *, kind: str | None = None, list_date: date | None = None
    ) -> None:
        self.findings = findings
        self.about: RatingList | None = None
        self._stream = stream
        self.kind = kind or KINDS[0]
        self._root = ""
        self._noted: set[str] = set()
        self._at_end = self._is_over = False
        start = stream.read(CHUNK)
        self._encoding = _encoding(start)
        decoder = codecs.lookup("utf-8" if self._encoding == "" else self._encoding).incrementaldecoder
        self._decoder = decoder(errors=ESCAPED)
        self._text = self._decoder.decode(start)
        if not self._encoding:
            findings.add("encoding_refused", 1)
            return
        opened = self._head()
        if opened is None:
            return
        head, body = self._text[:opened], self._text[opened:]
        if not _NEXT.search(body) and self._root.lower() != "playerslist":
            findings.add("not_a_list", says="no_player", root=self._root)
            return
        combined = is_combined(body)
        if combined:
            self.kind = KINDS[0]
        elif kind is None:
            findings.add("kind_assumed")
        dialect = dialect_of(body[: CHUNK // 4], self.kind, head.encode(self._encoding, ESCAPED), self._encoding)
        for column in dialect.columns:
            self._note_unknown(column.tag, column.name)
        self._is_over = head.endswith("/>")
        self._text = body
        self._line = 1 + head.count("\n")
        kinds = KINDS if combined else (self.kind,)
        self.about = RatingList("xml", layout_name(dialect), kinds, list_date, dialect)

    @property
    def dialect(self) -> XmlDialect:
        """How the file is written."""
        if self.about is None or not isinstance(self.about.dialect, XmlDialect):
            raise LookupError("Bytes that are no list have no dialect.")
        return self.about.dialect

    def _head(self) -> int | None:
        """Find where the root begins; refuse what declares a document type."""
        raw = self._text.encode("utf-8", ESCAPED)
        place = -1

        def root(name: str, _: dict[str, str]) -> None:
            nonlocal place
            self._root, place = name, parser.CurrentByteIndex
            raise _RootFoundError

        def doctype(*_: object) -> None:
            raise _RefusedDoctypeError

        parser = expat.ParserCreate("utf-8")
        parser.StartElementHandler = root
        parser.StartDoctypeDeclHandler = doctype
        why = ""
        try:
            for start in range(0, len(raw), PIECE):
                parser.Parse(raw[start : start + PIECE], False)
        except _RootFoundError:
            pass
        except _RefusedDoctypeError:
            self.findings.add("doctype_refused", 1)
            return None
        except expat.ExpatError as fault:
            why = expat.ErrorString(fault.code)
        if place < 0:
            self.findings.add("not_a_list", says="no_xml" if why else "no_element", why=why)
            return None
        begin = len(raw[:place].decode("utf-8", ESCAPED))
        tag = _TAG.match(self._text, begin)
        return tag.end() if tag else None

    def players(self) -> Iterator[tuple[int, Sequence[str] | dict[str, str] | None, str]]:
        """Give line, texts and spelling of every player: a row of texts where it has the shape of most.

        A player read by the parser has its texts by column. What was skipped has None.
        """
        pattern = template(self.dialect.columns, self.dialect.between, self.dialect.closing)
        usual = bool(self.dialect.columns)
        lines = self.dialect.between.count("\n")
        more = (
            lines + self.dialect.closing.count("\n") + sum(column.before.count("\n") for column in self.dialect.columns)
        )
        text, place = self._text, 0
        room, players = StrayRoom(self.findings), 0
        while not self._is_over:
            match = pattern.match(text, place) if usual else None
            if match is not None:
                players += 1
                yield self._line + lines, match.groups(), ""
                self._line += more
                place = match.end()
                continue
            if len(text) - place < MOST_IN_PLAYER and not self._at_end:
                text, place = text[place:] + self._more(), 0
                continue
            slow = by_parser(text[place : place + WINDOW], self._root, self.kind)
            if slow.end is None and slow.error is None:
                slow = by_parser(text[place : place + MOST_IN_PLAYER + 1], self._root, self.kind)
            if slow.end is not None and slow.texts is None:
                break
            end = self._after(text, place, slow)
            span = text[place:end]
            begin = _NEXT.search(span)
            line = self._line + span.count("\n", 0, begin.start() if begin else 0)
            if slow.texts is not None:
                players += 1
            elif span and not room.takes(line, len(span), players):
                self._is_over = True
                return
            if span:
                yield line, slow.texts, span
            self._line += span.count("\n")
            place = end
        self._finish(text[place:])

    def _after(self, text: str, place: int, slow: PlayerOfXml) -> int:
        """Give where to go on after a player that the parser read, or failed to read."""
        if slow.end is not None:
            for tag in slow.unknown:
                self._note_unknown(tag, "")
            return place + slow.end
        has_begun, slow.texts = slow.texts is not None, None
        # What the parser went through is not gone through again: reading takes no longer than the file is long.
        begin, reached = _NEXT.search(text, place), place + slow.failed_at
        following = begin
        if begin is not None and (has_begun or begin.start() < reached):
            following = _NEXT.search(text, max(begin.end(), reached))
        line = self._line + text.count("\n", place, begin.start() if begin else place)
        if slow.error is not None:
            self.findings.add("player_malformed", line, why=slow.error)
        elif len(text) - place > MOST_IN_PLAYER:
            self.findings.add("player_too_long", line, most=MOST_IN_PLAYER)
        else:
            # The text ended, and neither a player nor the list did.
            self.findings.add("xml_cut_off", self._line + text.count("\n", place))
            self._is_over = True
            return len(text)
        closing = -1 if following else text.rfind(f"</{self._root}", place + 1)
        end = following.start() if following else closing if closing > 0 else len(text)
        kept = text[place:end].rstrip()
        return place + len(kept) if kept else end

    def _more(self) -> str:
        raw = self._stream.read(CHUNK)
        self._at_end = not raw
        return self._decoder.decode(raw, final=not raw)

    def _finish(self, tail: str) -> None:
        while not self._at_end and len(tail) <= MOST_IN_TAIL:
            tail += self._more()
        closed = re.match(rf"[^<]*</{re.escape(self._root)}\s*>", tail)
        if closed and tail[closed.end() :].strip():
            self.findings.add("text_after_end", self._line + tail.count("\n", 0, closed.end()))
        if len(tail) > MOST_IN_TAIL:
            tail = tail[: closed.end()] if closed else ""
            self.findings.add("spelling_lost", self._line)
        if self.about is not None:
            dialect = replace(self.dialect, tail=tail.encode(self._encoding, ESCAPED))
            self.about = replace(self.about, dialect=dialect)

    def _note_unknown(self, tag: str, column: str) -> None:
        if not column and tag not in self._noted and len(self._noted) < MOST_NOTED:
            self._noted.add(tag)
            self.findings.add("column_unknown", name=tag)

    def __iter__(self) -> Iterator[ListLine]:
        """Give player by player; what was skipped has no player, and its bytes."""
        if self.about is None:
            return
        parser = PlayerParser(self.dialect, self.kind, self.findings)
        for line, texts, span in self.players():
            yield parser.line(line, texts, span)


class PlayerParser:
    """Makes players of texts in a dialect."""

    def __init__(self, dialect: XmlDialect, kind: str, findings: Findings) -> None:
        self.dialect = dialect
        self.kind = kind
        self._template = template(dialect.columns, dialect.between, dialect.closing)
        self._usual = RowReader(dialect.columns, findings)
        self._any = RowReader([ColumnStyle(name) for name in COLUMNS], findings)

    def line(self, number: int, texts: Sequence[str] | dict[str, str] | None, span: str) -> ListLine:
        """Give the player of texts, with its spelling where it departs from the dialect."""
        if texts is None:
            return ListLine(number, None, self._bytes(span))
        if isinstance(texts, dict):
            listed, _ = self._any.row([texts.get(name, "") for name in COLUMNS], number)
            return ListLine(number, listed, self._bytes(span))
        listed, conforms = self._usual.row(texts, number)
        if listed is not None and conforms:
            return ListLine(number, listed)
        return ListLine(number, listed, self._bytes(spelled(self.dialect, texts)))

    def of_spelling(self, spelling: bytes) -> Listed | None:
        """Read the spelling of one player again."""
        text = spelling.decode(self.dialect.encoding, ESCAPED)
        usual = self._template.fullmatch(text) if self.dialect.columns else None
        texts = usual.groups() if usual else by_parser(text, "list", self.kind).texts
        return self.line(0, texts, text).listed

    def _bytes(self, span: str) -> bytes:
        return span.encode(self.dialect.encoding, ESCAPED)


def spelled(dialect: XmlDialect, texts: Sequence[str]) -> str:
    """Give a player of the usual shape with texts of its own."""
    inner = "".join(
        f"{column.before}<{column.tag}>{text}</{column.tag}>"
        for column, text in zip(dialect.columns, texts, strict=True)
    )
    return f"{dialect.between}<player>{inner}{dialect.closing}</player>"


def by_parser(text: str, root: str, kind: str) -> PlayerOfXml:
    """Read one player with the XML parser, as if the list began here."""
    player_of_xml = PlayerOfXml()
    reading = _PlayerEvents(player_of_xml, kind)
    prefix = f"<{root}>".encode()
    raw = text.encode("utf-8", ESCAPED)
    parser = reading.parser
    start, size = 0, FIRST_PIECE
    try:
        parser.Parse(prefix, False)
        while start < len(raw):
            parser.Parse(raw[start : start + size], False)
            start, size = start + size, 2 * size
        player_of_xml.failed_at = len(text)
    except _PlayerEndedError:
        pass
    except (expat.ExpatError, _PlayerInPlayerError) as fault:
        if isinstance(fault, expat.ExpatError):
            player_of_xml.error, failed_at = expat.ErrorString(fault.code), parser.ErrorByteIndex - len(prefix)
        else:
            player_of_xml.error, failed_at = _UNCLOSED, reading.inner - len(prefix)
        player_of_xml.failed_at = len(raw[: max(failed_at, 0)].decode("utf-8", ESCAPED))
        return player_of_xml
    if reading.place is not None:
        # An element that is its own end is at an end where it begins; any other, where its end tag begins.
        places = (reading.begin, reading.place)
        tags = [_TAG.match(text, len(raw[: max(at - len(prefix), 0)].decode("utf-8", ESCAPED))) for at in places]
        tag = tags[0] if tags[0] and player_of_xml.texts is not None and tags[0][0].endswith("/>") else tags[1]
        if tag is None:
            player_of_xml.texts, player_of_xml.error = None, ""
        else:
            player_of_xml.end = tag.end()
    return player_of_xml


class _PlayerEvents:
    """Collects the texts of the first player that the parser meets."""

    def __init__(self, player_of_xml: PlayerOfXml, kind: str) -> None:
        self.begin = self.inner = 0
        self.place: int | None = None
        self.parser = expat.ParserCreate("utf-8")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self._player, self.kind = player_of_xml, kind
        self._depth = 0
        self._in_player = False
        self._tag = ""
        self._parts: list[str] = []

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if self.place is None:
            if self._in_player and tag.lower() == "player":
                self.inner = self.parser.CurrentByteIndex
                raise _PlayerInPlayerError
            if self._depth == 1 and tag.lower() == "player":
                self._in_player = True
                self.begin = self.parser.CurrentByteIndex
                self._player.texts = {}
                for name, value in attributes.items():
                    self._note(name, value)
            elif self._depth == 2 and self._in_player:  # noqa: PLR2004 - root, player, element
                self._tag, self._parts = tag, []
        self._depth += 1

    def _end(self, _: str) -> None:
        self._depth -= 1
        if self.place is not None:
            return
        if self._depth == 2 and self._in_player:  # noqa: PLR2004 - root, player, element
            self._note(self._tag, "".join(self._parts))
            self._tag = ""
        elif (self._depth == 1 and self._in_player) or self._depth == 0:
            self.place = self.parser.CurrentByteIndex
            raise _PlayerEndedError

    def _characters(self, text: str) -> None:
        if self._tag:
            self._parts.append(text)

    def _note(self, tag: str, text: str) -> None:
        column = column_of(tag, self.kind)
        if not column:
            self._player.unknown.append(tag)
        elif self._player.texts is not None:
            self._player.texts.setdefault(column, text)


class _PlayerEndedError(Exception):
    """A player, or the list, is at its end."""


class _PlayerInPlayerError(Exception):
    """A player begins before the one before has ended."""


class _RootFoundError(Exception):
    """The root begins; what stands before it was read."""


class _RefusedDoctypeError(Exception):
    """A document type was declared."""


def _encoding(start: bytes) -> str:
    """Give the encoding that a file declares; empty where it is none that is read."""
    if start[:2] in {b"\xff\xfe", b"\xfe\xff"} or b"\x00" in start[:4]:
        return ""
    declared = _DECLARED.match(start)
    if not declared:
        return "utf-8"
    try:
        name = codecs.lookup(declared[1].decode("ascii")).name
    except LookupError:
        return ""
    return name if name == "utf-8" or _SINGLE_BYTE.fullmatch(name) else ""

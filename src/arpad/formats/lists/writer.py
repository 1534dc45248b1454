"""Writing rating lists of fixed columns and XML: in the dialect of the file they came from, or as FIDE writes today.

A line that kept its own spelling is written with it, as long as the spelling still says what the player says.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO, Protocol

from arpad.formats.lists.dialect import columns_of
from arpad.formats.lists.layouts import LAYOUTS, Layout
from arpad.formats.lists.problems import Findings
from arpad.formats.lists.text import LineParser
from arpad.formats.lists.values import UNWRITABLE, padded, texts_of, values_of
from arpad.formats.lists.xml import PlayerParser, spelled
from arpad.formats.lists.xml_shape import new_dialect
from arpad.model.period import KINDS
from arpad.model.rating_list import ListLine, RatingList, TextDialect, XmlDialect

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arpad.model.rating_list import ColumnStyle, Listed

BATCH = 20_000


class TakesLines(Protocol):
    """What lines are written to."""

    def writelines(self, parts: Iterable[bytes | memoryview], /) -> None:
        """Write parts one after the other; nothing is kept of them."""


def new_list(about: RatingList, form: str, layout: Layout, kind: str) -> RatingList:
    """Describe a new file of that layout, as FIDE writes one."""
    dialect: TextDialect | XmlDialect
    if form == "xml":
        dialect = new_dialect(layout, kind)
    else:
        head = (layout.header(about.list_date) + "\r\n").encode("ascii")
        dialect = TextDialect(columns_of(layout, kind), layout.width, head)
    kinds = about.kinds if layout.is_combined else (kind,)
    return RatingList(form, layout.name, kinds, about.list_date, dialect)


def usual_layout(kinds: tuple[str, ...], *, with_foa: bool = True) -> Layout:
    """Give the layout of today for lists of those kinds."""
    names = ("combined", "combined-legacy") if len(kinds) > 1 else ("single", "single-2012")
    return LAYOUTS[names[0] if with_foa else names[1]]


class ListWriter:
    """Writes the lines of a list to a stream; `close` writes what stands after them."""

    def __init__(self, out: TakesLines, about: RatingList, findings: Findings) -> None:
        if not isinstance(about.dialect, TextDialect | XmlDialect):
            raise TypeError("A list is written in a dialect; make one with `new_list`.")
        self._out, self._findings = out, findings
        self._text = TextFormer(about.dialect, findings) if isinstance(about.dialect, TextDialect) else None
        kind = KINDS[0] if len(about.kinds) > 1 else about.kinds[0]
        self._xml = XmlFormer(about.dialect, kind, findings) if isinstance(about.dialect, XmlDialect) else None
        self._strays = list(about.strays)
        self._count = 0
        self._end = about.dialect.line_end.encode("ascii") if isinstance(about.dialect, TextDialect) else b""
        self._held = max(len(self._end), len("\r\n"))
        self._pending: bytes | None = None
        self._batch: list[bytes | memoryview] = [about.dialect.head]

    def write(self, line: ListLine) -> None:
        """Write a line; one that is no player is written as it was."""
        self._put_strays()
        if line.listed is None:
            self._put(line.spelling or b"")
            return
        self._count += 1
        former = self._text or self._xml
        if former is not None:
            self._put(former.line(line))

    def put(self, parts: Sequence[bytes | memoryview], count: int) -> None:
        """Write so many players that were put into form elsewhere; nothing is kept of the parts but the last few bytes.

        They may be the end of the last line, which is written as the whole list says. No part is empty.
        """
        self._put_strays()
        *before, last = parts
        self._put(bytes(last[-self._held :]))
        self._batch += [*before, last[: -self._held]]
        self._count += count
        self._flush()

    def _put_strays(self) -> None:
        while self._strays and self._strays[0][0] <= self._count:
            self._put(self._strays.pop(0)[1])

    def _put(self, raw: bytes) -> None:
        if self._pending is not None:
            # Only the last line of a file may be without an end.
            ended = self._pending.endswith((b"\n", b"\r")) or not self._end
            self._batch.append(self._pending if ended else self._pending + self._end)
        self._pending = raw
        if len(self._batch) >= BATCH:
            self._flush()

    def _flush(self) -> None:
        self._out.writelines(self._batch)
        self._batch.clear()

    def close(self, about: RatingList) -> None:
        """Write the end of the file, as the list tells it now that all of it is known."""
        for _, raw in self._strays:
            self._put(raw)
        dialect = about.dialect
        if self._pending is not None:
            last = self._pending
            if isinstance(dialect, TextDialect) and not dialect.last_line_ended:
                last = last.removesuffix(self._end)
            elif self._end and not last.endswith((b"\n", b"\r")):
                last += self._end
            self._batch.append(last)
        if isinstance(dialect, XmlDialect):
            self._batch.append(dialect.tail)
        self._flush()


class TextFormer:
    """Puts players into lines of fixed columns."""

    def __init__(self, dialect: TextDialect, findings: Findings) -> None:
        self.dialect, self.findings = dialect, findings
        self._parser = LineParser(dialect, Findings())

    def line(self, line: ListLine) -> bytes:
        """Give the bytes of a player's line, with its end."""
        if line.listed is None or (line.spelling and self._parser.line(0, line.spelling).listed == line.listed):
            return line.spelling or b""
        texts = texts_of(self.dialect.columns, values_of(line.listed))
        text = "".join(
            padded(column, self._fitting(column, text, line.listed))
            for column, text in zip(self.dialect.columns, texts, strict=True)
        )
        text = text.rstrip(" ") if self.dialect.trimmed else text
        return (text + self.dialect.line_end).encode(self.dialect.encoding, "replace")

    def _fitting(self, column: ColumnStyle, text: str, listed: Listed) -> str:
        """Cut a text to its column: whole titles, or characters."""
        room = column.edge if column.right else column.width - column.edge
        fits = UNWRITABLE.sub(" ", text)
        if self.dialect.encoding == "latin-1":
            fits = fits.encode("latin-1", "replace").decode("latin-1")
        while len(fits) > room and "," in fits and column.name == "other_titles":
            fits = fits.rpartition(",")[0]
        fits = fits[:room]
        if fits != text:
            self.findings.add("name_cut", what=column.name, fide_id=listed.fide_id, text=fits)
        return fits


class XmlFormer:
    """Puts players into elements of XML."""

    def __init__(self, dialect: XmlDialect, kind: str, findings: Findings) -> None:
        self.dialect = dialect if dialect.columns else replace(new_dialect(LAYOUTS["combined"], ""), head=dialect.head)
        self.findings = findings
        self._parser = PlayerParser(dialect, kind, Findings())

    def line(self, line: ListLine) -> bytes:
        """Give the bytes of a player."""
        if line.listed is None or (line.spelling and self._parser.of_spelling(line.spelling) == line.listed):
            return line.spelling or b""
        columns = self.dialect.columns
        texts = texts_of(columns, values_of(line.listed))
        escaped = [self._escaped(column, text, line.listed) for column, text in zip(columns, texts, strict=True)]
        return spelled(self.dialect, escaped).encode(self.dialect.encoding, "xmlcharrefreplace")

    def _escaped(self, column: ColumnStyle, text: str, listed: Listed) -> str:
        fits = UNWRITABLE.sub(" ", text)
        if fits != text:
            self.findings.add("name_cut", what=column.name, fide_id=listed.fide_id, text=fits)
        return fits.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def write_lines(out: BinaryIO, lines: Iterable[ListLine], about: RatingList, findings: Findings) -> None:
    """Write a whole list whose end is known."""
    writer = ListWriter(out, about, findings)
    for line in lines:
        writer.write(line)
    writer.close(about)

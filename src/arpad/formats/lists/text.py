"""Reading rating lists of fixed columns, line by line, whatever the bytes: every line gives a player or a problem."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO, Protocol

from arpad.formats.lists.dialect import columns_of, styled
from arpad.formats.lists.layouts import FITS, fit, layout_of_header, layout_of_shape, month_in
from arpad.formats.lists.rows import RowReader, StrayRoom
from arpad.formats.lists.values import BLANKS, cell
from arpad.model.period import KINDS
from arpad.model.rating_list import ListLine, RatingList, TextDialect

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arpad.formats.lists.layouts import Layout
    from arpad.formats.lists.problems import Findings
    from arpad.model.rating_list import ColumnStyle

SAMPLE = 1 << 18
"""So many bytes tell the layout and the dialect."""
SAMPLE_LINES = 2000
MOST_IN_LINE = 4096
HEADER_WITHIN = 10
MOST_WIDENING = 40
"""So much longer than their header may lines be without a column running over."""
OVERFLOWING = ("other_titles", "name")
MOST_SURPLUS = 40
CHUNK = 1 << 20
BOM = b"\xef\xbb\xbf"


class Choice(Protocol):
    """The players of a list that are asked for."""

    def takes(self, fide_id: str, name: str) -> bool:
        """Tell whether a player is asked for, by the texts of number and name as the list has them."""


class TextReader:
    """Reads a list of fixed columns from a stream of bytes.

    `about` is known at once, and None where the bytes are no list; it is complete when all lines were read. Of a list
    of the world only the players asked for are read in full, which takes seconds instead of a minute.
    """

    def __init__(
        self,
        stream: BinaryIO,
        findings: Findings,
        *,
        kind: str | None = None,
        list_date: date | None = None,
        chosen: Choice | None = None,
    ) -> None:
        self.findings = findings
        self._stream, self._chosen = stream, chosen
        self._federations: set[str] = set()
        self.sample = _filled(stream, SAMPLE)
        self.layout: Layout | None = None
        self.about: RatingList | None = None
        self.head_lines = 0
        self._open(kind, list_date)

    @property
    def dialect(self) -> TextDialect:
        """How the file is written."""
        if self.about is None or not isinstance(self.about.dialect, TextDialect):
            raise LookupError("Bytes that are no list have no dialect.")
        return self.about.dialect

    @property
    def separator(self) -> bytes:
        """The byte that ends a line."""
        return self.dialect.line_end[-1].encode("ascii")

    @property
    def federations(self) -> set[str]:
        """Those of all lines, where only some are read in full."""
        return {text.strip() for text in self._federations if text.strip().isalpha()}

    def _open(self, kind: str | None, list_date: date | None) -> None:
        ends, whole = self.sample.count(b"\n"), len(self.sample) < SAMPLE
        line_end = "\r\n" if 2 * self.sample.count(b"\r\n") > ends else "\n"
        if not ends and b"\r" in self.sample:
            line_end = "\r"
        lines = self.sample.removeprefix(BOM).split(line_end[-1].encode("ascii"))
        if not whole and len(lines) == 1:
            self.findings.add("line_too_long", 1, most=MOST_IN_LINE)
            self.findings.add("not_a_list", says="long_line", most=SAMPLE)
            return
        known = lines[: SAMPLE_LINES if whole else min(SAMPLE_LINES, len(lines) - 1)]
        encoding = _encoding(known)
        # A line longer than any can be keeps its place and tells nothing.
        decoded = [line.decode(encoding).rstrip("\r") if len(line) <= MOST_IN_LINE else "" for line in known]
        layout = self._layout(decoded)
        if layout is None:
            self.findings.add("not_a_list", says="no_layout")
            return
        if kind is None and not layout.is_combined:
            kind = KINDS[0]
            self.findings.add("kind_assumed")
        for number, line in enumerate(lines[: self.head_lines], start=1):
            if len(line) > MOST_IN_LINE:
                self.findings.add("line_too_long", number, most=MOST_IN_LINE)
        for name in layout.unknown:
            self.findings.add("column_unknown", self.head_lines, name=name)
        body = [line for line in decoded[self.head_lines :] if line.strip()]
        layout = _as_wide_as(layout, body)
        self.layout = layout
        head_end = sum(len(line) + 1 for line in lines[: self.head_lines])
        bom = len(BOM) if self.sample.startswith(BOM) else 0
        columns = columns_of(layout, kind or "")
        rows = [cut(line.ljust(layout.width), columns) for line in body if len(line.rstrip()) <= layout.width]
        dialect = TextDialect(
            styled(columns, rows) if rows else columns,
            layout.width,
            head=self.sample[: bom + head_end],
            line_end=line_end,
            encoding=encoding,
            trimmed=2 * sum(line == line.rstrip(" ") for line in body) > len(body),
        )
        on = list_date or month_in(decoded[self.head_lines - 1] if self.head_lines else "")
        kinds = KINDS if layout.is_combined else (kind or "",)
        self.about = RatingList("txt", layout.name, kinds, on, dialect)

    def _layout(self, lines: list[str]) -> Layout | None:
        """Find the layout: from a header among the first lines if it fits, else from the lines themselves."""
        for index, line in enumerate(lines[:HEADER_WITHIN]):
            layout = layout_of_header(line)
            if layout is not None:
                self.head_lines = index + 1
                body = [line for line in lines[index + 1 :] if line.strip()]
                shown = layout_of_shape(body) if fit(layout, body) < FITS else None
                if shown is not None:
                    self.findings.add("header_misleading", index + 1, layout=shown.name)
                return shown or layout
        shown = layout_of_shape(lines)
        if shown is not None:
            self.findings.add("header_missing", 1, layout=shown.name)
        return shown

    def raw_lines(self) -> Iterator[tuple[int, bytes]]:
        """Give the lines after the header with their numbers and ends; those beyond all measure are left out."""
        for number, raw in enumerate(bounded_lines(self.sample, self._stream, self.separator), start=1):
            if number <= self.head_lines:
                continue
            if raw is None:
                self.findings.add("line_too_long", number, most=MOST_IN_LINE)
            else:
                yield number, raw

    def _chosen_lines(self, layout: Layout, chosen: Choice) -> Iterator[tuple[int, bytes]]:
        """Give the lines of the players asked for, told by two of their columns."""
        number_at, name_at, federation_at = (_slice(layout, name) for name in ("fide_id", "name", "federation"))
        end, encoding = max(number_at.stop, name_at.stop, federation_at.stop), self.dialect.encoding
        takes, federations = chosen.takes, self._federations
        for number, raw in self.raw_lines():
            head = raw[:end].decode("ascii") if raw.isascii() else raw.decode(encoding, "replace")[:end]
            federations.add(head[federation_at])
            if takes(head[number_at].strip(), head[name_at]):
                yield number, raw

    def __iter__(self) -> Iterator[ListLine]:
        """Give line by line; a line that is no player has no player, and its bytes."""
        if self.about is None or self.layout is None:
            return
        parser = LineParser(self.dialect, self.findings)
        ended = True
        room, players = StrayRoom(self.findings), 0
        for number, raw in self.raw_lines() if self._chosen is None else self._chosen_lines(self.layout, self._chosen):
            line = parser.line(number, raw)
            if line.listed is not None:
                players += 1
            elif not room.takes(number, len(raw), players):
                break
            ended = raw.endswith(self.separator)
            yield line
        self.finish(last_line_ended=ended)

    def finish(self, *, last_line_ended: bool, strays: tuple[tuple[int, bytes], ...] = ()) -> None:
        """Note what only the end of the file tells."""
        if self.about is not None:
            dialect = replace(self.dialect, last_line_ended=last_line_ended)
            self.about = replace(self.about, dialect=dialect, strays=strays)


class LineParser:
    """Reads single lines of a dialect."""

    def __init__(self, dialect: TextDialect, findings: Findings) -> None:
        self.dialect = dialect
        self.findings = findings
        self._rows = RowReader(dialect.columns, findings)
        self._end = dialect.line_end.encode("ascii")

    def line(self, number: int, raw: bytes) -> ListLine:
        """Read a line with its end, if it has one."""
        body = raw.rstrip(b"\r\n")
        ended_as_usual = raw[len(body) :] in {self._end, b""}
        text, usual = self._decoded(body, number)
        filled = text.rstrip(" ")
        if not filled.strip():
            return ListLine(number, None, raw)
        dialect = self.dialect
        as_wide = len(text) == dialect.width
        if as_wide and not dialect.trimmed:
            cells = cut(text, dialect.columns)
        else:
            cells, repaired = self._in_their_places(filled, number)
            as_wide = dialect.trimmed and len(filled) == len(text) <= dialect.width and not repaired
        listed, conforms = self._rows.row(cells, number)
        if listed is not None and conforms and as_wide and usual and ended_as_usual:
            return ListLine(number, listed)
        return ListLine(number, listed, raw)

    def _decoded(self, body: bytes, number: int) -> tuple[str, bool]:
        try:
            return body.decode(self.dialect.encoding), True
        except UnicodeDecodeError:
            self.findings.add("encoding_mixed", number)
            return body.decode("latin-1"), False

    def _in_their_places(self, text: str, number: int) -> tuple[list[str], bool]:
        """Cut a line that may have one column too wide, the titles or the name: so that most columns look as usual."""
        width, columns = self.dialect.width, self.dialect.columns
        best = cut(text.ljust(width), columns)
        most, repaired = self._conforming(best), None
        if most < len(columns):
            for index, column in enumerate(columns):
                end = column.start + column.width
                runs_over = column.name in OVERFLOWING and not {*BLANKS} & {*(text[end - 1 : end + 1] or " ")}
                for extra in range(1, MOST_SURPLUS + 1) if runs_over and len(text) > end else ():
                    cells = cut((text[:end] + text[end + extra :]).ljust(width), columns)
                    cells[index] = text[column.start : end + extra]
                    # The column that overflows never looks as usual; it counts as if it did.
                    conforming = self._conforming(cells) + 1
                    if conforming > most:
                        best, most, repaired = cells, conforming, (extra, column.name, end + 1)
        if repaired is not None:
            extra, name, place = repaired
            self.findings.add("overflow_repaired", number, place, surplus=extra, what=name)
        elif text[width:].strip():
            self.findings.add("line_surplus", number, width + 1, text=text[width:])
        return best, repaired is not None

    def _conforming(self, cells: list[str]) -> int:
        return sum(cell(column, text).conforms for column, text in zip(self.dialect.columns, cells, strict=True))


def _slice(layout: Layout, name: str) -> slice:
    place = layout.place(name)
    return slice(0, 0) if place is None else slice(place.start, place.start + place.width)


def cut(text: str, columns: tuple[ColumnStyle, ...]) -> list[str]:
    """Cut a line of the full width into its columns."""
    return [text[column.start : column.start + column.width] for column in columns]


def _as_wide_as(layout: Layout, body: list[str]) -> Layout:
    """Widen the last column to the lines' own width, where most lines are longer than the header says."""
    common = Counter(len(text) for text in body).most_common(1)
    if not common or common[0][0] <= layout.width or common[0][0] > layout.width + MOST_WIDENING:
        return layout
    last = layout.places[-1]
    return replace(layout, places=(*layout.places[:-1], replace(last, width=common[0][0] - last.start)))


def _encoding(lines: list[bytes]) -> str:
    try:
        for line in lines:
            line.decode("utf-8")
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8"


def _filled(stream: BinaryIO, size: int) -> bytes:
    """Read until there is so much, or no more."""
    filled = bytearray()
    while len(filled) < size:
        more = stream.read(size - len(filled))
        if not more:
            break
        filled += more
    return bytes(filled)


def bounded_lines(start: bytes, stream: BinaryIO, separator: bytes) -> Iterator[bytes | None]:
    """Split into lines with their ends; None for a line longer than any can be."""
    rest, skipping = b"", False
    chunk = start
    while chunk:
        lines = (rest + chunk).split(separator)
        rest = lines.pop()
        for line in lines:
            if skipping or len(line) > MOST_IN_LINE:
                skipping = False
                yield None
            else:
                yield line + separator
        if len(rest) > MOST_IN_LINE:
            rest, skipping = b"", True
        chunk = stream.read(CHUNK)
    if skipping or len(rest) > MOST_IN_LINE:
        yield None
    elif rest:
        yield rest

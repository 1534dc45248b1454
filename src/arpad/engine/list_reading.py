"""Reading rating lists of fixed columns and XML into frames, in pieces, so that memory stays bounded."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

import polars as pl

from arpad.engine.list_columns import SCHEMA, UNUSUAL, frame_of, typed
from arpad.formats.list_csv import NEEDED, CsvReader
from arpad.formats.list_rows import RowReader, StrayRoom
from arpad.formats.list_text import MOST_IN_LINE, LineParser, TextReader
from arpad.formats.list_values import COLUMNS
from arpad.formats.list_xml import PlayerParser, XmlReader
from arpad.model.period import KINDS
from arpad.model.rating_list import ColumnStyle, ListLine, RatingList

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from arpad.formats.list_codes import Findings
    from arpad.formats.list_source import Source
    from arpad.model.rating_list import Listed, TextDialect

PIECE = 16 << 20
PLAYERS = 100_000
MOST_AT_ONCE = 1 << 18
"""So many lines are cut into columns at once, however short they are."""
FEW = 32
"""So many unusual rows of a piece are put in without sorting."""
UNUSED = b"\x01"
"""A byte that no line has, so that Polars sees one column."""


class Pieces:
    """Puts the pieces of a list together: frames, and lines that are no players with their places."""

    def __init__(self, room: StrayRoom | None = None) -> None:
        self._frames: list[pl.DataFrame] = []
        self._room = room
        self.is_over = False
        self.count = 0
        self.strays: list[tuple[int, bytes]] = []

    def add(self, frame: pl.DataFrame, slow: Callable[[int], ListLine | None]) -> None:
        """Add a piece whose unusual rows are read one by one; `slow` reads the row of that number."""
        unusual = frame[UNUSUAL].arg_true().to_list()
        usual = frame.drop(UNUSUAL)
        found: dict[int, tuple[Listed, bytes | None]] = {}
        dropped = 0
        for place in unusual:
            line = slow(place)
            if line is not None and line.listed is not None:
                found[place] = (line.listed, line.spelling)
                continue
            players = self.count + place - dropped
            dropped += 1
            if line is not None and line.spelling is not None:
                if self._room is not None and not self._room.takes(line.number, len(line.spelling), players):
                    self.is_over = True
                    usual = usual.head(place)
                    unusual = [one for one in unusual if one < place]
                    break
                self.strays.append((players, line.spelling))
        if len(unusual) <= FEW:
            self._keep(_patched(usual, unusual, found))
            return
        index = pl.Series("place", list(found), dtype=pl.UInt32)
        rest = usual.with_row_index("place").filter(~frame[UNUSUAL].head(usual.height))
        read = frame_of(found.values()).with_columns(index).select(rest.columns)
        self._keep(pl.concat([rest, read]).sort("place").drop("place"))

    def _keep(self, frame: pl.DataFrame) -> None:
        self.count += frame.height
        self._frames.append(frame)

    def whole(self) -> pl.DataFrame:
        """Give the frame of all pieces."""
        return pl.concat(self._frames) if self._frames else pl.DataFrame(schema=SCHEMA)


def _patched(frame: pl.DataFrame, unusual: list[int], players: dict[int, tuple[Listed, bytes | None]]) -> pl.DataFrame:
    """Put a few players in the places of the unusual rows, without moving the others."""
    if not unusual:
        return frame
    parts, start = [], 0
    for place in unusual:
        parts.append(frame.slice(start, place - start))
        if place in players:
            parts.append(frame_of([players[place]]))
        start = place + 1
    return pl.concat([*parts, frame.slice(start)])


def text_frame(reader: TextReader, stream: BinaryIO) -> pl.DataFrame:
    """Read a list of fixed columns; `reader` has read its sample."""
    dialect = reader.dialect
    pieces = Pieces(StrayRoom(reader.findings))
    number = reader.head_lines
    ended = True
    for raw in _whole_lines(reader, stream):
        # A last line that is left out for its length leaves a line with an end as the last.
        ended = raw.endswith(reader.separator) or len(raw) - raw.rfind(reader.separator) - 1 > MOST_IN_LINE
        number += _text_piece(raw, dialect, pieces, reader.findings, number)
        if pieces.is_over:
            ended = True
            break
    reader.finish(last_line_ended=ended, strays=tuple(pieces.strays))
    return pieces.whole()


def _whole_lines(reader: TextReader, stream: BinaryIO) -> Iterator[bytes]:
    """Give big pieces of whole lines, without the head."""
    rest = reader.sample[len(reader.dialect.head) :]
    more = stream.read(PIECE)
    skipping = False
    while more or rest:
        rest += more
        end = rest.rfind(reader.separator) + 1
        if skipping and end:
            # The rest of a line that was longer than any can be.
            rest = rest[rest.find(reader.separator) + 1 :]
            skipping = False
            end = rest.rfind(reader.separator) + 1
        if not more:
            if not skipping:
                yield rest
            return
        if end:
            yield rest[:end]
            rest = rest[end:]
        if len(rest) > PIECE:
            if not skipping:
                reader.findings.add("line_too_long", most=MOST_IN_LINE)
            rest, skipping = b"", True
        more = stream.read(PIECE)


def _text_piece(raw: bytes, dialect: TextDialect, pieces: Pieces, findings: Findings, before: int) -> int:
    """Read a piece of whole lines; give how many there were."""
    if not raw:
        return 0
    lines = _lines(raw, dialect)
    parser = LineParser(dialect, findings)
    end = dialect.line_end.encode("ascii")
    if lines is not None:
        last = len(lines) - 1
        ended = raw.endswith(end)
        is_ascii = raw.isascii()

        def slow(place: int) -> ListLine | None:
            text: str = lines[place]
            body = text.encode(dialect.encoding)
            return _line(parser, before + place + 1, body + end if ended or place < last else body)

        for start in range(0, len(lines), MOST_AT_ONCE):
            frame = _cut(lines.slice(start, MOST_AT_ONCE), dialect, is_ascii=is_ascii)
            pieces.add(frame, lambda place, start=start: slow(start + place))  # type: ignore[misc]
            if pieces.is_over:
                break
        return len(lines)
    # Something is not alike in all lines, an end or an encoding: every line is looked at by itself.
    separator = end[-1:]
    found = [one + separator for one in raw.split(separator)]
    found[-1] = found[-1].removesuffix(separator)
    if not found[-1]:
        found.pop()
    texts = [_usual_text(one, dialect, end) for one in found]
    frame = _cut(pl.Series("line", texts, dtype=pl.String), dialect, is_ascii=raw.isascii())
    pieces.add(frame, lambda place: _line(parser, before + place + 1, found[place]))
    return len(found)


def _line(parser: LineParser, number: int, raw: bytes) -> ListLine | None:
    if len(raw) > MOST_IN_LINE + 1:
        parser.findings.add("line_too_long", number, most=MOST_IN_LINE)
        return None
    return parser.line(number, raw)


def _usual_text(raw: bytes, dialect: TextDialect, end: bytes) -> str:
    """Give the text of a line that ends and is encoded as usual; nothing for any other."""
    try:
        return raw.removesuffix(end).decode(dialect.encoding) if raw.endswith(end) else ""
    except UnicodeDecodeError:
        return ""


def _lines(raw: bytes, dialect: TextDialect) -> pl.Series | None:
    """Split a piece into lines at once; None where its lines do not all end and are not all encoded alike."""
    count = raw.count(b"\n")
    if dialect.line_end == "\r" or UNUSED in raw:
        return None
    if (raw.count(b"\r\n") != count) if dialect.line_end == "\r\n" else (b"\r" in raw):
        return None
    if not raw.isascii():
        try:
            raw = raw.decode(dialect.encoding).encode("utf-8")
        except UnicodeDecodeError:
            return None
    lines = pl.read_csv(
        BytesIO(raw),
        has_header=False,
        separator=UNUSED.decode("ascii"),
        quote_char=None,
        schema={"line": pl.String},
    )["line"].fill_null("")
    return lines if len(lines) == count + (not raw.endswith(b"\n")) else None


def _cut(lines: pl.Series, dialect: TextDialect, *, is_ascii: bool) -> pl.DataFrame:
    """Cut lines into columns of texts, read them, and mark what is unusual."""
    frame = lines.to_frame("line")
    text = pl.col("line")
    length = text.str.len_bytes() if is_ascii else text.str.len_chars()
    if dialect.trimmed:
        wide = (length <= dialect.width) & ~text.str.ends_with(" ")
        whole = text.str.pad_end(dialect.width)
    else:
        wide, whole = length == dialect.width, text
    if is_ascii:
        parts = [whole.cast(pl.Binary).bin.slice(one.start, one.width).cast(pl.String) for one in dialect.columns]
    else:
        parts = [whole.str.slice(one.start, one.width) for one in dialect.columns]
    raw = frame.select(part.alias(str(index)) for index, part in enumerate(parts))
    widths = frame.select(wide=wide)["wide"]
    read = typed(raw, dialect.columns)
    return read.with_columns(read[UNUSUAL] | ~widths)


def xml_frame(reader: XmlReader) -> pl.DataFrame:
    """Read a list in XML; `reader` has read its sample."""
    dialect, findings = reader.dialect, reader.findings
    pieces = Pieces()
    parser = PlayerParser(dialect, reader.kind, findings)
    nothing = ("",) * len(dialect.columns)
    rows: list[tuple[str, ...]] = []
    lines: list[int] = []
    others: dict[int, ListLine] = {}

    def emptied() -> None:
        columns = list(zip(*rows, strict=True)) if rows else []
        raw = pl.DataFrame({str(index): pl.Series(values, dtype=pl.String) for index, values in enumerate(columns)})
        if not columns:
            raw = pl.DataFrame({"none": [0] * len(lines)})
        frame = typed(raw, dialect.columns if columns else ())
        if others:
            special = pl.Series(list(others), dtype=pl.UInt32)
            frame = frame.with_columns(
                pl.col(UNUSUAL) | pl.int_range(frame.height, dtype=pl.UInt32).is_in(special.implode())
            )
        pieces.add(frame, lambda place: others.get(place) or parser.line(lines[place], rows[place], ""))
        rows.clear()
        lines.clear()
        others.clear()

    for line, texts, span in reader.players():
        if isinstance(texts, tuple):
            rows.append(texts)
        else:
            others[len(lines)] = parser.line(line, texts, span)
            if dialect.columns:
                rows.append(nothing)
        lines.append(line)
        if len(lines) >= PLAYERS:
            emptied()
    if lines:
        emptied()
    if reader.about is not None:
        reader.about = replace(reader.about, strays=tuple(pieces.strays))
    return pieces.whole()


def csv_frame(source: Source, findings: Findings) -> tuple[RatingList | None, pl.DataFrame | None]:
    """Read a list from CSV; what Polars cannot read at once is read row by row."""
    whole = source.stream.read()
    try:
        raw = pl.read_csv(whole, infer_schema=False, encoding="utf8").rename(lambda name: name.strip().lower())
        longest = raw.select(pl.max_horizontal(pl.all().str.len_bytes().max()).fill_null(0)).item() if raw.width else 0
        simple = longest <= MOST_IN_LINE and set(NEEDED) <= set(raw.columns) and b'"' not in whole[:MOST_IN_LINE]
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, ValueError):
        simple = False
    if not simple:
        reader = CsvReader(BytesIO(whole), findings, list_date=source.list_date)
        rows = [(line.listed, None) for line in reader if line.listed is not None]
        return reader.about, frame_of(rows) if reader.about is not None else None
    for name in raw.columns:
        if name not in COLUMNS:
            findings.add("column_unknown", 1, name=name)
    styles = [ColumnStyle(name if name in COLUMNS else "") for name in raw.columns]
    texts = raw.fill_null("")
    texts.columns = [str(index) for index in range(texts.width)]
    parser = RowReader([style for style in styles if style.name], findings)
    known = [index for index, style in enumerate(styles) if style.name]
    pieces = Pieces()

    def slow(place: int) -> ListLine | None:
        row = texts.row(place)
        found, _ = parser.row([row[index] for index in known], place + 2)
        return ListLine(place + 2, found) if found is not None else None

    pieces.add(typed(texts, styles), slow)
    frame = pieces.whole()
    return RatingList("csv", "", kinds_of(frame), source.list_date), frame


def kinds_of(frame: pl.DataFrame) -> tuple[str, ...]:
    """Name the kinds in which anybody has a rating; all, where nobody has any."""
    found = tuple(kind for kind in KINDS if frame[f"{kind}_rating"].null_count() < frame.height)
    return found or KINDS

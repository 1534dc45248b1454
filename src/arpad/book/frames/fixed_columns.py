"""Reading rating lists of fixed columns into frames: pieces of whole lines, the next ones cut while one is kept."""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from arpad.book.bounded_tables import is_packed
from arpad.book.frames.columns import UNUSUAL, typed
from arpad.book.frames.reading import Pieces
from arpad.formats.lists.rows import StrayRoom
from arpad.formats.lists.text import MOST_IN_LINE, LineParser, TextReader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from arpad.model.rating_list import ListLine, TextDialect

PIECE = 16 << 20
AHEAD = 2
"""So many pieces are cut beforehand; Polars alone does not keep two cores busy."""
MOST_AT_ONCE = 1 << 18
"""So many lines are cut into columns at once, however short they are."""
UNUSED = b"\x01"
"""A byte that no line has, so that Polars sees one column."""


class Cut(NamedTuple):
    """A piece that was cut: its lines at once or one by one, and the columns of the first of them."""

    raw: bytes
    lines: pl.Series
    alone: list[bytes] | None
    """The bytes of every line, where not all end and are encoded alike."""
    first: pl.DataFrame
    is_ascii: bool


def text_frame(reader: TextReader, stream: BinaryIO) -> pl.DataFrame:
    """Read a list of fixed columns; `reader` has read its sample."""
    dialect = reader.dialect
    pieces = Pieces(StrayRoom(reader.findings))
    parser = LineParser(dialect, reader.findings)
    number = reader.head_lines
    ended = True
    for piece in _ahead(lambda raw: _cut_piece(raw, dialect), _whole_lines(reader, stream)):
        raw = piece.raw
        # A last line that is left out for its length leaves a line with an end as the last.
        ended = raw.endswith(reader.separator) or len(raw) - raw.rfind(reader.separator) - 1 > MOST_IN_LINE
        _keep(piece, dialect, pieces, parser, number)
        number += len(piece.lines)
        if pieces.is_over:
            ended = True
            break
    reader.finish(last_line_ended=ended, strays=tuple(pieces.strays))
    return pieces.whole()


def _ahead(work: Callable[[bytes], Cut], given: Iterator[bytes]) -> Iterator[Cut]:
    """Do work on what is given, in its order, a little ahead of whoever takes the results."""
    with ThreadPoolExecutor(AHEAD) as pool:
        waiting = deque(pool.submit(work, piece) for piece in islice(given, AHEAD))
        while waiting:
            cut = waiting.popleft().result()
            waiting.extend(pool.submit(work, piece) for piece in islice(given, 1))
            yield cut


def _whole_lines(reader: TextReader, stream: BinaryIO) -> Iterator[bytes]:
    """Give big pieces of whole lines, without the head."""
    separator, skipping = reader.separator, False
    rest, more = b"", reader.sample[len(reader.dialect.head) :]
    while more:
        start = more.find(separator) + 1 if skipping else 0
        end = more.rfind(separator) + 1
        if start or not skipping:
            # What stands before the start is the rest of a line that was longer than any can be.
            skipping = False
            if end > start:
                yield b"".join((rest, memoryview(more)[start:end]))
                rest = more[end:]
            else:
                rest += more[start:]
        if len(rest) > MOST_IN_LINE:
            reader.findings.add("line_too_long", most=MOST_IN_LINE)
            rest, skipping = b"", True
        more = stream.read(PIECE)
    if rest:
        yield rest


def _cut_piece(raw: bytes, dialect: TextDialect) -> Cut:
    """Split a piece into lines and cut the first of them, usually all, into columns."""
    lines, alone = _lines(raw, dialect), None
    if lines is None:
        alone = _alone(raw, dialect)
        end = dialect.line_end.encode("ascii")
        lines = pl.Series("line", [_usual_text(line, dialect, end) for line in alone], dtype=pl.String)
    is_ascii = raw.isascii()
    return Cut(raw, lines, alone, _columns(lines.head(MOST_AT_ONCE), dialect, is_ascii=is_ascii), is_ascii)


def _keep(piece: Cut, dialect: TextDialect, pieces: Pieces, parser: LineParser, before: int) -> None:
    """Add a piece to the others; its unusual lines are read one by one."""
    end = dialect.line_end.encode("ascii")
    ended, last = piece.raw.endswith(end), len(piece.lines) - 1

    def slow(place: int) -> ListLine | None:
        if piece.alone is not None:
            return _line(parser, before + place + 1, piece.alone[place])
        text: str = piece.lines[place]
        body = text.encode(dialect.encoding)
        return _line(parser, before + place + 1, body + end if ended or place < last else body)

    pieces.add(piece.first, slow)
    for start in range(MOST_AT_ONCE, len(piece.lines), MOST_AT_ONCE):
        if pieces.is_over:
            return
        frame = _columns(piece.lines.slice(start, MOST_AT_ONCE), dialect, is_ascii=piece.is_ascii)
        pieces.add(frame, lambda place, start=start: slow(start + place))  # type: ignore[misc]


def _alone(raw: bytes, dialect: TextDialect) -> list[bytes]:
    """Split a piece in which something is not alike in all lines, an end or an encoding."""
    separator = dialect.line_end[-1].encode("ascii")
    lines = [part + separator for part in raw.split(separator)]
    lines[-1] = lines[-1].removesuffix(separator)
    return lines if lines[-1] else lines[:-1]


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
    if is_packed(raw) or dialect.line_end == "\r" or UNUSED in raw or (dialect.line_end == "\n" and b"\r" in raw):
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
    # Polars takes away a carriage return before the end, where there is one. All lines had the end of the dialect
    # if the lines and so many ends are as long as the piece.
    ends = len(dialect.line_end) * (len(lines) - (not raw.endswith(b"\n")))
    return lines if lines.str.len_bytes().sum() + ends == len(raw) else None


def _columns(lines: pl.Series, dialect: TextDialect, *, is_ascii: bool) -> pl.DataFrame:
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
        parts = [
            whole.cast(pl.Binary).bin.slice(column.start, column.width).cast(pl.String) for column in dialect.columns
        ]
    else:
        parts = [whole.str.slice(column.start, column.width) for column in dialect.columns]
    raw = frame.select(part.alias(str(index)) for index, part in enumerate(parts))
    widths = frame.select(wide=wide)["wide"]
    read = typed(raw, dialect.columns)
    return read.with_columns(read[UNUSUAL] | ~widths)

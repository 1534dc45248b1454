"""Writing frames of rating lists as fixed columns or XML: by the line kernel, or column by column where it is missing.

Unusual players are written one by one, in both ways.
"""

from __future__ import annotations

import itertools
from io import BytesIO
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.frames.columns import SPELLING, in_column, players_of, written
from arpad.book.frames.line_columns import line_columns
from arpad.formats.lists import line_program
from arpad.formats.lists.line_program import ROOM, program_of
from arpad.formats.lists.writer import ListWriter, TextFormer, XmlFormer
from arpad.model.period import KINDS
from arpad.model.rating_list import ListLine, TextDialect, XmlDialect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.book.frames.in_order import InOrder
    from arpad.formats.lists.problems import Findings
    from arpad.formats.lists.writer import TakesLines
    from arpad.model.rating_list import RatingList

SLICE = 1 << 15
_UNWRITABLE = r"[\x00-\x1f\x{fffe}\x{ffff}]"
_MARKUP = r"[&<>\x00-\x1f\x{fffe}\x{ffff}]"
_TEXT_COLUMNS = ("name", "federation", "sex", "title", "womens_title", "other_titles", "foa_title", "flag")


def write_frame(out: TakesLines, frame: pl.DataFrame | InOrder, about: RatingList, findings: Findings) -> None:
    """Write a frame in a dialect; the bytes are those that the row writer gives."""
    former: TextFormer | XmlFormer
    if isinstance(about.dialect, TextDialect):
        former = TextFormer(about.dialect, findings)
    elif isinstance(about.dialect, XmlDialect):
        former = XmlFormer(about.dialect, KINDS[0] if len(about.kinds) > 1 else about.kinds[0], findings)
    else:
        raise TypeError("A list is written in a dialect; make one with `new_list`.")
    writer = ListWriter(out, about, findings)
    strays = [place for place, _ in about.strays]
    program = program_of(former.dialect)
    if line_program.KERNEL is None or program is None:
        for piece in _slices(frame, strays):
            writer.put([_by_frame(piece, former)], piece.height)
    else:
        room = bytearray(ROOM)
        for piece in _slices(frame, strays):
            written_piece = _WrittenPiece(writer, former, piece, room)
            columns = line_columns(piece, program.styles)
            line_program.KERNEL.lines(program.steps, program.plain, columns, room, written_piece.put)
    writer.close(about)


class _WrittenPiece:
    """A piece of a frame whose lines come from the kernel."""

    def __init__(
        self, writer: ListWriter, former: TextFormer | XmlFormer, piece: pl.DataFrame, room: bytearray
    ) -> None:
        self._writer, self._former, self._piece, self._room = writer, former, piece, room
        self._done = 0

    def put(self, size: int, left_out: list[tuple[int, int]], done: int) -> None:
        """Write the lines that are in the room, with those that the kernel left out where they belong."""
        with memoryview(self._room)[:size] as lines:
            parts = _completed(lines, left_out, self._piece, done, self._former) if left_out else [lines]
            self._writer.put(parts, done - self._done)
        self._done = done


def _completed(
    lines: memoryview, left_out: list[tuple[int, int]], piece: pl.DataFrame, done: int, former: TextFormer | XmlFormer
) -> list[bytes | memoryview]:
    """Put the lines that were left out, as the row writer gives them, between those of the kernel."""
    parts: list[bytes | memoryview] = []
    before = 0
    unusual = _by_row(piece, [row for row, _ in left_out], former)
    for (row, place), line in zip(left_out, unusual, strict=True):
        parts += [lines[before:place], line if row == done - 1 else _ended(line, former.dialect)]
        before = place
    return [part for part in (*parts, lines[before:]) if part]


def _by_row(piece: pl.DataFrame, places: list[int], former: TextFormer | XmlFormer) -> Iterator[bytes]:
    rows = piece[places]
    for player, spelling in zip(players_of(rows), rows[SPELLING].to_list(), strict=True):
        yield former.line(ListLine(0, player, spelling))


def _ended(line: bytes, dialect: TextDialect | XmlDialect) -> bytes:
    """Give a line with its end; a spelling of its own may come from the last line of a file, and have none."""
    if isinstance(dialect, XmlDialect) or line.endswith((b"\n", b"\r")):
        return line
    return line + dialect.line_end.encode("ascii")


def _by_frame(piece: pl.DataFrame, former: TextFormer | XmlFormer) -> bytes:
    """Give the lines of a piece, column by column."""
    dialect = former.dialect
    usual, special = _lines(dialect) if isinstance(dialect, TextDialect) else _elements(dialect)
    end = dialect.line_end if isinstance(dialect, TextDialect) else ""
    columns = piece.with_columns(usual.alias("line")).select("line", special.fill_null(value=True).alias("special"))
    if isinstance(dialect, TextDialect) and dialect.trimmed:
        columns = columns.with_columns(pl.col("line").str.strip_chars_end(" "))
    unusual = columns["special"].arg_true().to_list()
    if not unusual:
        return _bytes(columns, end)
    lines: list[str] = columns["line"].to_list()
    encoded_lines = [(line or "").encode(dialect.encoding, "replace") + end.encode("ascii") for line in lines]
    for place, line in zip(unusual, _by_row(piece, unusual, former), strict=True):
        encoded_lines[place] = line
    return b"".join([*(_ended(line, dialect) for line in encoded_lines[:-1]), encoded_lines[-1]])


def _bytes(frame: pl.DataFrame, end: str) -> bytes:
    """Give usual lines as bytes; they are plain ASCII where the encoding is not UTF-8.

    Written by the frame's own writer of CSV, which makes no string of Python for each line.
    """
    written = BytesIO()
    frame.select("line").write_csv(written, include_header=False, quote_style="never", line_terminator=end)
    return written.getvalue()


def _slices(frame: pl.DataFrame | InOrder, places: list[int]) -> Iterator[pl.DataFrame]:
    """Cut a frame into pieces, also where lines that are no players stand between."""
    cuts = sorted({*range(0, frame.height, SLICE), *(place for place in places if place < frame.height), frame.height})
    for start, end in itertools.pairwise(cuts):
        yield frame.slice(start, end - start)


def _lines(dialect: TextDialect) -> tuple[pl.Expr, pl.Expr]:
    """Give the line of a player, and, in words of the column `line`, whether it is one for the row writer.

    A text that is too long for its column makes the line too long, since all others fill theirs;
    but not where it ends at an edge inside of its column.
    """
    usual = pl.concat_str([in_column(written(column), column) for column in dialect.columns])
    line, width = pl.col("line"), sum(column.width for column in dialect.columns)
    special = [pl.col(SPELLING).is_not_null(), line.str.len_chars() != width, line.str.contains(_UNWRITABLE)]
    special += [
        written(column).str.len_chars() > column.edge for column in dialect.columns if column.name and column.right
    ]
    return usual, pl.any_horizontal([*special, *_other_characters(dialect.encoding)])


def _other_characters(encoding: str) -> list[pl.Expr]:
    """Tell where the column `line` has characters that another encoding than UTF-8 writes in its own way."""
    line = pl.col("line")
    return [] if encoding == "utf-8" else [line.str.len_bytes() != line.str.len_chars()]


def _elements(dialect: XmlDialect) -> tuple[pl.Expr, pl.Expr]:
    parts = [pl.lit(f"{dialect.between}<player>")]
    for column in dialect.columns:
        parts += [pl.lit(f"{column.before}<{column.tag}>"), written(column), pl.lit(f"</{column.tag}>")]
    line = pl.concat_str([*parts, pl.lit(f"{dialect.closing}</player>")])
    special = [pl.col(SPELLING).is_not_null(), *(pl.col(name).str.contains(_MARKUP) for name in _TEXT_COLUMNS)]
    return line, pl.any_horizontal([*special, *_other_characters(dialect.encoding)])

"""Line programs: how a player's line is put together from columns, in words that a small kernel in C carries out.

A program is a tuple of steps, and a step a tuple that begins with its kind. Each step adds to the line:

- `(LITERAL, bytes)`: these bytes;
- `(NUMBER, column, width, edge, right, instead, beside)`: a number in decimal; `instead` for none, or nothing where
  there is none but the column `beside` has a value (-1: there is no such column);
- `(TEXT, column, width, edge, right)`: a text;
- `(TRIM,)`: takes away the blanks at the end of the line so far;
- `(LEAVE, column)`: adds nothing; a row that has a value in this column is left out.

A number or text fills its place as `padded` does: so many characters wide, begun at its edge, or ended there where
`right` is true; a width of 0 is as wide as the text. A row is left out, and named, where something does not fit, where
a text has a byte that is not `plain`, is not known or has no width and more than 1024 bytes, or where a number is below
zero. It is then written row by row.

The kernel is built where a compiler is at hand (`setup.py`). Without it, lists are written by the frame, with the same
bytes. Which columns there are and what stands in them is decided here: the kernel has no rule in it.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple, Protocol

from arpad.formats.lists.values import NUMBERS
from arpad.model.period import KINDS
from arpad.model.rating_list import ColumnStyle, TextDialect, XmlDialect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

LITERAL, NUMBER, TEXT, TRIM, LEAVE = range(5)
LineStep = tuple[int | bytes, ...]
ROOM = 1 << 21
"""Bytes into which lines are written before they go to the file: so few that they stay near the processor."""
MOST_LINE, MOST_COLUMNS = 1 << 14, 100
"""Longer lines and more columns than any list has; what is shorter surely fits into the room."""
_FIRST = 0x20
"""The bytes below are control characters."""
_UNDECIDED = 0xEF
"""With this byte begin, among many others, the two characters that XML does not know."""


class ArrowFrame(Protocol):
    """A frame that hands its columns over by Arrow's interface of C: int64, uint16, and texts or bytes as views."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Give the stream of its batches."""


class Kernel(Protocol):
    """What carries out a program: `_line_kernel.c`."""

    def lines(
        self,
        program: tuple[LineStep, ...],
        plain: bytes,
        frame: ArrowFrame,
        room: bytearray,
        full: Callable[[int, list[tuple[int, int]], int], object],
        /,
    ) -> None:
        """Write lines; call `full` when the room is full, and at the end.

        With how many bytes are in it, the rows that were left out, each with its place in them, and how many rows are
        done.
        """


def _built() -> Kernel | None:
    try:
        from arpad.formats.lists import _line_kernel  # type: ignore[attr-defined] # noqa: PLC0415 - may not be built
    except ImportError:
        return None
    kernel: Kernel = _line_kernel
    return kernel


KERNEL = _built()
"""The kernel, or None where arpad was installed without a compiler."""


class LineProgram(NamedTuple):
    """A program with the columns it asks for: first what is left out, then each style's, then the ratings of KINDS."""

    steps: tuple[LineStep, ...]
    plain: bytes
    styles: tuple[ColumnStyle, ...]


def program_of(dialect: TextDialect | XmlDialect) -> LineProgram | None:
    """Give the program that writes lines in a dialect; None for a strange one, whose lines are written by the frame."""
    fixed = isinstance(dialect, TextDialect)
    literals = "".join(column.before + column.tag + column.empty for column in dialect.columns)
    literals += dialect.line_end if isinstance(dialect, TextDialect) else dialect.between + dialect.closing
    width = sum(column.width for column in dialect.columns) if fixed else 0
    if len(literals) + width > MOST_LINE or len(dialect.columns) > MOST_COLUMNS or not literals.isascii():
        return None
    if not all(_is_usual(column, fixed=fixed) for column in dialect.columns):
        return None
    styles = tuple(column for column in dialect.columns if column.name)
    line = _line(dialect, styles) if isinstance(dialect, TextDialect) else _element(dialect, styles)
    return LineProgram(tuple(_joined([(LEAVE, 0), *line])), _plain(dialect), styles)


def _is_usual(column: ColumnStyle, *, fixed: bool) -> bool:
    """True where a column has room, and what stands for nothing needs neither a cut nor an escape."""
    has_room = 0 <= column.edge <= column.width and column.width > 0
    return (has_room or not fixed) and (not column.empty or column.empty.isalnum())


def _plain(dialect: TextDialect | XmlDialect) -> bytes:
    """Say of each byte whether a text that has it is written as it is: 1 or 0."""
    most = 0xFF if dialect.encoding == "utf-8" else 0x7F
    markup = b"" if isinstance(dialect, TextDialect) else b"&<>"
    return bytes(_FIRST <= byte <= most and byte != _UNDECIDED and byte not in markup for byte in range(256))


def _line(dialect: TextDialect, styles: Sequence[ColumnStyle]) -> Iterator[LineStep]:
    places = itertools.count(1)
    for column in dialect.columns:
        if column.name:
            yield _cell(column, next(places), column.width, column.edge, styles)
        else:
            yield (LITERAL, b" " * column.width)
    if dialect.trimmed:
        yield (TRIM,)
    yield (LITERAL, dialect.line_end.encode("ascii"))


def _element(dialect: XmlDialect, styles: Sequence[ColumnStyle]) -> Iterator[LineStep]:
    yield (LITERAL, f"{dialect.between}<player>".encode("ascii"))
    places = itertools.count(1)
    for column in dialect.columns:
        yield (LITERAL, f"{column.before}<{column.tag}>".encode("ascii"))
        if column.name:
            yield _cell(column, next(places), 0, 0, styles)
        yield (LITERAL, f"</{column.tag}>".encode("ascii"))
    yield (LITERAL, f"{dialect.closing}</player>".encode("ascii"))


def _cell(column: ColumnStyle, place: int, width: int, edge: int, styles: Sequence[ColumnStyle]) -> LineStep:
    """Give the step of a column; a rated player without a number of games has nothing there, see `texts_of`."""
    if column.name not in NUMBERS:
        return (TEXT, place, width, edge, column.right)
    kind, _, part = column.name.rpartition("_")
    rating = 1 + len(styles) + KINDS.index(kind) if part == "games" else -1
    return (NUMBER, place, width, edge, column.right, column.empty.encode("ascii"), rating)


def _joined(steps: list[LineStep]) -> Iterator[LineStep]:
    """Join literals that follow each other."""
    pending = b""
    for step in steps:
        if step[0] == LITERAL and isinstance(step[1], bytes):
            pending += step[1]
            continue
        if pending:
            yield (LITERAL, pending)
        pending = b""
        yield step
    if pending:
        yield (LITERAL, pending)

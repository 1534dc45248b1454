"""Line programs: how a player's line is put together from columns, in words that a small kernel in C carries out.

A program is a tuple of steps, and a step a tuple that begins with its kind. Each step adds to the line:

- `(LITERAL, bytes)`: these bytes;
- `(NUMBER, column, width, edge, right, instead)`: a number of a column of int64 in decimal; for -1, -2, … the first,
  second, … of the texts `instead`;
- `(TEXT, lengths, data, width, edge, right)`: a text; `data` has all texts of a column one after the other, in UTF-8,
  and `lengths` how many bytes each has, as uint32;
- `(TRIM,)`: takes away the blanks at the end of the line so far;
- `(LEAVE, column)`: adds nothing; a row for which this column of bytes is not 0 is left out.

A number or text fills its place as `padded` does: so many characters wide, begun at its edge, or ended there where
`right` is true; a width of 0 is as wide as the text. A row is left out, and named, where something does not fit, where
a text has a byte that is not `plain`, or where nothing stands for a number below zero. It is then written row by row.

The kernel is built where a compiler is at hand (`setup.py`). Without it, lists are written by the frame, with the same
bytes. Which columns there are and what stands in them is decided here: the kernel has no rule in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from arpad.formats.lists.values import NUMBERS
from arpad.model.rating_list import ColumnStyle, TextDialect, XmlDialect

if TYPE_CHECKING:
    from collections.abc import Iterator

LITERAL, NUMBER, TEXT, TRIM, LEAVE = range(5)
LineStep = tuple[int | bytes | tuple[bytes, ...], ...]
NOTHING, NO_GAMES, NOT_WRITTEN = -1, -2, -3
"""What stands in a column of numbers for: not known; games of a rated player not known; the row is left out."""
_FIRST = 0x20
"""The bytes below are control characters."""
_UNDECIDED = 0xEF
"""With this byte begin, among many others, the two characters that XML does not know."""


class Kernel(Protocol):
    """What carries out a program: `_line_kernel.c`."""

    def lines(
        self,
        program: tuple[LineStep, ...],
        plain: bytes,
        columns: tuple[object, ...],
        rows: int,
        room: bytearray,
        /,
    ) -> tuple[int, list[tuple[int, int]]]:
        """Write lines; give how many bytes they are, and the rows that were left out, each with its place in them."""


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
    """A program with the columns it asks for: first what is left out, then numbers, or lengths and texts, by style."""

    steps: tuple[LineStep, ...]
    plain: bytes
    styles: tuple[ColumnStyle, ...]


def program_of(dialect: TextDialect | XmlDialect) -> LineProgram | None:
    """Give the program that writes lines in a dialect; None for a strange one, whose lines are written by the frame."""
    styles = tuple(column for column in dialect.columns if column.name)
    fixed = isinstance(dialect, TextDialect)
    literals = [column.before + column.tag + column.empty for column in dialect.columns]
    literals.append(dialect.line_end if isinstance(dialect, TextDialect) else dialect.between + dialect.closing)
    if not "".join(literals).isascii() or not all(_is_usual(column, fixed=fixed) for column in dialect.columns):
        return None
    steps = [(LEAVE, 0), *(_line(dialect) if isinstance(dialect, TextDialect) else _element(dialect))]
    return LineProgram(tuple(_joined(steps)), _plain(dialect), styles)


def _is_usual(column: ColumnStyle, *, fixed: bool) -> bool:
    """True where a column has room, and what stands for nothing needs neither a cut nor an escape."""
    has_room = 0 <= column.edge <= column.width and column.width > 0
    return (has_room or not fixed) and (not column.empty or column.empty.isalnum())


def _plain(dialect: TextDialect | XmlDialect) -> bytes:
    """Say of each byte whether a text that has it is written as it is: 1 or 0."""
    most = 0xFF if dialect.encoding == "utf-8" else 0x7F
    markup = b"" if isinstance(dialect, TextDialect) else b"&<>"
    return bytes(_FIRST <= byte <= most and byte != _UNDECIDED and byte not in markup for byte in range(256))


def _line(dialect: TextDialect) -> Iterator[LineStep]:
    place = 1
    for column in dialect.columns:
        if not column.name:
            yield (LITERAL, b" " * column.width)
            continue
        step, place = _cell(column, place, column.width, column.edge)
        yield step
    if dialect.trimmed:
        yield (TRIM,)
    yield (LITERAL, dialect.line_end.encode("ascii"))


def _element(dialect: XmlDialect) -> Iterator[LineStep]:
    yield (LITERAL, f"{dialect.between}<player>".encode("ascii"))
    place = 1
    for column in dialect.columns:
        yield (LITERAL, f"{column.before}<{column.tag}>".encode("ascii"))
        if column.name:
            step, place = _cell(column, place, 0, 0)
            yield step
        yield (LITERAL, f"</{column.tag}>".encode("ascii"))
    yield (LITERAL, f"{dialect.closing}</player>".encode("ascii"))


def _cell(column: ColumnStyle, place: int, width: int, edge: int) -> tuple[LineStep, int]:
    """Give the step of a column, and the place of the next one."""
    if column.name in NUMBERS:
        return (NUMBER, place, width, edge, column.right, (column.empty.encode("ascii"), b"")), place + 1
    return (TEXT, place, place + 1, width, edge, column.right), place + 2


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

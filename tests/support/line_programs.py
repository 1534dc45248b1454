"""What a line program means, in Python as plainly as can be; and programs with their columns, drawn at random."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import polars as pl
from hypothesis import strategies as st

from arpad.formats.lists.line_program import LEAVE, LITERAL, NUMBER, TEXT, TRIM

if TYPE_CHECKING:
    from arpad.formats.lists.line_program import LineStep

FEW_BYTES = 16
MOST_BYTES = 1024
"""A longer text that has no width is left out."""


class Job(NamedTuple):
    """A program with what it is carried out on."""

    program: tuple[LineStep, ...]
    plain: bytes
    frame: pl.DataFrame


def interpreted(job: Job) -> tuple[bytes, list[tuple[int, int]]]:
    """Carry out a program: the lines, and the rows that were left out, each with its place in the lines."""
    lines, left_out = b"", []
    for number, row in enumerate(job.frame.iter_rows()):
        line = _line(job, row)
        if line is None:
            left_out.append((number, len(lines)))
        else:
            lines += line
    return lines, left_out


def _line(job: Job, row: tuple[int | str | bytes | None, ...]) -> bytes | None:
    line = b""
    for step in job.program:
        match step:
            case (kind, literal) if kind == LITERAL:
                added: bytes | None = literal
            case (kind, column, width, edge, right, instead, beside) if kind == NUMBER:
                nothing = b"" if beside >= 0 and row[beside] is not None else instead
                added = _in_place(_number(row[column], nothing), width, edge, right=right)
            case (kind, column, width, edge, right) if kind == TEXT:
                added = _in_place(_text(row[column], job.plain), width, edge, right=right)
            case (kind, column) if kind == LEAVE:
                added = b"" if row[column] is None else None
            case _:
                assert step == (TRIM,)
                line, added = line.rstrip(b" "), b""
        if added is None:
            return None
        line += added
    return line


def _number(value: int | None, nothing: bytes) -> bytes | None:
    if value is None:
        return nothing
    return str(value).encode() if value >= 0 else None


def _text(value: str | bytes | None, plain: bytes) -> bytes | None:
    text = value.encode() if isinstance(value, str) else value
    return text if text is not None and all(plain[byte] for byte in text) else None


def _in_place(text: bytes | None, width: int, edge: int, *, right: bool) -> bytes | None:
    if text is None or not width:
        return text if text is None or len(text) <= MOST_BYTES else None
    characters = sum(byte & 0xC0 != 0x80 for byte in text)
    room = edge if right else width - edge
    if characters > room or len(text) > 4 * room:
        return None
    before = edge - characters if right else edge
    return b" " * before + text + b" " * (width - before - characters)


TEXTS = st.one_of(
    st.text("ab ,'", max_size=14),
    st.text("aäø漢😀 &<\t", max_size=20),
    st.text("abc ", min_size=30, max_size=80),
    st.integers(MOST_BYTES - 1, MOST_BYTES + 1).map("x".__mul__),
)
BYTES = st.one_of(st.binary(max_size=40), TEXTS.map(str.encode))
NUMBERS = {
    pl.Int64: st.one_of(
        st.integers(0, 3000),
        st.integers(-(2**63), 2**63 - 1),
        st.sampled_from([2**63 - 1, -1, -(2**63)]),
        st.builds(lambda power, step: 10**power + step, st.integers(1, 18), st.integers(-1, 1)),
    ),
    pl.UInt16: st.one_of(st.integers(0, 3000), st.integers(0, 2**16 - 1)),
}
LITERALS = st.one_of(st.sampled_from([b"", b" " * 17, b"\r\n"]), st.binary(max_size=40))
INSTEAD = st.text(st.characters(codec="ascii"), max_size=FEW_BYTES).map(str.encode)
PLAIN = bytes(byte >= 0x20 and byte not in b"&<>" for byte in range(256))
PLAINS = (PLAIN, b"\1" * 256, bytes(byte < 0x80 for byte in range(256)), bytes(byte != 0x61 for byte in range(256)))


@st.composite
def jobs(draw: st.DrawFn) -> Job:
    """Draw a program, some rows, and the columns for both."""
    rows = draw(st.integers(0, 8))
    columns: list[pl.Series] = []
    program: list[LineStep] = []

    def place() -> tuple[int, int, bool]:
        width = draw(st.sampled_from([0, 0, 1, 4, 15, 16, 17, 61]))
        return width, draw(st.integers(0, width)), draw(st.booleans())

    def column(values: st.SearchStrategy[object], kind: type[pl.DataType]) -> int:
        cells = draw(st.lists(st.one_of(st.none(), values, values, values), min_size=rows, max_size=rows))
        columns.append(pl.Series(str(len(columns)), cells, dtype=kind))
        return len(columns) - 1

    for kind in draw(st.lists(st.sampled_from([*3 * (LITERAL, NUMBER, TEXT), TRIM, LEAVE]), max_size=9)):
        if kind == LITERAL:
            program.append((LITERAL, draw(LITERALS)))
        elif kind == NUMBER:
            integers = draw(st.sampled_from([*NUMBERS]))
            index = column(NUMBERS[integers], integers)
            beside = draw(st.integers(-1, len(columns) - 1))
            program.append((NUMBER, index, *place(), draw(INSTEAD), beside))
        elif kind == TEXT:
            texts: tuple[st.SearchStrategy[object], type[pl.DataType]]
            texts = draw(st.sampled_from([(TEXTS, pl.String), (BYTES, pl.Binary)]))
            program.append((TEXT, column(*texts), *place()))
        elif kind == LEAVE:
            program.append((LEAVE, column(st.just(b"left out"), pl.Binary)))
        else:
            program.append((TRIM,))
    frame = pl.DataFrame(columns)
    first, second = sorted(draw(st.tuples(st.integers(0, rows), st.integers(0, rows))))
    pieces = draw(st.sampled_from([[frame], [frame[first:]], [frame[:first], frame[second:]]]))
    return Job(tuple(program), draw(st.sampled_from(PLAINS)), pl.concat(pieces, rechunk=False))

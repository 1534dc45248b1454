"""What a line program means, in Python as plainly as can be; and programs with their columns, drawn at random."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, NamedTuple

from hypothesis import strategies as st

from arpad.formats.lists.line_program import LEAVE, LITERAL, NUMBER, TEXT, TRIM

if TYPE_CHECKING:
    from arpad.formats.lists.line_program import LineStep

MOST_INSTEAD = 4
FEW_BYTES = 16


class Job(NamedTuple):
    """A program with what it is carried out on."""

    program: tuple[LineStep, ...]
    plain: bytes
    columns: tuple[bytes, ...]
    rows: int


def interpreted(job: Job) -> tuple[bytes, list[tuple[int, int]]]:
    """Carry out a program: the lines, and the rows that were left out, each with its place in the lines."""
    lines, left_out = b"", []
    for row in range(job.rows):
        line = _line(job, row)
        if line is None:
            left_out.append((row, len(lines)))
        else:
            lines += line
    return lines, left_out


def _line(job: Job, row: int) -> bytes | None:
    line = b""
    for step in job.program:
        match step:
            case (kind, literal) if kind == LITERAL:
                added: bytes | None = literal
            case (kind, column, width, edge, right, instead) if kind == NUMBER:
                added = _in_place(_number(job.columns[column], row, instead), width, edge, right=right)
            case (kind, lengths, data, width, edge, right) if kind == TEXT:
                text = _texts(job.columns[lengths], job.columns[data])[row]
                added = _in_place(text, width, edge, right=right) if all(job.plain[byte] for byte in text) else None
            case (kind, column) if kind == LEAVE:
                added = None if job.columns[column][row] else b""
            case _:
                assert step == (TRIM,)
                line, added = line.rstrip(b" "), b""
        if added is None:
            return None
        line += added
    return line


def _number(column: bytes, row: int, instead: tuple[bytes, ...]) -> bytes | None:
    (value,) = struct.unpack_from("=q", column, 8 * row)
    if value >= 0:
        return str(value).encode()
    return instead[-value - 1] if -value <= len(instead) else None


def _texts(lengths: bytes, data: bytes) -> list[bytes]:
    texts, start = [], 0
    for (length,) in struct.iter_unpack("=I", lengths):
        texts.append(data[start : start + length])
        start += length
    return texts


def _in_place(text: bytes | None, width: int, edge: int, *, right: bool) -> bytes | None:
    if text is None or not width:
        return text
    characters = sum(byte & 0xC0 != 0x80 for byte in text)
    if characters > (edge if right else width - edge):
        return None
    before = edge - characters if right else edge
    return b" " * before + text + b" " * (width - before - characters)


TEXTS = st.one_of(
    st.text("ab ,'", max_size=12).map(str.encode),
    st.text("aäø漢😀 &<\t", max_size=20).map(str.encode),
    st.binary(max_size=6),
    st.text("abc ", min_size=30, max_size=80).map(str.encode),
)
NUMBERS = st.one_of(
    st.integers(0, 3000), st.integers(-5, -1), st.integers(-(2**63), 2**63 - 1), st.sampled_from([2**63 - 1, -(2**63)]),
    st.builds(lambda power, step: 10**power + step, st.integers(1, 18), st.integers(-1, 1)),
)  # fmt: skip
LITERALS = st.one_of(st.sampled_from([b"", b" " * 17, b"\r\n"]), st.binary(max_size=40))
INSTEAD = st.text(st.characters(codec="ascii"), max_size=FEW_BYTES).map(str.encode)
PLAIN = bytes(byte >= 0x20 and byte not in b"&<>" for byte in range(256))


@st.composite
def jobs(draw: st.DrawFn) -> Job:
    """Draw a program, some rows, and the columns for both."""
    rows = draw(st.integers(0, 8))
    columns: list[bytes] = []
    program: list[LineStep] = []

    def place() -> tuple[int, int, bool]:
        width = draw(st.sampled_from([0, 0, 1, 4, 15, 16, 17, 61]))
        return width, draw(st.integers(0, width)), draw(st.booleans())

    def many(values: st.SearchStrategy[int]) -> list[int]:
        return draw(st.lists(values, min_size=rows, max_size=rows))

    for kind in draw(st.lists(st.sampled_from([*3 * (LITERAL, NUMBER, TEXT), TRIM, LEAVE]), max_size=9)):
        if kind == LITERAL:
            program.append((LITERAL, draw(LITERALS)))
        elif kind == NUMBER:
            program.append((NUMBER, len(columns), *place(), draw(st.lists(INSTEAD, max_size=MOST_INSTEAD).map(tuple))))
            columns.append(struct.pack(f"={rows}q", *many(NUMBERS)))
        elif kind == TEXT:
            texts = draw(st.lists(TEXTS, min_size=rows, max_size=rows))
            program.append((TEXT, len(columns), len(columns) + 1, *place()))
            columns += [struct.pack(f"={rows}I", *map(len, texts)), b"".join(texts)]
        elif kind == LEAVE:
            program.append((LEAVE, len(columns)))
            columns.append(bytes(many(st.sampled_from([0, 0, 0, 1, 255]))))
        else:
            program.append((TRIM,))
    plain = draw(st.sampled_from([PLAIN, b"\1" * 256, bytes(byte < 0x80 for byte in range(256))]))
    return Job(tuple(program), plain, tuple(columns), rows)

"""The line kernel writes what a line program means, and refuses whatever does not fit together."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from hypothesis import example, given
from kernel import built_kernel
from line_programs import PLAIN, Job, interpreted, jobs

from arpad.formats.lists.line_program import LEAVE, LITERAL, NUMBER, TEXT, TRIM

NUMBERS = struct.pack("=2q", 7, -1)
LENGTHS = struct.pack("=2I", 1, 3)


def carried_out(job: Job, room: bytearray | None = None) -> tuple[bytes, list[tuple[int, int]]]:
    """Let the kernel carry out a program."""
    room = bytearray() if room is None else room
    size, left_out = built_kernel().lines(*job, room)
    return bytes(room[:size]), left_out


@given(jobs())
@example(Job(((NUMBER, 0, 0, 0, False, ()),), PLAIN, (struct.pack("=3q", 2**63 - 1, -(2**63), 10**18),), 3))
def test_as_the_program_means(job: Job) -> None:
    """Any program on any columns gives the lines of the plain interpreter, and leaves the same rows out."""
    assert carried_out(job) == interpreted(job)


def test_a_line() -> None:
    """A number at its right edge, a name in its place, and what stands for nothing."""
    steps = ((NUMBER, 0, 4, 3, True, (b"0",)), (TEXT, 1, 2, 6, 1, False), (TRIM,), (LITERAL, b"|\n"))
    job = Job(steps, PLAIN, (NUMBERS, LENGTHS, "aäb".encode()), 2)

    assert carried_out(job) == ("  7  a|\n  0  äb|\n".encode(), [])


def test_the_room_is_used_again() -> None:
    """What stood in it does not matter, and it never shrinks."""
    room = bytearray(b"x" * 1000)
    assert carried_out(Job(((LITERAL, b"line\n"),), PLAIN, (), 3), room) == (b"line\n" * 3, [])
    assert len(room) == 1000


def test_a_room_that_is_looked_at_is_not_taken_away() -> None:
    """A buffer that is in use elsewhere cannot grow: that is refused and not written behind it."""
    room = bytearray()
    with memoryview(room), pytest.raises(BufferError):
        built_kernel().lines(((LITERAL, b"line"),), PLAIN, (), 1, room)


@pytest.mark.parametrize(
    ("step", "columns"),
    [
        ((5,), ()),
        ((LITERAL,), ()),
        ((LITERAL, "x"), ()),
        ((TRIM, 1), ()),
        ((), ()),
        ("literal", ()),
        ((NUMBER, 0, 0, 0, False, ()), (memoryview(NUMBERS)[::2],)),
        ((NUMBER, 1, 0, 0, False, ()), (NUMBERS,)),
        ((NUMBER, -1, 0, 0, False, ()), (NUMBERS,)),
        ((NUMBER, 0, 3, 4, True, ()), (NUMBERS,)),
        ((NUMBER, 0, -1, 0, True, ()), (NUMBERS,)),
        ((NUMBER, 0, 3, -1, True, ()), (NUMBERS,)),
        ((NUMBER, 0, 0, 0, False, (b"",) * 5), (NUMBERS,)),
        ((NUMBER, 0, 0, 0, False, (b"x" * 17,)), (NUMBERS,)),
        ((NUMBER, 0, 0, 0, False, ("x",)), (NUMBERS,)),
        ((NUMBER, 0, 0, 0, False, ("ä".encode(),)), (NUMBERS,)),
        ((NUMBER, 0, 0, 0, False, [b"x"]), (NUMBERS,)),
        ((NUMBER, 0, 0, 0, False, ()), (NUMBERS[:-1],)),
        ((NUMBER, 0, 0, 0, False, ()), (NUMBERS + bytes(8),)),
        ((NUMBER, 0, 2**62, 0, False, ()), (NUMBERS,)),
        ((TEXT, 0, 1, 0, 0, False), (LENGTHS, b"abc")),
        ((TEXT, 0, 1, 0, 0, False), (LENGTHS, b"abcde")),
        ((TEXT, 0, 1, 0, 0, False), (LENGTHS[:4], b"a")),
        ((TEXT, 0, 2, 0, 0, False), (LENGTHS, b"abcd")),
        ((TEXT, 0, 1, 0, 0, False), (b"\xff" * 8, b"abcd")),
        ((LEAVE, 0), (b"\0",)),
        ((LEAVE, 0), (None,)),
    ],
)
def test_what_does_not_fit_together_is_refused(step: Any, columns: tuple[Any, ...]) -> None:  # noqa: ANN401 - wrong ones
    """A step that is none, a column that is not there, or one that is too short or too long for its rows."""
    with pytest.raises((ValueError, TypeError, BufferError)):
        built_kernel().lines((step,), PLAIN, columns, 2, bytearray())


def test_a_program_is_a_tuple() -> None:
    """A list could change while lines are written."""
    with pytest.raises(TypeError):
        built_kernel().lines([(LITERAL, b"x")], PLAIN, (), 1, bytearray())  # type: ignore[arg-type]


@pytest.mark.parametrize(("plain", "rows"), [(b"\1" * 255, 2), (PLAIN, -1), (PLAIN, 2**62), (PLAIN, 2**64)])
def test_rows_and_bytes_that_cannot_be(plain: bytes, rows: int) -> None:
    """A table of bytes that is too short, and numbers of rows that no memory has."""
    with pytest.raises((ValueError, OverflowError, MemoryError)):
        built_kernel().lines(((LITERAL, b"x"),), plain, (), rows, bytearray())

"""The line kernel writes what a line program means, and refuses whatever does not fit together."""

from __future__ import annotations

import struct
from bisect import bisect_left
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from arrow_frames import HandedColumn, HandedFrame, by_hand
from hypothesis import example, given
from hypothesis import strategies as st
from kernel import built_kernel
from line_programs import PLAIN, Job, interpreted, jobs

from arpad.formats.lists.line_program import LEAVE, LITERAL, NUMBER, TEXT, TRIM

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.formats.lists.line_program import ArrowFrame

NUMBERS = pl.DataFrame({"number": [7, None]})
TEXTS = pl.DataFrame({"text": ["a", "äb"]})
ANY_NUMBER = (NUMBER, 0, 0, 0, False, b"", -1)
ANY_TEXT = (TEXT, 0, 0, 0, False)
TOO_SMALL = "The room is too small for a line."
MOST_LEFT = 1024
"""So many rows the kernel leaves out before it says so."""


def carried_out(job: Job, room: bytearray, frame: ArrowFrame | None = None) -> tuple[bytes, list[tuple[int, int]]]:
    """Let the kernel carry out a program, on its own frame or on the same one handed over in another way."""
    written, left_out, rows = bytearray(), [], 0

    def full(used: int, left: list[tuple[int, int]], done: int) -> None:
        nonlocal rows
        assert done > rows
        left_out.extend((row, len(written) + place) for row, place in left)
        assert all(rows <= row < done for row, _ in left)
        written.extend(room[:used])
        rows = done

    built_kernel().lines(job.program, job.plain, frame or job.frame, room, full)
    assert rows == job.frame.height
    return bytes(written), left_out


def smallest_room(job: Job) -> bytearray:
    """Give a room that is just large enough for the longest line."""

    def suffices(size: int) -> bool:
        try:
            built_kernel().lines(job.program, job.plain, job.frame.clear(), bytearray(size), print)
        except ValueError as fault:
            assert str(fault) == TOO_SMALL  # noqa: PT017 - either is right
            return False
        return True

    return bytearray(bisect_left(range(1 << 20), 1, key=suffices))


def large_room(_: Job) -> bytearray:
    """Give a room for many lines."""
    return bytearray(1 << 16)


@given(jobs(), st.sampled_from([smallest_room, large_room]))
@example(Job((ANY_NUMBER,), PLAIN, pl.DataFrame({"number": [2**63 - 1, -(2**63), 10**18]})), smallest_room)
@example(Job(((TEXT, 0, 61, 0, False),), PLAIN, pl.DataFrame({"name": ["😀" * 61] * 2})), smallest_room)
@example(Job(((LITERAL, b"x"),), PLAIN, NUMBERS), smallest_room)
def test_as_the_program_means(job: Job, room: Callable[[Job], bytearray]) -> None:
    """Any program on any columns gives the lines of the plain interpreter, and leaves the same rows out."""
    assert carried_out(job, room(job)) == interpreted(job)


@given(jobs(), st.integers(0, 9), st.integers(0, 9))
def test_buffers_that_end_with_their_last_byte(job: Job, before: int, in_columns: int) -> None:
    """Nothing else is read, also where a column begins within its buffers (a build with checks of memory sees it)."""
    assert carried_out(job, smallest_room(job), by_hand(job.frame, before, in_columns)) == interpreted(job)


def test_a_line() -> None:
    """A number at its right edge, a name in its place, and what stands for nothing."""
    steps = ((NUMBER, 0, 4, 3, True, b"0", -1), (TEXT, 1, 6, 1, False), (TRIM,), (LITERAL, b"|\n"))
    job = Job(steps, PLAIN, pl.concat([NUMBERS, TEXTS], how="horizontal"))

    assert carried_out(job, bytearray(1000)) == ("  7  a|\n  0  äb|\n".encode(), [])


def test_nothing_beside_a_value() -> None:
    """For a number that is not known stands nothing where the column beside it has a value."""
    frame = pl.DataFrame({"games": [None, None, 5], "rating": [2000, None, 2000]})
    job = Job(((NUMBER, 0, 0, 0, False, b"0", 1), (LITERAL, b"\n")), PLAIN, frame)

    assert carried_out(job, bytearray(1000)) == (b"\n0\n5\n", [])


def test_all_numbers_of_four_digits() -> None:
    """And those around them, in a column of few bits and in one of many."""
    numbers = range(10_020)
    for kind in (pl.UInt16, pl.Int64):
        frame = pl.DataFrame({"number": pl.Series(numbers, dtype=kind)})
        lines = "".join(f"{number}\n" for number in numbers).encode()
        assert carried_out(Job((ANY_NUMBER, (LITERAL, b"\n")), PLAIN, frame), bytearray(1000)) == (lines, [])


def test_many_rows_left_out() -> None:
    """However many they are, all are named; memory for them does not grow."""
    rows = 3 * MOST_LEFT + 5
    frame = pl.DataFrame({"text": ["<"] * rows})
    assert carried_out(Job((ANY_TEXT,), PLAIN, frame), bytearray(2000)) == (b"", [(row, 0) for row in range(rows)])


def test_a_room_that_is_written_in_is_not_taken_away() -> None:
    """Nobody can change its size meanwhile."""
    room = bytearray(100)
    with pytest.raises(BufferError):
        built_kernel().lines(((LITERAL, b"line"),), PLAIN, NUMBERS, room, lambda *_: room.clear())


def test_a_fault_of_whoever_takes_the_lines() -> None:
    """It ends the writing and is heard of."""
    with pytest.raises(ZeroDivisionError):
        built_kernel().lines(((LITERAL, b"line"),), PLAIN, NUMBERS, bytearray(100), lambda *_: 1 // 0)


def refusal(frame: Any, *steps: Any, plain: bytes = PLAIN, room: int = 1 << 16) -> str:  # noqa: ANN401 - wrong ones
    """Say why the kernel refuses something."""
    with pytest.raises((ValueError, TypeError, AttributeError, OverflowError)) as fault:
        built_kernel().lines(steps, plain, frame, bytearray(room), lambda *_: None)
    return str(fault.value)


@pytest.mark.parametrize(
    "step",
    [
        (5,),
        (-1,),
        (2**70,),
        (LITERAL,),
        (LITERAL, "x"),
        (TRIM, 1),
        (),
        "literal",
        (NUMBER, 1, 0, 0, False, b"", -1),
        (NUMBER, -1, 0, 0, False, b"", -1),
        (NUMBER, 0, 0, 0, False, b"", 1),
        (NUMBER, 0, 0, 0, False, b"", -2),
        (NUMBER, 0, 3, 4, True, b"", -1),
        (NUMBER, 0, -1, 0, True, b"", -1),
        (NUMBER, 0, 3, -1, True, b"", -1),
        (NUMBER, 0, 0, 0, False, b"x" * 17, -1),
        (NUMBER, 0, 0, 0, False, "x", -1),
        (NUMBER, 0, 0, 0, False, "ä".encode(), -1),
        (NUMBER, 0, 2**62, 0, False, b"", -1),
        (NUMBER, 0, 2**62, 2**62, True, b"", -1),
        (NUMBER, 0, 2**64, 0, False, b"", -1),
        (NUMBER, 0, 1 << 17, 0, False, b"", -1),
        (TEXT, 0, 0, 0, False),
        (TEXT, 0, 1 << 20, 0, False),
        (TEXT, 0, (1 << 20) + 1, 0, False),
        (LEAVE, 1),
        (LEAVE, 2**62),
    ],
)
def test_a_step_that_is_none(step: Any) -> None:  # noqa: ANN401 - wrong ones
    """One of no kind, with too little or too much, for a column that is not there or of the other kind, too wide."""
    assert refusal(NUMBERS, step)


def test_numbers_are_no_texts() -> None:
    """A column of texts has no numbers."""
    assert "texts where numbers are" in refusal(TEXTS, ANY_NUMBER)


@pytest.mark.parametrize(
    "frame",
    [None, [1, 2], b"ab", NUMBERS["number"], pl.DataFrame({"number": [1.5]}), pl.DataFrame({"number": [True, False]})],
)
def test_what_is_no_frame(frame: object) -> None:
    """Something without columns, a column alone, and columns of other kinds."""
    assert refusal(frame, ANY_NUMBER)


def test_a_table_of_bytes() -> None:
    """It has an entry for each byte."""
    assert "256" in refusal(NUMBERS, (LITERAL, b"x"), plain=b"\1" * 255)


@pytest.mark.parametrize("size", [0, 31, 32, 36])
def test_a_room_without_place_for_a_line(size: int) -> None:
    """It is refused before anything is written."""
    assert refusal(NUMBERS, (LITERAL, b"12345"), room=size) == TOO_SMALL


def test_a_program_is_a_tuple() -> None:
    """A list could change while lines are written."""
    with pytest.raises(TypeError):
        built_kernel().lines([(LITERAL, b"x")], PLAIN, NUMBERS, bytearray(99), print)  # type: ignore[arg-type]


def view(length: int, buffer: int, begin: int) -> bytes:
    """Give the view of a long text."""
    return struct.pack("=I4sII", length, b"text", buffer, begin)


def of_texts(views: bytes, *buffers: bytes, sizes: bytes | None = None) -> HandedFrame:
    """Give a frame with a column of two texts."""
    sizes = struct.pack(f"={len(buffers)}q", *map(len, buffers)) if sizes is None else sizes
    return HandedFrame([HandedColumn(b"vu", buffers=(None, views, *buffers, sizes))])


def test_columns_put_together_by_hand() -> None:
    """Right ones are taken, whatever else is wrong here: so the wrong ones below are refused for what is wrong."""
    frame = of_texts(view(20, 0, 3) + view(13, 1, 0), b"abc" + b"x" * 20, b"y" * 13)
    given: list[int] = []
    built_kernel().lines((ANY_TEXT,), PLAIN, frame, bytearray(2000), lambda used, *_: given.append(used))

    assert (given, frame.released) == ([33], 2)


@pytest.mark.parametrize(
    "views",
    [
        view(13, 0, 8),
        view(13, 0, 2**32 - 1),
        view(2**32 - 1, 0, 0),
        view(2**32 - 1, 0, 2**32 - 1),
        view(13, 1, 0),
        view(13, 2**32 - 1, 0),
        view(2**31, 0, 2**31),
    ],
)
def test_texts_outside_of_their_buffer(views: bytes) -> None:
    """They are not read; the row is left out."""
    frame = of_texts(views + view(20, 0, 0), b"x" * 20)
    given: list[Any] = []
    built_kernel().lines((ANY_TEXT,), PLAIN, frame, bytearray(2000), lambda *full: given.append(full))

    assert given == [(20, [(0, 0)], 2)]


@pytest.mark.parametrize(
    "column",
    [
        HandedColumn(length=1),
        HandedColumn(length=-1),
        HandedColumn(offset=-1),
        HandedColumn(offset=2**63 - 1),
        HandedColumn(length=2**63 - 1),
        HandedColumn(buffers=(None, None)),
        HandedColumn(buffers=(None,)),
        HandedColumn(buffer_count=-1),
        HandedColumn(buffers=(None, bytes(4), bytes(4))),
        HandedColumn(dictionary=1),
        HandedColumn(format=b"i"),
        HandedColumn(format=b""),
        HandedColumn(format=b"vu", buffers=(None, bytes(32))),
        HandedColumn(format=b"vu", buffers=(None, bytes(32), b"text", None)),
        HandedColumn(format=b"U", buffers=(None, bytes(24), b"text")),
    ],
)
def test_wrong_columns(column: HandedColumn) -> None:
    """Fewer rows than the frame has, buffers that are missing, kinds that are not known; all memory is given back."""
    frame = HandedFrame([column])
    step = ANY_TEXT if column.format == b"vu" else ANY_NUMBER
    assert refusal(frame, step).startswith("A column ")
    assert frame.released == 2


@pytest.mark.parametrize(
    "change",
    [
        {"format": b"S"},
        {"length": -1},
        {"length": 2**63 - 1},
        {"offset": -1},
        {"offset": 1},
        {"offset": 2**63 - 1},
        {"child_count": 0},
        {"child_count": 2},
        {"null_count": 1, "buffers": (b"\1",)},
        {"capsule_name": b"arrow_array"},
        {"is_used": True},
        {"missing": "Schema"},
        {"missing": "Array"},
        {"missing": "all of Schema"},
        {"missing": "all of Array"},
        {"fault": "schema", "why": None},
    ],
)
def test_wrong_frames(change: dict[str, Any]) -> None:
    """Columns that do not come together, other numbers of them than was said, and a stream that was used before."""
    assert refusal(HandedFrame(**change), ANY_NUMBER)


@pytest.mark.parametrize("fault", ["schema", "next"])
def test_a_frame_that_cannot_hand_its_columns_over(fault: str) -> None:
    """It says why."""
    assert refusal(HandedFrame(fault=fault), ANY_NUMBER) == "The disk is full."

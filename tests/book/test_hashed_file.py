"""Large files that are to stay: hashed while they are written, past the memory of the system, with the same bytes."""

from __future__ import annotations

import errno
import hashlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

import pytest
from processes import ENVIRONMENT

from arpad.book.durable import hashed_file
from arpad.book.durable.hashed_file import PIECE, HashedFile

if TYPE_CHECKING:
    from pathlib import Path

CHANCE = Random(14)  # noqa: S311 - no secret
LINES = CHANCE.randbytes(1 << 20)
SIZES = (0, 1, 4095, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 5 * PIECE + 4097)
"""Nothing, less than a piece, whole pieces, and more than two are on their way at once."""

LIMITED = """
import resource, sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from arpad.book.durable.hashed_file import HashedFile
most, size = int(sys.argv[2]), int(sys.argv[3])
resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
try:
    with ThreadPoolExecutor(1) as writing, HashedFile(Path(sys.argv[1]), writing) as out:
        for _ in range(size >> 18):
            out.write(bytes(1 << 18))
except OSError as fault:
    sys.exit(fault.errno)
"""


def parts_of(size: int) -> list[bytes]:
    """Cut so many bytes into parts of all lengths, as lines come."""
    content = (LINES * (size // len(LINES) + 1))[:size]
    parts, done = [], 0
    chance = Random(size)  # noqa: S311 - the same
    while done < size:
        many = chance.choice((1, 77, 4096, 100_000, 1 << 21, 9 << 20))
        parts.append(content[done : done + many])
        done += many
    return parts


def written(place: Path, parts: list[bytes], *, stays: bool) -> str:
    """Write parts into a file; give the hash that it tells."""
    with ThreadPoolExecutor(1) as writing, HashedFile(place, writing if stays else None) as out:
        assert out.write(memoryview(b"")) == 0
        out.writelines(parts)
    return out.sha256


@pytest.mark.parametrize("stays", [True, False])
@pytest.mark.parametrize("size", SIZES)
def test_the_file_has_what_was_written(size: int, stays: bool, tmp_path: Path) -> None:
    """Whatever the parts are, and however it goes to the disk: the bytes in their order, and their hash."""
    parts = parts_of(size)
    content = b"".join(parts)
    assert written(tmp_path / "list.txt", parts, stays=stays) == hashlib.sha256(content).hexdigest()
    assert tmp_path.joinpath("list.txt").read_bytes() == content


@pytest.mark.skipif(sys.platform != "linux", reason="other systems write the usual way")
def test_whole_pieces_go_straight_to_the_disk(tmp_path: Path) -> None:
    """Where the file system can do that, for what is to stay only; a file of less than a piece is written as ever."""
    import fcntl  # noqa: PLC0415 - there is none elsewhere

    def goes_straight(handle: int) -> bool:
        return bool(fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_DIRECT)

    with tmp_path.joinpath("tried").open("wb") as tried:
        with suppress(OSError):
            fcntl.fcntl(tried, fcntl.F_SETFL, os.O_DIRECT)
        can = goes_straight(tried.fileno())
    with ThreadPoolExecutor(1) as writing, HashedFile(tmp_path / "list.txt", writing) as out:
        out.write(bytes(PIECE - 1))
        assert not goes_straight(out.fileno())
        out.write(bytes(PIECE + 1))  # the first piece is written when the second is sent
        assert goes_straight(out.fileno()) == can
    with HashedFile(tmp_path / "list.txt") as out:
        out.write(bytes(2 * PIECE))
        assert not goes_straight(out.fileno())


@pytest.mark.parametrize("refused", ["at once", "when it is written"])
def test_where_that_cannot_be_it_is_written_the_usual_way(
    refused: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file system that keeps everything, or that asks for pieces of another size: the same bytes."""
    write, refusals = os.write, []

    def asks_for_more(handle: int, piece: memoryview) -> int:
        if not refusals:
            refusals.append(handle)
            raise OSError(errno.EINVAL, "Invalid argument")
        return write(handle, piece)

    if refused == "at once":
        monkeypatch.setattr(hashed_file, "_goes_straight", lambda _handle, **_wanted: False)
        monkeypatch.setattr(hashed_file, "_SYNCED_AT_ONCE", PIECE)
    else:
        monkeypatch.setattr(hashed_file, "_goes_straight", lambda _handle, wanted: wanted)
        monkeypatch.setattr(os, "write", asks_for_more)
    parts = parts_of(SIZES[-1])
    assert written(tmp_path / "list.xml", parts, stays=True) == hashlib.sha256(b"".join(parts)).hexdigest()
    assert tmp_path.joinpath("list.xml").read_bytes() == b"".join(parts)


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of that kind")
@pytest.mark.parametrize("most", [PIECE + 1000, 2 * PIECE, 3 * PIECE + PIECE // 2])
def test_a_disk_without_room_is_told(most: int, tmp_path: Path) -> None:
    """Wherever the room ends, within a piece, between two, or behind the last: it is said, and nothing hangs."""
    place = tmp_path / "list.txt"
    words = (str(place), str(most), str(4 * PIECE - PIECE // 4))
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, *words], capture_output=True, text=True, env=ENVIRONMENT, check=False
    )
    assert done.returncode == errno.EFBIG, done.stderr
    assert place.stat().st_size <= most

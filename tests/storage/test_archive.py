"""The archive: bytes under their own name, whole or not at all, once, and damage is found."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arpad
from arpad.model.problems import DamagedError, RefusedError
from arpad.storage.archive import ASIDE, DAY, Archive, sha256_of

REPORT = "012 Spring Open\r\n001    1      Anders, Björn\r\n".encode() * 300
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(arpad.__file__).parents[1])}


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """An archive in a folder of its own."""
    return Archive(tmp_path / "archive")


def compressed(archive: Archive, sha256: str) -> Path:
    """Give the file itself, to be harmed."""
    place = archive.place(sha256)
    place.chmod(0o600)
    return place


def aged(archive: Archive, sha256: str, seconds: int = DAY + 60) -> None:
    """Make a file older than it is."""
    then = time.time() - seconds
    os.utime(archive.place(sha256), (then, then))


def unfinished(archive: Archive) -> list[Path]:
    """Give what is aside."""
    return list((archive.folder / ASIDE).glob("*"))


@pytest.mark.parametrize("data", [b"", b"x", REPORT, bytes(3_000_000)], ids=["empty", "a byte", "report", "zeros"])
def test_bytes_come_back(archive: Archive, data: bytes, tmp_path: Path) -> None:
    """Under the SHA-256 of the plain bytes, from every way in and every way out."""
    source = tmp_path / "source"
    source.write_bytes(data)
    wanted = hashlib.sha256(data).hexdigest()

    with archive.putting() as target:
        for at in range(0, len(data), 70_001):
            target.write(data[at : at + 70_001])

    assert target.kept == archive.put(data) == archive.put_file(source) == (wanted, len(data))
    assert archive.read(wanted) == data
    assert archive.copy_to(wanted, tmp_path / "copy") == len(data)
    assert (tmp_path / "copy").read_bytes() == data
    assert sha256_of(source) == wanted
    assert list(archive.files()) == [wanted]
    assert archive.has(wanted)
    assert archive.check(wanted) is None
    assert unfinished(archive) == []


@given(st.binary(max_size=400))
def test_any_bytes(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    """Nothing is special about any bytes."""
    archive = Archive(tmp_path_factory.mktemp("archive"))
    assert archive.read(archive.put(data).sha256) == data


def test_a_file_is_found_without_arpad(archive: Archive) -> None:
    """Its name is its hash, in a folder of two letters, closed to others; Zstandard and sha256sum verify it."""
    kept = archive.put(REPORT)
    place = archive.folder / kept.sha256[:2] / f"{kept.sha256}.zst"

    assert place.stat().st_size < len(REPORT) // 10
    assert place.stat().st_mode & 0o077 == 0
    assert archive.folder.stat().st_mode & 0o077 == 0


def test_every_flipped_bit_is_found(archive: Archive) -> None:
    """Damage is said, with the name of the file; nothing of it is handed on."""
    kept = archive.put(REPORT)
    place = compressed(archive, kept.sha256)
    sound = place.read_bytes()
    for bit in range(0, len(sound) * 8, 5):
        harmed = bytearray(sound)
        harmed[bit // 8] ^= 1 << bit % 8
        place.write_bytes(harmed)

        problem = archive.check(kept.sha256)
        # A bit of the frame that says nothing about the bytes may be flipped without harm to them.
        assert problem is None or (problem.code, problem.facts["sha256"]) == ("archive_damaged", kept.sha256)
        if problem is None:
            assert archive.read(kept.sha256) == REPORT
        else:
            with pytest.raises(DamagedError, match=kept.sha256):
                archive.read(kept.sha256)


@pytest.mark.parametrize("harm", ["shorter", "longer", "other", "gone"])
def test_other_damage_is_found(archive: Archive, harm: str, tmp_path: Path) -> None:
    """A file that was cut, grew, was exchanged or is gone; no copy of it is left behind."""
    kept, other = archive.put(REPORT), archive.put(b"another report")
    place = compressed(archive, kept.sha256)
    sound = place.read_bytes()
    match harm:
        case "shorter":
            place.write_bytes(sound[:-9])
        case "longer":
            place.write_bytes(sound + archive.place(other.sha256).read_bytes())
        case "other":
            place.write_bytes(archive.place(other.sha256).read_bytes())
        case "gone":
            place.unlink()

    with pytest.raises(DamagedError) as refused:
        archive.copy_to(kept.sha256, tmp_path / "copies")
    assert refused.value.problems[0].code == ("archive_missing" if harm == "gone" else "archive_damaged")
    assert [place.name for place in tmp_path.iterdir()] == ["archive"]
    assert archive.check(other.sha256) is None


def test_damage_is_mended_from_another_archive(archive: Archive, tmp_path: Path) -> None:
    """And by whoever keeps the same bytes again; from a copy that is damaged too nothing is taken."""
    backup = Archive(tmp_path / "backup")
    kept = archive.put(REPORT)
    compressed(archive, kept.sha256).write_bytes(b"harmed")
    assert archive.mend(kept.sha256, backup) is False
    backup.put(REPORT)
    assert archive.mend(kept.sha256, backup) is True
    assert archive.read(kept.sha256) == REPORT

    compressed(archive, kept.sha256).write_bytes(b"harmed")
    archive.put(REPORT)
    assert archive.read(kept.sha256) == REPORT


@pytest.mark.parametrize("name", ["", "abc", "../../../etc/passwd", "A" * 64, "g" * 64, "a" * 63 + "\n"])
def test_only_hashes_are_names(archive: Archive, name: str) -> None:
    """Nothing outside of the archive is reached."""
    for asked in (archive.read, archive.has, archive.check, archive.erase):
        with pytest.raises(RefusedError, match="SHA-256"):
            asked(name)


def test_what_fails_leaves_nothing(archive: Archive) -> None:
    """A fault while bytes are written."""

    def failing() -> None:
        with archive.putting() as target:
            target.write(REPORT)
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        failing()
    assert list(archive.files()) == []
    assert unfinished(archive) == []


_KILLED = """
import os, signal, sys
from pathlib import Path
from arpad.storage import archive
at = sys.argv[2]
real = {"fsync": os.fsync, "replace": Path.replace}
def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)
if at == "before the sync":
    archive.os.fsync = die
elif at == "before the name":
    Path.replace = die
else:
    archive.sync_folders = die
archive.Archive(Path(sys.argv[1])).put(b"a report" * 1000)
"""


@pytest.mark.parametrize("at", ["before the sync", "before the name", "after the name"])
def test_killed_while_keeping(archive: Archive, at: str) -> None:
    """A name stands for whole bytes or is not there; what was begun is swept up once it is old."""
    archive.put(b"another report")
    before = list(archive.files())
    words = [sys.executable, "-c", _KILLED, str(archive.folder), at]
    run = subprocess.run(words, env=ENVIRONMENT, check=False, capture_output=True)
    assert run.returncode == -signal.SIGKILL, run.stderr

    new = [sha256 for sha256 in archive.files() if sha256 not in before]
    assert [archive.check(sha256) for sha256 in archive.files()] == [None] * (len(before) + len(new))
    # The first of two folders was made but not yet brought to the disk, or the file has its name.
    assert len(new) + len(unfinished(archive)) == 1
    assert archive.sweep([]).unfinished == 0
    for place in unfinished(archive):
        os.utime(place, (1, 1))
    assert archive.sweep([]).unfinished == 1 - len(new)
    assert unfinished(archive) == []
    assert archive.read(archive.put(b"a report" * 1000).sha256) == b"a report" * 1000


def test_sweeping_spares_the_named_and_the_young(archive: Archive) -> None:
    """What is neither is taken; what is kept again is young again."""
    named, young, old, again = (archive.put(text).sha256 for text in (b"named", b"young", b"old", b"again"))
    for sha256 in (named, old, again):
        aged(archive, sha256)
    archive.put(b"again")

    assert archive.sweep({named}) == ((old,), 0)
    assert set(archive.files()) == {named, young, again}
    assert archive.sweep({named}, older_than=-60).files == tuple(sorted((young, again)))
    assert list(archive.files()) == [named]


def test_erased_bytes_are_gone(archive: Archive) -> None:
    """By a decision; then the archive says that it has them no more."""
    kept = archive.put(REPORT)
    assert archive.erase(kept.sha256) is True
    assert archive.erase(kept.sha256) is False
    problem = archive.check(kept.sha256)
    assert problem is not None
    assert problem.code == "archive_missing"


def test_a_large_file_needs_little_memory(archive: Archive, tmp_path: Path) -> None:
    """In, out and checked, of a file of 40 MB, at most a few parts are held at a time."""
    source = tmp_path / "large"
    with source.open("wb") as file:
        for number in range(40):
            file.write(hashlib.sha256(bytes([number])).digest() * 32768)
    tracemalloc.start()
    try:
        kept = archive.put_file(source)
        assert archive.check(kept.sha256) is None
        archive.copy_to(kept.sha256, tmp_path / "copy")
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert most < 8_000_000
    assert sha256_of(tmp_path / "copy") == kept.sha256


def test_several_at_once(archive: Archive) -> None:
    """Two keep the same bytes while another sweeps what was old a moment ago: what was kept is there, whole."""
    reports = [b"report %d" % number * 300 for number in range(8)]

    def keep() -> list[bytes]:
        return [archive.read(archive.put(report).sha256) for report in reports]

    swept = 0
    with ThreadPoolExecutor(3) as pool:
        for _ in range(60):
            for sha256 in archive.files():
                aged(archive, sha256)
            sweeping = pool.submit(archive.sweep, [])
            keeping = [pool.submit(keep) for _ in range(2)]
            assert [kept.result() for kept in keeping] == [reports, reports]
            swept += len(sweeping.result().files)

    assert swept > 0
    assert len(list(archive.files())) == len(reports)
    assert unfinished(archive) == []

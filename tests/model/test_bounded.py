"""What others wrote is read within limits: bytes, silence, parts of a key, digits, years."""

from __future__ import annotations

import os
import time
from datetime import date
from pathlib import Path
from threading import Thread

import pytest

from arpad.model import bounded
from arpad.model.bounded import MOST_IN_TOML, MOST_PARTS, TomlError, day_of, opened, read_most, read_whole, toml_of


def test_a_file_of_the_most_bytes_is_read_and_one_more_is_refused(tmp_path: Path) -> None:
    """The limit itself is allowed."""
    place = tmp_path / "file"
    place.write_bytes(b"x" * 100)

    assert read_whole(place, 100) == b"x" * 100
    with pytest.raises(OSError, match="more than 99 bytes"):
        read_whole(place, 99)
    assert read_most(place, 10) == b"x" * 10


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device of Unix")
def test_a_device_without_an_end_is_refused() -> None:
    """It is read to the limit, and no further."""
    with pytest.raises(OSError, match="more than 1000 bytes"):
        read_whole("/dev/zero", 1000)
    assert read_whole("/dev/null", 1000) == b""


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    """As for every other way to open it."""
    with pytest.raises(IsADirectoryError):
        opened(tmp_path)
    with pytest.raises(FileNotFoundError):
        opened("")
    with pytest.raises(ValueError, match="null"):
        opened("na\0me")


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """A pipe with a name."""
    place = tmp_path / "pipe"
    os.mkfifo(place)
    return place


def test_a_pipe_into_which_nobody_writes_is_refused(pipe: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while, with a sentence; it does not hang."""
    monkeypatch.setattr(bounded, "WRITER_WITHIN", 1)
    start = time.monotonic()
    with pytest.raises(TimeoutError, match="nobody wrote into this pipe within 1 seconds"):
        read_whole(pipe, 1000)
    assert time.monotonic() - start >= 1


def test_a_pipe_that_falls_silent_is_refused(pipe: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody holds it open and says nothing more."""
    monkeypatch.setattr(bounded, "SILENT_FOR", 1)
    handle = os.open(pipe, os.O_RDWR)
    os.write(handle, b"some")
    try:
        with pytest.raises(TimeoutError, match="nothing came through this pipe for 1 seconds"):
            read_whole(pipe, 1000)
    finally:
        os.close(handle)


@pytest.mark.parametrize("content", [b"", b"some", b"x" * 300_000])
def test_a_pipe_is_read_to_its_end(pipe: Path, content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever its writer takes to begin, and in how many pieces it comes."""
    monkeypatch.setattr(bounded, "WRITER_WITHIN", 300)

    def write() -> None:
        time.sleep(0.1)
        with pipe.open("wb") as out:
            out.write(content)
            time.sleep(0.05)

    writer = Thread(target=write)
    writer.start()
    assert read_whole(pipe, 1_000_000) == content
    writer.join()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (".".join(["a"] * 50_000) + " = 1", f"a key has more than {MOST_PARTS} parts"),
        ("[" + ".".join(['"a b"'] * 50_000) + "]", f"a key has more than {MOST_PARTS} parts"),
        ("x = {" + " . ".join(["a"] * 1000) + " = 1}", f"a key has more than {MOST_PARTS} parts"),
        ("x = " + "9" * 5000, "a number has more digits"),
        ("x = 0x" + "f" * 5000, "a number has more digits"),
        ("[[x.y]]\nz = [1, {a = [0b" + "1" * 20_000 + "]}]", "a number has more digits"),
        ("x = " + "[" * 50_000, "nested too deeply"),
        ("#" * (MOST_IN_TOML + 1), "more than 1000000 characters"),
        ("x = ", "Invalid value"),
    ],
)
def test_toml_that_is_refused(text: str, why: str) -> None:
    """At once, and with a reason."""
    start = time.process_time()
    with pytest.raises(TomlError, match=why):
        toml_of(text)
    assert time.process_time() - start < 2


def test_toml_that_is_read() -> None:
    """Long texts and tables of a few levels are nothing unusual."""
    dotted = ".".join(["a"] * MOST_PARTS)

    assert toml_of('x = "' + "a.b " * 1000 + '"')["x"].startswith("a.b a.b")
    assert toml_of(f"{dotted} = 1")["a"]["a"]["a"]
    assert toml_of('x = "0x' + "f" * 5000 + '"\ny = 0xffff_ffff')["y"] == 0xFFFFFFFF


def test_only_days_of_these_times() -> None:
    """Days before and after them can still be counted."""
    assert day_of("1900-01-01") == date(1900, 1, 1)
    for text in ("0001-01-01", "1899-12-31", "2200-01-01", "9999-12-31", "2026-02-30"):
        with pytest.raises(ValueError, match=r"."):
            day_of(text)

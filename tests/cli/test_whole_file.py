"""What a command writes is whole under its name, or not there; what was there before stays until then."""

from __future__ import annotations

import ast
import errno
import os
import shutil
import stat
from pathlib import Path
from threading import Thread

import pytest
from running import arpad

from arpad.cli import commands
from arpad.cli.whole_file import whole_file
from arpad.documents.schema import InputError

DATA = Path(__file__).parents[1] / "data"
REPORT, LIST = str(DATA / "spring-open.trf"), str(DATA / "made-list.txt")
COMMANDS = {
    "rate": (("rate", REPORT, "--k", "20"), "page.html"),
    "trf": (("trf", "convert", REPORT, "--to", "trf26"), "new.trf"),
    "list": (("list", "convert", LIST), "list.csv"),
}


@pytest.fixture(params=COMMANDS)
def words(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """A command that writes a file, where one is already."""
    given, name = COMMANDS[request.param]
    place = tmp_path / name
    place.write_text("old", encoding="utf-8")
    return [*given, "-o", str(place)]


def full(*_: object) -> None:
    """Refuse as a disk without room does."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_leaves_the_old_file(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the new one is seen, nor left beside it, and a sentence says why."""
    monkeypatch.setattr(Path, "replace", full)
    code, _, err = arpad(*words)
    place = Path(words[-1])

    assert code == 2
    assert f"{words[-1]!r} cannot be written: No space left on device. Check the path." in err
    assert place.read_text(encoding="utf-8") == "old"
    assert [path.name for path in place.parent.iterdir()] == [place.name]


def test_the_new_file_takes_its_place(words: list[str]) -> None:
    """Whole, and alone."""
    place = Path(words[-1])

    assert arpad(*words)[0] == 0
    assert place.stat().st_size > 100
    assert [path.name for path in place.parent.iterdir()] == [place.name]


def test_a_fault_of_another_kind_leaves_the_old_file_too(tmp_path: Path) -> None:
    """And goes on as what it is."""
    place = tmp_path / "file"
    place.write_bytes(b"old")

    def broken() -> None:
        with whole_file(str(place)) as out:
            out.write(b"new")
            raise KeyError

    with pytest.raises(KeyError):
        broken()
    assert place.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [place]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """What it leads to is written."""
    place, link = tmp_path / "file", tmp_path / "link"
    place.write_bytes(b"old")
    link.symlink_to(place)
    with whole_file(str(link)) as out:
        out.write(b"new")

    assert link.is_symlink()
    assert place.read_bytes() == b"new"


def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    """It is no file that could be replaced: it is written as it is, as for `-o /dev/stdout`."""
    place, seen = tmp_path / "pipe", tmp_path / "seen"
    os.mkfifo(place)

    def read() -> None:
        with place.open("rb") as pipe, seen.open("wb") as copy:
            shutil.copyfileobj(pipe, copy)

    reader = Thread(target=read)
    reader.start()
    with whole_file(str(place)) as out:
        out.write(b"new")
    reader.join()

    assert place.is_fifo()
    assert seen.read_bytes() == b"new"


@pytest.mark.skipif(os.name == "nt", reason="rights of Unix")
def test_the_new_file_has_the_rights_of_the_old(tmp_path: Path) -> None:
    """And a file that was not there has those that any new file has."""
    place, plain = tmp_path / "file", tmp_path / "plain"
    place.write_bytes(b"old")
    place.chmod(0o604)
    plain.write_bytes(b"")
    for name in (place, tmp_path / "new"):
        with whole_file(str(name)) as out:
            out.write(b"new")

    assert stat.S_IMODE(place.stat().st_mode) == 0o604
    assert (tmp_path / "new").stat().st_mode == plain.stat().st_mode


def test_a_name_as_long_as_the_system_takes(tmp_path: Path) -> None:
    """What is written aside has a short name of its own."""
    place = tmp_path / ("x" * 255)
    with whole_file(str(place)) as out:
        out.write(b"new")

    assert place.read_bytes() == b"new"


def test_two_at_once_do_not_mix(tmp_path: Path) -> None:
    """The last to end has its content there, whole."""
    place = tmp_path / "file"
    with whole_file(str(place)) as first, whole_file(str(place)) as second:
        first.write(b"first")
        second.write(b"second")

    assert place.read_bytes() == b"first"


def test_no_command_writes_in_another_way() -> None:
    """Every file of a command goes through the one writer; a book has its own."""
    home = Path(commands.__file__).parents[1]
    writers = {"write_text", "write_bytes", "write_csv", "write_parquet", "touch"}
    others = []
    for place in home.rglob("*.py"):
        for node in ast.walk(ast.parse(place.read_text(encoding="utf-8"))):
            name = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
            opens = name in {"open", "fdopen"} and any(
                isinstance(part, ast.Constant) and part.value in {"w", "wb", "a", "ab", "x", "xb", "r+b"}
                for part in ast.walk(node)
            )
            # A line of progress goes to the terminal that is open already.
            if (name in writers or opens) and place.name not in {"whole_file.py", "progress.py"}:
                others.append(f"{place.relative_to(home)}:{node.lineno}")

    assert others == []


@pytest.mark.parametrize("name", ["no-such-folder/file", "folder", "file/file", "na\0me"])
def test_a_place_that_cannot_be_written(name: str, tmp_path: Path) -> None:
    """No folder, a folder, within a file, no name at all."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"old")
    with pytest.raises(InputError, match=r"cannot be written: .*Check the path"), whole_file(f"{tmp_path}/{name}"):
        pass

    assert (tmp_path / "file").read_bytes() == b"old"

"""A book in one file: the same bytes and modes come back, and nothing that is not exactly what was backed up."""

from __future__ import annotations

import json
import os
import shutil
import stat
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from running import answer, arpad

from arpad.book.about import About
from arpad.book.backup import CONTENTS, SEAL, seal
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.lab.world.world import world
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of which a month is closed, with files of different modes."""
    drawn = world(100, 1, 5)
    book = Book.create(tmp_path_factory.mktemp("whole") / "book", About("Backed up", seed=5))
    book.apply(changed(book, drawn.tables, drawn.lists))
    answer("period", "close", str(book.folder), "2026-11")
    book.folder.joinpath("book.toml").chmod(0o640)
    book.folder.joinpath("lists").chmod(0o750)
    book.folder.joinpath("editions").mkdir()
    return book.folder


@pytest.fixture
def backup(whole: Path, tmp_path: Path) -> Path:
    """Its backup."""
    place = tmp_path / "book.zip"
    answer("book", "backup", str(whole), str(place))
    return place


def content(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Give everything in a folder: mode and bytes of files, modes of folders."""
    places = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*"))}
    return {
        name: (stat.S_IMODE(path.stat().st_mode), b"" if path.is_dir() else path.read_bytes())
        for name, path in places.items()
    }


def rewritten(place: Path, change: Callable[[str, bytes], tuple[str, bytes] | None], *more: tuple[str, bytes]) -> None:
    """Write a backup anew with other members, and seal it, as somebody would who means harm."""
    with zipfile.ZipFile(place) as archive:
        members = [(name, archive.read(name)) for name in archive.namelist()]
    with zipfile.ZipFile(place, "w") as archive:
        archive.comment = bytes(SEAL)
        for name, data in [*(new for member in members if (new := change(*member))), *more]:
            archive.writestr(name, data)
    seal(place)


def test_what_is_restored_is_the_book(whole: Path, backup: Path, tmp_path: Path) -> None:
    """Byte for byte, with all modes and empty folders; the book is sound, and can be worked with."""
    folder = tmp_path / "restored"
    restored = answer("book", "restore", str(folder), str(backup))

    assert content(folder) == content(whole)
    assert restored["size"] == sum(len(data) for _, data in content(whole).values())
    assert arpad("book", "check", str(folder), "--deep")[0] == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["book.zip", "restored"]


def test_the_same_book_gives_the_same_backup(whole: Path, backup: Path, tmp_path: Path) -> None:
    """So two backups can be compared by their hashes."""
    answer("book", "backup", str(whole), str(tmp_path / "again.zip"))
    assert tmp_path.joinpath("again.zip").read_bytes() == backup.read_bytes()


def test_a_folder_that_is_empty_is_taken_and_an_occupied_one_is_not(backup: Path, tmp_path: Path) -> None:
    """Nothing is ever written over."""
    empty, occupied = tmp_path / "empty", tmp_path / "occupied"
    for folder in (empty, occupied):
        folder.mkdir()
    occupied.joinpath("notes.txt").write_text("mine", encoding="utf-8")
    answer("book", "restore", str(empty), str(backup))
    code, _, err = arpad("book", "restore", str(occupied), str(backup))

    assert (code, "not empty" in err) == (1, True)
    assert [path.name for path in occupied.iterdir()] == ["notes.txt"]
    assert arpad("book", "restore", str(empty), str(backup))[0] == 1


def test_the_folder_one_stands_in_is_taken_if_it_is_empty(
    whole: Path, backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dot has no name beside which anything could be unpacked first."""
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    answer("book", "restore", ".", str(backup))

    assert content(empty) == content(whole)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.9, 0.99, 0.9999])
def test_a_damaged_backup_restores_nothing(share: float, backup: Path, tmp_path: Path) -> None:
    """One byte changed, or the end missing: the command ends with 4, and no folder is there."""
    sound = backup.read_bytes()
    at = int(len(sound) * share)
    for content_of_backup in (sound[:at] + bytes([sound[at] ^ 255]) + sound[at + 1 :], sound[:at]):
        backup.write_bytes(content_of_backup)
        code, _, err = arpad("book", "restore", str(tmp_path / "restored"), str(backup))

        assert (code, "Nothing was restored" in err) == (4, True)
        assert [path.name for path in tmp_path.iterdir()] == ["book.zip"]


ESCAPES = ("../out.txt", "/out.txt", "lists/../../out.txt", "..\\out.txt", "C:out.txt", ".lock", "a//b")


@pytest.mark.parametrize("name", ESCAPES)
def test_no_name_leads_out_of_the_folder(name: str, backup: Path, tmp_path: Path) -> None:
    """A name that would, in the contents and as a member, makes the whole file no backup."""

    def moved(member: str, data: bytes) -> tuple[str, bytes]:
        if member == CONTENTS:
            about = json.loads(data)
            about["files"][name] = about["files"].pop("book.toml")
            return member, json.dumps(about).encode()
        return (name if member == "book.toml" else member), data

    rewritten(backup, moved)
    assert arpad("book", "restore", str(tmp_path / "restored"), str(backup))[0] == 4
    assert [path.name for path in tmp_path.iterdir()] == ["book.zip"]
    assert not tmp_path.parent.joinpath("out.txt").exists()


def _with_contents(change: Callable[[dict[str, Any]], None]) -> Callable[[str, bytes], tuple[str, bytes]]:
    """Give what writes the contents of a backup anew."""

    def changed_contents(member: str, data: bytes) -> tuple[str, bytes]:
        about = json.loads(data) if member == CONTENTS else None
        if about is None:
            return member, data
        change(about)
        return member, json.dumps(about).encode()

    return changed_contents


@pytest.mark.parametrize(
    "change",
    [
        lambda about: about["folders"].pop("lists"),
        lambda about: about["folders"].update({"deep/er": 0o755}),
        lambda about: about["folders"].update({"book.toml": 0o755}),
        lambda about: about["folders"].update({"x" * 300: 0o755}),
    ],
    ids=[
        "without the folder of a file",
        "without the folder above",
        "a file and a folder",
        "a name that no disk takes",
    ],
)
def test_contents_that_no_folder_can_have(
    change: Callable[[dict[str, Any]], None], backup: Path, tmp_path: Path
) -> None:
    """It is the backup that is refused, as damaged, and not the system that is blamed; nothing is left."""
    rewritten(backup, _with_contents(change))
    code, _, err = arpad("book", "restore", str(tmp_path / "restored"), str(backup))

    assert (code, "Nothing was restored" in err) == (4, True)
    assert [path.name for path in tmp_path.iterdir()] == ["book.zip"]


def test_members_that_begin_before_the_file(backup: Path, tmp_path: Path) -> None:
    """An archive without its first bytes, sealed as it is: its first member would begin before the file does."""
    backup.write_bytes(backup.read_bytes()[10:])
    seal(backup)
    code, _, err = arpad("book", "restore", str(tmp_path / "restored"), str(backup))

    assert (code, "Nothing was restored" in err) == (4, True)
    assert [path.name for path in tmp_path.iterdir()] == ["book.zip"]


def test_members_and_contents_have_to_agree(backup: Path, tmp_path: Path) -> None:
    """Neither a file too many nor one too few, and none twice."""
    sound = backup.read_bytes()
    for change, more in (
        (lambda name, data: None if name == "players.parquet" else (name, data), ()),
        (lambda name, data: (name, data), [("added.txt", b"mine")]),
        (lambda name, data: None if name == CONTENTS else (name, data), ()),
        (lambda name, data: (name, data + b" " if name == "book.toml" else data), ()),
    ):
        backup.write_bytes(sound)
        rewritten(backup, change, *more)
        assert arpad("book", "restore", str(tmp_path / "restored"), str(backup))[0] == 4
        assert not tmp_path.joinpath("restored").exists()


def test_no_backup_is_written_over_another_or_into_the_book(whole: Path, backup: Path) -> None:
    """Both would lose what they are for."""
    before = backup.read_bytes()
    code, _, err = arpad("book", "backup", str(whole), str(backup))
    assert (code, "never written over" in err) == (1, True)
    assert backup.read_bytes() == before
    code, _, err = arpad("book", "backup", str(whole), str(whole / "backup.zip"))
    assert (code, "inside of" in err) == (1, True)
    assert not whole.joinpath("backup.zip").exists()


def test_a_damaged_book_is_not_backed_up(whole: Path, tmp_path: Path) -> None:
    """Nobody is to rely on a copy of damage."""
    folder = Path(shutil.copytree(whole, tmp_path / "book"))
    with folder.joinpath("published/2026-11/list.txt").open("ab") as listed:
        listed.write(b" ")
    code, _, err = arpad("book", "backup", str(folder), str(tmp_path / "book.zip"))

    assert (code, "published/2026-11/list.txt" in err) == (4, True)
    assert [path.name for path in tmp_path.iterdir()] == ["book"]


def test_a_link_is_not_followed(whole: Path, tmp_path: Path) -> None:
    """It may lead anywhere."""
    folder = Path(shutil.copytree(whole, tmp_path / "book"))
    folder.joinpath("replays").symlink_to(tmp_path)
    code, _, err = arpad("book", "backup", str(folder), str(tmp_path / "book.zip"))

    assert (code, "is a link" in err) == (1, True)
    assert not tmp_path.joinpath("book.zip").exists()


def test_what_is_no_book_and_no_backup(tmp_path: Path) -> None:
    """A sentence for each."""
    tmp_path.joinpath("mine").mkdir()
    tmp_path.joinpath("text.zip").write_text("no archive", encoding="utf-8")
    assert arpad("book", "backup", str(tmp_path / "mine"), str(tmp_path / "book.zip"))[0] == 1
    assert arpad("book", "restore", str(tmp_path / "book"), str(tmp_path / "text.zip"))[0] == 4
    assert arpad("book", "restore", str(tmp_path / "book"), str(tmp_path / "nothing.zip"))[0] == 2
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "mine"):
        assert arpad("book", "restore", str(tmp_path / "book"), str(tmp_path / name))[0] == 4
    assert arpad("book", "backup", str(tmp_path / "nowhere"), str(tmp_path / "book.zip"))[0] == 1
    with pytest.raises(RefusedError, match="not empty"):
        Book.refuse_occupied(tmp_path)

"""A book is written only within its folder: what leads out of it is refused before anything is changed."""

from __future__ import annotations

import json
import os
import shutil
import stat
from pathlib import Path

import pytest
from running import arpad

from arpad.book.durable.journal import JOURNAL, recover, write_together, writer_of_bytes
from arpad.book.durable.lock import LOCK
from arpad.model.problems import RefusedError

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A small book."""
    return Path(shutil.copytree(DATA / "small-book", tmp_path / "book"))


def tree(folder: Path) -> dict[str, bytes | None]:
    """Give everything in a folder, with the bytes of files."""
    return {
        str(place.relative_to(folder)): place.read_bytes() if place.is_file() else None for place in folder.rglob("*")
    }


@pytest.mark.parametrize("name", ["lists", "published", "pools", "players.csv"])
def test_a_link_that_leads_out_is_refused_before_anything_is_changed(name: str, book: Path, tmp_path: Path) -> None:
    """And the book can be used again when it is a folder once more."""
    elsewhere, own = tmp_path / "elsewhere", book / name
    if own.exists():
        shutil.move(own, elsewhere)
    else:
        elsewhere.mkdir()
    own.symlink_to(elsewhere)
    before = tree(tmp_path)
    for _ in range(2):
        code, _, err = arpad("book", "import", str(book), str(DATA / "made-list.txt"), "--date", "2026-12-01")

        assert code == 1
        assert f"{name} in book is a link to" in err
        assert "Nothing was changed" in err
        assert tree(tmp_path) == before
    own.unlink()
    if name in {"lists", "players.csv"}:
        shutil.move(elsewhere, own)
    assert arpad("book", "import", str(book), str(DATA / "made-list.txt"), "--date", "2026-12-01")[0] == 0


def test_a_link_within_the_book_is_fine(book: Path) -> None:
    """It leads nowhere else."""
    shutil.move(book / "lists", book / "replays")
    (book / "lists").symlink_to("replays")

    assert arpad("book", "import", str(book), str(DATA / "made-list.txt"), "--date", "2026-12-01")[0] == 0


def test_a_link_in_a_circle_is_refused(book: Path) -> None:
    """It leads nowhere."""
    (book / "pools").symlink_to("pools")
    code, _, err = arpad("book", "import", str(book), str(DATA / "made-list.txt"), "--date", "2026-12-01")

    assert (code, "pools in book is a link" in err) == (1, True)


def test_a_book_that_is_a_link_itself_is_written(book: Path, tmp_path: Path) -> None:
    """Whoever names it means what it leads to."""
    (tmp_path / "name").symlink_to(book)

    assert arpad("book", "import", str(tmp_path / "name"), str(DATA / "made-list.txt"), "--date", "2026-12-01")[0] == 0


@pytest.mark.parametrize("name", [LOCK, "..journal.unfinished.json", ".players.unfinished.csv"])
def test_names_of_our_own_that_are_links_are_not_followed(name: str, book: Path, tmp_path: Path) -> None:
    """What they lead to stays as it is."""
    precious = tmp_path / "precious"
    precious.write_text("precious", encoding="utf-8")
    (book / name).symlink_to(precious)
    arpad("book", "import", str(book), str(DATA / "made-list.txt"), "--date", "2026-12-01")

    assert precious.read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize(
    "journal",
    [
        {"moves": [["players.csv", "../players.csv"]], "removed": []},
        {"moves": [], "removed": ["../precious"]},
        {"moves": [], "removed": [""]},
        {"moves": [], "removed": ["."]},
        {"moves": [], "removed": ["lists/.."]},
    ],
)
def test_a_journal_that_names_something_outside_is_refused(journal: object, book: Path, tmp_path: Path) -> None:
    """And the folder itself is no part of the book."""
    (tmp_path / "precious").write_text("precious", encoding="utf-8")
    book.joinpath(JOURNAL).write_text(json.dumps(journal), encoding="utf-8")
    before = tree(tmp_path)
    with pytest.raises(RefusedError, match="damaged"):
        recover(book)
    assert {name: content for name, content in tree(tmp_path).items() if not name.endswith(LOCK)} == before


def test_a_replay_stays_in_the_book(book: Path, tmp_path: Path) -> None:
    """Unless another folder is named."""
    (tmp_path / "elsewhere").mkdir()
    (book / "replays").symlink_to(tmp_path / "elsewhere")
    code, _, err = arpad("replay", str(book), "--from", "2026-11", "--to", "2026-11")

    assert (code, "replays in book is a link to" in err or "replays/in-force in book" in err) == (1, True)
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="rights of Unix")
def test_a_file_that_is_replaced_keeps_its_rights(tmp_path: Path) -> None:
    """So does a folder that is published anew."""
    kept, folder = tmp_path / "players.csv", tmp_path / "published" / "2026-11"
    kept.write_bytes(b"old")
    folder.mkdir(parents=True)
    kept.chmod(0o640)
    folder.chmod(0o750)
    write_together(tmp_path, {kept: writer_of_bytes(b"new"), folder: lambda place: place.mkdir()})

    assert (kept.read_bytes(), stat.S_IMODE(kept.stat().st_mode)) == (b"new", 0o640)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o750


@pytest.mark.skipif(os.name == "nt", reason="names of Unix")
def test_a_path_that_is_no_text(tmp_path: Path) -> None:
    """Tables cannot be kept there, which is told before anything is written; a list can be read from there."""
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/bo\xffok"))
    code, _, err = arpad("book", "init", str(folder))

    assert code == 1
    assert "Rename the folder" in err
    assert not folder.exists()
    folder.mkdir()
    for words in (("book", "check"), ("period", "preview")):
        code, _, err = arpad(*words, str(folder))
        assert (code, "Rename the folder" in err) == (1, True)
    place = folder / "list.parquet"
    assert arpad("list", "convert", str(DATA / "made-list.txt"), str(place))[0] == 0
    assert arpad("list", "show", str(place))[0] == 0


def test_signs_of_patterns_in_a_path_are_plain_names(tmp_path: Path) -> None:
    """Polars would look for other files."""
    folder = Path(shutil.copytree(DATA / "small-book", tmp_path / "b[1]o*k?"))

    assert arpad("book", "check", str(folder))[0] == 0

"""A large book is opened without reading what passed its checks before; whatever changed since is checked again."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import polars as pl
import pytest
from running import answer

from arpad.book import checking, remembered
from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.book.remembered import CHECKED
from arpad.lab.world.world import world
from arpad.model.problems import DamagedError, RefusedError

OLDER = "lists/2026-10.parquet"
LONG_AGO = 1_700_000_000


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of three lists, two of them closed in it."""
    drawn = world(120, 2, 5)
    book = Book.create(tmp_path_factory.mktemp("closed") / "book", About("Remembered", seed=5))
    book.apply(changed(book, drawn.tables, drawn.lists))
    for month in ("2026-11", "2026-12"):
        answer("period", "close", str(book.folder), month)
    return book.folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, whose files are old, taken for a large one."""
    monkeypatch.setattr(checking, "LEAST_BYTES", 0)
    copy = Path(shutil.copytree(whole, tmp_path / "book"))
    for path in copy.rglob("*"):
        os.utime(path, (LONG_AGO, LONG_AGO))
    return copy


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the tables that books read from now on."""
    names: list[str] = []
    read = Book.read

    def noting(self: Book, name: str) -> object:
        names.append(name)
        return read(self, name)

    monkeypatch.setattr(Book, "read", noting)
    return names


def change(place: Path, **columns: pl.Expr) -> None:
    """Write a table of a book by hand."""
    pl.read_parquet(place).with_columns(**columns).write_parquet(place)
    os.utime(place, (LONG_AGO + 1, LONG_AGO + 1))


def test_what_passed_is_not_read_again(folder: Path, reads: list[str]) -> None:
    """The first opening reads everything, the second nothing, and then a table when it is asked for."""
    Book.open(folder)
    assert {"players", "games", "lists/2026-10", "lists/2026-11", "lists/2026-12"} <= set(reads)
    reads.clear()
    book = Book.open(folder)
    assert reads == []
    assert book.table("players").height > 0
    assert reads == ["players"]


def test_a_small_book_remembers_nothing(whole: Path) -> None:
    """It is checked in a moment."""
    Book.open(whole)
    assert not whole.joinpath(CHECKED).exists()


def test_only_the_newest_list_stays_in_memory(folder: Path) -> None:
    """Each of the others is read, checked and let go."""
    book = Book.open(folder)
    assert [name for name in book._read if name.startswith("lists/")] == ["lists/2026-12"]  # noqa: SLF001 - memory


def test_a_changed_list_is_checked_again(folder: Path, reads: list[str]) -> None:
    """Only the list that is another now is read, and its fault is found."""
    Book.open(folder)
    reads.clear()
    change(folder / OLDER, standard_highest=pl.lit(1, pl.Int16))
    with pytest.raises(RefusedError) as refused:
        Book.open(folder)
    assert "highest" in str(refused.value)
    assert set(reads) >= {"lists/2026-10"}
    assert "lists/2026-11" not in reads


def test_a_change_within_the_same_tick_is_seen(folder: Path) -> None:
    """A file that was young when it passed is known by its hash only."""
    place = folder / OLDER
    os.utime(place)
    Book.open(folder)
    content, state = place.read_bytes(), place.stat()
    frame = pl.read_parquet(place).with_columns(standard_highest=pl.lit(1, pl.Int16))
    frame.write_parquet(place)
    place.write_bytes(place.read_bytes().ljust(len(content), b"\0"))
    os.utime(place, ns=(state.st_atime_ns, state.st_mtime_ns))
    with pytest.raises(RefusedError):
        Book.open(folder)


def test_a_copied_book_is_known_by_its_hashes(folder: Path, tmp_path: Path, reads: list[str]) -> None:
    """Other times and numbers of files are no other files."""
    Book.open(folder)
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    for path in copy.rglob("*.parquet"):
        os.utime(path, (LONG_AGO + 7, LONG_AGO + 7))
    reads.clear()
    Book.open(copy)
    assert reads == []


def test_a_player_who_went_missing_is_missed_in_old_lists(folder: Path) -> None:
    """The lists are as they were; the table that they name players of is not."""
    Book.open(folder)
    gone = pl.read_parquet(folder / OLDER).filter(pl.col("standard_rating").is_not_null())["fide_id"][0]
    for name in ("games", "pool"):
        frame = pl.read_parquet(folder / f"{name}.parquet")
        side = [column for column in ("white", "black", "fide_id") if column in frame.columns]
        frame.filter(pl.all_horizontal(pl.col(side) != gone)).write_parquet(folder / f"{name}.parquet")
    for name in ("lists/2026-11", "lists/2026-12", "players"):
        frame = pl.read_parquet(folder / f"{name}.parquet")
        frame.filter(pl.col("fide_id") != gone).write_parquet(folder / f"{name}.parquet")
    with pytest.raises(RefusedError) as refused:
        Book.open(folder)
    assert "lists/2026-10" in str(refused.value)
    with pytest.raises(RefusedError):
        Book.open(folder)


def test_new_players_leave_old_lists_known(folder: Path, reads: list[str]) -> None:
    """Whoever is new stands in no old list."""
    Book.open(folder)
    players = pl.read_parquet(folder / "players.parquet")
    more = players.head(1).with_columns(fide_id=pl.col("fide_id") + players["fide_id"].max())
    pl.concat([players, more]).write_parquet(folder / "players.parquet")
    reads.clear()
    Book.open(folder)
    assert "players" in reads
    assert not {"lists/2026-10", "lists/2026-11"} & set(reads)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"format": 1}', b'{"format": 1, "arpad": 3, "files": 4}'])
def test_a_damaged_memory_is_no_memory(folder: Path, content: bytes, reads: list[str]) -> None:
    """Everything is checked, and remembered anew."""
    Book.open(folder)
    folder.joinpath(CHECKED, "passed.json").write_bytes(content)
    reads.clear()
    Book.open(folder)
    assert "lists/2026-10" in reads
    reads.clear()
    Book.open(folder)
    assert reads == []


def test_a_folder_that_takes_nothing_is_opened_all_the_same(folder: Path) -> None:
    """What is remembered is never needed."""
    folder.joinpath(CHECKED).write_text("not a folder", encoding="utf-8")
    Book.open(folder)


def test_another_version_checks_anew(folder: Path, monkeypatch: pytest.MonkeyPatch, reads: list[str]) -> None:
    """Its checks may be others."""
    Book.open(folder)
    monkeypatch.setattr("arpad.__version__", "99.0")
    reads.clear()
    Book.open(folder)
    assert "lists/2026-10" in reads


def test_book_check_reads_everything(folder: Path, reads: list[str]) -> None:
    """Whoever asks what is wrong is told all of it."""
    Book.open(folder)
    reads.clear()
    assert not [fault for fault in Book.open(folder, checked=False).problems() if fault.severity == "error"]
    assert "lists/2026-10" in reads


def test_a_damaged_newest_list_is_refused_before_closing_whatever_its_time(folder: Path) -> None:
    """The list from which the next one goes on is hashed every time."""
    Book.open(folder)
    place = folder / "lists/2026-12.parquet"
    content = bytearray(place.read_bytes())
    content[len(content) // 2] ^= 1
    state = place.stat()
    place.write_bytes(bytes(content))
    os.utime(place, ns=(state.st_atime_ns, state.st_mtime_ns))
    with pytest.raises(DamagedError):
        Book.open(folder, checked=False).refuse_damaged(published=False)


ORDER = f"{CHECKED}/order.parquet"


def damaged(place: Path, how: str) -> None:
    """Do something to the order of names that a book keeps."""
    match how:
        case "missing":
            place.unlink()
        case "cut":
            place.write_bytes(place.read_bytes()[:-20])
        case "no table":
            place.write_text("no table", encoding="utf-8")
        case "a folder":
            place.unlink()
            place.mkdir()
        case "other column":
            pl.DataFrame({"name": ["A"]}).write_parquet(place)
        case "texts":
            pl.DataFrame({"number": ["A"]}).write_parquet(place)
        case "backwards":
            pl.read_parquet(place).reverse().write_parquet(place)
        case "twice":
            pl.concat([pl.read_parquet(place)] * 2).write_parquet(place)


@pytest.mark.parametrize(
    "how", ["as it was", "missing", "cut", "no table", "a folder", "other column", "texts", "backwards", "twice"]
)
def test_the_order_of_names_is_kept_and_never_needed(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is kept, the next list is the same, with a player who is new and one whose name was corrected."""
    drawn = world(120, 2, 5)
    book = Book.create(tmp_path / "plain", About("Order", seed=5))
    book.apply(changed(book, drawn.tables, drawn.lists))
    answer("period", "close", str(book.folder), "2026-11")
    assert not book.folder.joinpath(CHECKED).exists(), "a small book sorts its names"
    monkeypatch.setattr(remembered, "LEAST_NAMES", 1)
    keeping = Path(shutil.copytree(book.folder, tmp_path / "keeping"))
    answer("book", "undo", str(keeping), "--why", "once more", "--yes")
    answer("period", "close", str(keeping), "2026-11")
    players = Book.open(keeping).table("players")
    assert pl.read_parquet(keeping / ORDER)["number"].to_list() == players.sort("name", "fide_id")["fide_id"].to_list()
    damaged(keeping / ORDER, how)
    first = pl.col("fide_id") == players["fide_id"].min()
    renamed = players.with_columns(name=pl.when(first).then(pl.lit("Zzyzx, Ž")).otherwise("name"))
    new = players.head(1).with_columns(fide_id=pl.col("fide_id").max() + 10**9, name=pl.lit("Aa, New"))
    for folder in (book.folder, keeping):
        opened = Book.open(folder)
        opened.apply(changed(opened, {"players": pl.concat([renamed, new])}))
    monkeypatch.setattr(remembered, "LEAST_NAMES", 1 << 30)
    answer("period", "close", str(book.folder), "2026-12")
    monkeypatch.setattr(remembered, "LEAST_NAMES", 1)
    answer("period", "close", str(keeping), "2026-12")
    for name in ("list.txt", "list.xml", "list.parquet", "summary.json"):
        plain, kept = (folder.joinpath("published", "2026-12", name) for folder in (book.folder, keeping))
        assert plain.read_bytes() == kept.read_bytes(), name

"""`arpad period verify`: damage and another list are two results, each with its words and its exit code."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import polars as pl
import pytest
from running import answer, arpad

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.book.made_by import FORMAT
from arpad.book.schema import RECORD
from arpad.lab.world.world import world
from arpad.publication.made_again import made_again

NOVEMBER = date(2026, 11, 1)
DATA = Path(__file__).parents[1] / "data"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A made-up book of which two months are closed."""
    drawn = world(80, 2, 21)
    book = Book.create(tmp_path_factory.mktemp("whole") / "book", About("Verified", seed=21))
    book.apply(changed(book, drawn.tables, drawn.lists))
    for month in ("2026-11", "2026-12"):
        answer("period", "close", str(book.folder), month)
    return book.folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(whole, tmp_path / "book"))


def flip(place: Path) -> None:
    """Flip a bit in the middle of a file."""
    content = bytearray(place.read_bytes())
    content[len(content) // 2] ^= 1
    place.write_bytes(content)


def test_a_sound_list_is_made_again_byte_for_byte(folder: Path) -> None:
    """Both lists, the older one too, although the book has gone on since."""
    for month in ("2026-11", "2026-12"):
        verified = answer("period", "verify", str(folder), month)

        assert (verified["different"], verified["damaged"]) == ([], [])
        assert verified["made_again"]["same_list"]
        assert {"list.txt", "list.xml", "list.parquet", "summary.html", "made.json"} <= set(
            verified["made_again"]["same"]
        )
        assert verified["made_again"]["different"] == []


def test_one_bit_in_each_file_of_a_list_in_turn_ends_with_4(whole: Path, folder: Path) -> None:
    """Everything that was published with it, and everything from which lists are made; the file is named."""
    own = "published/2026-11/"
    files = [path.relative_to(whole).as_posix() for path in sorted(whole.rglob("*")) if path.is_file()]
    concerned = [name for name in files if name.startswith(own) or not name.startswith("published/")]
    assert len(concerned) > 25
    for name in concerned:
        flip(folder / name)
        code, out, err = arpad("period", "verify", str(folder), "2026-11")
        assert (code, name in out + err, "Traceback" in err) == (4, True, False), name
        flip(folder / name)
    assert arpad("period", "verify", str(folder), "2026-11")[0] == 0


def test_what_another_list_published_is_no_business_of_this_one(folder: Path) -> None:
    """`book check --deep` looks at everything."""
    flip(folder / "published/2026-12/list.txt")
    assert arpad("period", "verify", str(folder), "2026-11")[0] == 0
    assert arpad("period", "verify", str(folder), "2026-12")[0] == 4
    assert arpad("book", "check", str(folder), "--deep")[0] == 4


def test_damage_of_a_page_does_not_make_the_list_another_one(folder: Path) -> None:
    """The two results stand beside each other: the file is damaged, and the list follows from the book."""
    flip(folder / "published/2026-11/list.xml")
    verified = answer("period", "verify", str(folder), "2026-11", code=4)

    assert [fault["file"] for fault in verified["damaged"]] == ["published/2026-11/list.xml"]
    assert verified["different"] == []
    assert verified["made_again"]["same_list"]
    assert verified["made_again"]["different"] == ["list.xml"]


def test_a_damaged_published_file_is_put_back_if_it_is_made_again_as_recorded(folder: Path) -> None:
    """No backup is needed for what follows from the book; nothing is written without `--mend`."""
    published = folder / "published/2026-11"
    was = {path.name: path.read_bytes() for path in published.iterdir()}
    flip(published / "list.xml")
    published.joinpath("summary.html").unlink()
    shown = answer("period", "verify", str(folder), "2026-11", code=4)
    assert shown["made_again"]["mendable"] == ["list.xml", "summary.html"]
    assert not shown["made_again"]["mended"]
    mended = answer("period", "verify", str(folder), "2026-11", "--mend")

    assert (mended["damaged"], mended["made_again"]["mended"]) == ([], True)
    assert {path.name: path.read_bytes() for path in published.iterdir()} == was
    assert arpad("book", "check", str(folder), "--deep")[0] == 0


def test_a_damaged_table_is_not_mended(folder: Path) -> None:
    """What everything is made from comes from a backup, or not at all."""
    flip(folder / "book.toml")
    before = folder.joinpath("book.toml").read_bytes()
    assert arpad("period", "verify", str(folder), "2026-11", "--mend")[0] == 4
    assert folder.joinpath("book.toml").read_bytes() == before


def test_another_list_is_no_damage(folder: Path) -> None:
    """A rating that arpad itself was made to write, by mistake: every file is as written, and the list is wrong."""
    book = Book.open(folder)
    frame = book.table("lists/2026-11")
    row = frame.with_row_index().filter(pl.col("standard_rating") > 1500)["index"][0]
    wrong = frame.with_row_index().with_columns(
        standard_rating=pl.when(pl.col("index") == row).then(1499).otherwise("standard_rating").cast(pl.Int32)
    )
    book.apply(changed(book, {}, {NOVEMBER: wrong.drop("index")}))
    verified = answer("period", "verify", str(folder), "2026-11", code=1)
    _, out, _ = arpad("period", "verify", str(folder), "2026-11")

    assert verified["damaged"] == []
    assert [line["field"] for line in verified["different"]] == ["rating"]
    assert not verified["made_again"]["same_list"]
    assert "DAMAGED" not in out
    assert "another list" in out


def test_what_came_later_changes_nothing(folder: Path) -> None:
    """A report of the time, with new players: the list was closed without it, and is made again without it."""
    answer("book", "import", str(folder), str(DATA / "spring-open.trf"), "--unchecked")
    verified = answer("period", "verify", str(folder), "2026-11")

    assert verified["made_again"]["same_list"]
    assert verified["made_again"]["different"] == []
    assert set(verified["made_again"]["changed_since"]) >= {"players", "events", "games"}


def test_a_federation_that_changed_since_is_told_apart(folder: Path) -> None:
    """The list is the same; files that name people are not, and the sentence says which table changed."""
    book = Book.open(folder)
    people = book.table("players")
    book.apply(changed(book, {"players": people.with_columns(federation=people["federation"].reverse())}))
    verified = answer("period", "verify", str(folder), "2026-12")
    _, out, _ = arpad("period", "verify", str(folder), "2026-12")

    assert verified["made_again"]["same_list"]
    assert {"list.txt", "list.xml"} <= set(verified["made_again"]["different"])
    assert verified["made_again"]["changed_since"] == ["players"]
    assert "Changed through arpad since the list was closed: players." in out


def test_a_published_file_too_many_or_too_few_is_another(folder: Path) -> None:
    """What is made again is compared with all that stands there."""
    folder.joinpath("published/2026-12/extra.txt").write_text("mine", encoding="utf-8")
    folder.joinpath("published/2026-12/summary.json").unlink()
    again = made_again(Book.open(folder), date(2026, 12, 1))

    assert {"extra.txt", "summary.json"} <= set(again.different)


def test_a_book_without_a_record_is_verified_too(folder: Path) -> None:
    """Nothing is known of damage then; the list is made again all the same."""
    for place in folder.glob("published/*/made.json"):
        text = place.read_text(encoding="utf-8")
        place.write_text(text.replace(f'"format": {FORMAT}', '"format": 2'), encoding="utf-8")
    folder.joinpath(RECORD).unlink()
    verified = answer("period", "verify", str(folder), "2026-11")

    assert verified["damaged"] == []
    assert verified["made_again"]["different"] == []

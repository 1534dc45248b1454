"""A book knows its law: recorded in book.toml, kept with the book, and no list is made by another one by mistake."""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING

import pytest
from running import answer, arpad
from small_books import SmallBook

import arpad as package
from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.book.made_by import PLACE
from arpad.book.schema import RECORD
from arpad.regulations.rulebook import Rulebook, content_hash

if TYPE_CHECKING:
    from pathlib import Path

CLUB = """id = "club-2026"
derives = "fide-2025-10"
title = "A club's own rules"
[provisions]
k_established = { article = "Club 3", value = 30 }
"""
BASE, FIRST, SECOND = "2026-10", "2026-11", "2026-12"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A book with two players, a list, and an event for each of the next two."""
    small = SmallBook()
    for number in (1, 2):
        small.player(number)
        small.rated(date(2026, 10, 1), number, 2000)
    for number, month in ((1, 10), (2, 11)):
        small.event(number, date(2026, month, 3), date(2026, month, 9), [(1, 2, 100)])
    book = Book.create(tmp_path / "book", About(title="A club"))
    tables = {name: frame for name, frame in small.frames().items() if frame.height}
    book.apply(changed(book, tables, small.every_list()))
    return book.folder


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """The club's own rules: K 30 instead of 20 from its first list on, so that the second gives more points."""
    place = tmp_path / "rules" / "club.toml"
    place.parent.mkdir()
    place.write_text(CLUB, encoding="utf-8")
    return place


def rating(folder: Path, month: str) -> int:
    """Give the first player's rating on a list."""
    frame = Book.open(folder).rating_list(date.fromisoformat(f"{month}-01"))
    assert frame is not None
    return int(frame.filter(fide_id=1)["standard_rating"].item())


def as_format_1(folder: Path) -> None:
    """Make of a book one as it was before it could record its law."""
    (folder / "book.toml").write_text('format = 1\ntitle = "A club"\nauthority = "fide"\n', encoding="utf-8")
    for place in (folder / "editions").glob("*"):
        place.unlink()
    folder.joinpath(RECORD).unlink()
    for place in folder.glob(f"published/*/{PLACE}"):
        document = json.loads(place.read_text(encoding="utf-8"))
        place.write_text(json.dumps(document | {"format": 2}), encoding="utf-8")


def made_data(folder: Path, month: str) -> dict[str, object]:
    """Give what is kept beside a list."""
    document: dict[str, object] = json.loads((folder / "published" / month / PLACE).read_text(encoding="utf-8"))
    return document


class TestFormat:
    """Which forms of book.toml are read, and which one is written."""

    def test_the_first_form_is_rewritten_with_the_first_change(self, folder: Path) -> None:
        """It is read as ever, and left alone until something is written."""
        as_format_1(folder)
        before = (folder / "book.toml").read_text(encoding="utf-8")
        answer("period", "preview", str(folder), FIRST)
        assert (folder / "book.toml").read_text(encoding="utf-8") == before
        answer("period", "close", str(folder), FIRST)
        text = (folder / "book.toml").read_text(encoding="utf-8")
        assert text.startswith("format = 2\n")
        assert 'title = "A club"' in text
        assert "edition" not in text

    @pytest.mark.parametrize("needs", ['needs = "0.9.0"\n', ""])
    def test_a_newer_form_says_which_version_it_needs(self, folder: Path, needs: str) -> None:
        """Whatever else stands in it: only the newer arpad knows what that means."""
        (folder / "book.toml").write_text(f"format = 3\n{needs}colour = 1\n", encoding="utf-8")
        (problem,) = answer("book", "check", str(folder), code=1)["problems"]
        assert problem["code"] == "book_format"
        assert ("arpad 0.9.0 or later" if needs else "a later version of arpad") in problem["message"]
        assert package.__version__ in problem["message"]

    def test_what_is_written_names_the_version_that_reads_it(self, folder: Path) -> None:
        """So that an older one can say it."""
        assert 'needs = "0.2.0"' in (folder / "book.toml").read_text(encoding="utf-8")

    def test_an_edition_that_is_not_there_is_a_fault_of_the_book(self, folder: Path) -> None:
        """It is told when the book is checked, not when a list is made."""
        place = folder / "book.toml"
        for name in ("club.toml", "fide-1066-10", "../club.toml"):
            place.write_text(f'format = 2\nedition = "{name}"\n', encoding="utf-8")
            assert "book_toml" in {
                problem["code"] for problem in answer("book", "check", str(folder), code=1)["problems"]
            }


class TestAdopt:
    """`arpad book adopt` verifies every list that was closed, and records the law."""

    def test_a_book_that_was_closed_by_it_takes_it_on(self, folder: Path, club: Path) -> None:
        """The file comes into the book, so that the next list needs no `--edition` and no file elsewhere."""
        answer("period", "close", str(folder), FIRST, "--edition", str(club))
        as_format_1(folder)
        document = answer("book", "adopt", str(folder), "--edition", str(club))
        assert (document["edition"], document["lists"]) == (
            "club.toml",
            [{"list": "2026-11-01", "differ": 0, "explained": 0}],
        )
        club.unlink()
        answer("period", "close", str(folder), SECOND)
        assert (rating(folder, FIRST), rating(folder, SECOND)) == (2010, 2024)
        answer("period", "verify", str(folder), FIRST)
        answer("period", "verify", str(folder), SECOND)

    def test_lists_that_differ_are_named_and_nothing_is_recorded(self, folder: Path, club: Path) -> None:
        """Lists that were closed by FIDE's rules are not those of the club."""
        for month in (FIRST, SECOND):
            answer("period", "close", str(folder), month)
        before = (folder / "book.toml").read_bytes()
        code, _, err = arpad("book", "adopt", str(folder), "--edition", str(club))
        assert code == 1
        assert "2026-11 (2 lines)" in err
        assert "2026-12 (2 lines)" in err
        assert (folder / "book.toml").read_bytes() == before
        assert not (folder / "editions").exists()

    def test_an_edition_by_id_is_recorded_by_its_id(self, folder: Path) -> None:
        """Nothing has to be kept of it: it is part of arpad."""
        assert answer("book", "adopt", str(folder), "--edition", "fide-2014-07")["edition"] == "fide-2014-07"
        assert Book.open(folder).about.edition == "fide-2014-07"
        text = arpad("book", "adopt", str(folder), "--edition", "fide-2014-07")[1]
        assert "it holds for every list of the book, also when a later edition comes into force" in text
        assert Book.open(folder).rulebook.law("standard", date(2026, 11, 1)).id == "fide-2014-07"

    def test_what_an_edition_builds_on_comes_into_the_book(self, folder: Path, club: Path) -> None:
        """Its parents and its tables, if they stand beside it."""
        child = club.with_name("youth.toml")
        child.write_text('id = "youth"\nderives = "./club.toml"\ntitle = "Youth"\n', encoding="utf-8")
        answer("book", "adopt", str(folder), "--edition", str(child))
        assert sorted(path.name for path in (folder / "editions").iterdir()) == ["club.toml", "youth.toml"]
        kept, given = Book.open(folder).rulebook, Rulebook(edition=str(child))
        laws = [rulebook.law("standard", date(2026, 11, 1)) for rulebook in (kept, given)]
        assert content_hash(laws[0]) == content_hash(laws[1])
        answer("period", "close", str(folder), FIRST)
        assert made_data(folder, FIRST)["editions"]["standard"] == "youth"  # type: ignore[index]

    @pytest.mark.usefixtures("club")
    def test_a_parent_elsewhere_is_refused(self, folder: Path) -> None:
        """The book could not carry it."""
        child = folder.parent / "youth.toml"
        child.write_text('id = "youth"\nderives = "rules/club.toml"\ntitle = "Youth"\n', encoding="utf-8")
        code, _, err = arpad("book", "adopt", str(folder), "--edition", str(child))
        assert code == 1
        assert "beside" in err

    def test_a_difference_that_a_correction_explains_is_accepted(self, tmp_path: Path) -> None:
        """A list that version 0.1.0 made with a fault that is published as a correction."""
        small = SmallBook()
        for number, was in ((1, 2000), (2, 2000), (3, None)):
            small.player(number)
            small.rated(date(2025, 4, 1), number, was)
        small.event(1, date(2025, 4, 5), date(2025, 4, 9), [(1, 3, 50)], system="match")
        book = Book.create(tmp_path / "old", About())
        book.apply(
            changed(book, {name: frame for name, frame in small.frames().items() if frame.height}, small.every_list())
        )
        answer("period", "close", str(book.folder), "2025-05")
        opened, day = Book.open(book.folder), date(2025, 5, 1)
        frame = opened.rating_list(day)
        assert frame is not None
        was = frame.to_dicts()
        was[2]["standard_last"] = date(2025, 4, 9)
        opened.apply(changed(opened, {}, {day: type(frame)(was, schema=frame.schema)}))
        code, _, err = arpad("book", "adopt", str(book.folder), "--edition", "fide-2024-03")
        assert (code, "2025-05 (1 line)" in err) == (1, True)
        (book.folder / "published" / "2025-05" / PLACE).unlink()
        document = answer("book", "adopt", str(book.folder), "--edition", "fide-2024-03")
        assert document["lists"] == [{"list": "2025-05-01", "differ": 1, "explained": 1}]


class TestClose:
    """What `--edition` means where a list is made for good."""

    def test_the_first_one_becomes_the_law_of_the_book(self, folder: Path, club: Path) -> None:
        """From then on it need not be named, and its file may go."""
        answer("period", "close", str(folder), FIRST, "--edition", str(club))
        assert Book.open(folder).about.edition == "club.toml"
        club.unlink()
        answer("period", "close", str(folder), SECOND)
        assert rating(folder, SECOND) == 2024

    def test_naming_the_same_law_again_is_fine(self, folder: Path, club: Path) -> None:
        """The same words, wherever the file stands."""
        answer("period", "close", str(folder), FIRST, "--edition", str(club))
        answer("period", "close", str(folder), SECOND, "--edition", str(club))

    def test_another_law_is_refused(self, folder: Path, club: Path) -> None:
        """Nothing is written; a preview and a replay may ask what would be."""
        answer("period", "close", str(folder), FIRST, "--edition", str(club))
        club.write_text(CLUB.replace("30", "25"), encoding="utf-8")
        code, _, err = arpad("period", "close", str(folder), SECOND, "--edition", str(club))
        assert code == 1
        assert "other_edition" in arpad("period", "close", str(folder), SECOND, "--edition", str(club), "--json")[1]
        assert "club-2026" in err
        assert Book.open(folder).list_dates[-1] == date(2026, 11, 1)
        answer("period", "preview", str(folder), SECOND, "--edition", str(club))

    def test_an_edition_over_lists_of_another_law_is_refused(self, folder: Path, club: Path) -> None:
        """The list before was made by FIDE's rules."""
        answer("period", "close", str(folder), FIRST)
        code, _, err = arpad("period", "close", str(folder), SECOND, "--edition", str(club))
        assert (code, "fide-" in err, "club-2026" in err) == (1, True, True), err

    @pytest.mark.parametrize("kept", [True, False])
    def test_forgetting_it_once_is_refused(self, folder: Path, club: Path, kept: bool) -> None:
        """Where the book could not record it: what is published with the list before says by what it was made."""
        answer("period", "close", str(folder), FIRST, "--edition", str(club))
        as_format_1(folder)
        if not kept:
            (folder / "published" / FIRST / PLACE).unlink()
        code, _, err = arpad("period", "close", str(folder), SECOND)
        assert (code, "book adopt" in err) == (1, True)
        answer("period", "close", str(folder), SECOND, "--edition", str(club))
        assert rating(folder, SECOND) == 2024

    def test_an_edition_that_is_known_only_now_is_no_other_law(self, folder: Path) -> None:
        """A list of an earlier version, which did not know the edition in force yet, keeps nobody from closing."""
        answer("period", "close", str(folder), FIRST)
        (folder / "published" / FIRST / PLACE).unlink()
        place = folder / "published" / FIRST / "summary.json"
        text = place.read_text(encoding="utf-8")
        place.write_text(text.replace('"id": "fide-2026-01"', '"id": "fide-2025-10"'), encoding="utf-8")
        answer("period", "preview", str(folder), SECOND)
        answer("period", "close", str(folder), SECOND)

    def test_what_the_book_says_by_hand_holds(self, folder: Path) -> None:
        """Whoever writes an edition into book.toml, and records that, has decided."""
        answer("period", "close", str(folder), FIRST)
        (folder / "book.toml").write_text('format = 2\nedition = "fide-2024-03"\n', encoding="utf-8")
        assert arpad("period", "close", str(folder), SECOND)[0] == 4
        answer("book", "accept", str(folder), "--why", "The law changes with this list.", "--yes")
        answer("period", "close", str(folder), SECOND)
        assert made_data(folder, SECOND)["editions"] == {
            "standard": "fide-2024-03",
            "rapid": "fide-rb-2024-12",
            "blitz": "fide-rb-2024-12",
        }

    def test_the_law_is_kept_with_every_list(self, folder: Path, club: Path) -> None:
        """Its id and the hash of its words, for each kind of chess."""
        answer("period", "close", str(folder), FIRST, "--edition", str(club))
        data = made_data(folder, FIRST)
        law = Rulebook(edition=str(club)).law("standard", date(2026, 11, 1))
        assert data["edition"] == "club.toml"
        assert data["editions"]["standard"] == "club-2026"  # type: ignore[index]
        assert data["sha256"]["standard"] == content_hash(law)  # type: ignore[index]


def test_a_book_begins_with_its_law(tmp_path: Path, club: Path) -> None:
    """`arpad book init --edition` records it at once."""
    document = answer("book", "init", str(tmp_path / "new"), "--edition", str(club))
    assert document["edition"] == "club.toml"
    assert (tmp_path / "new" / "editions" / "club.toml").read_text(encoding="utf-8") == CLUB
    assert Book.open(tmp_path / "new").rulebook.law("standard", date(2026, 11, 1)).id == "club-2026"

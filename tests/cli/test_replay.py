"""`arpad replay`: lists with hashes that `arpad list` gives too, compared with those of another edition."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path
from unittest import mock

import polars as pl
import pytest
from running import answer, arpad

from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.documents.schema import faults
from arpad.library import extras

LAW = """id = "reform"
kinds = ["standard", "rapid", "blitz"]
derives = "fide-2026-01"

[provisions]
k_established = { article = "Proposal 1", value = 32 }
"""
SPAN = ("--from", "2026-11", "--to", "2026-12")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make up a small world."""
    place = tmp_path_factory.mktemp("world") / "book"
    arpad("book", "world", str(place), "--players", "1000", "--months", "2", "--seed", "3")
    return place


@pytest.fixture
def book(world: Path, tmp_path: Path) -> str:
    """A copy for every test."""
    return str(shutil.copytree(world, tmp_path / "book"))


def test_replay_and_compare(book: str, tmp_path: Path) -> None:
    """Both replays stand in the book, their hashes are those of `arpad list hash`, and `arpad list diff` reads them."""
    law = tmp_path / "reform.toml"
    law.write_text(LAW, encoding="utf-8")
    plain = answer("replay", book, *SPAN)
    other = answer("replay", book, *SPAN, "--edition", str(law))
    again = answer("replay", book, *SPAN)
    files = [document["lists"][-1]["file"] for document in (plain, other)]
    changed = answer("list", "diff", *files, "--change", "rating")

    assert faults(plain, "replay.output") == faults(other, "replay.output") == []
    assert (plain["made"], again["made"], again["there_before"]) == (2, 0, 2)
    assert [answer("list", "hash", file)["hashes"]["2"] for file in files] == [
        document["lists"][-1]["sha256"] for document in (plain, other)
    ]
    assert changed["counts"]["rating"] > 0
    assert all(difference["name"] for difference in changed["differences"])
    assert answer("list", "show", files[0])["list_date"] == "2026-12-01"
    assert answer("book", "check", book)["problems"] == []
    assert "2 list(s) made" in arpad("replay", book, *SPAN, "--out", str(tmp_path / "out"))[1]


def test_lists_without_files_of_their_own(book: str, tmp_path: Path) -> None:
    """The answer says which lists have a file, how to get the others, and how much room was asked for."""
    out = ("--out", str(tmp_path / "out"))
    whole = answer("replay", book, *SPAN)
    last = answer("replay", book, *SPAN, *out, "--keep", "last")
    text = arpad("replay", book, *SPAN, *out, "--keep", "last")[1]
    missing = arpad("list", "show", str(tmp_path / "out" / "lists" / "2026-11.parquet"))
    changes = arpad("list", "show", str(tmp_path / "out" / "changes" / "2026-11.parquet"))
    again = answer("replay", book, *SPAN, *out)

    assert faults(last, "replay.output") == []
    assert [list_["file"] is None for list_ in last["lists"]] == [True, False]
    assert (whole["keep"], whole["kept_as_changes"], last["keep"], last["kept_as_changes"]) == ("all", 0, "last", 1)
    assert 0 < last["space_needed"] <= whole["space_needed"]
    assert [list_["sha256"] for list_ in last["lists"]] == [list_["sha256"] for list_ in whole["lists"]]
    assert last["scale"] == whole["scale"]
    assert "1 list stands in a file of its own; 1 is kept as what changed" in text
    assert missing[0] == 2
    assert "2026-11 has no file of its own in the replay out" in missing[2]
    assert (changes[0], "is no whole list: a replay keeps in it what changed" in changes[2]) == (1, True)
    assert (again["made"], Path(again["lists"][0]["file"]).is_file()) == (0, True)


def test_notes_are_shown_with_their_lists(book: str) -> None:
    """What closing a month remarks is said, in the text and in the data, and again when nothing is left to make."""
    opened = Book.open(Path(book))
    events = opened.table("events")
    early = pl.when(pl.col("event_id") == events["event_id"].min()).then(pl.lit(date(2026, 8, 20)))
    opened.apply(changed(opened, {"events": events.with_columns(start=early.otherwise("start"))}))
    document = answer("replay", book, *SPAN)

    assert faults(document, "replay.output") == []
    assert [note["code"] for note in document["lists"][0]["notes"]] == ["list_missing"]
    assert "Note: 2026-11: The book has no list of 2026-08-01" in arpad("replay", book, *SPAN)[1]


def test_rules_of_the_book_are_named(book: str) -> None:
    """A national book needs no --edition; the answer says by which rules its lists were made."""
    place = Path(book, "book.toml")
    place.write_text(place.read_text(encoding="utf-8").replace('"fide"', '"mssz"'), encoding="utf-8")
    document = answer("replay", book, *SPAN)

    assert (document["edition"], document["by"]) == (None, "mssz-2017-01")
    assert "by mssz-2017-01: 0 list(s) made" in arpad("replay", book, *SPAN)[1]


def test_what_cannot_be_done_says_why(book: str, tmp_path: Path) -> None:
    """Months in the wrong order or none, no book, an edition that is not known, a place that cannot be written."""
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for words, code in (
        ((book, "--from", "2026-12", "--to", "2026-11"), 2),
        ((book, "--from", "2026-13", "--to", "2027-01"), 2),
        ((book, "--from", "1950-01", "--to", "1950-02"), 1),
        ((f"{book}-nowhere", *SPAN), 1),
        ((f"{book}\0", *SPAN), 2),
        ((book, *SPAN, "--edition", "fide-1066-10"), 2),
        ((book, *SPAN, "--out", str(tmp_path / "file" / "x")), 2),
        ((book, *SPAN, "--out", str(tmp_path)), 1),
    ):
        exit_code, _, err = arpad("replay", *words)

        assert (exit_code, err.startswith("arpad: "), "fault in arpad" in err) == (code, True, False), (words, err)


def test_without_the_engine(book: str) -> None:
    """Without Polars a sentence says what to install."""
    with mock.patch.object(extras, "has_engine", return_value=False):
        code, _, err = arpad("replay", book, *SPAN)

    assert (code, "arpad[engine]" in err) == (2, True)

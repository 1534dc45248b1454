"""`arpad replay`: lists with hashes that `arpad list` gives too, compared with those of another edition."""

from __future__ import annotations

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


@pytest.fixture
def book(tmp_path: Path) -> str:
    """Make up a small world."""
    place = tmp_path / "book"
    arpad("book", "world", str(place), "--players", "1000", "--months", "2", "--seed", "3")
    return str(place)


def test_replay_and_compare(book: str, tmp_path: Path) -> None:
    """Both replays stand in the book, their hashes are those of `arpad list hash`, and `arpad list diff` reads them."""
    law = tmp_path / "reform.toml"
    law.write_text(LAW, encoding="utf-8")
    plain = answer("replay", book, *SPAN)
    other = answer("replay", book, *SPAN, "--edition", str(law))
    again = answer("replay", book, *SPAN)
    files = [one["lists"][-1]["file"] for one in (plain, other)]
    changed = answer("list", "diff", *files, "--change", "rating")

    assert faults(plain, "replay.output") == faults(other, "replay.output") == []
    assert (plain["made"], again["made"], again["there_before"]) == (2, 0, 2)
    assert [answer("list", "hash", file)["sha256"] for file in files] == [
        one["lists"][-1]["sha256"] for one in (plain, other)
    ]
    assert changed["counts"]["rating"] > 0
    assert all(one["name"] for one in changed["differences"])
    assert answer("list", "show", files[0])["list_date"] == "2026-12-01"
    assert answer("book", "check", book)["problems"] == []
    assert "2 list(s) made" in arpad("replay", book, *SPAN, "--out", str(tmp_path / "out"))[1]


def test_notes_are_shown_with_their_lists(book: str) -> None:
    """What closing a month remarks is said, in the text and in the data, and again when nothing is left to make."""
    opened = Book.open(Path(book))
    events = opened.table("events")
    early = pl.when(pl.col("event_id") == events["event_id"].min()).then(pl.lit(date(2026, 8, 20)))
    opened.apply(changed(opened, {"events": events.with_columns(start=early.otherwise("start"))}))
    found = answer("replay", book, *SPAN)

    assert faults(found, "replay.output") == []
    assert [one["code"] for one in found["lists"][0]["notes"]] == ["list_missing"]
    assert "Note: 2026-11: The book has no list of 2026-08-01" in arpad("replay", book, *SPAN)[1]


def test_rules_of_the_book_are_named(book: str) -> None:
    """A national book needs no --edition; the answer says by which rules its lists were made."""
    place = Path(book, "book.toml")
    place.write_text(place.read_text(encoding="utf-8").replace('"fide"', '"mssz"'), encoding="utf-8")
    found = answer("replay", book, *SPAN)

    assert (found["edition"], found["by"]) == (None, "mssz-2017-01")
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
        found, _, err = arpad("replay", *words)

        assert (found, err.startswith("arpad: "), "fault in arpad" in err) == (code, True, False), (words, err)


def test_without_the_engine(book: str) -> None:
    """Without Polars a sentence says what to install."""
    with mock.patch.object(extras, "has_engine", return_value=False):
        code, _, err = arpad("replay", book, *SPAN)

    assert (code, "arpad[engine]" in err) == (2, True)

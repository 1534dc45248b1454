"""`arpad period`: a made-up month closed, verified by the reference, explained line by line; a wrong line is loud."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import polars as pl
import pytest
from running import answer, arpad

from arpad.cli.checking import faults
from arpad.engine.book import Book


@pytest.fixture
def book(tmp_path: Path) -> str:
    """Make up a small world."""
    place = tmp_path / "book"
    arpad("book", "world", str(place), "--players", "4000", "--months", "1", "--seed", "3")
    return str(place)


def test_close_verify_explain(book: str) -> None:
    """The list is written, every line of it is the reference's, and one line can be explained."""
    closed = answer("period", "close", book, "2026-11")
    verified = answer("period", "verify", book, "2026-11")
    biggest = closed["kinds"]["standard"]["biggest"][0]
    explained = answer("period", "explain", book, "2026-11", str(biggest["fide_id"]))

    assert faults(closed, "period.close.output") == []
    assert faults(verified, "period.verify.output") == []
    assert faults(explained, "period.explain.output") == []
    assert closed["written"]
    assert verified["compared"] > 50
    assert verified["different"] == []
    assert (explained["working"]["change"], explained["agrees"]) == (biggest["change"], True)
    assert explained["listed"] == explained["expected"]
    assert "fide-2026-01" in arpad("period", "explain", book, "2026-11", str(biggest["fide_id"]))[1]


def test_the_book_stays_sound(book: str) -> None:
    """After a close the book has its new list, its events know it, and the check finds no error."""
    arpad("period", "close", book, "2026-11")
    opened = Book.open(Path(book))

    assert opened.list_dates == (date(2026, 10, 1), date(2026, 11, 1))
    assert opened["events"]["rated_for"].drop_nulls().len() > 0
    assert arpad("book", "check", book)[0] == 0


def test_a_published_list_stays_as_it_is(book: str) -> None:
    """A list is closed once; a preview writes nothing."""
    assert answer("period", "preview", book, "2026-11")["written"] is False
    assert Book.open(Path(book)).list_dates == (date(2026, 10, 1),)
    assert arpad("period", "close", book, "2026-11")[0] == 0

    code, _, err = arpad("period", "close", book, "2026-11")
    assert code == 2
    assert "already" in err


def test_a_wrong_line_is_found_and_told(book: str) -> None:
    """A list that was tampered with disagrees, loudly."""
    closed = answer("period", "close", book, "2026-11")
    one = closed["kinds"]["standard"]["biggest"][0]["fide_id"]
    opened = Book.open(Path(book))
    wrong = opened.rating_list(date(2026, 11, 1)).with_columns(
        standard_rating=pl.when(pl.col("fide_id") == one)
        .then(pl.col("standard_rating") + 1)
        .otherwise("standard_rating")
    )
    opened.write_all({}, {date(2026, 11, 1): wrong})
    verified = answer("period", "verify", book, "2026-11", code=1)

    assert [row["fide_id"] for row in verified["different"]] == [one]
    code, out, _ = arpad("period", "explain", book, "2026-11", str(one))
    assert code == 1
    assert "THE LIST DISAGREES" in out


def test_same_list_from_the_same_book(tmp_path: Path) -> None:
    """Two books of one seed close to the same bytes."""
    lists = []
    for name in ("one", "two"):
        place = tmp_path / name
        arpad("book", "world", str(place), "--players", "2000", "--months", "1", "--seed", "9")
        arpad("period", "close", str(place), "2026-11")
        lists.append((place / "lists" / "2026-11.parquet").read_bytes())

    assert lists[0] == lists[1]


def test_what_cannot_be_done_says_why(book: str) -> None:
    """No such month, no such player, no list yet, no book."""
    assert arpad("period", "verify", book, "2026-11")[0] == 2
    assert arpad("period", "explain", book, "2026-11", "1")[0] == 2
    assert arpad("period", "close", book, "2026-13")[0] == 2
    assert arpad("period", "close", book + "-nowhere", "2026-11")[0] in {1, 2}

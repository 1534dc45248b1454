"""A stand-in gets his FIDE number: in every table, list and kept part result at once, or nowhere."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import polars as pl
import pytest
from running import answer, arpad
from small_books import SmallBook, rows_of

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.book.schema import TABLES
from arpad.book.view import pool_name
from arpad.documents.schema import faults

if TYPE_CHECKING:
    from pathlib import Path

NEW = 99000066


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """A book with two lists closed: a stand-in has part results of the first, and enters with the second."""
    small_book = SmallBook()
    for number in (-2, -1, 1, 2):
        small_book.player(number, 1980, name=f"Player, {number}" if number > 0 else f"Guest, {number}")
    for number in (1, 2):
        small_book.rated(date(2026, 8, 1), number, 2000)
    small_book.event(1, date(2026, 8, 3), date(2026, 8, 5), [(-1, 1, 100), (-1, 2, 100), (-1, 1, 100), (-2, 1, 50)])
    small_book.event(2, date(2026, 9, 3), date(2026, 9, 5), [(-1, 1, 0), (-1, 2, 0)])
    small_book.event(3, date(2026, 10, 3), date(2026, 10, 5), [(-1, 1, 50), (2, -1, 50)])
    book = Book.create(tmp_path / "book", About())
    tables = small_book.frames()
    excluded = [{"fide_id": -1, "since": date(2020, 1, 1), "until": date(2020, 2, 1), "scope": "games"}]
    tables["exclusions"] = rows_of(TABLES["exclusions"], excluded)
    book.apply(changed(book, tables, {date(2026, 8, 1): small_book.rating_list(date(2026, 8, 1))}))
    for month in ("2026-09", "2026-10"):
        assert arpad("period", "close", str(book.folder), month)[0] == 0
    return Book.open(book.folder)


def everything(book: Book) -> dict[str, list[tuple[object, ...]]]:
    """Give the rows of all tables but the log, of lists and kept part results, with the new number for the old one."""
    frames = {name: book.table(name) for name in TABLES if name != "log"}
    frames |= {f"lists {day}": book.rating_list(day) for day in book.list_dates}
    frames |= {f"pools {day}": book.table(pool_name(day)) for day in book.pool_dates}
    rows = {}
    for name, frame in frames.items():
        ids = [column for column in ("fide_id", "white", "black") if column in frame.columns]
        rows[name] = sorted(frame.with_columns(pl.col(ids).replace(-1, NEW)).rows(), key=str)
    return rows


def test_the_number_is_replaced_everywhere(book: Book) -> None:
    """Nothing else changes, the list that was made verifies, and the next one is what it would have been."""
    before = everything(book)
    assert before["pools 2026-09-01"]
    preview = answer("period", "preview", str(book.folder), "2026-11")
    document = answer("book", "renumber", str(book.folder), "-1", str(NEW))
    after = Book.open(book.folder)
    text = str(after.table("players").rows()) + str([after.rating_list(day).rows() for day in after.list_dates])

    assert faults(document, "book.renumber.output") == []
    assert (document["name"], document["old"], document["new"]) == ("Guest, -1", -1, NEW)
    assert set(document["rows"]) == {
        "players", "games", "exclusions", "pools/2026-09", "lists/2026-09", "lists/2026-10",
    }  # fmt: skip
    assert everything(after) == before
    assert "(-1," not in text
    assert [problem.code for problem in after.problems()] == []
    assert answer("period", "verify", str(book.folder), "2026-10")["different"] == []
    renamed = answer("period", "preview", str(book.folder), "2026-11")
    assert renamed["kinds"]["standard"]["points"] == preview["kinds"]["standard"]["points"]
    assert renamed["kinds"]["standard"]["changed"] == preview["kinds"]["standard"]["changed"]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("-7", str(NEW), "no player with the number -7"),
        ("-1", "2", "a player with the number 2 already: Player, 2"),
        ("-1", "-9", "-9 is no FIDE number"),
        ("-1", "-1", "-1 is no FIDE number"),
    ],
)
def test_what_cannot_be_replaced_is_refused(book: Book, old: str, new: str, sentence: str) -> None:
    """An unknown number, one that another player has, one that is none: nothing is written."""
    before = everything(book)
    code, _, err = arpad("book", "renumber", str(book.folder), old, new)

    assert (code, sentence in err) == (1, True), err
    assert everything(Book.open(book.folder)) == before


def test_tables_in_parts_and_other_forms(book: Book) -> None:
    """A table that is a folder, also of kept part results, stays one."""
    for place in (book.folder / "games.parquet", book.folder / "pools" / "2026-09.parquet"):
        place.with_suffix("").mkdir()
        place.rename(place.with_suffix("") / "first.parquet")
    answer("book", "renumber", str(book.folder), "-1", str(NEW))
    after = Book.open(book.folder)

    assert after.table("games").filter(pl.col("white") == NEW).height == 6
    assert after.table(pool_name(date(2026, 9, 1))).filter(pl.col("fide_id") == NEW).height == 1
    assert [path.name for path in (book.folder / "pools" / "2026-09").iterdir()] == ["all.parquet"]


def test_explain_takes_a_stand_in(book: Book) -> None:
    """A negative number is a player like any other."""
    document = answer("period", "explain", str(book.folder), "2026-10", "-1")

    assert (document["fide_id"], document["agrees"]) == (-1, True)
    assert document["expected"]["rating"] is not None

"""Where a replay may begin, and what one leaves behind that never came to a list."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import polars as pl
import pytest
from small_books import SmallBook

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.engine.replay.replay import Replayed, replay
from arpad.model.problems import ArpadError, RefusedError
from arpad.regulations.rulebook import Rulebook

if TYPE_CHECKING:
    from pathlib import Path

FIRST_LIST, NEXT = date(2026, 8, 1), date(2026, 9, 1)


def made_up(folder: Path, *, lists: bool = True, start: date = date(2026, 8, 3)) -> Book:
    """A book with one list, unless it has none, and one event after it."""
    small = SmallBook()
    for number in (1, 2):
        small.player(number)
        small.rated(FIRST_LIST, number, 2000)
    small.event(1, start, date(2026, 8, 15), [(1, 2, 100)])
    book = Book.create(folder, About())
    book.apply(changed(book, small.frames(), {FIRST_LIST: small.rating_list(FIRST_LIST)} if lists else {}))  # type: ignore[dict-item]
    return book


def run(book: Book, first: date, last: date, name: str | None = None, folder: Path | None = None) -> list[Replayed]:
    """Run a replay to its end."""
    return list(replay(book, first, last, name and Rulebook(edition=name), folder))


@pytest.mark.parametrize("first", [date(2026, 8, 1), date(2026, 7, 1), date(2025, 1, 1)])
@pytest.mark.parametrize("name", [None, "fide-2014-07"])
def test_the_first_month_has_to_be_after_a_list_of_the_book(tmp_path: Path, first: date, name: str | None) -> None:
    """From the book's first list or before it everybody would be unrated; refused, with the month that is possible."""
    book = made_up(tmp_path / "book")
    with pytest.raises(RefusedError, match=r"first list of the book is that of 2026-08\. Begin with 2026-09, or later"):
        run(book, first, date(2026, 10, 1), name)
    assert not book.folder.joinpath("replays").exists()
    assert run(book, NEXT, date(2026, 10, 1), name)[0].facts["rated"]["standard"] == 2


def test_the_month_that_is_possible_is_one_of_the_edition(tmp_path: Path) -> None:
    """Under lists of January, April, July and October the month after August is October."""
    with pytest.raises(RefusedError, match="Begin with 2026-10, or later"):
        run(made_up(tmp_path / "book"), date(2026, 7, 1), date(2026, 12, 1), "fide-2003-07")


def test_a_book_without_lists_starts_from_nothing_and_says_so(tmp_path: Path) -> None:
    """Nobody is rated then, which the first list remarks, and no other."""
    replays = run(made_up(tmp_path / "book", lists=False), NEXT, date(2026, 10, 1))
    notes = [[(note["code"], note["message"]) for note in replayed.facts["notes"]] for replayed in replays]

    assert notes[0][0][0] == "begun_from_nothing"
    assert notes[0][0][1].startswith("The book has no list before 2026-09, so everybody begins unrated")
    assert notes[1] == []


def test_a_replay_that_was_refused_leaves_nothing_in_the_way(tmp_path: Path) -> None:
    """An event for whose day no edition is known stops it; the book is mended, and the same command runs."""
    book, out = made_up(tmp_path / "book", start=date(1960, 1, 1)), tmp_path / "out"
    for folder in (out, None):
        with pytest.raises(ArpadError, match="the first day is 1960-01-01"):
            run(book, NEXT, NEXT, folder=folder)
    assert not out.exists()
    assert not book.folder.joinpath("replays", "in-force").exists()
    book.apply(changed(book, {"events": book.table("events").with_columns(start=pl.lit(date(2026, 8, 3)))}))

    assert [replayed.is_new for replayed in run(book, NEXT, NEXT, folder=out)] == [True]
    assert [replayed.is_new for replayed in run(book, NEXT, NEXT)] == [True]


def test_what_was_begun_without_a_list_is_begun_anew(tmp_path: Path) -> None:
    """A folder with an account of itself but no list, or with a list half written, holds nobody up."""
    book, out = made_up(tmp_path / "book"), tmp_path / "out"
    run(book, NEXT, NEXT, folder=out)
    about = out / "replay.json"
    text = about.read_text(encoding="utf-8")
    half = tmp_path / "half"
    half.joinpath("lists").mkdir(parents=True)
    half.joinpath("lists", ".2026-09.parquet.new").write_bytes(b"x")

    assert [replayed.is_new for replayed in run(book, NEXT, NEXT, folder=half)] == [True]
    before, _, rest = text.partition('"lists": {')
    about.write_text(before.replace("2026-09-01", "2026-10-01") + '"lists": {},\n  "files": {}\n}\n', encoding="utf-8")
    assert rest
    assert [replayed.is_new for replayed in run(book, NEXT, NEXT, folder=out)] == [True]
    assert about.read_text(encoding="utf-8") == text


def test_an_empty_folder_that_was_there_before_stays(tmp_path: Path) -> None:
    """Only a folder that the replay itself made goes when nothing was made."""
    book, out = made_up(tmp_path / "book", start=date(1960, 1, 1)), tmp_path / "out"
    out.mkdir()
    with pytest.raises(ArpadError):
        run(book, NEXT, NEXT, folder=out)
    assert list(out.iterdir()) == []

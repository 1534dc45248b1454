"""Books from Python: opened by text or path, a list closed, a line explained, as the command line does it."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest
from running import answer

import arpad
from arpad.library import extras

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small book of its own."""
    return Path(shutil.copytree(DATA / "small-book", tmp_path / "book"))


def test_a_book_is_opened_by_text_or_path(folder: Path) -> None:
    """Both are the same book."""
    book = arpad.Book.open(str(folder))

    assert book.list_dates == arpad.Book.open(folder).list_dates == (date(2026, 10, 1),)
    assert repr(book) == f"<Book {folder}: 1 lists>"
    assert str(book) == "A small book: 1 lists, the last one of 2026-10-01"
    assert book.rating_list("2026-10").height == book.rating_list(date(2026, 10, 1)).height == 3


def test_a_list_is_previewed_and_closed(folder: Path) -> None:
    """A preview writes nothing; closing writes the list, and the open book knows it."""
    book = arpad.Book.open(folder)
    preview = arpad.close(book, "2026-11", preview=True)

    assert (preview.published, book.list_dates[-1]) == (None, date(2026, 10, 1))
    closed = arpad.close(book, date(2026, 11, 1))

    assert closed.frame.equals(preview.frame)
    assert closed.published is not None
    assert closed.published.joinpath("list.txt").is_file()
    assert book.list_dates[-1] == closed.list_date == date(2026, 11, 1)
    assert str(closed).startswith(f"List of 2026-11-01: published in {closed.published}\nstandard, fide-2026-01: ")
    with pytest.raises(arpad.ArpadError, match="has a list of 2026-11-01 already"):
        arpad.close(book, "2026-11")
    with pytest.raises(arpad.ArpadError, match="an older one cannot be made after it"):
        arpad.close(folder, "2026-09")


def test_a_book_is_closed_by_its_law_and_previewed_by_any(folder: Path) -> None:
    """The edition of the first list becomes the law of the book; another one is refused, and nothing is written."""
    book = arpad.Book.open(folder)
    arpad.close(book, "2026-11", edition="fide-2024-03")
    by_law = arpad.close(book, "2026-12", preview=True)
    by_other = arpad.close(book, "2026-12", preview=True, edition="fide-2025-10")

    assert [each.closed.kinds["standard"].law.id for each in (by_law, by_other)] == ["fide-2024-03", "fide-2025-10"]
    with pytest.raises(arpad.RefusedError, match="The law of book is fide-2024-03") as refused:
        arpad.close(book, "2026-12", edition="fide-2025-10")
    assert [problem.code for problem in refused.value.problems] == ["other_edition"]
    assert arpad.Book.open(folder).list_dates[-1] == date(2026, 11, 1)


def test_a_line_is_explained_as_the_command_does(folder: Path) -> None:
    """The same line, the same working, and whether the list agrees."""
    arpad.close(folder, "2026-11")
    book = arpad.Book.open(folder)
    for player in book.rating_list("2026-11")["fide_id"].to_list():
        document = answer("period", "explain", str(folder), "2026-11", str(player))
        line = book.explain(player, "2026-11")

        assert line.agrees is document["agrees"] is True
        assert (line.name, line.expected.rating, line.expected.k) == (
            document["name"],
            document["expected"]["rating"],
            document["expected"]["k"],
        )
        assert [line.name for line in line.explanation.lines] == [line["name"] for line in document["explanation"]]
        assert str(line).startswith(f"{player} {line.name}\n")
        assert str(line).endswith("The list agrees.")


@pytest.mark.parametrize("month", ["2026-13", "2026", "October", 2026, None])
def test_what_is_no_month(folder: Path, month: object) -> None:
    """The sentence says how a month is written."""
    with pytest.raises(arpad.ArpadError, match=r"is no month from 1900 to 2199; give a date, or text"):
        arpad.Book.open(folder).explain(50100001, month)  # type: ignore[arg-type]


def test_what_is_not_in_the_book(folder: Path) -> None:
    """A player, a kind, a list, and a folder that are not there."""
    book = arpad.Book.open(folder)
    with pytest.raises(arpad.ArpadError, match="no player with the number 1"):
        book.explain(1, "2026-11")
    with pytest.raises(arpad.ArpadError, match="there are: standard, rapid, blitz"):
        book.explain(50100001, "2026-11", kind="classical")
    with pytest.raises(arpad.ArpadError, match="The book has no list of 2026-11"):
        book.rating_list("2026-11")
    with pytest.raises(arpad.ArpadError):
        arpad.Book.open(folder / "nothing")


def test_without_the_engine(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence says what to install."""
    monkeypatch.setattr(extras, "has_engine", lambda: False)
    for refuse in (lambda: arpad.Book.open(folder), lambda: arpad.close(folder, "2026-11")):
        with pytest.raises(arpad.ArpadError, match=r"A book needs the extra `engine`: pip install 'arpad\[engine\]'"):
            refuse()

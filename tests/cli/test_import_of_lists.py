"""`arpad book import` of rating lists that the book has already: passed over, replaced, or refused with the way."""

from __future__ import annotations

import re
import shlex
from datetime import date
from pathlib import Path

import polars as pl
import pytest
from running import answer, arpad
from single_lists import line, single

from arpad.book.folder import Book
from arpad.book.log import entries

SEPTEMBER, OCTOBER = date(2026, 9, 1), date(2026, 10, 1)
FORCED = ("--force", "--why", "Nothing was played.")


def september(folder: Path, name: str, rating: int) -> Path:
    """Write a list of September; the rating of one player is given."""
    folder.mkdir(exist_ok=True)
    return single(folder, name, "SEP26", line(11, "Aber, Ina", rating, 4, 20), line(12, "Boll, Udo", 1700, 3, 20))


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    """The list of September."""
    return september(tmp_path / "in", "standard_sep26.txt", 1800)


@pytest.fixture
def book(tmp_path: Path, listed: Path) -> str:
    """A book with the list of September."""
    folder = str(tmp_path / "book")
    answer("book", "init", folder, "--form", "csv")
    answer("book", "import", folder, str(listed))
    return folder


def codes(imported: dict[str, list[dict[str, str]]]) -> list[str]:
    """Give the codes of what an import says."""
    return [problem["code"] for problem in imported["problems"]]


def rating(book: str, day: date) -> int | None:
    """Give the rating of the player whose rating the tests change."""
    frame = Book.open(Path(book)).rating_list(day)
    assert frame is not None
    return frame.filter(pl.col("fide_id") == 11)["standard_rating"].item()


def test_the_same_list_again_is_passed_over(book: str, listed: Path) -> None:
    """It is in the book already, before and after the next list was closed, and the log says nothing of it."""
    before = answer("book", "import", book, str(listed))
    answer("period", "close", book, "2026-10", *FORCED)
    after = answer("book", "import", book, str(listed))

    assert [codes(before), codes(after)] == [["list_twice"], ["list_twice"]]
    assert before["lists"] == after["lists"] == []
    assert [entry.deed for entry in entries(Book.open(Path(book)))] == ["import", "close"]


def test_the_same_list_again_undoes_no_correction(book: str, listed: Path) -> None:
    """A folder is imported again for the sake of a new report; what was put right by hand stays."""
    answer("book", "correct", book, "player", "11", "--federation", "BBX", "--why", "a transfer", "--yes")

    assert codes(answer("book", "import", book, str(listed))) == ["list_twice"]
    assert Book.open(Path(book)).table("players").filter(pl.col("fide_id") == 11)["federation"].item() == "BBX"


def test_another_list_of_the_month_replaces_it(book: str, tmp_path: Path, listed: Path) -> None:
    """As long as nothing was made from it; the first file is no longer the same then, and replaces it in turn."""
    other = september(tmp_path / "sent again", "standard_sep26.txt", 1810)

    assert codes(answer("book", "import", book, str(other))) == ["list_replaced"]
    assert rating(book, SEPTEMBER) == 1810
    assert codes(answer("book", "import", book, str(listed))) == ["list_replaced"]
    assert rating(book, SEPTEMBER) == 1800


def advised(problem: dict[str, str], command: str) -> list[str]:
    """Give the words of a command that is advised."""
    words = next(words for words in re.findall("`arpad ([^`]*)`", problem["fix"]) if words.startswith(command))
    return shlex.split(words)


def test_a_list_that_was_closed_is_not_replaced(book: str, tmp_path: Path) -> None:
    """It was published. The advice can be followed: compare, take the closing back, import."""
    answer("period", "close", book, "2026-10", *FORCED)
    october = single(tmp_path, "standard_oct26.txt", "OCT26", line(11, "Aber, Ina", 1822, 9, 20))
    refused = answer("book", "import", book, str(october), code=1)

    assert codes(refused) == ["list_closed"]
    assert rating(book, OCTOBER) == 1800
    assert arpad("period", "verify", book, "2026-10")[0] == 0
    [problem] = refused["problems"]
    assert arpad(*advised(problem, "period compare"))[0] == 1
    assert arpad(*advised(problem, "book undo"), "--yes")[0] == 0
    assert codes(answer("book", "import", book, str(october))) == []
    assert rating(book, OCTOBER) == 1822


def test_a_list_on_which_a_closed_one_stands_is_not_replaced(book: str, tmp_path: Path) -> None:
    """Else the closed list would no longer follow from its book. Undone, imported and closed again it does."""
    answer("period", "close", book, "2026-10", *FORCED)
    other = september(tmp_path / "sent again", "standard_sep26.txt", 1810)
    refused = answer("book", "import", book, str(other), code=1)

    assert codes(refused) == ["list_built_on"]
    assert rating(book, SEPTEMBER) == 1800
    [problem] = refused["problems"]
    assert arpad(*advised(problem, "book undo"), "--yes")[0] == 0
    assert codes(answer("book", "import", book, str(other))) == ["list_replaced"]
    answer("period", "close", book, "2026-10", *FORCED)
    assert rating(book, OCTOBER) == 1810

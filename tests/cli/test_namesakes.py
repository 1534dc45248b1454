"""A report without the number of a player whom the book knows: said at once, asked again before a list is closed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from running import answer, arpad
from single_lists import line, single

from arpad.book.folder import Book

REPORT = """012 Autumn Match
032 AAX
042 2026/09/04
052 2026/09/05
092 Individual: Swiss-System
122 90 minutes and 30 seconds a move
132                                                                                        26/09/04  26/09/05
001    1 m    Aber, Ina                         1800 AAX             {born}/03/02  1.5    1     2 w 1     3 b =
001    2 m    Boll, Udo                         1700 AAX          12 1990/04/05  1.0    2     1 b 0     4 w 1
001    3 m    Caro, Eva                         1750 AAX          13 1990/08/05  1.5    3     4 b 1     1 w =
001    4 m    Dorn, Pia                         1650 AAX          14 1990/09/05  0.0    4     3 w 0     2 b 0
"""


@pytest.fixture
def book(tmp_path: Path) -> str:
    """A book with the list of September."""
    people = ((11, "Aber, Ina", 1800), (12, "Boll, Udo", 1700), (13, "Caro, Eva", 1750), (14, "Dorn, Pia", 1650))
    listed = single(tmp_path, "standard_sep26.txt", "SEP26", *(line(*person, 4, 20) for person in people))
    folder = str(tmp_path / "book")
    answer("book", "init", folder, "--form", "csv")
    answer("book", "import", folder, str(listed))
    return folder


def imported(book: str, tmp_path: Path, born: int) -> list[dict[str, str]]:
    """Import the report with a year of birth for the player without a number, and give what is said of it."""
    place = tmp_path / "autumn.trf"
    place.write_text(REPORT.format(born=born), encoding="utf-8")
    problems = answer("book", "import", book, str(place))["problems"]
    return [problem for problem in problems if problem["code"] == "namesake"]


def test_a_rated_player_without_a_number_is_no_newcomer_unasked(book: str, tmp_path: Path) -> None:
    """The import names the player whom the book knows, and no list is closed; merged as it is advised, it is."""
    [problem] = imported(book, tmp_path, 1990)
    checked = answer("book", "check", book)["problems"]
    code, _, refused = arpad("period", "close", book, "2026-10")

    assert problem["severity"] == "warning"
    assert problem["message"] == "Aber, Ina came without a FIDE number and stands here as -1; 11 has the same name."
    assert [known["code"] for known in checked] == ["namesake"]
    assert (code, "open problems: namesake" in refused) == (1, True)
    for fix in (problem["fix"], checked[0]["fix"]):
        [command, _] = re.findall("`arpad ([^`]*)`", fix)
        assert arpad(*shlex.split(command), "--dry-run")[0] == 0
    assert arpad(*shlex.split(command), "--yes")[0] == 0
    assert answer("book", "check", book)["problems"] == []
    assert arpad("period", "close", book, "2026-10")[0] == 0


def test_another_year_of_birth_is_another_person(book: str, tmp_path: Path) -> None:
    """Then nothing is said but that a number is missing."""
    assert imported(book, tmp_path, 2008) == []
    assert answer("book", "check", book)["problems"] == []


def test_namesakes_who_were_rated_are_not_asked_about_again(book: str, tmp_path: Path) -> None:
    """Whoever closed the list with a reason has decided that they are two."""
    imported(book, tmp_path, 1990)
    answer("period", "close", book, "2026-10", "--force", "--why", "They are cousins.")

    assert [fault.code for fault in Book.open(Path(book)).problems()] == []


def test_namesakes_who_are_two_are_said_to_be_two(book: str, tmp_path: Path) -> None:
    """As it is advised; then nobody asks again, and the list is closed without force."""
    [problem] = imported(book, tmp_path, 1990)
    [_, command] = re.findall("`arpad ([^`]*)`", problem["fix"])
    document = answer(*shlex.split(command))

    assert (document["events"], document["players"]) == ([], [-1, 11])
    assert answer("book", "check", book)["problems"] == []
    assert "-1 and 11 are two players" in arpad("book", "log", book)[1]
    assert arpad("period", "close", book, "2026-10")[0] == 0


@pytest.mark.parametrize(("numbers", "words"), [(("-1", "99"), "no player"), (("-1", "-1"), "one of them must be")])
def test_only_namesakes_are_said_to_be_two(book: str, tmp_path: Path, numbers: tuple[str, str], words: str) -> None:
    """Both are in the book, and one of them has a FIDE number."""
    imported(book, tmp_path, 1990)
    code, _, err = arpad("book", "distinct", book, *numbers, "--why", "cousins")

    assert (code, words in err) == (1, True)

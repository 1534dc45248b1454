"""A letter to a player who asks: plain words, FIDE's columns with K times the change of each game, the articles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from running import answer, arpad

from arpad.model.numbers import hundredths
from arpad.regulations.workings.fide_columns import HEAD

if TYPE_CHECKING:
    from pathlib import Path

REPORT = ["rate", "spring-open.trf", "--list", "standard_may25frl.txt"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the bundled event."""
    place = tmp_path_factory.mktemp("letters")
    assert arpad("example", "--write", str(place))[0] == 0
    return place


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Any]:
    """A made-up book with a month closed, and what closing it answered."""
    place = tmp_path_factory.mktemp("letters") / "book"
    arpad("book", "world", str(place), "--players", "1500", "--months", "1", "--seed", "3")
    return str(place), answer("period", "close", str(place), "2026-11")


def page(place: Path) -> ET.Element:
    """Read a page as XML."""
    return ET.fromstring(place.read_text(encoding="utf-8").split("\n", 1)[1])  # noqa: S314 - our own


def words_of(element: ET.Element) -> str:
    """Give all text of an element."""
    return " ".join("".join(element.itertext()).split())


def column(table: ET.Element, name: str) -> list[str]:
    """Give a column of a table by its heading."""
    heads, *rows = (list(row) for row in table.iter("tr"))
    place = [words_of(head) for head in heads].index(name)
    return [words_of(cells[place]) for cells in rows]


def number(text: str) -> int:
    """Read hundredths as a page writes them."""
    return hundredths(text.replace("\u2212", "-").replace("+", ""))


def test_a_letter_from_a_report(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer first; then K times the change of each game adds up to that of the event; then the articles."""
    monkeypatch.chdir(folder)
    place = tmp_path / "letter.html"
    code, out, _ = arpad(*REPORT, "--explain", "1", "-o", str(place))
    body = page(place).find("body")
    assert body is not None
    tables = list(body.iter("table"))

    assert (code, out) == (0, f"{place} written: a letter to Kestrel, Ada\n")
    assert body.findtext("h1") == "Kestrel, Ada"
    answered = words_of(next(p for p in body.iter("p") if p.get("class") == "answer"))
    assert answered.startswith("You gained 8: 2.5 from 3 counted games where 2.12 were expected make +0.38;")
    assert [words_of(head) for head in tables[0].iter("th")] == ["Event", "Ro", "Rc", "W", "n", "chg", "K", "K*chg"]
    assert column(tables[0], "K*chg") == ["+7.60"]
    assert sum(number(cell) for cell in column(tables[1], "K*chg") if cell) == 760
    assert [words_of(head) for head in body.iter("h2")] == [
        "In FIDE's columns",
        "Game by game",
        "Step by step",
        "The articles",
    ]
    assert "fide-2024-03 8.3.1" in words_of(body)
    assert "<script" not in place.read_text(encoding="utf-8")


def test_a_letter_without_k_says_how_k_can_be_given(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With options that there are; nothing is asked for that cannot be given there."""
    monkeypatch.chdir(folder)
    place = tmp_path / "letter.html"
    assert arpad("rate", "spring-open.trf", "--explain", "1", "-o", str(place))[0] == 0
    text = words_of(page(place))

    assert "so no change can be given. Give --list with the rating list, or --k." in text
    assert "Give k" not in text
    assert "Give k" not in arpad("rate", "spring-open.trf", "--explain", "1")[1]


def test_a_letter_to_a_newcomer(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No rating yet: how many games there are, how many are needed, and why the event counts or not."""
    monkeypatch.chdir(folder)
    place = tmp_path / "letter.html"
    assert arpad(*REPORT, "--explain", "6", "-o", str(place))[0] == 0
    text = words_of(page(place))

    assert "You have no rating on this list yet: 2 of 5 games." in text
    assert "Made-up Spring Open" in text


def test_a_letter_from_a_book(world: tuple[str, Any], tmp_path: Path) -> None:
    """The same from a closed list, with whether the list agrees."""
    book, closed = world
    biggest = closed["kinds"]["standard"]["biggest"][0]
    place = tmp_path / "letter.html"
    document = answer("period", "explain", book, "2026-11", str(biggest["fide_id"]), "-o", str(place))
    body = page(place).find("body")
    assert body is not None
    moved = "gained" if biggest["change"] > 0 else "lost"

    assert document["output"] == str(place)
    assert body.findtext("h1") == document["name"]
    assert f"You {moved} {abs(biggest['change'])}:" in words_of(body)
    assert "The list agrees." in words_of(body)
    assert number(column(next(body.iter("table")), "K*chg")[-1]) == hundredths(document["working"]["unrounded"])


def test_the_text_has_the_sentence_first_then_the_columns_then_the_working(world: tuple[str, Any]) -> None:
    """Events by their names, and K in words."""
    book, closed = world
    biggest = closed["kinds"]["standard"]["biggest"][0]
    lines = arpad("period", "explain", book, "2026-11", str(biggest["fide_id"]))[1].splitlines()
    document = answer("period", "explain", book, "2026-11", str(biggest["fide_id"]))
    heads = [place for place, line in enumerate(lines) if tuple(line.split()[-7:]) == HEAD]

    assert lines[0] == f"{biggest['fide_id']} {document['name']}"
    assert lines[1] == document["sentences"][0]
    assert any(line.startswith("K is ") for line in lines[: heads[0]])
    assert lines[heads[0] + 1].startswith(document["working"]["events"][0]["name"])
    assert f"  {document['working']['events'][0]['name']}, game 1" in lines[heads[0] :]
    assert any(line.startswith("Period") for line in lines[heads[0] :])


@pytest.mark.parametrize(
    ("name", "words"), [("letter.pdf", "print it as PDF"), ("letter", "end it in .html"), ("letter.csv", ".html")]
)
def test_a_letter_is_a_page(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, words: str
) -> None:
    """Another ending is refused, with what to do."""
    monkeypatch.chdir(folder)
    code, _, err = arpad(*REPORT, "--explain", "1", "-o", str(tmp_path / name))

    assert code == 2
    assert words in err
    assert not (tmp_path / name).exists()


def test_a_letter_says_first_that_the_number_is_in_doubt(tmp_path: Path) -> None:
    """The answer would be that of somebody else, or none."""
    arpad("example", "--write", str(tmp_path))
    report, page = tmp_path / "spring-open.trf", tmp_path / "letter.html"
    report.write_text(report.read_text(encoding="utf-8").replace("99000028", "99000082"), encoding="utf-8")
    ratings = str(tmp_path / "standard_may25frl.txt")
    code, _, err = arpad("rate", str(report), "--list", ratings, "--explain", "2", "-o", str(page))
    text = page.read_text(encoding="utf-8")

    assert (code, err) == (0, "")
    assert '<p class="answer">FIDE number 99000082 is not on the list of 2025-05-01; 99000028' in text

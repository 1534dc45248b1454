"""`arpad period preview`: names, biggest changes, newcomers and every event's state, as text, as a page and as JSON."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from running import answer, arpad
from small_books import SmallBook

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.documents.schema import faults
from arpad.engine.period.close_list import close
from arpad.pages import preview as preview_page
from arpad.publication import open_events
from arpad.publication.issue import issue

if TYPE_CHECKING:
    from pathlib import Path

BEFORE, FIRST, LAST = date(2026, 8, 1), date(2026, 9, 1), date(2026, 10, 1)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A book with September closed, and events of every state before October.

    1 was rated for September and is taken back, 2 stands in its place, 3 is rated, 4 ended in October, 5 came too late,
    6 was withdrawn before it was rated.
    """
    small = SmallBook()
    for number in (1, 2, 3):
        small.player(number, name=f"Player & <{number}>")
        small.rated(BEFORE, number, 2000 + 100 * number)
    small.player(9, name="Newcomer, Ann")
    small.event(1, date(2026, 8, 3), date(2026, 8, 15), [(1, 2, 100)] * 9)
    folder = tmp_path / "book"
    written = Book.create(folder, About())
    written.apply(changed(written, small.frames(), small.every_list()))
    issue(written, close(written, FIRST))
    rated = written.table("events").to_dicts()[0]
    small.tables["events"][0] |= {"rated_for": rated["rated_for"], "withdrawn": True, "withdrawn_for": LAST}
    small.event(2, date(2026, 8, 3), date(2026, 8, 15), [(1, 2, 100)] * 3, replaces=1)
    small.event(3, date(2026, 9, 3), date(2026, 9, 8), [(3, 1, 100), (2, 3, 50), (9, 1, 100), (9, 2, 50), (2, 9, 0)])
    small.event(4, date(2026, 10, 3), date(2026, 10, 5), [(1, 2, 50)])
    small.event(5, date(2026, 4, 3), date(2026, 4, 5), [(1, 3, 50)], received=date(2026, 9, 20))
    small.event(6, date(2026, 9, 3), date(2026, 9, 5), [(1, 3, 50)], withdrawn=True)
    frames = small.frames()
    written.apply(changed(written, {name: frames[name] for name in ("events", "games")}))
    return folder


def test_every_event_has_its_state(book: Path) -> None:
    """Rated, taken back, waiting for a later list, withdrawn, or not rated, with a sentence that says why."""
    states = {event["event_id"]: event for event in answer("period", "preview", str(book))["preview"]["event_states"]}

    assert {number: event["state"] for number, event in states.items()} == {
        1: "taken_back", 2: "rated", 3: "rated", 4: "waiting", 5: "not_rated", 6: "annulled",
    }  # fmt: skip
    assert states[3]["why"] is None
    assert "rates event 2 in its place" in states[1]["why"]
    assert states[2]["why"] == "It is rated in the place of event 1."
    assert states[4]["list"] == "2026-11-01"
    assert "too late for the list of" in states[5]["why"]


def test_the_text_has_names_changes_newcomers_and_corrections(book: Path) -> None:
    """An officer reads it before closing a list."""
    code, text, _ = arpad("period", "preview", str(book), "2026-10")

    assert code == 0
    assert text.startswith("List of 2026-10-01: a preview, nothing was written\n")
    assert "Player & <3>" in text
    assert "Newcomer, Ann" in text
    assert "3 of 5 games" in text
    assert "Corrections, standard: the base of 2 player(s) is another than was published" in text
    assert "not rated" in text
    assert not book.joinpath("lists", "2026-10.parquet").exists()


def test_the_document_has_the_form_that_is_described(book: Path) -> None:
    """JSON: the counts as before, and the preview beside them."""
    document = answer("period", "preview", str(book))

    assert faults(document, "period.close.output") == []
    assert document["preview"]["gains"]["standard"][0]["name"] == "Player & <2>"
    assert document["preview"]["newcomers"]["standard"]["first"][0]["reasons"] == ["3 of 5 games"]


def test_the_page_shows_the_same(book: Path, tmp_path: Path) -> None:
    """One file, well-formed, with names escaped; nothing is closed."""
    place = tmp_path / "preview.html"
    document = answer("period", "preview", str(book), "-o", str(place))
    text = place.read_text(encoding="utf-8")
    root = ET.fromstring(text.split("\n", 1)[1])  # noqa: S314 - our own

    assert document["output"] == str(place)
    assert "".join(root.find("body/h1").itertext()) == "Preview of the list of 2026-10-01"
    assert {heading.get("id") for heading in root.iter("h2")} == set(preview_page._SECTIONS)  # noqa: SLF001 - its own
    assert "Player &amp; &lt;3&gt;" in text
    assert "Lines that would be published: the list" in text
    assert "Published:" not in text


@pytest.mark.parametrize("is_cut", [False, True], ids=["a bit flipped", "cut in the middle"])
def test_of_a_damaged_book_it_is_told_what_is_damaged_and_what_to_do(book: Path, *, is_cut: bool) -> None:
    """As `book check --deep` tells it; numbers from damaged games would be read as true."""
    place = book / "games.parquet"
    data = bytearray(place.read_bytes())
    data[len(data) // 2] ^= 1
    place.write_bytes(data[: len(data) // 2] if is_cut else data)
    code, out, err = arpad("period", "preview", str(book))

    assert (code, out) == (4, "")
    assert "games.parquet is damaged" in err
    assert "arpad book restore" in err
    assert "arpad book accept" in err


def test_every_state_has_its_words() -> None:
    """What the publication says of an event, the page can name."""
    assert list(preview_page.STATES) == list(open_events.STATES)


def test_another_ending_than_that_of_a_page_is_refused_before_the_work(book: Path, tmp_path: Path) -> None:
    """It says what to do where somebody wants a PDF."""
    code, _, err = arpad("period", "preview", str(book), "-o", str(tmp_path / "preview.pdf"))

    assert code == 2
    assert "end it in .html" in err
    assert not (tmp_path / "preview.pdf").exists()

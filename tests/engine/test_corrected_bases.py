"""After a correction people are told: published before, the corrected base and why, the change, and the rating now."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import polars as pl
from small_books import SmallBook, rows_of

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.book.log import BookLogEntry, with_rows
from arpad.book.schema import TABLES
from arpad.engine.period.close_list import close
from arpad.engine.reference.explain import explained_line
from arpad.pages.summary import summary_page
from arpad.publication.issue import issue
from arpad.publication.publication import publication

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.engine.reference.explain import LineExplained

BEFORE, FIRST, LAST = date(2026, 8, 1), date(2026, 9, 1), date(2026, 10, 1)
DAYS = (date(2026, 8, 3), date(2026, 8, 15))
LATER = (date(2026, 9, 3), date(2026, 9, 15))


def book_with_a_rated_event(folder: Path) -> Book:
    """Two players of 2000: nine wins of the one were rated for September; in September each won one game."""
    small = SmallBook()
    for number in (1, 2):
        small.player(number)
        small.rated(BEFORE, number, 2000)
    small.event(1, *DAYS, [(1, 2, 100)] * 9)
    book = Book.create(folder, About())
    book.apply(changed(book, small.frames(), small.every_list()))
    issue(book, close(book, FIRST))
    more = SmallBook()
    more.event(2, *LATER, [(1, 2, 100), (2, 1, 100)])
    new = more.frames()
    book.apply(changed(book, {name: pl.concat([book.table(name), new[name]]) for name in ("events", "games")}))
    return Book.open(folder)


def annul(book: Book, why: str, **more: Any) -> None:  # noqa: ANN401 - tables
    """Withdraw the event, as a decision that the log keeps."""
    own = pl.col("event_id") == 1
    events = more.pop("events", book.table("events")).with_columns(
        withdrawn=pl.col("withdrawn") | own, withdrawn_for=pl.when(own).then(pl.lit(LAST)).otherwise("withdrawn_for")
    )
    change = changed(book, {"events": events, **more})
    book.apply(with_rows(change, BookLogEntry("annul", why, LAST, {"event": 1})))


def line_of(book: Book, player: int, day: date = LAST) -> LineExplained:
    """Explain a player's line."""
    return explained_line(book, book, day, player, "standard")


def test_a_withdrawn_event_is_told(tmp_path: Path) -> None:
    """Nine wins gave 2090; without them the base is 2000 again, and September is worth what it is worth from there."""
    book = book_with_a_rated_event(tmp_path / "book")
    published = line_of(book, 1, FIRST).expected.rating
    annul(book, "the games were never played.")
    line = line_of(book, 1)

    assert line.corrected is not None
    assert (line.corrected.published, line.corrected.base) == (published, 2000)
    assert line.correction == (
        f"Published before: {published} (list of 2026-09-01) → corrected base 2000, because event 1 (Event 1), rated "
        "for the list of 2026-09-01, was annulled: the games were never played → change "
        f"{line.explanation.result.change:+d} → now {line.expected.rating}."
    )
    assert line.sentences[0] == line.correction


def test_an_event_that_was_rated_anew_is_told_with_the_one_in_its_place(tmp_path: Path) -> None:
    """Three wins instead of nine."""
    book = book_with_a_rated_event(tmp_path / "book")
    small = SmallBook()
    small.event(3, *DAYS, [(1, 2, 100)] * 3, replaces=1)
    new = small.frames()
    events, games = (pl.concat([book.table(name), new[name]]) for name in ("events", "games"))
    annul(book, "six results were wrong", events=events, games=games)
    line = line_of(book, 2)

    assert line.corrected is not None
    assert [cause.what for cause in line.corrected.causes] == ["replaced"]
    assert "was rated anew as event 3: six results were wrong" in (line.correction or "")


def test_a_base_corrected_by_hand_is_told_with_the_words_of_the_log(tmp_path: Path) -> None:
    """And without a log, that it was corrected by the office."""
    book = book_with_a_rated_event(tmp_path / "book")
    row = {"kind": "standard", "fide_id": 2, "list": LAST, "rating": 2050}
    change = changed(book, {"corrections": rows_of(TABLES["corrections"], [row])})
    book.apply(change)
    silent = line_of(book, 2).correction
    book.apply(
        with_rows(changed(book, {"corrections": book.table("corrections").clear()}), BookLogEntry("correct", "back"))
    )
    again = changed(book, {"corrections": rows_of(TABLES["corrections"], [row])})
    book.apply(with_rows(again, BookLogEntry("correct", "an appeal", LAST)))

    assert "because the rating office corrected it →" in (silent or "")
    assert "because the rating office corrected it: an appeal →" in (line_of(book, 2).correction or "")
    assert line_of(book, 1).correction is None


def test_the_closed_list_tells_it_too_and_the_next_one_does_not(tmp_path: Path) -> None:
    """A correction belongs to the list that carries it out."""
    book = book_with_a_rated_event(tmp_path / "book")
    annul(book, "made up")
    preview = line_of(book, 1).correction
    issue(book, close(book, LAST))
    book = Book.open(book.folder)

    assert line_of(book, 1).correction == preview
    assert line_of(book, 1).agrees is True
    assert line_of(book, 1, FIRST).correction is None
    assert line_of(book, 1, date(2026, 11, 1)).correction is None


def test_the_summary_has_a_section_of_corrections(tmp_path: Path) -> None:
    """The events that the list takes back, and everybody whose base is another, the largest correction first."""
    book = book_with_a_rated_event(tmp_path / "book")
    annul(book, "made up")
    summary = publication(close(book, LAST), book).summary
    corrected = summary["corrections"]["standard"]

    assert [cause["event"] for cause in corrected["events"]] == [1]
    assert corrected["count"] == 2
    assert {player["fide_id"]: player["base"] for player in corrected["players"]} == {1: 2000, 2: 2000}
    assert all("was annulled: made up" in player["because"] for player in corrected["players"])
    assert publication(close(book, FIRST), book).summary["corrections"] == {}
    page = summary_page(summary)
    assert '<h2 id="corrections">Corrections</h2>' in page
    assert "Event 1 (Event 1), rated for the list of 2026-09-01, was annulled: made up." in page
    assert "Corrections" not in summary_page(publication(close(book, FIRST), book).summary)

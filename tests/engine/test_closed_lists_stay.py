"""A closed list is explained and verified from what it rated: nothing that came into the book later makes it wrong."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from small_books import SmallBook, rows_of

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.decisions.correct_player import CorrectLine, CorrectNumber, with_line, with_number
from arpad.book.decisions.merge import Merge, merged
from arpad.book.folder import Book
from arpad.book.log import BookLogEntry, with_rows
from arpad.book.renumber import renumbered
from arpad.book.schema import TABLES
from arpad.engine.compare.verification import verify
from arpad.engine.period.close_list import close
from arpad.engine.reference.explain import explained_line
from arpad.publication.issue import issue

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.engine.reference.explain import LineExplained

BEFORE, FIRST, LAST = date(2026, 8, 1), date(2026, 9, 1), date(2026, 10, 1)
DAYS = (date(2026, 8, 3), date(2026, 8, 15))
LATER = (date(2026, 9, 3), date(2026, 9, 15))


class Quiet:
    """Says nothing to nobody."""

    def stage(self, what: str, total: int | None = None) -> None:
        """Nothing."""

    def reached(self, done: int) -> None:
        """Nothing."""


def closed_book(folder: Path, **player: Any) -> Book:  # noqa: ANN401 - cells of any kind
    """A book of three players with the list of September closed: player 1 beat player 2 three times."""
    small = SmallBook()
    for number in (1, 2, 3):
        small.player(number, **(player if number == 1 else {}))
        small.rated(BEFORE, number, 2000, k=40 if number == 1 and player else 20)
    small.event(1, *DAYS, [(1, 2, 100)] * 3)
    book = Book.create(folder, About())
    book.apply(changed(book, small.frames(), small.every_list()))
    issue(book, close(book, FIRST))
    return Book.open(folder)


def with_event(book: Book, number: int, games: list[tuple[int, int, int]], **more: Any) -> None:  # noqa: ANN401
    """Add an event of August to a book."""
    small = SmallBook()
    start, end = more.pop("start", DAYS[0]), more.pop("end", DAYS[1])
    small.event(number, start, end, games, **more)
    new = small.frames()
    tables = {name: pl.concat([book.table(name), new[name]]) for name in ("events", "games")}
    book.apply(changed(book, tables))


def changed_events(book: Book, number: int, **cells: Any) -> None:  # noqa: ANN401 - cells of any kind
    """Change cells of an event."""
    events = book.table("events")
    own = pl.col("event_id") == number
    dtypes = events.schema
    new = events.with_columns(
        pl.when(own).then(pl.lit(value, dtype=dtypes[name])).otherwise(name).alias(name)
        for name, value in cells.items()
    )
    book.apply(changed(book, {"events": new}))


def line_of(book: Book, player: int, day: date = FIRST) -> LineExplained:
    """Explain a player's line."""
    opened = Book.open(book.folder)
    return explained_line(opened, opened, day, player, "standard")


def differences(book: Book, day: date = FIRST) -> list[Any]:
    """Verify a list."""
    opened = Book.open(book.folder)
    return list(verify(opened, opened, day, Quiet()).different)


def test_an_event_that_came_later_is_for_a_later_list(tmp_path: Path) -> None:
    """A report of August that is imported after the list of September was closed: that list never rated it."""
    book = closed_book(tmp_path / "book")
    with_event(book, 2, [(1, 3, 0)] * 4)

    assert differences(book) == []
    line = line_of(book, 1)
    assert (line.agrees, line.listed) == (True, line.expected)
    assert [names.event for names in line.names] == ["Event 1"]


@pytest.mark.parametrize(
    "cells",
    [{"withdrawn": True}, {"withdrawn": True, "withdrawn_for": LAST}, {"withdrawn": True, "withdrawn_for": FIRST}],
    ids=["no list named", "a later list", "the list itself"],
)
def test_a_withdrawal_after_the_closing_changes_nothing_of_that_list(tmp_path: Path, cells: dict[str, Any]) -> None:
    """The list did rate the event, whatever was decided about it since."""
    book = closed_book(tmp_path / "book")
    changed_events(book, 1, **cells)

    assert differences(book) == []
    assert line_of(book, 1).agrees is True


def test_a_birth_date_that_was_corrected_later_does_not_touch_the_k_of_a_closed_list(tmp_path: Path) -> None:
    """K of a closed list is that of what was known then; the log says what that was."""
    book = closed_book(tmp_path / "book", born=2010)
    players = book.table("players")
    mended = players.with_columns(
        birth_year=pl.when(pl.col("fide_id") == 1).then(1990).otherwise("birth_year").cast(pl.Int32)
    )
    change = changed(book, {"players": mended})
    book.apply(with_rows(change, BookLogEntry("correct", "a passport was shown")))

    line = line_of(book, 1)
    assert line.expected.k == 40
    assert line.agrees is True
    assert differences(book) == []
    # From the next list on the player is no junior.
    assert line_of(book, 1, LAST).expected.k == 20


def test_an_exclusion_that_was_decided_later_does_not_touch_a_closed_list(tmp_path: Path) -> None:
    """Games are left out from the next list on, also those of days before."""
    book = closed_book(tmp_path / "book")
    row = {"fide_id": 1, "since": DAYS[0], "scope": "games", "reason": "made up"}
    change = changed(book, {"exclusions": rows_of(TABLES["exclusions"], [row])})
    book.apply(with_rows(change, BookLogEntry("exclude", "a decision")))

    assert differences(book) == []
    assert line_of(book, 2).agrees is True


def test_a_player_who_came_later_is_not_missing_on_a_closed_list(tmp_path: Path) -> None:
    """Nothing was known of the player then, so the list says nothing, and is right."""
    book = closed_book(tmp_path / "book")
    small = SmallBook()
    small.player(4)
    book.apply(changed(book, {"players": pl.concat([book.table("players"), small.frames()["players"]])}))
    line = line_of(book, 4)

    assert (line.agrees, line.listed) == (True, None)
    assert "DISAGREES" not in line.verdict
    assert "is not on it" in line.verdict


def test_a_new_number_stands_in_old_lists_too(tmp_path: Path) -> None:
    """A player who was renumbered has the line, and is told of the number before."""
    book = closed_book(tmp_path / "book")
    change, _ = renumbered(book, 1, 99000011)
    assert change.entry is not None
    book.apply(replace(change, entry=replace(change.entry, why="the federation gave it")))
    line = line_of(book, 99000011)

    assert line.agrees is True
    assert any("number 1" in sentence and "the federation gave it" in sentence for sentence in line.sentences)
    assert differences(book) == []


def test_a_wrong_list_still_disagrees(tmp_path: Path) -> None:
    """What is left out is what came later; a line that was tampered with is found as before."""
    book = closed_book(tmp_path / "book")
    with_event(book, 2, [(1, 3, 0)] * 4)
    own = book.rating_list(FIRST)
    assert own is not None
    wrong = pl.when(pl.col("fide_id") == 1).then(pl.col("standard_rating") - 1).otherwise("standard_rating")
    book.apply(changed(book, {}, {FIRST: own.with_columns(standard_rating=wrong)}))

    assert [(each.fide_id, each.field) for each in differences(book)] == [(1, "rating")]
    assert "DISAGREES" in line_of(book, 1).verdict


def test_two_numbers_that_were_put_together_later_leave_a_closed_list_as_it_was(tmp_path: Path) -> None:
    """The list had two lines, and opponents met two ratings; the log says so, and the player is told of the number."""
    book = closed_book(tmp_path / "book")
    book.apply(merged(book, Merge(3, 1, "one passport")))

    assert differences(book) == []
    line = line_of(book, 1)
    assert (line.agrees, line.listed) == (True, line.expected)
    assert any("the number 3 was put together with this one: one passport" in sentence for sentence in line.sentences)


def test_a_number_that_was_corrected_later_stands_in_a_closed_list(tmp_path: Path) -> None:
    """The same player under the right number; nothing else is another."""
    book = closed_book(tmp_path / "book", born=2010)
    book.apply(with_number(book, CorrectNumber(1, 99000011, "a digit was wrong")))

    assert differences(book) == []
    line = line_of(book, 99000011)
    assert (line.agrees, line.expected.k) == (True, 40)
    assert "Until " in line.sentences[1]
    assert "the player had the number 1: a digit was wrong." in line.sentences[1]


def test_a_corrected_k_is_told_with_its_reason_and_not_as_what_the_list_shows(tmp_path: Path) -> None:
    """It holds from the next list on; the closed list keeps its own."""
    book = closed_book(tmp_path / "book")
    with_event(book, 2, [(1, 3, 100)], start=LATER[0], end=LATER[1])
    book.apply(with_line(book, CorrectLine(1, "thirty games were counted twice.", k=40, played=12)))

    sentences = line_of(book, 1, LAST).sentences
    assert "K is 40: the rating office corrected it: thirty games were counted twice." in sentences
    assert (
        "The rating office corrected the count of rated games so far to 12: thirty games were counted twice."
        in sentences
    )
    assert not any("shows" in note.message for note in line_of(book, 1, LAST).notes)
    assert differences(book) == []

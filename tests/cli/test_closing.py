"""Closing is guarded: nobody closes by mistake too early, without events, with open problems, or damaged tables."""

from __future__ import annotations

import json
import shutil
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from running import answer, arpad
from small_books import SmallBook

import arpad as library
from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.book.log import entries
from arpad.book.schema import TABLES

OCTOBER, NOVEMBER = date(2026, 10, 1), date(2026, 11, 1)
WHY = "The federation asked for it."


def written(folder: Path, small: SmallBook, seed: int | None = None) -> Path:
    """Write a small book into a folder."""
    book = Book.create(folder, About("A small book", seed=seed), "csv")
    book.apply(changed(book, small.frames(), small.every_list()))
    return folder


def small_book(**event: Any) -> SmallBook:  # noqa: ANN401 - cells of any kind
    """Three rated players and an event of October."""
    small = SmallBook()
    for number, rating in ((1, 2000), (2, 2100), (3, 2200)):
        small.player(number)
        small.rated(OCTOBER, number, rating)
    small.event(1, date(2026, 10, 10), date(2026, 10, 12), [(1, 2, 100), (2, 3, 50)], **event)
    return small


@pytest.fixture
def book(tmp_path: Path) -> str:
    """The book of three players in a folder."""
    return str(written(tmp_path / "book", small_book()))


def refused(*words: str, code: int = 1) -> dict[str, str]:
    """Run a command that is refused; give its sentences by code."""
    exit_code, out, _ = arpad(*words, "--json")

    assert exit_code == code, out
    return {problem["code"]: problem["message"] for problem in json.loads(out)["problems"]}


class TestBeforeTheLastDay:
    """Events of the list of 1 November may end until 31 October, official ones among them (7.1.3)."""

    def test_refused_with_the_day_and_its_article(self, book: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """The sentence says for which kind of chess, until when, by which article, and what can be done."""
        monkeypatch.setenv("ARPAD_TODAY", "2026-10-30")
        sentences = refused("period", "close", book, "2026-11")

        assert set(sentences) == {"closed_early", "not_closed"}
        assert "standard until 2026-10-31 (fide-2026-01 7.1.3 [3])" in sentences["closed_early"]
        assert "rapid until 2026-10-31" in sentences["closed_early"]
        assert "today is 2026-10-30. Wait until 2026-10-31." in sentences["closed_early"]
        assert '--force --why "…"' in sentences["not_closed"]
        assert Book.open(Path(book)).list_dates == (OCTOBER,)

    def test_closed_on_the_last_day(self, book: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """From that day on nothing speaks against it."""
        monkeypatch.setenv("ARPAD_TODAY", "2026-10-31")
        assert answer("period", "close", book, "2026-11")["written"]

    def test_forced_with_a_reason(self, book: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """The log keeps the reason, and what was passed over."""
        monkeypatch.setenv("ARPAD_TODAY", "2026-10-30")
        answer("period", "close", book, "2026-11", "--force", "--why", WHY)
        newest = entries(Book.open(Path(book)))[-1]

        assert (newest.deed, newest.why, newest.list_date) == ("close", WHY, NOVEMBER)
        assert newest.facts["passed"] == ["closed_early"]

    @pytest.mark.parametrize("why", [(), ("--why", ""), ("--why", " ")])
    def test_not_forced_without_a_reason(self, book: str, why: tuple[str, ...]) -> None:
        """`--force` alone is no reason."""
        sentences = refused("period", "close", book, "2026-11", "--force", *why, code=2)

        assert "--why" in sentences["usage"]
        assert Book.open(Path(book)).list_dates == (OCTOBER,)

    def test_a_preview_needs_nothing(self, book: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """What writes nothing may be looked at any day."""
        monkeypatch.setenv("ARPAD_TODAY", "2026-10-02")
        assert not answer("period", "preview", book, "2026-11")["written"]

    def test_a_made_up_book_needs_nothing(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A book with a seed has no public."""
        monkeypatch.setenv("ARPAD_TODAY", "2026-10-02")
        folder = written(tmp_path / "made up", small_book(), seed=7)
        assert answer("period", "close", str(folder), "2026-11")["written"]

    def test_a_replay_needs_nothing(self, book: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A replay publishes nothing."""
        monkeypatch.setenv("ARPAD_TODAY", "2026-10-02")
        replayed = answer("replay", book, "--from", "2026-11", "--to", "2026-11", "--out", str(tmp_path / "out"))
        assert replayed["made"] == 1


def test_without_events(tmp_path: Path) -> None:
    """A list that would rate nothing is refused; one that takes an event back rates something."""
    small = small_book()
    folder = str(written(tmp_path / "book", small))
    answer("period", "close", folder, "2026-11")
    sentences = refused("period", "close", folder, "2026-12")
    assert set(sentences) == {"no_events", "not_closed"}
    assert "2026-12" in sentences["no_events"]

    book = Book.open(Path(folder))
    events = book.table("events").with_columns(withdrawn=True, withdrawn_for=date(2026, 12, 1))
    book.apply(changed(book, {"events": events.cast(TABLES["events"].schema)}))
    assert answer("period", "close", folder, "2026-12")["written"]


class TestOpenProblems:
    """Warnings of `arpad book check` about what is still to be rated."""

    def test_of_an_event_that_waits(self, tmp_path: Path) -> None:
        """A result of nothing each may be a slip: somebody has to look at it first."""
        small = small_book()
        small.tables["games"][0] |= {"white_score": 0, "black_score": 0}
        folder = str(written(tmp_path / "book", small))
        sentences = refused("period", "close", folder, "2026-11")

        assert set(sentences) == {"open_problems", "not_closed"}
        assert "scores_under" in sentences["open_problems"]
        assert f"arpad book check {folder}" in sentences["open_problems"]
        answer("period", "close", folder, "2026-11", "--force", "--why", "Both were absent.")

    def test_not_of_one_that_was_rated(self, tmp_path: Path) -> None:
        """What was passed over once is not asked again with every list."""
        small = small_book()
        small.tables["games"][0]["day"] = date(2026, 9, 1)
        small.event(2, date(2026, 11, 3), date(2026, 11, 4), [(1, 3, 50)])
        folder = str(written(tmp_path / "book", small))
        assert "day_outside" in refused("period", "close", folder, "2026-11")["open_problems"]
        answer("period", "close", folder, "2026-11", "--force", "--why", "A slip; the day decides nothing.")

        assert "day_outside" in [problem["code"] for problem in answer("book", "check", folder)["problems"]]
        assert answer("period", "close", folder, "2026-12")["written"]


class TestDamagedTables:
    """From tables that arpad did not write no list is made; a reason does not make them whole."""

    def test_refused_whatever_the_reason(self, book: str) -> None:
        """The sentence names the file and both ways out."""
        place = Path(book, "games.csv")
        place.write_text(place.read_text(encoding="utf-8").replace(",100,0", ",0,100"), encoding="utf-8")
        for more in ((), ("--force", "--why", WHY)):
            sentences = refused("period", "close", book, "2026-11", *more, code=4)
            assert "games.csv" in sentences["file_changed"]
            assert "arpad book restore" in sentences["file_changed"]
            assert "arpad book accept" in sentences["file_changed"]

        answer("book", "accept", book, "--why", "The arbiter had entered it the wrong way round.", "--yes")
        assert answer("period", "close", book, "2026-11")["written"]

    def test_what_was_written_anew_meanwhile_is_an_open_problem(self, book: str) -> None:
        """A write of arpad does not make an edited table unseen: whoever closes has to say why it is right."""
        place = Path(book, "events.csv")
        place.write_text(place.read_text(encoding="utf-8").replace("Event 1", "Autumn Match"), encoding="utf-8")
        own = Book.open(Path(book))
        own.apply(changed(own, {"events": own.table("events")}))

        assert "file_edited" in refused("period", "close", book, "2026-11")["open_problems"]
        answer("book", "accept", book, "--why", "The name was wrong.", "--yes")
        assert answer("period", "close", book, "2026-11")["written"]

    def test_of_a_made_up_book_nothing_is_asked(self, tmp_path: Path) -> None:
        """Whoever tries things out may edit what there is."""
        folder = written(tmp_path / "made up", small_book(), seed=7)
        place = folder / "games.csv"
        place.write_text(place.read_text(encoding="utf-8").replace(",100,0", ",0,100"), encoding="utf-8")
        assert answer("period", "close", str(folder), "2026-11")["written"]


def test_from_python(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`arpad.close` has the same guard, and says it in its own words."""
    monkeypatch.setenv("ARPAD_TODAY", "2026-10-30")
    with pytest.raises(library.RefusedError, match="close with force=True and why") as fault:
        library.close(book, "2026-11")
    assert [problem.code for problem in fault.value.problems] == ["closed_early", "not_closed"]
    with pytest.raises(library.ArpadError, match="force needs a reason"):
        library.close(book, "2026-11", force=True)
    copy = Path(shutil.copytree(book, Path(book).with_name("copy")))
    closed = library.close(copy, "2026-11", force=True, why=WHY)

    assert closed.published is not None
    assert entries(Book.open(copy))[-1].why == WHY

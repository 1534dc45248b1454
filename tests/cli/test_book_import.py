"""`arpad book import`: many files are one change, a corrected report replaces, and what is refused leads somewhere."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path
from unittest import mock

import polars as pl
import pytest
from corrected import SPRING, with_result
from running import answer, arpad

from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.book.imports import together
from arpad.book.log import entries
from arpad.formats.trf.writer import write_trf

DATA = Path(__file__).parents[1] / "data"
LIST = DATA / "made-list.txt"


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A small book of its own."""
    return Path(shutil.copytree(DATA / "small-book", tmp_path / "small"))


@pytest.fixture
def corrected(tmp_path: Path) -> Path:
    """The made-up report with another result, in a folder whose name has to be quoted."""
    place = tmp_path / "sent again" / "spring.trf"
    place.parent.mkdir()
    place.write_text(write_trf(with_result(3, 1, 3, "==")), encoding="utf-8")
    return place


def content(folder: Path) -> dict[str, bytes]:
    """Give everything in a book but what is hidden."""
    return {str(place): place.read_bytes() for place in sorted(folder.rglob("[!.]*")) if place.is_file()}


def test_a_corrected_report(small: Path, corrected: Path) -> None:
    """Refused with what differs, all of it in JSON; the command that is advised replaces it."""
    answer("book", "import", str(small), str(SPRING))
    before = content(small)
    refused = answer("book", "import", str(small), str(corrected), code=1)
    text = arpad("book", "import", str(small), str(corrected))[1]

    assert content(small) == before
    assert [near["outcome"] for near in refused["near_duplicates"]] == ["refused"]
    assert [difference["now"] for difference in refused["near_duplicates"][0]["differences"]] == ["½-½"]
    assert "1 of 1 file(s) were not taken" in text
    assert "round 3, Kestrel, Ada - Marlow, Cian: 1-0, now ½-½" in text
    advised = shlex.split(refused["problems"][0]["fix"].split("`")[1])
    replaced = answer(*advised[1:])
    assert [(event["event_id"], event["replaced"]) for event in replaced["events"]] == [(901, True)]
    assert (replaced["players_added"], replaced["near_duplicates"][0]["outcome"]) == (0, "replaced")
    assert entries(Book.open(small))[-1].sentence().endswith(" games; event 901 replaced")
    assert Book.open(small).table("events").height == 3
    assert answer("book", "import", str(small), str(corrected))["problems"][0]["code"] == "report_twice"


def test_both_were_played(small: Path, corrected: Path) -> None:
    """A reason is asked for and kept, and a check does not ask again."""
    answer("book", "import", str(small), str(SPRING))
    for words in (("--distinct",), ("--distinct", "--why", " "), ("--distinct", "--replace", "--why", "both")):
        assert arpad("book", "import", str(small), str(corrected), *words)[0] == 2
    taken = answer("book", "import", str(small), str(corrected), "--distinct", "--why", "two evenings")

    assert [event["event_id"] for event in taken["events"]] == [902]
    assert entries(Book.open(small))[-1].why == "two evenings"
    assert "counted_twice" not in {problem["code"] for problem in answer("book", "check", str(small))["problems"]}


def test_what_is_in_the_book_twice_can_be_told_apart_later(small: Path, corrected: Path) -> None:
    """The command that a check advises, as it is typed."""
    answer("book", "import", str(small), str(SPRING))
    answer("book", "import", str(small), str(corrected), "--distinct", "--why", "two evenings")
    small.joinpath("log.csv").unlink()
    checked = answer("book", "check", str(small))
    (problem,) = [problem for problem in checked["problems"] if problem["code"] == "counted_twice"]
    advised = shlex.split(problem["fix"].split("`")[3])

    assert advised[:3] == ["arpad", "book", "distinct"]
    assert answer(*advised[1:]) == {"book": "small", "events": [901, 902], "players": [], "why": "..."}
    assert "counted_twice" not in {problem["code"] for problem in answer("book", "check", str(small))["problems"]}
    assert "events 901 and 902 were both played" in arpad(*advised[1:])[1]
    assert answer("book", "distinct", str(small), "1", "77", "--why", "x", code=1)["problems"][0]["code"] == "no_event"


def test_many_files_are_one_change(small: Path, tmp_path: Path) -> None:
    """Two lists and a report are written at once, with one entry in the log."""
    with mock.patch.object(Book, "apply", autospec=True, side_effect=Book.apply) as applied:
        second = shutil.copy(LIST, tmp_path / "standard_dec26.txt")
        first = shutil.copy(LIST, tmp_path / "standard_nov26.txt")
        answer("book", "import", str(small), str(SPRING), str(second), str(first))
    (entry,) = entries(Book.open(small))

    assert applied.call_count == 1
    assert [of_list["list"] for of_list in entry.facts["lists"]] == ["2026-11-01", "2026-12-01"]
    assert [event["event_id"] for event in entry.facts["events"]] == [901]
    assert entry.list_date is None


def test_what_cannot_be_written_leaves_the_book_as_it_was(small: Path) -> None:
    """The disk is full when the last of many files is written: no list came in, either."""
    before = content(small)
    with mock.patch("arpad.book.durable.journal._commit", side_effect=OSError(28, "No space left on device")):
        code, _, err = arpad("book", "import", str(small), str(SPRING), str(LIST), "--date", "2026-11-01")

    assert code == 2
    assert "is as it was before" in err
    assert content(small) == before


def test_a_file_that_is_refused_does_not_hold_the_others_up(small: Path) -> None:
    """What is wrong is told, and how many files were not taken; the rest is in the book."""
    code, out, _ = arpad("book", "import", str(small), str(SPRING), str(DATA / "spring-open-broken.trf"))

    assert code == 1
    assert "1 of 2 file(s) were not taken; what is wrong with each stands below." in out
    assert Book.open(small).table("events")["event_id"].max() == 901


def test_too_many_lists_for_one_change(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said before anything is written, and in the answer; the book is the same in the end."""
    whole = Path(shutil.copytree(small, tmp_path / "whole" / "small"))
    places = [str(shutil.copy(LIST, tmp_path / f"standard_{month}.txt")) for month in ("nov26", "dec26")]
    answer("book", "import", str(whole), *places, str(SPRING))
    monkeypatch.setattr(together, "MOST_AT_ONCE", 1)
    code, out, err = arpad("book", "import", str(small), *places, str(SPRING))

    assert code == 0
    assert err.startswith("arpad: 2 lists are too much for one change. Each list is written by itself")
    assert "import_in_steps" in out
    books = [Book.open(small), Book.open(whole)]
    assert all(books[0].table(name).equals(books[1].table(name)) for name in ("players", "events", "games"))
    assert [len(entry.facts["lists"]) for entry in entries(books[0])] == [1, 1, 0]
    assert books[0].list_dates == books[1].list_dates


@pytest.mark.parametrize("is_linked", [True, False])
def test_a_report_as_it_was_before_it_was_corrected(small: Path, corrected: Path, is_linked: bool) -> None:
    """A folder is imported again after a result was corrected: nothing is taken back, and the way to do so is named.

    Once a list was published again the events say no longer which of them took the place of which; the log does.
    """
    answer("book", "import", str(small), str(SPRING))
    book = Book.open(small)
    events = book.table("events").with_columns(
        rated_for=pl.when(event_id=901).then(book.list_dates[-1]).otherwise("rated_for")
    )
    book.apply(changed(book, {"events": events}))
    answer("book", "replace", str(small), "901", str(corrected), "--why", "a scoresheet", "--yes")
    if not is_linked:
        book = Book.open(small)
        book.apply(changed(book, {"events": book.table("events").with_columns(replaces=pl.lit(None, pl.Int64))}))
    [problem] = answer("book", "import", str(small), str(SPRING))["problems"]

    assert (problem["code"], problem["severity"]) == ("report_as_before", "note")
    assert problem["message"].endswith("as it was before event 902 took its place.")
    advised = shlex.split(problem["fix"].split("`")[1])
    assert arpad(*advised[1:], "--yes")[0] == 0
    assert answer("book", "import", str(small), str(SPRING))["problems"][0]["code"] == "report_twice"


def test_files_of_the_same_name_are_told_by_their_folders(small: Path, corrected: Path) -> None:
    """Two folders have a spring.trf; both are named in full."""
    other = corrected.parent.parent / "first" / "spring.trf"
    other.parent.mkdir()
    shutil.copy(SPRING, other)
    refused = answer("book", "import", str(small), str(other), str(corrected), code=1)

    assert {near["file"] for near in refused["near_duplicates"]} == {str(other), str(corrected)}

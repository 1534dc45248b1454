"""`arpad book` where a book is put right: shown first, asked, done, and kept in the log."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from decided_books import FIRST, SECOND, closed, ratings, stored
from processes import ENVIRONMENT
from running import answer
from running import arpad as run

from arpad.book.folder import Book
from arpad.documents.schema import faults
from arpad.model.clock import VARIABLE

TRF = Path(__file__).parents[1] / "data" / "spring-open.trf"
DECISIONS = {
    "annul": ("annul", "{book}", "1"),
    "result": ("correct", "{book}", "result", "1", "1", "1", "2", "0-1"),
    "event": ("correct", "{book}", "event", "1", "--player", "2", "5"),
    "player": ("correct", "{book}", "player", "1", "--born", "2010-05-01"),
    "number": ("correct", "{book}", "player", "-1", "--number", "88"),
    "k": ("correct", "{book}", "player", "1", "--k", "40", "--games", "25"),
    "base": ("correct", "{book}", "base", "1", "2100"),
    "exclude": ("exclude", "{book}", "1", "--since", "2026-08-01"),
    "merge": ("merge", "{book}", "-1", "4"),
    "replace": ("replace", "{book}", "1", str(TRF), "--unchecked"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small book in a folder, on a day that is set."""
    monkeypatch.setenv(VARIABLE, "2026-08-20")
    store = stored("folder", tmp_path)
    assert isinstance(store, Book)
    return store.folder


def content(folder: Path) -> dict[str, bytes]:
    """Give everything in a folder."""
    return {str(place.relative_to(folder)): place.read_bytes() for place in folder.rglob("*") if place.is_file()}


def words(name: str, folder: Path, *more: str) -> list[str]:
    """Give the words of a decision."""
    return ["book", *(word.format(book=folder) for word in DECISIONS[name]), "--why", "made up", *more]


@pytest.mark.parametrize("name", DECISIONS)
def test_without_a_yes_nothing_is_done(name: str, folder: Path) -> None:
    """Nobody can be asked: who changes is shown, and how to go on; the exit code is 2."""
    before = content(folder)
    code, out, err = run(*words(name, folder))

    assert (code, err) == (2, "")
    assert out.endswith("Nothing was changed. To go on, give --yes.\n")
    assert content(folder) == before


def test_a_player_may_be_given_by_name(folder: Path) -> None:
    """Wherever a number of a player of the book is taken; only that of one who comes to be is a number."""
    for number, name in ((1, "Kestrel, Ada"), (2, "Linden, Bruno"), (5, "Linden, Carl")):
        answer("book", "correct", str(folder), "player", str(number), "--name", name, "--why", "x", "--yes")
    for by_number, by_name in (
        (("correct", "BOOK", "result", "1", "1", "1", "2", "0-1"), ("ada kestrel", "Linden, Bruno")),
        (("correct", "BOOK", "event", "1", "--player", "2", "5"), ("bruno", "carl")),
        (("correct", "BOOK", "player", "1", "--k", "40"), ("Kestrel",)),
        (("correct", "BOOK", "base", "1", "2100"), ("Kestrel",)),
        (("exclude", "BOOK", "1", "--since", "2026-08-01"), ("Kestrel",)),
    ):
        places = [place for place, word in enumerate(by_number) if word in {"1", "2", "5"}][-len(by_name) :]
        named = [by_name[places.index(place)] if place in places else word for place, word in enumerate(by_number)]
        first, second = (
            answer("book", *(str(folder) if word == "BOOK" else word for word in given), "--why", "x", "--dry-run")
            for given in (by_number, named)
        )
        assert first == second
    by_number, by_name = (answer("period", "explain", str(folder), "2026-09", player) for player in ("1", "kestrel"))
    assert by_number == by_name
    several = run("book", "correct", str(folder), "base", "linden", "2100", "--why", "x")
    assert several[0] == 2
    assert "2 players are called 'linden': 2 Linden, Bruno; 5 Linden, Carl. Give the number" in several[2]
    nobody = run("period", "explain", str(folder), "2026-09", "Nobody")
    assert "Nobody in the book is called 'Nobody'. Check the spelling" in nobody[2]


@pytest.mark.parametrize("name", DECISIONS)
def test_a_dry_run_says_the_same_and_does_nothing(name: str, folder: Path) -> None:
    """The exit code is 0, and the JSON fits its schema."""
    before = content(folder)
    code, out, err = run(*words(name, folder, "--dry-run"))
    document = answer(*words(name, folder, "--dry-run"))

    assert (code, err) == (0, "")
    assert out.endswith("A dry run: nothing was changed.\n")
    assert faults(document, "book.decision.output") == []
    assert (document["done"], document["entry"]) == (False, None)
    assert content(folder) == before


@pytest.mark.parametrize("name", DECISIONS)
def test_with_a_yes_it_is_done_and_logged(name: str, folder: Path) -> None:
    """The log says what, when and why; the book stays sound."""
    document = answer(*words(name, folder, "--yes"))
    log = answer("book", "log", str(folder))
    deed = name if name in {"annul", "exclude", "merge", "replace"} else "correct"

    assert faults(document, "book.decision.output") == []
    assert faults(log, "book.log.output") == []
    assert (document["done"], document["entry"], document["deed"]) == (True, 1, deed)
    (entry,) = log["entries"]
    assert [entry[key] for key in ("entry", "at", "deed", "why")] == [1, "2026-08-20T00:00:00Z", deed, "made up"]
    assert entry["before"] or entry["after"]
    assert run("book", "check", str(folder))[0] == 0


def test_who_changes_is_shown(folder: Path) -> None:
    """By list, with name, rating before and after, and what changes besides."""
    _, out, _ = run(*words("annul", folder, "--dry-run"))

    assert "Event 1 (Event 1) is annulled." in out
    assert "List of 2026-09-01: 3 players change." in out
    lines = [line.split() for line in out.splitlines()]
    assert ["standard", "1", "Player,", "1", "2010", "2000", "-10", "games", "102", "→", "100"] in lines


def test_that_nobody_changes_is_said(folder: Path) -> None:
    """Another federation changes no rating."""
    federation = ("book", "correct", str(folder), "player", "1", "--federation", "BBB", "--why", "a letter")
    _, out, _ = run(*federation, "--dry-run")

    assert "On the list of 2026-09-01 nobody's rating, K or number of games changes." in out


@pytest.mark.parametrize(
    ("typed", "is_done"), [("y\n", True), ("Yes\n", True), ("n\n", False), ("\n", False), ("\x04", False)]
)
def test_at_a_terminal_it_is_asked(typed: str, folder: Path, *, is_done: bool) -> None:
    """Who changes is there before the question; only a yes goes on."""
    outer, inner = pty.openpty()
    command = [sys.executable, "-m", "arpad", *words("annul", folder)]
    environment = {**ENVIRONMENT, VARIABLE: "2026-08-20"}
    with subprocess.Popen(command, stdin=inner, stdout=inner, stderr=inner, env=environment) as running:
        os.close(inner)
        shown = b""
        while b"[y/N]" not in shown:
            shown += os.read(outer, 4096)
        os.write(outer, typed.encode())
        code = running.wait()
        try:
            while rest := os.read(outer, 4096):
                shown += rest
        except OSError:
            pass
    os.close(outer)

    assert b"3 players change" in shown.partition(b"Go on?")[0]
    assert code == (0 if is_done else 2)
    assert Book.open(folder).has("log") is is_done


@pytest.mark.parametrize("why", [(), ("--why", ""), ("--why", "  ")])
def test_a_reason_is_needed(why: tuple[str, ...], folder: Path) -> None:
    """Without one nothing is done."""
    code, _, err = run("book", "annul", str(folder), "1", "--yes", *why)

    assert code == 2
    assert "--why" in err
    assert not Book.open(folder).has("log")


@pytest.mark.parametrize(
    ("given", "part"),
    [
        ((), "Say what is right"),
        (("--k", "20", "--sex", "F"), "Too much at once"),
        (("--number", "88", "--born", "1990"), "Too much at once"),
        (("--federation", "hun"), "three capital letters"),
        (("--born", "yesterday"), "not a birth date"),
    ],
)
def test_what_cannot_be_understood_is_said(given: tuple[str, ...], part: str, folder: Path) -> None:
    """In a sentence, with exit code 2."""
    code, _, err = run("book", "correct", str(folder), "player", "1", "--why", "made up", *given)

    assert code == 2
    assert part in err


def test_a_refusal_is_no_usage(folder: Path) -> None:
    """What the book does not allow ends with exit code 1, as JSON too."""
    code, _, err = run("book", "merge", str(folder), "1", "2", "--why", "made up", "--yes")
    problems = answer("book", "merge", str(folder), "1", "2", "--why", "made up", "--yes", code=1)

    assert code == 1
    assert "two people" in err
    assert [problem["code"] for problem in problems["problems"]] == ["two_people"]


def test_a_wrong_result_is_refused(folder: Path) -> None:
    """With those that there are."""
    code, _, err = run("book", "correct", str(folder), "result", "1", "1", "1", "2", "2-0", "--why", "made up")

    assert code == 2
    assert "write 1-0, ½-½, 0-1, 0-0 or unplayed" in err


def test_a_broken_report_stands_in_no_place(folder: Path, tmp_path: Path) -> None:
    """The reasons are those of the import."""
    place = tmp_path / "broken.trf"
    place.write_text("012 Nothing\n", encoding="utf-8")
    code, _, err = run("book", "replace", str(folder), "1", str(place), "--why", "made up", "--yes")

    assert code == 1
    assert "broken.trf" in err
    assert not Book.open(folder).has("log")


def test_the_log_for_people(folder: Path) -> None:
    """A line for each entry; one entry with the rows before and after."""
    assert run("book", "log", str(folder))[1] == "book: 0 entries in the log.\n"
    run(*words("annul", folder, "--yes"))
    run(*words("base", folder, "--yes"))
    _, every, _ = run("book", "log", str(folder))
    _, single, _ = run("book", "log", str(folder), "1")
    code, _, err = run("book", "log", str(folder), "7")

    assert "book: 2 entries in the log." in every
    assert [line.split()[:3] for line in every.splitlines()[3:]] == [
        ["1", "2026-08-20T00:00:00Z", "annul"],
        ["2", "2026-08-20T00:00:00Z", "correct"],
    ]
    assert "Why: made up" in single
    assert "events, before:" in single
    assert "events, after:" in single
    assert (code, "none with the number 7" in err) == (2, True)


def test_the_log_says_what_was_corrected(folder: Path) -> None:
    """The value before and since; of a game both scores, before and after, for 0 is a score."""
    _, announced, _ = run(*words("base", folder, "--yes"))
    _, result, _ = run(*words("result", folder, "--yes"))
    _, every, _ = run("book", "log", str(folder))
    _, single, _ = run("book", "log", str(folder), "2")

    assert " is corrected, base 2000 → 2100: made up" in announced
    assert " is corrected, round 1, 1 - 2, 1-0 → 0-1: made up" in result
    assert "(1): base 2000 → 2100 " in every
    assert ": round 1, 1 - 2, 1-0 → 0-1  " in every
    heads = [line.split() for line in single.splitlines() if line.startswith("event_id  round")]
    assert [head[-2:] for head in heads] == [["white_score", "black_score"]] * 2


def test_the_events_for_people(folder: Path) -> None:
    """Numbers, days, games and what became of them; also by a part of the name."""
    run(*words("annul", folder, "--yes"))
    _, out, _ = run("book", "events", str(folder))
    document = answer("book", "events", str(folder), "event 3")

    assert "1  Event 1  standard  2026-08-03  2026-08-15      2  annulled" in out
    assert faults(document, "book.events.output") == []
    assert [event["event_id"] for event in document["events"]] == [3]


def test_a_book_that_changed_meanwhile_is_not_written_over(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While somebody thinks about the answer, another run changes the book; the decision is refused."""
    from arpad.cli import decision  # noqa: PLC0415 - the question is answered here

    def think() -> bool:
        run(*words("base", folder, "--yes"))
        return True

    monkeypatch.setattr(decision, "_is_at_a_terminal", lambda: True)
    monkeypatch.setattr(decision, "_goes_on", think)
    code, _, err = run(*words("k", folder))

    assert code == 1
    assert "do it again" in err
    assert [entry["why"] for entry in answer("book", "log", str(folder))["entries"]] == ["made up"]


def test_after_the_list_was_published(folder: Path) -> None:
    """The published list stays as it is, byte for byte; the next one carries the decision out."""
    book = closed(Book.open(folder), FIRST)
    published = folder.joinpath("lists", "2026-09.parquet").read_bytes()
    document: dict[str, Any] = answer(*words("result", folder, "--yes"))

    assert document["list"] == "2026-10-01"
    assert folder.joinpath("lists", "2026-09.parquet").read_bytes() == published
    assert ratings(Book.open(folder), SECOND)[1] == 1990
    assert {row["player"]: row["after"] for row in document["changes"]}[1] == 1990
    assert json.loads(book.table("log")["facts"][0])["events"][0] == {"kind": "standard", "count": 1}

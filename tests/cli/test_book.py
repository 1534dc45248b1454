"""`arpad book`: made, checked, filled and made up; what is wrong is said, and nothing is half done."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest
from made_events import DAYS, circle, event, match
from running import answer, arpad

from arpad.formats.trf.writer import write_trf
from arpad.library import extras

DATA = Path(__file__).parents[1] / "data"
REPORT, BROKEN, LIST = (str(DATA / name) for name in ("spring-open.trf", "spring-open-broken.trf", "made-list.txt"))


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A small book of its own."""
    return Path(shutil.copytree(DATA / "small-book", tmp_path / "small"))


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_init_and_check(form: str, tmp_path: Path) -> None:
    """A new book is there, and has no lists yet."""
    place = str(tmp_path / "new")
    document = answer("book", "init", place, "--title", "Club", "--form", form)

    assert (document["title"], document["players"], document["lists"], document["form"]) == ("Club", 0, [], form)
    assert [problem["code"] for problem in answer("book", "check", place)["problems"]] == ["no_lists"]
    assert arpad("book", "init", place)[0] == 1


def test_check_says_everything(small: Path) -> None:
    """A book with errors ends with 1; what is not read is not counted."""
    text = (small / "games.csv").read_text(encoding="utf-8")
    (small / "games.csv").write_text(text.replace("50100001", "7"), encoding="utf-8")
    document = answer("book", "check", str(small), code=1)

    assert (document["sound"], document["counts"]) == (False, None)
    assert {problem["code"] for problem in document["problems"]} == {"id_unknown"}
    assert "games.csv, lines 2, 5" in arpad("book", "check", str(small))[1]
    assert answer("book", "check", str(small.parent), code=1)["problems"][0]["code"] == "no_book"


def test_import(tmp_path: Path, small: Path) -> None:
    """Lists and reports are told apart; a broken report is refused with its reasons, the others are taken."""
    inside = tmp_path / "files" / "deeper"
    inside.mkdir(parents=True)
    for name in (REPORT, BROKEN, LIST):
        shutil.copy(name, inside)
    document = answer("book", "import", str(small), str(tmp_path / "files"), "--date", "2026-11-01", code=1)

    assert [list_["list"] for list_ in document["lists"]] == ["2026-11-01"]
    assert [(event["event_id"], event["system"], event["games"]) for event in document["events"]] == [(901, "swiss", 8)]
    assert {problem["code"] for problem in document["problems"]} == {"report_refused", "without_number"}
    assert "line 18" in document["problems"][0]["message"]
    assert answer("book", "check", str(small))["counts"]["players"] == 4 + 6 + 2
    assert "came into the book" in arpad("book", "import", str(small), REPORT)[1]


def test_import_of_what_is_nothing(tmp_path: Path, small: Path) -> None:
    """A list without a day, a book with errors and a path that is not there are told."""
    undated = tmp_path / "list.csv"
    undated.write_text("fide_id,name\n5,Nobody\n", encoding="utf-8")
    document = answer("book", "import", str(small), str(undated), code=1)

    assert [problem["code"] for problem in document["problems"]] == ["list_date_missing"]
    assert arpad("book", "import", str(small), str(tmp_path / "nowhere"))[0] == 2
    (small / "pool.csv").unlink()
    assert arpad("book", "import", str(small), REPORT)[0] == 1


def test_facts_beside_a_report(tmp_path: Path, small: Path) -> None:
    """What a report does not say is read from the file beside it; an event that is not rated is refused."""
    shutil.copy(REPORT, tmp_path / "event.trf")
    facts = tmp_path / "event.toml"
    facts.write_text('kind = "rapid"\nsystem = "scheveningen"\nannounced_unrated = true\n', encoding="utf-8")
    refused = answer("book", "import", str(small), str(tmp_path / "event.trf"), code=1)
    taken = answer("book", "import", str(small), str(tmp_path / "event.trf"), "--unchecked")
    facts.write_text("kind = 3\n", encoding="utf-8")
    wrong = answer("book", "import", str(small), str(tmp_path / "event.trf"), code=1)

    assert [problem["code"] for problem in refused["problems"]] == ["report_refused"]
    assert (taken["events"][0]["kind"], taken["events"][0]["system"]) == ("rapid", "scheveningen")
    assert [problem["code"] for problem in wrong["problems"]] == ["report_refused"]


@pytest.mark.article("6.4", edition="fide-2014-07")
@pytest.mark.article("0.3", edition="fide-2024-03")
def test_a_report_comes_in_as_what_it_is_rated_as(tmp_path: Path, small: Path) -> None:
    """A round robin with a player who never came is a Swiss event, an official match with an unrated player too."""
    games = [(number, *pair) for number, pairs in enumerate(circle(5), 1) for pair in pairs]
    forfeits = {game: "-" if game[1] == 5 else "+" for game in games if 5 in game[1:]}
    reports = {
        "whole": (event([2000, 1990, 1980, 1970, None], start=DAYS["fide-2014-07"], cycles=1), ""),
        "no-show": (event([2000, 1990, 1980, None, 1970], start=DAYS["fide-2014-07"], cycles=1, results=forfeits), ""),
        "match": (match([2000, None], "==", start=DAYS["fide-2024-03"]), ""),
        "official": (match([2000, None], "1=", start=DAYS["fide-2024-03"]), "official = true\n"),
    }
    for name, (tournament, facts) in reports.items():
        (tmp_path / f"{name}.trf").write_text(write_trf(replace(tournament, name=name)), encoding="utf-8")
        (tmp_path / f"{name}.toml").write_text(facts, encoding="utf-8")
    beside = ("--distinct", "--why", "the same people twice")
    answers = [
        answer("book", "import", str(small), str(tmp_path / f"{name}.trf"), *beside, code=int(name == "match"))
        for name in reports
    ]

    assert [[event["system"] for event in each["events"]] for each in answers] == [
        ["roundrobin"],
        ["swiss"],
        [],
        ["swiss"],
    ]


def test_world(tmp_path: Path) -> None:
    """A world is a sound book; its folder must be new, and nothing stays where it cannot be made."""
    place = str(tmp_path / "world")
    document = answer("book", "world", place, "--players", "1000", "--seed", "9")

    assert (document["players"], document["seed"], document["lists"], document["rated"]["standard"]) == (
        1000, 9, ["2026-10-01"], 300,
    )  # fmt: skip
    assert answer("book", "check", place)["problems"] == []
    assert arpad("book", "world", place)[0] == 1
    for words, code in ((("--list", "2026-10-02"), 1), (("--players", "999999999"), 2), (("--months", "999"), 2)):
        assert arpad("book", "world", str(tmp_path / "other"), *words)[0] == code
    assert not (tmp_path / "other").exists()


def test_without_the_engine(tmp_path: Path) -> None:
    """Without Polars a sentence says what to install."""
    with mock.patch.object(extras, "has_engine", return_value=False):
        code, _, err = arpad("book", "init", str(tmp_path / "x"))

    assert (code, "arpad[engine]" in err) == (2, True)


@pytest.mark.parametrize("words", [("init", "x\0y"), ("init", "x", "--authority", "nobody"), ("init", "{file}/x")])
def test_what_cannot_be_carried_out(words: tuple[str, ...], tmp_path: Path) -> None:
    """Names that are none, authorities that are not known, and places that cannot be written end with 2."""
    (tmp_path / "file").write_text("x", encoding="utf-8")
    code, _, err = arpad("book", *(word.format(file=tmp_path / "file") for word in words))

    assert (code, err.startswith("arpad: "), "fault in arpad" in err) == (2, True, False)

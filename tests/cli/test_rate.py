"""`arpad rate` and `arpad tpr`: tables, CSV, a page in one file, one player explained, other editions beside."""

from __future__ import annotations

import csv
import io
import json
import os
from dataclasses import replace
from datetime import date
from html.parser import HTMLParser
from pathlib import Path

import pytest
from reports import pairs, robin
from running import answer, arpad

from arpad.formats.trf.writer import write_trf
from arpad.pages.html import script

DATA = Path(__file__).parents[1] / "data"
RANGE = range(1, 5)
GOOD, BROKEN = str(DATA / "spring-open.trf"), str(DATA / "spring-open-broken.trf")


@pytest.fixture
def bundled(tmp_path: Path) -> tuple[str, str]:
    """Write the bundled event; give its report and its rating list."""
    arpad("example", "--write", str(tmp_path))
    return str(tmp_path / "spring-open.trf"), str(tmp_path / "standard_may25frl.txt")


def test_with_the_list_of_the_day(bundled: tuple[str, str]) -> None:
    """Ratings and K come from the list: Cian Marlow has K 40, which the report does not say."""
    report, ratings = bundled
    document = answer("rate", report, "--list", ratings)
    marlow = document["players"][2]

    # 0 of 2 against 1874 and 2284: .79 + .27 = 1.06 expected; 40 times -1.06 is -42.40.
    assert (marlow["estimate"], document["missing_lists"], document["list"]) == (False, [], "2025-06-01")
    assert (marlow["k"], marlow["chg"], marlow["k_chg"], marlow["change"], marlow["new"]) == (
        40,
        "-1.06",
        "-42.40",
        -42,
        2063,
    )
    assert marlow["k_from"] == "the list before that of 2025-06-01"


def test_without_a_list_it_is_an_estimate() -> None:
    """The list that is missing is named, and no change is given where K is not known."""
    out = arpad("rate", GOOD)[1]

    assert "Estimate: no rating list of 2025-05-01 was given" in out
    assert "K is not known" in out


def test_one_player_explained(bundled: tuple[str, str]) -> None:
    """By starting number, FIDE number or name: every game, and the articles."""
    report, ratings = bundled
    by_number = arpad("rate", report, "--list", ratings, "--explain", "2")[1]
    by_id = arpad("rate", report, "--list", ratings, "--explain", "99000028")[1]
    by_name = arpad("rate", report, "--list", ratings, "--explain", "bruno lind")[1]

    assert by_number == by_id == by_name
    assert "Linden, Bruno" in by_number
    assert "fide-2024-03 8.3.1" in by_number
    assert "the opponent was unrated" in by_number
    assert arpad("rate", report, "--explain", "77")[0] == 2
    assert "or is called so" in arpad("rate", report, "--explain", "Nobody")[2]


def test_newcomer_explained(bundled: tuple[str, str]) -> None:
    """What is missing for a first rating, and how Ru comes about."""
    out = arpad("rate", bundled[0], "--list", bundled[1], "--explain", "6")[1]

    assert "2 of 5 games" in out
    assert "8.2.2" in out


def test_other_editions_beside(bundled: tuple[str, str]) -> None:
    """The same event under 2003 and 2014; what differs is the limit and the average."""
    document = answer("rate", bundled[0], "--list", bundled[1], "--as", "fide-2003-07", "--as", "fide-2014-07")

    assert set(document["players"][0]["as"]) == {"fide-2003-07", "fide-2014-07"}
    assert "fide-2003-07" in arpad("rate", bundled[0], "--list", bundled[1], "--as", "fide-2003-07")[1]


def test_csv(bundled: tuple[str, str], tmp_path: Path) -> None:
    """A line for each player, with FIDE's columns."""
    place = tmp_path / "changes.csv"
    arpad("rate", bundled[0], "--list", bundled[1], "-o", str(place))
    lines = list(csv.DictReader(io.StringIO(place.read_text(encoding="utf-8"))))

    assert len(lines) == 6
    assert {"rc", "ro", "w", "n", "chg", "k", "k_chg"} <= set(lines[0])
    assert (lines[0]["name"], lines[0]["change"]) == ("Kestrel, Ada", "8")


class Tags(HTMLParser):
    """Collects the tags of a page, and finds those that are not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.open: list[str] = []
        self.sources: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag and what it fetches."""
        self.seen.add(tag)
        self.sources += [value or "" for name, value in attrs if name in {"src", "href"}]
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the last tag; another one is a fault."""
        assert self.open.pop() == tag


def test_page_is_one_file(bundled: tuple[str, str], tmp_path: Path) -> None:
    """Well-formed, nothing fetched, no script but our own; crosstable, changes and workings are there."""
    place = tmp_path / "page.html"
    arpad("rate", bundled[0], "--list", bundled[1], "-o", str(place))
    text = place.read_text(encoding="utf-8")
    tags = Tags()
    tags.feed(text)

    assert tags.open == []
    assert all(source.startswith("#") for source in tags.sources)
    assert not {"link", "iframe", "img"} & tags.seen
    assert text.count("<script") == text.count(f"<script>{script()}</script>") == 1
    assert "url(" not in text
    assert {"table", "details", "style"} <= tags.seen
    assert all(words in text for words in ("Crosstable", "Kestrel, Ada", "K*chg", "2 of 5 games", "@page"))


def test_names_cannot_break_the_page(tmp_path: Path) -> None:
    """A name with signs of HTML in it stays a name."""
    report = tmp_path / "odd.trf"
    text = Path(GOOD).read_text(encoding="utf-8").replace("Linden, Bruno", "<b>&Bruno   ")
    report.write_text(text, encoding="utf-8")
    page = arpad("rate", str(report), "--k", "20", "--format", "html")[1]

    assert "<b>" not in page
    assert "&lt;b&gt;&amp;Bruno" in page


def test_broken_report_is_refused_whole() -> None:
    """Every reason is told, and nothing is computed."""
    code, out, err = arpad("rate", GOOD, BROKEN)

    assert (code, out) == (1, "")
    assert all(part in err for part in ("both have the colour", "who has no record", "player 9 as opponent"))


def test_several_reports_are_one_period(tmp_path: Path) -> None:
    """Two reports of the same players: the sums of both, rounded once."""
    second = tmp_path / "again.trf"
    second.write_bytes(Path(GOOD).read_bytes())
    alone, both = answer("rate", GOOD, "--k", "20"), answer("rate", GOOD, str(second), "--k", "20")

    assert len(both["events"]) == 2
    assert both["players"][0]["n"] == 2 * alone["players"][0]["n"]
    assert both["players"][0]["k_chg"] == "15.20"


def test_performance_of_everybody() -> None:
    """2.5 of 3 against 1998, 2251 and 2105: .83, dp 273, average 2118."""
    document = answer("tpr", GOOD)
    ada = document["players"][0]

    assert (ada["n"], ada["w"], ada["average"], ada["p"], ada["performance"]) == (3, "2.50", 2118, "0.83", 2391)
    assert json.dumps(document)


def test_reports_of_two_kinds_are_not_mixed(tmp_path: Path) -> None:
    """A blitz and a standard event are no one period."""
    blitz = tmp_path / "blitz.trf"
    text = (
        Path(GOOD).read_text(encoding="utf-8").replace("Swiss-System (Standard)", "Blitz").replace("5400+30", "180+2")
    )
    blitz.write_text(text.replace("90 minutes and 30 seconds a move", "3+2"), encoding="utf-8")

    code, _, err = arpad("rate", GOOD, str(blitz), "--k", "20")
    assert code == 1
    assert "different kinds of chess" in err


def test_many_files_are_shared_out_and_give_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With helpers and without, the same table: also for players of several files, and with a rating list."""
    arpad("example", "--write", str(tmp_path))
    text = (tmp_path / "spring-open.trf").read_text(encoding="utf-8")
    files = []
    for index in range(45):
        place = tmp_path / f"event-{index}.trf"
        other = text.replace("99000028", f"{99100000 + index}").replace("Made-up Spring", f"Made-up {index}")
        place.write_text(other, encoding="utf-8")
        files.append(str(place))
    ratings = str(tmp_path / "standard_may25frl.txt")
    for more in ((), ("--list", ratings), ("--for", "2025-07-01")):
        shared = arpad("rate", *files, "--k", "20", *more, "--format", "csv")
        monkeypatch.setattr("arpad.cli.commands.rate.helpers", lambda: 1)
        alone = arpad("rate", *files, "--k", "20", *more, "--format", "csv")
        monkeypatch.undo()

        assert shared == alone
        assert "Kestrel" in shared[1]


def test_a_table_that_other_files_decide_about_is_the_same_with_helpers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unrated player without a point stays in a table of 2015 because of a result in the first file of forty."""
    first = pairs([2000, 2100, 1900, None], [[(1, 4, "=")], [(2, 4, "=")], [(3, 4, "=")]], date(2015, 5, 1))
    scores = [[[50] if 4 not in {row, other} else [100] if other == 4 else [0] for other in RANGE] for row in RANGE]
    table = robin({"A": 2000, "B": 2100, "C": 1900, "D": None}, scores, date(2015, 5, 8))
    files = []
    for index in range(40):
        tournament = first if index == 0 else table if index == 39 else pairs([2000, 2100], [], date(2015, 5, 2))
        entries = tournament.entries
        if 0 < index < 39:
            entries = tuple(replace(entry, fide_id=99500000 + 10 * index + entry.number) for entry in entries)
        place = tmp_path / f"event-{index}.trf"
        place.write_text(write_trf(replace(tournament, entries=entries)), encoding="utf-8")
        files.append(str(place))
    monkeypatch.setattr("arpad.cli.commands.rate.helpers", lambda: 2)
    shared = arpad("rate", *files, "--k", "20", "--kind", "standard", "--format", "csv")
    monkeypatch.setattr("arpad.cli.commands.rate.helpers", lambda: 1)
    alone = arpad("rate", *files, "--k", "20", "--kind", "standard", "--format", "csv")

    assert shared == alone
    counted = {row["fide_id"]: row["n"] for row in csv.DictReader(io.StringIO(shared[1]))}
    # Three games of the table; without the first file there would be two.
    assert counted["99000001"] == "3"


def test_a_helper_that_is_lost_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is killed, for want of memory perhaps, leaves a sentence and no half of a result."""
    files = []
    for index in range(41):
        place = tmp_path / f"event-{index}.trf"
        place.write_bytes(Path(GOOD).read_bytes())
        files.append(str(place))
    monkeypatch.setattr("arpad.cli.commands.rate.helpers", lambda: 2)
    monkeypatch.setattr("arpad.cli.rate_workers.read_files", lambda *_: os._exit(1))

    code, out, err = arpad("rate", *files)
    assert (code, out) == (2, "")
    assert "A helper process ended before its work was done." in err


def test_broken_file_among_many_is_told_by_name(tmp_path: Path) -> None:
    """What a helper finds broken is refused here, with the file's name."""
    files = []
    for index in range(41):
        place = tmp_path / f"event-{index}.trf"
        place.write_bytes(Path(BROKEN if index == 40 else GOOD).read_bytes())
        files.append(str(place))

    code, out, err = arpad("rate", *files)
    assert (code, out) == (1, "")
    assert "event-40.trf" in err


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bundled: tuple[str, str]) -> tuple[str, Path, Path]:
    """Give a report, the file of defaults beside it and that of the user: two facts and the rating list."""
    report, ratings = bundled
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    beside, user = tmp_path / "arpad.toml", tmp_path / "config" / "arpad" / "defaults.toml"
    user.parent.mkdir(parents=True)
    beside.write_text(f'lists = ["{Path(ratings).name}"]\n[facts]\nnorms = true\n', encoding="utf-8")
    user.write_text("[facts]\nnorms = false\narbiters_licensed = true\n", encoding="utf-8")
    return report, beside, user


def test_defaults_are_taken_and_named_as_in_the_check(
    desk: tuple[str, Path, Path], bundled: tuple[str, str], tmp_path: Path
) -> None:
    """The same facts and list as `arpad check` takes; named in the table, in JSON, and where a file is written."""
    report, beside, user = desk
    document, of_check = answer("rate", report), answer("check", report)

    assert document["defaults"] == of_check["defaults"]
    assert [(taken["fact"], taken["file"]) for taken in document["defaults"]] == [
        ("norms", str(beside)),
        ("arbiters_licensed", str(user)),
        (None, str(beside)),
    ]
    without = answer("rate", report, "--list", bundled[1], "--no-defaults")
    assert without == {key: value for key, value in document.items() if key != "defaults"}
    named = f"Taken from defaults: norms = true, from {beside}."
    explained = arpad("rate", report, "--explain", "1")[1]
    for out in (arpad("rate", report)[1], arpad("rate", report, "-o", str(tmp_path / "x.csv"))[1], explained):
        assert named in out.splitlines()
    assert answer("tpr", report)["defaults"] == document["defaults"]
    assert named in arpad("tpr", report)[1].splitlines()


def test_a_page_names_defaults_without_folders(desk: tuple[str, Path, Path], tmp_path: Path) -> None:
    """It may hang in a hall, where nobody needs to know how the arbiter keeps files."""
    code, _, err = arpad("rate", desk[0], "-o", str(tmp_path / "page.html"))
    page = (tmp_path / "page.html").read_text(encoding="utf-8")

    assert (code, err) == (0, "")
    assert "Taken from defaults: norms = true, from arpad.toml." in page
    assert "Taken from defaults: the rating list standard_may25frl.txt, from arpad.toml." in page
    assert str(tmp_path) not in page


def test_wrong_defaults_refuse_a_rating(desk: tuple[str, Path, Path]) -> None:
    """Numbers from half of what somebody wrote down would be wrong without being noticed."""
    report, beside, _ = desk
    beside.write_text("lists = 1\n[facts]\nreceived = 2025-05-05\n", encoding="utf-8")
    code, _, err = arpad("rate", report)

    assert (code, err.count(str(beside))) == (1, 2)
    assert "received is another for every event, and no default." in err


def test_helpers_take_the_same_defaults(
    desk: tuple[str, Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is taken does not depend on the number of processes; the list of one folder is used for all."""
    other = tmp_path / "other"
    other.mkdir()
    other.joinpath("second.trf").write_bytes(Path(desk[0]).read_bytes())
    files = [desk[0], str(other / "second.trf")]
    alone = arpad("rate", *files)[1]
    monkeypatch.setattr("arpad.cli.commands.rate.helpers", lambda: 2)
    monkeypatch.setattr("arpad.cli.commands.rate.FILES_WORTH_HELPERS", 2)

    assert alone.count("Taken from defaults: arbiters_licensed = true") == 1
    assert "Estimate" not in alone
    assert arpad("rate", *files)[1] == alone


def test_a_k_that_the_edition_does_not_have_is_remarked() -> None:
    """Once for all players who have it; not where it is one of the edition's, or nobody needs it."""
    remark = "fide-2024-03 has no K of 17; it has 10, 20, 40. 17 was used as it was given. Check it."

    assert arpad("rate", GOOD, "--k", "17")[1].count(remark) == 1
    assert remark in answer("rate", GOOD, "--k", "17")["findings"]
    assert "has no K of" not in arpad("rate", GOOD, "--k", "20")[1]


def test_a_k_that_nobody_needs_is_not_remarked(bundled: tuple[str, str]) -> None:
    """The list has the K of everybody."""
    assert "has no K of" not in arpad("rate", bundled[0], "--list", bundled[1], "--k", "17")[1]


def test_a_rating_that_falls_below_the_floor_is_told_in_the_table(tmp_path: Path) -> None:
    """There is no new rating, and the table says why instead of leaving a gap."""
    low = pairs([1405, 1420], [[(1, 2, "0")]], date(2025, 5, 2))
    place = tmp_path / "low.trf"
    place.write_text(write_trf(low), encoding="utf-8")
    row = answer("rate", str(place), "--k", "40")["players"][0]
    line = next(line for line in arpad("rate", str(place), "--k", "40")[1].splitlines() if "Player 1" in line)

    assert (row["new"], bool(row["status"])) == (None, True)
    assert line.endswith(row["status"])

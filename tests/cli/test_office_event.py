"""`arpad office event`: registered, shown, approved and amended at the command line, by the rights of the browser."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("django")

from arpad.cli.main import run
from arpad.documents.schema import faults
from arpad.model.clock import VARIABLE

if TYPE_CHECKING:
    from pathlib import Path

PASSWORD = "seven quiet rooks wait"  # noqa: S105 - of people who do not exist
TODAY = date(2026, 11, 18)
ROLES = {"anna": ("rating_administrator", ""), "ottar": ("federation_officer", "HUN"), "olga": ("organiser", "HUN")}
FACTS = """
name = "Open of Győr"
start = {start}
end = {end}
place = "Győr"
zone = "Europe/Budapest"
kind = "standard"
organiser = 711
chief_arbiter = 712
arbiters = [[713, "HUN-7"], [714]]
expected = [[1503014, 2600, "m"], [4100018]]
"""


class Desk:
    """A command line in the folder of an office."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys

    def says(self, *words: object, user: str = "ottar", code: int = 0) -> str:
        """Run a command about events, as somebody, and give what it says."""
        self._capsys.readouterr()
        outcome = run(["office", "event", *map(str, words), "--as", user])
        shown = self._capsys.readouterr()
        assert outcome == code, shown
        return shown.out if code == 0 else shown.err or shown.out

    def data(self, schema: str, *words: object, user: str = "ottar", code: int = 0) -> Any:  # noqa: ANN401 - as the schema says
        """Run a command and give its JSON, which fits its schema."""
        document = json.loads(self.says(*words, "--json", user=user, code=code))
        assert faults(document, schema) == []
        return document

    def facts(self, name: str, start: date, **other: str) -> Path:
        """Write the facts of an event."""
        place = self.folder / name
        text = FACTS.format(start=start, end=start + timedelta(days=8))
        place.write_text(text + "".join(f"{key} = {value}\n" for key, value in other.items()))
        return place


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with an office of three people and a book; tests copy it."""
    from office_events import few_players  # noqa: PLC0415 - needs the extra

    folder = tmp_path_factory.mktemp("answer")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("ARPAD_OFFICE", str(folder / "office"))
        patched.setenv("ARPAD_OFFICE_PASSWORD", PASSWORD)
        patched.setenv("ARPAD_SECOND_FACTOR", "optional")
        assert run(["office", "init", str(folder / "office"), "--title", "Test"]) == 0
        for user, (role, federation) in ROLES.items():
            words = ["--federation", federation] if federation else []
            assert run(["office", "user", "add", user, "--name", user, "--role", role, *words]) == 0
        assert run(["office", "import", str(few_players()), "--as", "anna", "--why", "the first book"]) == 0
    return folder


@pytest.fixture
def desk(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    """Give the command line of an office of one's own, on a day."""
    shutil.copytree(filled / "office", tmp_path / "office")
    monkeypatch.setenv("ARPAD_OFFICE", str(tmp_path / "office"))
    monkeypatch.setenv("ARPAD_OFFICE_PASSWORD", PASSWORD)
    monkeypatch.setenv("ARPAD_SECOND_FACTOR", "optional")
    monkeypatch.setenv(VARIABLE, TODAY.isoformat())
    monkeypatch.setattr("sys.stdin", io.StringIO())
    return Desk(tmp_path, capsys)


def test_an_event_goes_from_the_organiser_to_the_officer(desk: Desk) -> None:
    """Registered, shown, taken up, amended with its history, cancelled; each by number, with the entry of the log."""
    facts = desk.facts("open.toml", TODAY + timedelta(days=60))
    answer = desk.data("office.deed.output", "register", "--federation", "HUN", "--facts", facts, user="olga")
    number = answer["event"]
    shown = desk.data("office.event.output", "show", number)
    assert (shown["stage"], shown["deeds"][0]) == ("registered", "event.take_up")
    values = {fact["name"]: fact["value"] for fact in shown["facts"]}
    assert (values["expected"], values["arbiters"]) == ("1503014 2600 m; 4100018", "713 HUN-7; 714")
    assert desk.data("office.duties.output", "duties")["counts"]["take_up"] == 1
    desk.says("take-up", number)
    desk.says("amend", number, "--set", "place=Sopron", "--set", "expected=1503014 2605 m")
    shown = desk.data("office.event.output", "show", number)
    assert shown["stage"] == "announced"
    assert {"name": "place", "before": "Győr", "after": "Sopron"} in shown["history"][0]["changes"]
    assert {"name": "expected", "before": "1503014 2600 m; 4100018", "after": "1503014 2605 m"} in shown["history"][0][
        "changes"
    ]
    refused = desk.says("cancel", number, "--seen", answer["entry"], "--why", "no hall", code=1)
    assert "somebody was faster" in refused
    desk.says("cancel", number, "--why", "no hall")
    assert desk.data("office.events.output", "list", "Győr", "--stage", "cancelled")["total"] == 1
    assert "Open of Győr" in desk.says("show", number)


def test_a_letter_asks_for_a_report_that_is_missing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the event is over; to whom it goes is said, and the history has it."""
    facts = desk.facts("open.toml", TODAY + timedelta(days=20))
    number = desk.data("office.deed.output", "register", "--federation", "HUN", "--facts", facts)["event"]
    to = ("--letter-to", "Arno Example", "--letter-address", "arno@example.org")
    assert "nobody can remind somebody" in desk.says("remind", number, *to, code=1)
    monkeypatch.setenv(VARIABLE, (TODAY + timedelta(days=30)).isoformat())
    desk.says("remind", number, *to)
    shown = desk.data("office.event.output", "show", number)
    assert (shown["stage"], shown["history"][0]["says"]) == (
        "report_awaited", f"Somebody was reminded of the report of event {number}.",
    )  # fmt: skip
    from arpad.storage.models import OutboxMail  # noqa: PLC0415 - once an office is open

    assert "has not come" in OutboxMail.objects.get(address="arno@example.org").body


def test_a_late_event_waits_for_its_letter(desk: Desk) -> None:
    """The bytes of the letter are the document; without it nothing is recorded."""
    facts = desk.facts("open.toml", TODAY + timedelta(days=1))
    number = desk.data("office.deed.output", "register", "--federation", "HUN", "--facts", facts)["event"]
    words = ("approve", number, "late_registration", "--body", "qc_chair", "--on", TODAY)
    assert "needs its document" in desk.says(*words, code=1)
    letter = desk.folder / "letter.pdf"
    letter.write_bytes(b"%PDF-1.7")
    desk.says(*words, "--paper", letter)
    shown = desk.data("office.event.output", "show", number)
    assert (shown["stage"], shown["missing_approvals"]) == ("announced", [])
    assert shown["approvals"][0]["document"] == hashlib.sha256(b"%PDF-1.7").hexdigest()


def test_a_season_comes_from_a_table_with_every_fault_at_once(desk: Desk) -> None:
    """Line and column of each fault, and nothing registered; mended, all of it; and one copied for the next year."""
    start = TODAY + timedelta(days=60)
    head = "name,start,end,place,zone,kind,organiser,chief_arbiter\n"
    good = f"Open A,{start},{start + timedelta(days=4)},Győr,Europe/Budapest,standard,711,712\n"
    place = desk.folder / "season.csv"
    place.write_text(head + good + good.replace(str(start), "soon", 1) + good.replace("711", "nobody"))
    says = desk.says("season", place, "--federation", "HUN", code=1)
    assert "Line 3" in says
    assert "Line 4" in says
    assert "soon" in says
    assert desk.data("office.events.output", "list")["total"] == 0
    place.write_text(head + good + good.replace("Open A", "Open B"))
    numbers = desk.data("office.deed.output", "season", place, "--federation", "HUN")["events"]
    assert len(numbers) == 2
    next_year = start + timedelta(days=364)
    copied = desk.data("office.deed.output", "copy", numbers[0], "--start", next_year, "--set", "name=Open C")["event"]
    shown = desk.data("office.event.output", "show", copied)
    assert (shown["name"], shown["start"], shown["end"]) == (
        "Open C",
        str(next_year),
        str(next_year + timedelta(days=4)),
    )


def test_an_entry_list_is_checked_before_play(desk: Desk) -> None:
    """Who has no number, whom nobody knows, who stands there twice, and whose name is another's."""
    facts = desk.facts("open.toml", TODAY + timedelta(days=60))
    number = desk.data("office.deed.output", "register", "--federation", "HUN", "--facts", facts)["event"]
    from arpad.storage.models import PlayerRow  # noqa: PLC0415 - once an office is open

    known, other = PlayerRow.objects.order_by("fide_id")[:2]
    entries = desk.folder / "entries.csv"
    entries.write_text(
        f"number;name\n{known.fide_id};{known.name}\n{known.fide_id};{known.name}\n;Somebody New\n"
        f"99999999;Nobody Known\n{other.fide_id};Quite Another\n"
    )
    checked = desk.data("office.entries.output", "check-entries", number, entries)
    assert [entry["line"] for entry in checked["twice"]] == [3]
    assert [entry["name"] for entry in checked["without_number"]] == ["Somebody New"]
    assert [entry["number"] for entry in checked["unknown"]] == [99999999]
    assert [entry["number"] for entry in checked["other_names"]] == [other.fide_id]
    assert not checked["is_clean"]

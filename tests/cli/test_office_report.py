"""`arpad office report`: taken in, checked, put right and accepted at the command line, each answer by its schema."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("django")

from office_reports import ANSWERS, OfficeWithEvent, file_of, with_entry

from arpad.cli.main import run
from arpad.documents.schema import faults
from arpad.events.facts import fact_text
from arpad.formats.trf.reader import read_trf
from arpad.model.period import Born
from arpad.storage.models import Account

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PASSWORD = "seven quiet rooks wait"  # noqa: S105 - of people who do not exist


class Desk:
    """A command line in the folder of an office with an event that was played."""

    def __init__(self, folder: Path, event: OfficeWithEvent, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.event, self._capsys = folder, event, capsys
        for account in Account.objects.all():
            account.set_password(PASSWORD)
            account.save()

    def says(self, *words: object, user: str = "officer", code: int = 0) -> str:
        """Run a command about reports, as somebody, and give what it says."""
        return self.office("report", *words, user=user, code=code)

    def office(self, *words: object, user: str = "officer", code: int = 0) -> str:
        """Run a command of the office, as somebody, and give what it says."""
        self._capsys.readouterr()
        outcome = run(["office", *map(str, words), "--as", user])
        shown = self._capsys.readouterr()
        assert outcome == code, shown
        return shown.out if code == 0 else shown.err or shown.out

    def data(self, schema: str, *words: object, user: str = "officer") -> Any:  # noqa: ANN401 - as the schema says
        """Run a command and give its JSON, which fits its schema."""
        document = json.loads(self.says(*words, "--json", user=user))
        assert faults(document, schema) == []
        return document


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Desk]:
    """Give the command line of an office of one's own."""
    from offices import office as new_office  # noqa: PLC0415 - needs the extra

    monkeypatch.setenv("ARPAD_OFFICE", str(tmp_path / "office"))
    monkeypatch.setenv("ARPAD_OFFICE_PASSWORD", PASSWORD)
    monkeypatch.setenv("ARPAD_SECOND_FACTOR", "optional")
    monkeypatch.setattr("sys.stdin", io.StringIO())
    with new_office("sqlite", tmp_path / "office"):
        yield Desk(tmp_path, OfficeWithEvent(monkeypatch), capsys)


def test_a_report_goes_from_its_arrival_to_its_acceptance(desk: Desk) -> None:
    """Taken in by the arbiter; matched, corrected, a number asked for and given, answered, accepted; and downloaded."""
    number, tournament = desk.event.number, desk.event.tournament()
    right = tournament.entries[2].fide_id or 0
    wrong = with_entry(tournament, 3, fide_id=right + 500_000)
    wrong = with_entry(wrong, 8, fide_id=None, name="Newcomer, Nora", rating=None, born=Born(2011))
    place = desk.folder / "open.trf"
    place.write_bytes(file_of(wrong).data)

    taken = desk.data("office.deed.output", "take-in", number, place, "--sent-by", "chief_arbiter", user="arbiter")
    assert (taken["deed"], taken["event"]) == ("report.take_in", number)
    checked = desk.data("office.report-check.output", "check", number)
    assert (checked["outcome"], checked["verdict"]["rateable"]) == ("checked", "unknown")
    assert checked["list"] == "2026-11-01"
    matches = desk.data("office.matches.output", "match", number)
    assert {each["player"]: each["doubts"] for each in matches["doubtful"]} == {
        3: ["unknown_number"],
        8: ["no_number"],
    }
    assert matches["doubtful"][0]["candidates"][0]["number"] == right
    desk.says("correct", number, "--player", f"3.fide_id={right}", "--why", "the arbiter's mail")
    assert "says no change" in desk.says("correct", number, "--player", "3 is Ada", code=2)
    desk.says("ask-number", number, 8)
    (request,) = desk.data("office.requests.output", "requests")["requests"]
    desk.says(
        "give-number", request["number"], 77_000_001, "--way", "given_by_office", "--name", "Newcomer, Nora",
        "--born", "2011-02-03", "--sex", "w", "--federation", "HUN", "--source", "passport", user="registrar",
    )  # fmt: skip
    answers = [word for name, value in ANSWERS.items() for word in ("--set", f"{name} = {_typed(value)}")]
    desk.says("answer", number, *answers, "--why", "the arbiter's mail")
    shown = desk.data("office.report.output", "show", number)
    assert [(each["player"], each["field"], each["after"]) for each in shown["corrections"]] == [
        (3, "fide_id", str(right)), (8, "fide_id", "77000001"), (8, "born", "2011-02-03"), (8, "sex", "w"),
        (8, "federation", "HUN"),
    ]  # fmt: skip
    assert "other ones than those that you looked at" in desk.says("accept", number, "0" * 64, code=1)
    came = desk.folder / "as it came.trf"
    sha256 = shown["deliveries"][0]["hashes"][0]
    assert desk.data("office.mended.output", "file", number, sha256, "-o", came)["bytes"] == place.stat().st_size
    assert came.read_bytes() == place.read_bytes()
    assert "has no file" in desk.says("file", number, "0" * 64, "-o", came, code=1)
    (waiting,) = desk.data("office.clean.output", "clean")["events"]
    assert (waiting["event"], waiting["is_clean"], waiting["fingerprint"]) == (number, True, shown["fingerprint"])
    assert "is not EVENT=FINGERPRINT" in desk.says("clean", "--accept", f"{number}=0", code=2)
    assert "that you looked at" in desk.says("clean", "--accept", f"{number}={'0' * 12}", code=1)
    done = desk.data("office.clean.output", "clean", "--accept", f"{number}={shown['fingerprint'][:16]}")
    assert (done["accepted"], done["refused"]) == ([number], [])
    assert desk.data("office.report.output", "show", number)["stage"] == "due_for_list"
    out = desk.folder / "mended.trf"
    assert desk.data("office.mended.output", "mended", number, "-o", out)["bytes"] == out.stat().st_size
    mended = read_trf(out.read_bytes()).tournament
    assert [mended.entries[place].fide_id for place in (2, 7)] == [right, 77_000_001]


def test_what_comes_by_a_link_is_listed_and_set_aside(desk: Desk) -> None:
    """The secret is shown once; a report can be returned, refused, and appealed for."""
    from arpad.storage.deeds.reports import upload_by_link  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.models import OfficeLetter, OutboxMail  # noqa: PLC0415 - the same

    number = desk.event.number
    token = desk.data("office.deed.output", "link", number, "--uploads", 2)["token"]
    upload_by_link(token, [file_of(desk.event.tournament())])
    upload_by_link(token, [file_of(with_entry(desk.event.tournament(), 1, title="FM"))])
    first, second = (each["upload"] for each in desk.data("office.uploads.output", "uploads")["uploads"])
    desk.says("take-in-upload", first, "--sent-by", "organiser")
    desk.says("set-aside", "HUN", second, "--why", "the same once more")
    assert desk.data("office.uploads.output", "uploads")["uploads"] == []
    (link,) = desk.data("office.report.output", "show", number)["links"]
    assert (link["used"], link["uploads"], link["is_ended"]) == (2, 2, False)
    desk.says("end-link", link["number"], "--why", "it has served")
    letter = desk.folder / "letter.txt"
    letter.write_text("The results are right.")
    desk.says("attach", number, "arbiters_word", "--paper", letter, user="arbiter")
    assert len(desk.data("office.report.output", "show", number)["documents"]) == 1
    assert "Give the document" in desk.says("attach", number, "letter", code=2)
    desk.says("return", number, "--reason", "round 3 has no results | fide-2024-03 9.1", "--until", "2026-11-02")
    desk.says(
        "refuse", number, "--reason", "it was not played there | fide-2024-03 0.4", "--letter-to", "Olga Tamm",
        "--letter-address", "olga@example.org",
    )  # fmt: skip
    says = desk.office("event", "show", number)
    assert "it was not played there (fide-2024-03 0.4)" in says
    assert "round 3 has no results (fide-2024-03 9.1)" in says
    assert "appeal" in desk.says("appeal", number, "--on", "2026-10-19", "--why", "it was", user="organiser")
    desk.says(
        "decide", number, "dismissed", "--body", "council", "--on", "2026-10-19", "--document", "minutes 9",
        "--why", "it was not", user="administrator",
    )  # fmt: skip
    assert desk.data("office.report.output", "show", number)["stage"] == "appeal_dismissed"
    letters = list(OfficeLetter.objects.order_by("pk").values_list("kind", flat=True))
    assert letters == ["report_returned", "report_refused", "appeal_decided"]
    assert [mail.address for mail in OutboxMail.objects.all()] == ["olga@example.org"]


def _typed(value: object) -> str:
    """Write a fact as TOML."""
    return fact_text(tuple(value) if isinstance(value, list) else value)

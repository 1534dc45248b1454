"""Reports read in a process of their own: the verdict of `arpad check`, and nothing that is sent brings us down."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from reports_read_here import IN_CHILD, answered_here

from arpad.model.problems import RefusedError
from arpad.storage.reports import reading
from arpad.storage.reports.reading import checked, looked
from arpad.storage.reports.reading_child import DEEDS, MOST_FILES, FileOfUpload, upload_of

DATA = Path(__file__).parents[1] / "data"
TRF = FileOfUpload("spring-open.trf", (DATA / "spring-open.trf").read_bytes())
FACTS = FileOfUpload("event.toml", b"norms = false\nannounced_rated = true\n")
LAW = {"authority": "fide", "edition": None, "monthly": [], "facts": {}}


@pytest.fixture(autouse=True)
def in_child(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is read as an office reads it."""
    monkeypatch.setattr(reading, "_asked_of_child", IN_CHILD)


def zipped(*files: FileOfUpload) -> FileOfUpload:
    """Give files as one ZIP file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for file in files:
            target.writestr(file.name, file.data)
    return FileOfUpload("sent.zip", out.getvalue())


def codes(*files: FileOfUpload) -> list[str]:
    """Give why files are refused."""
    with pytest.raises(RefusedError) as refused:
        upload_of(files)
    assert all(problem.message.endswith(".") for problem in refused.value.problems)
    return [problem.code for problem in refused.value.problems]


def test_the_verdict_is_that_of_the_command(tmp_path: Path) -> None:
    """Word for word, with the same facts: there is one path."""
    for file in (TRF, FACTS):
        tmp_path.joinpath(file.name).write_bytes(file.data)
    command = [sys.executable, "-m", "arpad", "check", str(tmp_path / TRF.name), "--json"]
    printed = subprocess.run(command, capture_output=True, check=False)
    answer = checked([TRF, FACTS], LAW)

    assert answer["verdict"] == json.loads(printed.stdout)
    assert answer["outcome"] == "checked"
    assert {question["fact"] for question in answer["questions"]} >= {"registered", "hybrid"}
    assert [player["fide_id"] for player in answer["players"]][:2] == [99000011, 99000028]
    assert answer["schedule"] == ["2025-05-02", "2025-05-03", "2025-05-04"]


@pytest.mark.parametrize(
    "files", [[TRF, FACTS], [FileOfUpload("photo.jpg", b"\xff")], [FileOfUpload(TRF.name, TRF.data[:900])]]
)
def test_the_answer_is_that_of_reading_here(files: list[FileOfUpload]) -> None:
    """Of a report in order, of what is none, and of one that is broken."""
    asked = {**LAW, "facts": reading.handed_over({"norms": True})}
    for deed in DEEDS:
        assert IN_CHILD({**asked, "deed": deed}, files, TRF.data) == answered_here(
            {**asked, "deed": deed}, files, TRF.data
        )


def test_facts_of_the_record_go_before_those_that_were_sent() -> None:
    """Days among them."""
    given = {"facts": reading.handed_over({"norms": True}), **{name: LAW[name] for name in LAW if name != "facts"}}

    assert checked([TRF, FACTS], given)["facts"]["norms"] == "true"
    assert checked([TRF, FACTS], given)["sent_facts"]["norms"] == "false"


def test_a_list_that_is_handed_over_is_held_against_the_players() -> None:
    """A number of somebody else is found."""
    listed = {
        "day": "2025-05-01",
        "kinds": ["standard"],
        "federations": ["NLD", "AUT"],
        "players": [[99000011, "Somebody, Else", "NLD", "", 1950, 1800, None, None]],
    }
    answer = checked([TRF], {**LAW, "listed": listed})

    assert looked([TRF], LAW)["list"] == "2025-05-01"
    assert "name_differs" in {finding["code"] for finding in answer["verdict"]["findings"]}


def test_a_second_report_is_compared_with_the_first() -> None:
    """In the same process."""
    second = FileOfUpload(TRF.name, TRF.data.replace(b"2284", b"2294"))

    assert [(each["fact"], each["after"]) for each in checked([second], LAW, TRF.data)["differences"]] == [
        ("rating", "2294")
    ]


def test_several_files_and_zip_files_are_taken_apart() -> None:
    """One report, one file of facts, and whatever else was sent."""
    photo = FileOfUpload("photo.jpg", b"\xff\xd8")
    for sent in ((TRF, FACTS, photo), (zipped(TRF, FACTS, photo),), (zipped(TRF), FACTS, photo)):
        upload = upload_of(sent)
        assert (upload.report, upload.facts, upload.others) == (TRF, FACTS, (photo,))
    note = FileOfUpload("note.txt", b"Hello!")
    assert upload_of([note, TRF]).report == TRF


def test_what_is_no_single_report_is_refused_in_a_sentence() -> None:
    """None, several, two files of facts, too many files, more than anybody sends."""
    other = FileOfUpload("other.trf", TRF.data)
    assert codes(FileOfUpload("photo.jpg", b"\xff")) == ["no_report"]
    assert codes(TRF, other) == ["several_reports"]
    assert codes(TRF, FACTS, FileOfUpload("more.toml", b"")) == ["several_facts"]
    assert codes(zipped(*(FileOfUpload(f"{number}.jpg", b"") for number in range(MOST_FILES + 1)))) == [
        "upload_unfolds"
    ]
    assert codes(zipped(FileOfUpload("a.trf", b"0" * 61_000_000))) == ["upload_unfolds"]
    assert codes(FileOfUpload("a.zip", b"PK\x03\x04")) == ["upload_damaged"]


@pytest.mark.parametrize("memory", [60_000_000, 1_500_000_000])
def test_a_process_that_asks_for_too_much_is_told_about(monkeypatch: pytest.MonkeyPatch, memory: int) -> None:
    """With little memory it cannot read what was sent; with what an office gives it, it can."""
    program = f"from arpad.storage.reports import reading_child as c; c.MEMORY = {memory}; c.limit({memory}); c.main()"
    monkeypatch.setattr(reading, "CHILD", (sys.executable, "-c", program))
    answer = checked([TRF, FileOfUpload("photo.jpg", b"x" * 30_000_000)], LAW)

    assert (answer["outcome"], [problem["code"] for problem in answer.get("problems", ())]) == (
        ("refused", ["too_much_for_us"]) if memory < 100_000_000 else ("checked", [])
    )


def test_a_process_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the report is told about like any other that is broken."""
    program = "from arpad.storage.reports import reading_child as c; c.limit(seconds=1)\nwhile True: pass"
    monkeypatch.setattr(reading, "CHILD", (sys.executable, "-c", program))

    assert [problem["code"] for problem in looked([TRF], LAW)["problems"]] == ["took_too_long"]
    monkeypatch.setattr(reading, "CHILD", (sys.executable, "-c", "import time; time.sleep(600)"))
    monkeypatch.setattr(reading, "PATIENCE", 1)
    assert [problem["code"] for problem in looked([TRF], LAW)["problems"]] == ["took_too_long"]

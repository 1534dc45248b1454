"""The example office: list by list the same book closed by commands, whole or not there, open to its people."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING
from unittest import mock

import polars as pl
import pytest
from django.contrib.auth.hashers import check_password
from django.db import connections
from office_in_folder import begun_in_folder, gone_through_in_folder

from arpad.book.folder import Book
from arpad.events.intake import facts_of, judged_by, read_report
from arpad.lab.office_world.story import RevisingStep, TakeIn, steps
from arpad.lab.office_world.world import office_world
from arpad.model.clock import VARIABLE, today
from arpad.model.problems import RefusedError
from arpad.office.log import chain_problems
from arpad.storage import example
from arpad.storage.example_people import PEOPLE, log_ins
from arpad.storage.opening import init_office, open_office

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arpad.lab.office_world.world import OfficeWorld
    from arpad.storage.database_book import DatabaseBook

DAY = "2026-11-18"
PLAYERS, MONTHS, SEED = 220, 3, 15


class Both:
    """The same story in an office and in a folder."""

    def __init__(self, folder: Path) -> None:
        """Go through it in both."""
        self.world: OfficeWorld = office_world(today(), PLAYERS, MONTHS, SEED)
        self.office = folder / "example-office"
        self.stages: list[str] = []
        assert example.example_office(
            self.office, lambda what, *_: self.stages.append(what), players=PLAYERS, months=MONTHS, seed=SEED
        )
        begun_in_folder(self.world, folder / "book")
        gone_through_in_folder(self.world, folder / "book")
        self.folder = Book.open(folder / "book")

    @property
    def book(self) -> DatabaseBook:
        """The book of the office."""
        from arpad.storage.database_book import DatabaseBook  # noqa: PLC0415 - once an office is open
        from arpad.storage.models import RatingSystem  # noqa: PLC0415 - the same

        return DatabaseBook(RatingSystem.objects.get())


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    """Make both once for all tests of this file."""
    with mock.patch.dict(os.environ, {VARIABLE: DAY}):
        os.environ.pop("DATABASE_URL", None)
        yield Both(tmp_path_factory.mktemp("example"))
        connections.close_all()


@pytest.fixture(autouse=True)
def _open(both: Both) -> None:
    """Have the example open, whatever was open before."""
    open_office(both.office)


def test_every_list_is_that_of_the_folder(both: Both) -> None:
    """Closed, corrected and revised: the lists, files and tables of `arpad period close` and `republish`."""
    from office_compared import differences  # noqa: PLC0415 - once an office is open

    assert both.book.list_dates == both.world.lists[:-1]
    assert list(differences(both.book, both.folder)) == []


def test_export_and_import_agree(both: Both, tmp_path: Path) -> None:
    """The book that the office writes is the same, and so is an office that takes it in."""
    from office_compared import differences  # noqa: PLC0415 - once an office is open

    from arpad.office.decision import Decision  # noqa: PLC0415 - beside the models
    from arpad.storage.database_book import DatabaseBook  # noqa: PLC0415 - once an office is open
    from arpad.storage.exporting import export_book  # noqa: PLC0415 - the same
    from arpad.storage.importing import import_book  # noqa: PLC0415 - the same

    exported = export_book(both.book.system, tmp_path / "exported")
    assert list(differences(both.book, exported)) == []
    init_office(tmp_path / "again")
    system = import_book(exported.folder, Decision("book.import", {}, 1, "once more"))
    assert list(differences(DatabaseBook(system), exported)) == []


def test_the_revised_list_stands_beside_the_original(both: Both) -> None:
    """Both issues are kept, published by two people, with the reason."""
    from arpad.storage.models import ListVersion  # noqa: PLC0415 - once an office is open

    step = next(step for step in steps(both.world) if isinstance(step, RevisingStep))
    versions = ListVersion.objects.filter(list_date=step.list_date).order_by("revision")
    stages = [(version.revision, version.stage) for version in versions]

    assert stages == [(1, "revised"), (2, "published")]
    assert versions[0].list_hash != versions[1].list_hash
    assert versions[1].reason == step.why
    assert all(version.second for version in ListVersion.objects.filter(is_imported=False))


def test_the_log_is_whole_and_of_its_days(both: Both) -> None:
    """Every deed is in the chain, on the day of the story."""
    from arpad.storage import log  # noqa: PLC0415 - once an office is open
    from arpad.storage.example_reports import steps_about_events  # noqa: PLC0415 - the same

    records = list(log.records())
    days = {step.day for step in steps(both.world)} | {both.world.first_list}
    days |= {step.day for step in steps_about_events(both.world.day)}

    assert not chain_problems(records)
    assert {record.at.date() for record in records} <= days
    assert {"book.import", "list.close", "list.publish", "list.revise", "event.annul", "player.merge"} <= {
        record.code for record in records
    }


def test_the_bytes_of_every_report_are_kept(both: Both) -> None:
    """Every event has its report in the archive, and reading it gives its games."""
    from arpad.storage.archived_files import archive  # noqa: PLC0415 - once an office is open
    from arpad.storage.models import ReportFile  # noqa: PLC0415 - the same

    book = both.book
    # What was put right has another number, and the report of the event that it was.
    events = book.table("events").sort("event_id").unique("name", keep="first", maintain_order=True)
    assert ReportFile.objects.count() == 2 * events.height == 2 * len(both.world.events)
    for row in events.head(5).iter_rows(named=True):
        kept = {
            file.name[-4:]: archive().read(file.sha256) for file in ReportFile.objects.filter(event_id=row["event_id"])
        }
        report = judged_by(read_report("r.trf", kept[".trf"], facts_of(kept["toml"], "r.toml")), book.rulebook).report
        games = book.table("games").filter(pl.col("event_id") == row["event_id"])

        assert report.tournament.name == row["name"]
        assert sum(met.played for met in report.meetings) == games.height


def test_everybody_can_log_in(both: Both) -> None:
    """The log-ins that are printed hold, one for each role at least."""
    from arpad.office.roles import GRANTED  # noqa: PLC0415 - beside the models
    from arpad.storage.models import Account, RoleGrant  # noqa: PLC0415 - once an office is open

    printed = {name: password for name, password, _ in log_ins(SEED)}
    accounts = {account.username: account for account in Account.objects.all()}

    assert set(printed) == set(accounts) == {role.username for role in PEOPLE}
    assert check_password(printed["auditor"], accounts["auditor"].password)
    assert not check_password(printed["auditor"], accounts["approver"].password)
    assert set(RoleGrant.objects.values_list("role", flat=True)) == set(GRANTED)
    assert all(len(password) >= 12 for password in printed.values())
    assert both.stages[0] == "people"


def test_something_is_left_to_do(both: Both) -> None:
    """Two numbers wait to become one, and the list being made is worked out, with a checklist."""
    from arpad.storage.archived_files import archive  # noqa: PLC0415 - once an office is open
    from arpad.storage.models import Asked, Job, Preview  # noqa: PLC0415 - the same

    waiting = Asked.objects.get(decided_at__isnull=True)
    preview = Preview.objects.get()
    checklist = json.loads(archive().read(preview.data))["checklist"]

    assert waiting.deed == "player.merge"
    assert preview.list_date == both.world.open_list
    assert not Job.objects.exclude(state=Job.DONE).exists()
    assert {"two_numbers", "odd_change", "deed_waits"} <= {item["code"] for item in checklist}


def test_the_office_is_proved(both: Both) -> None:
    """Log, archive, state and every publication, made again from the archive, are as they should be."""
    from arpad.storage.models import Proof  # noqa: PLC0415 - once an office is open
    from arpad.storage.verify import verify  # noqa: PLC0415 - the same

    proved = verify()

    assert [problem.message for problem in proved.problems] == []
    assert proved.publications == len(both.world.lists) - 2 + 1
    assert [(proof.kind, proof.outcome) for proof in Proof.objects.all()] == [("verify", "ok")]


def test_its_registrations_have_every_fate(both: Both) -> None:
    """From the registration to an appeal; who looks at them finds something to do, and the inbox has all of it."""
    del both
    from arpad.model.clock import now  # noqa: PLC0415 - once an office is open
    from arpad.storage.example_accounts import acting  # noqa: PLC0415 - the same
    from arpad.storage.models import RegisteredEvent  # noqa: PLC0415 - the same
    from arpad.storage.queries.event_duties import duty_counts  # noqa: PLC0415 - the same
    from arpad.storage.queries.inbox import inbox  # noqa: PLC0415 - the same
    from arpad.storage.queries.registrations import stage_at  # noqa: PLC0415 - the same

    at = now()
    assert {stage_at(row, at) for row in RegisteredEvent.objects.all()} >= {
        "registered", "waiting_for_approval", "registration_refused", "announced", "running", "postponed", "cancelled",
        "cut_short", "report_awaited", "never_registered", "declared_empty", "received", "returned", "refused",
        "under_appeal",
    }  # fmt: skip
    counts = duty_counts(acting("administrator"))
    assert {what for what, number in counts.items() if number} >= {
        "take_up", "approvals", "new_days", "reports_missing", "never_registered",
    }  # fmt: skip
    assert {line.duty.kind for line in inbox(acting("administrator")).lines} >= {
        "report", "missing_report", "number", "upload", "appeal", "question", "deed_waits", "registration", "approval",
    }  # fmt: skip


def test_it_is_made_once(both: Both) -> None:
    """What is there and of this version is left alone, with everything that was done to it."""
    marked = both.office / "somebody-was-here"
    marked.touch()

    assert not example.example_office(both.office, players=PLAYERS, months=MONTHS, seed=SEED)
    assert marked.exists()


def test_a_run_that_was_ended_leaves_nothing_half_made(tmp_path: Path) -> None:
    """The folder is there when it is whole, and what was begun is taken away by the next run."""
    folder = tmp_path / "example-office"

    def ended(what: str, *_: int) -> None:
        if what == "reports":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        example.example_office(folder, ended, players=PLAYERS, months=MONTHS, seed=SEED)

    assert not folder.exists()
    assert [place.name for place in tmp_path.iterdir()] == ["example-office.being-made"]
    connections.close_all()


def test_another_version_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An example of another version is replaced; what is no example is never touched."""
    folder = tmp_path / "example-office"
    folder.mkdir()
    stamp = example.stamp_of(PLAYERS, MONTHS, SEED)
    folder.joinpath(example.STAMP).write_text(json.dumps({**stamp, "version": "another"}), encoding="utf-8")
    monkeypatch.setattr(example, "_made", lambda _, aside, __: aside.mkdir())
    monkeypatch.setattr(example, "_finish", lambda _: None)

    assert example.example_office(folder, players=PLAYERS, months=MONTHS, seed=SEED)
    assert json.loads(folder.joinpath(example.STAMP).read_text(encoding="utf-8")) == stamp
    assert [place.name for place in tmp_path.iterdir()] == [folder.name]

    other = tmp_path / "letters"
    other.mkdir()
    other.joinpath("letter.txt").touch()
    with pytest.raises(RefusedError, match="left alone"):
        example.example_office(other)
    assert other.joinpath("letter.txt").exists()


def test_reports_that_are_there_are_refused(both: Both) -> None:
    """The same report again changes nothing, and a broken one is refused with its reasons."""
    from arpad.lab.office_world.carried_out import reports_of  # noqa: PLC0415 - beside the models
    from arpad.storage import log  # noqa: PLC0415 - once an office is open
    from arpad.storage.deeds.take_in_reports import Delivered, take_in_reports  # noqa: PLC0415 - the same
    from arpad.storage.example_accounts import acting  # noqa: PLC0415 - the same

    book = both.book
    step = next(step for step in steps(both.world) if isinstance(step, TakeIn))
    report = reports_of(both.world, book, step)[0]
    head = log.head()
    with pytest.raises(RefusedError, match="in the book already"):
        take_in_reports(
            acting("administrator"), book.system, [Delivered(report.name, report.trf, report.facts)], "again"
        )
    broken = Delivered("broken.trf", report.trf.replace(b"001    2", b"001    1"))
    with pytest.raises(RefusedError, match=r"broken\.trf"):
        take_in_reports(acting("administrator"), book.system, [broken], "broken")
    with pytest.raises(RefusedError):
        take_in_reports(acting("auditor"), book.system, [broken], "no right")

    assert log.head() == head

"""A federation under FIDE: registered and sent on with its bytes, answered, FIDE's list compared with its reports."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

import polars as pl
import pytest
from office_events import HUN, cast, system_with_book, values
from office_reports import ANSWERS
from trf_building import HEADER, player

from arpad.book.frames.lists import FrameList
from arpad.book.lists import with_people
from arpad.book.view import list_name
from arpad.formats.trf.reader import read_trf
from arpad.library.lists import list_in
from arpad.model.clock import VARIABLE, now
from arpad.model.problems import RefusedError
from arpad.office.accept_report import AcceptReport, ChecksOfReport, accept_report
from arpad.office.answer_report import AnswerReport
from arpad.office.correct_report import CorrectReport
from arpad.office.decide_appeal import DecideAppeal
from arpad.office.keep_office import ChangeSettings
from arpad.office.lodge_appeal import LodgeAppeal
from arpad.office.number_requests import GiveNumber
from arpad.office.refuse_report import RefuseReport
from arpad.office.register_event import RegisterEvent
from arpad.office.report_changes import OF_PLAYER, ReportChange
from arpad.office.report_reasons import ReasonWithArticle
from arpad.office.season_file import season_rows
from arpad.office.send_to_fide import FideAnswer, NoteFideList, SendRegistration, SendToFide
from arpad.office.take_in_report import TakeInReport
from arpad.storage.archived_files import archive
from arpad.storage.deeds import report_corrections, report_decisions
from arpad.storage.deeds.ask_fide import ask_fide
from arpad.storage.deeds.change_settings import change_settings
from arpad.storage.deeds.compare_fide_list import compare_fide_list, expected_list
from arpad.storage.deeds.fide_exchange import (
    fide_file,
    keep_fide_answer,
    keep_registered,
    note_on_list,
    registration_file,
    send_file,
    send_registered,
)
from arpad.storage.deeds.registrations import register
from arpad.storage.deeds.report_corrections import correct
from arpad.storage.deeds.reports import take_in
from arpad.storage.events.carrying_out import about_event
from arpad.storage.events.rows import case_of
from arpad.storage.models import AskedQuestion, FideMessage, NumberRequest, PlayerRow, RegisteredEvent, Standing
from arpad.storage.reports.reading_child import FileOfUpload
from arpad.storage.verify import verify

if TYPE_CHECKING:
    from arpad.office.person import Person
    from arpad.storage.models import RatingSystem

pytestmark = pytest.mark.usefixtures("office")
LIST, START = date(2026, 11, 1), date(2026, 10, 2)
ROUNDS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))


def report(system: RatingSystem) -> bytes:
    """Write the report of four rated players who all met, each winning with white."""
    standings = Standing.objects.filter(rating_system=system, standard_rating__isnull=False, is_off=False)
    rows = standings.order_by("-standard_rating")[:4]
    people = {row.fide_id: row for row in PlayerRow.objects.filter(fide_id__in=[row.fide_id for row in rows])}
    games: list[list[str]] = [[] for _ in rows]
    for pairs in ROUNDS:
        for white, black in pairs:
            games[white].append(f"{black + 1}w1")
            games[black].append(f"{white + 1}b0")
    days = [START + timedelta(days=day) for day in range(3)]
    head = [line for line in HEADER if not line.startswith("132")]
    for old, new in (("2025/03/01", days[0]), ("2025/03/03", days[2])):
        head = [line.replace(old, f"{new:%Y/%m/%d}") for line in head]
    lines = [
        player(
            place + 1, " ".join(games[place]), name=people[row.fide_id].name, rating=str(row.standard_rating),
            federation=people[row.fide_id].federation, fide_id=str(row.fide_id),
        )
        for place, row in enumerate(rows)
    ]  # fmt: skip
    of_rounds = "132" + " " * 88 + "  ".join(f"{day:%y/%m/%d}" for day in days)
    return ("\n".join([*head, of_rounds, *lines]) + "\n").encode()


def taken(officer: Person, system: RatingSystem, monkeypatch: pytest.MonkeyPatch) -> tuple[int, bytes]:
    """Let an event be registered with FIDE, reported, accepted, sent and taken; give its number and its report."""
    monkeypatch.setenv(VARIABLE, "2026-08-01")
    facts = values(start=START, end=START + timedelta(days=2))
    _, number = register(officer, system, HUN, RegisterEvent(values=facts))
    send_registered(officer, number, SendRegistration(sha256="", sent_on=date(2026, 8, 1)))
    answer = FideAnswer(answer="taken", answered_on=date(2026, 8, 1), document="mail 1", fide_code="412345")
    keep_registered(officer, number, answer)
    monkeypatch.setenv(VARIABLE, "2026-10-06")
    today, data = date(2026, 10, 6), report(system)
    take_in(officer, number, [FileOfUpload("open.trf", data)], TakeInReport(sha256="0" * 64, received_on=today))
    checks = ChecksOfReport(list=LIST)
    about_event(
        officer, number, "report.accept",
        lambda state: accept_report(officer, AcceptReport(fingerprint=state.case.fingerprint), state, checks),
    )  # fmt: skip
    send_file(officer, number, SendToFide(sha256="", sent_on=today))
    keep_fide_answer(officer, number, FideAnswer(answer="taken", answered_on=today, document="mail 2"))
    return number, data


def test_an_event_is_sent_on_and_a_difference_on_fides_list_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its bytes stay as the proof; one rating of FIDE's list is another, and becomes a question once."""
    system, people = system_with_book(), cast("administrator", "officer")
    officer = people["officer"]
    change_settings(people["administrator"], ChangeSettings({"serves": "under_fide"}, "the board"))
    number, data = taken(officer, system, monkeypatch)
    row = RegisteredEvent.objects.get(number=number)
    assert (row.stage, row.fide_code, row.book_event) == ("taken_by_fide", "412345", None)
    assert archive().read(FideMessage.objects.get(event=row, way="sent", about="report").document) == data
    of_registration = archive().read(FideMessage.objects.get(event=row, way="sent", about="registration").document)
    assert of_registration == registration_file(officer, number)[1]
    assert season_rows(of_registration, "season.csv")[0].values == case_of(row).values

    expected = expected_list(system, LIST)
    assert expected.numbers == (number,)
    frame = with_people(expected.view.table(list_name(LIST)), expected.view.table("players"))
    moved = min(expected.events)
    more = pl.when(pl.col("fide_id") == moved).then(3).otherwise(0)
    shown = frame.select(name for name, kind in frame.schema.items() if kind != pl.Binary)
    text = shown.with_columns(pl.col("standard_rating") + more).write_csv().encode()
    official = list_in(io.BytesIO(text), "official.csv", "official.csv", list_date=LIST, as_frame=True)
    assert isinstance(official, FrameList)
    outcome, comparison = compare_fide_list(officer, system, official, text, LIST)
    assert outcome.entry == comparison.entry
    (difference,) = comparison.differences.all()
    assert (difference.player, difference.event_id, difference.facts["chess"]) == (moved, number, "standard")
    assert difference.facts["listed"][0] - difference.facts["expected"][0] == 3
    assert archive().read(comparison.sha256) == text
    question = AskedQuestion.objects.get(number=ask_fide(people["administrator"], difference.number).number)
    difference.refresh_from_db()
    assert (question.kind, question.player, difference.question) == ("fide_difference", moved, question.number)
    assert json.loads(archive().read(question.evidence))["reports"][0]["event"] == number
    with pytest.raises(RefusedError) as refused:
        ask_fide(people["administrator"], difference.number)
    assert "difference_asked" in {problem.code for problem in refused.value.problems}
    note_on_list(officer, number, NoteFideList(list=LIST, seen_on=date(2026, 10, 6)))
    assert RegisteredEvent.objects.get(number=number).fide_list == LIST
    assert [problem.sentence() for problem in verify(again=False).problems] == []


def test_only_a_federation_under_fide_compares_and_only_what_it_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    """An authority makes lists of its own; without an accepted report there is nothing to compare; both at once."""
    system, people = system_with_book(), cast("administrator")
    monkeypatch.setenv(VARIABLE, "2026-10-06")
    text = b"fide_id,name,standard_rating\n1,Nobody,2000\n"
    official = list_in(io.BytesIO(text), "official.csv", "official.csv", list_date=LIST, as_frame=True)
    assert isinstance(official, FrameList)
    with pytest.raises(RefusedError) as refused:
        compare_fide_list(people["administrator"], system, official, text, LIST)
    assert [problem.code for problem in refused.value.problems] == ["no_list_of_fide", "nothing_expected"]
    with pytest.raises(RefusedError) as refused:
        compare_fide_list(people["administrator"], system, official, text, date(2026, 10, 1))
    assert [problem.code for problem in refused.value.problems] == ["compared_too_late"]


def test_nothing_is_sent_on_while_a_number_is_open_although_an_appeal_was_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The number is asked for and given, the report is accepted anew as it is then, and only that is sent."""
    system, people = system_with_book(), cast("administrator", "officer", "colleague", "organiser", "registrar")
    officer = people["officer"]
    change_settings(people["administrator"], ChangeSettings({"serves": "under_fide"}, "the board"))
    monkeypatch.setenv(VARIABLE, "2026-08-01")
    facts = values(start=START, end=START + timedelta(days=2))
    _, number = register(officer, system, HUN, RegisterEvent(values=facts))
    monkeypatch.setenv(VARIABLE, "2026-10-06")
    today, data = date(2026, 10, 6), report(system)
    right = read_trf(data).tournament.entries[0].fide_id
    nameless = data.replace(f"{right:>11}".encode(), b"           ", 1)
    take_in(officer, number, [FileOfUpload("open.trf", nameless)], TakeInReport(sha256="0" * 64, received_on=today))
    proved = {name: replace(person, proved_at=now()) for name, person in people.items()}
    reasons = (ReasonWithArticle("the hall was closed", "fide-2024-03 0.4"),)
    report_decisions.refuse(proved["officer"], number, RefuseReport(reasons=reasons))
    report_decisions.appeal(people["organiser"], number, LodgeAppeal(lodged_on=today, reason="it was open"))
    verdict = DecideAppeal(is_allowed=True, body="council", decided_on=today, document="minutes 9", reason="it was")
    report_decisions.decide(proved["administrator"], number, verdict)
    assert RegisteredEvent.objects.get(number=number).stage == "accepted"
    for _ in range(2):
        with pytest.raises(RefusedError) as refused:
            send_file(officer, number, SendToFide(sha256="", sent_on=today))
        assert [problem.code for problem in refused.value.problems] == ["numbers_open"]
        if not NumberRequest.objects.exists():
            report_corrections.ask_number(officer, number, 1)
    sources = tuple((name, "passport") for name in ("name", "born", "sex", "federation"))
    given = GiveNumber(
        number=right or 0, way="had_one", name="Somebody", born="1990", sex="m", federation=HUN, sources=sources
    )
    report_corrections.give_number(people["registrar"], NumberRequest.objects.get().number, given)
    row = RegisteredEvent.objects.get(number=number)
    assert (row.stage, row.refusal["is_lifted"]) == ("received", True)  # type: ignore[index] # it was refused
    report_corrections.answer(people["colleague"], number, AnswerReport(answers=ANSWERS, reason="the arbiter says so"))
    seen = AcceptReport(fingerprint=case_of(RegisteredEvent.objects.get(number=number)).fingerprint)
    report_decisions.accept(people["colleague"], number, seen)
    send_file(officer, number, SendToFide(sha256="", sent_on=today))
    sent = archive().read(FideMessage.objects.get(event=row, way="sent", about="report").document)
    assert read_trf(sent).tournament.entries[0].fide_id == right
    assert [problem.sentence() for problem in verify(again=False).problems] == []


def test_what_goes_to_fide_has_what_was_put_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """A number that an officer mended is in the file that is sent, and the list that is expected goes by it."""
    system, people = system_with_book(), cast("administrator", "officer")
    officer = people["officer"]
    change_settings(people["administrator"], ChangeSettings({"serves": "under_fide"}, "the board"))
    monkeypatch.setenv(VARIABLE, "2026-08-01")
    facts = values(start=START, end=START + timedelta(days=2))
    _, number = register(officer, system, HUN, RegisterEvent(values=facts))
    monkeypatch.setenv(VARIABLE, "2026-10-06")
    today, data = date(2026, 10, 6), report(system)
    right = read_trf(data).tournament.entries[0].fide_id
    wrong = data.replace(f"{right:>11}".encode(), b"   99999999", 1)
    assert wrong != data
    take_in(officer, number, [FileOfUpload("open.trf", wrong)], TakeInReport(sha256="0" * 64, received_on=today))
    mended = ReportChange(OF_PLAYER, "fide_id", str(right), 1)
    correct(officer, number, CorrectReport(changes=(mended,), reason="two digits"))
    checks = ChecksOfReport(list=LIST)
    about_event(
        officer, number, "report.accept",
        lambda state: accept_report(officer, AcceptReport(fingerprint=state.case.fingerprint), state, checks),
    )  # fmt: skip
    assert right in expected_list(system, LIST).events
    name, file = fide_file(officer, number)
    assert name == f"{number}.trf"
    assert read_trf(file).tournament.entries[0].fide_id == right

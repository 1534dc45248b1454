"""Reports in the database of an office: taken in, checked, put right, accepted into the book, derived from the log."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

import polars as pl
import pytest
from office_reports import ANSWERS, REPORTED_ON, OfficeWithEvent, facts_file, file_of, with_entry

from arpad.formats.trf.reader import read_trf
from arpad.model.clock import now
from arpad.model.period import Born
from arpad.model.problems import RefusedError
from arpad.office.accept_report import AcceptReport
from arpad.office.amend_event import AmendEvent
from arpad.office.answer_report import AnswerReport
from arpad.office.correct_report import CorrectReport
from arpad.office.decide_appeal import DecideAppeal
from arpad.office.event_letters import LetterReceiver
from arpad.office.lodge_appeal import LodgeAppeal
from arpad.office.number_requests import GiveNumber, WithdrawRequest
from arpad.office.refuse_report import RefuseReport
from arpad.office.registration_facts import given
from arpad.office.report_changes import ReportChange
from arpad.office.report_reasons import ReasonWithArticle
from arpad.office.return_report import ReturnReport
from arpad.office.take_in_report import TakeInReport
from arpad.office.uploads import EndLink, MakeLink, SetAside
from arpad.storage.archived_files import archive
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds import registrations, report_corrections, report_decisions, reports
from arpad.storage.events.carrying_out import NOTHING, Along, Paper
from arpad.storage.events.letters import with_letter
from arpad.storage.events.rows import case_of
from arpad.storage.models import (
    LogEntry,
    NumberRequest,
    OfficeLetter,
    OutboxMail,
    ReportCheck,
    ReportDelivery,
    SealedValue,
    UploadLink,
)
from arpad.storage.queries.report_pages import events_to_accept
from arpad.storage.queries.reports import corrections_of
from arpad.storage.reports.checking import check, files_of, matches_of
from arpad.storage.reports.reading_child import FileOfUpload
from arpad.storage.verify import verify

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.usefixtures("office")
WHY = "the arbiter's mail"


def wrong() -> list[str]:
    """Give everything that is wrong with the office."""
    return [problem.message for problem in verify(again=False).problems]


def refused(deed: Callable[[], object]) -> list[str]:
    """Give the codes of everything for which a deed is refused."""
    with pytest.raises(RefusedError) as fault:
        deed()
    assert all(problem.sentence() for problem in fault.value.problems)
    return [problem.code for problem in fault.value.problems]


def test_a_report_is_taken_in_checked_answered_and_accepted_into_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """With its fingerprint and both days; the acceptance and the book change by one entry."""
    office = OfficeWithEvent(monkeypatch)
    office.send()
    row = office.row
    delivery = ReportDelivery.objects.get(event=row)
    first = ReportCheck.objects.get(delivery=delivery)

    assert (row.stage, row.report_sha256) == ("received", delivery.sha256)
    assert (delivery.received_on, delivery.arbiter_sent_on) == (REPORTED_ON, REPORTED_ON - timedelta(days=1))
    assert (first.outcome, first.rateable, first.errors) == ("checked", "unknown", 0)
    seen = AcceptReport(fingerprint=case_of(row).fingerprint)
    assert refused(lambda: report_decisions.accept(office.officer, office.number, seen)) == ["questions_open"]
    report_corrections.answer(office.officer, office.number, AnswerReport(answers=ANSWERS, reason=WHY))
    answered = check(office.row, case_of(office.row), delivery)
    assert answered.document["verdict"]["rateable"] == "yes", answered.document["verdict"]
    assert refused(lambda: report_decisions.accept(office.officer, office.number, seen)) == ["other_report_seen"]
    seen = AcceptReport(fingerprint=case_of(office.row).fingerprint)
    report_decisions.accept(office.officer, office.number, seen)
    row = office.row
    events = DatabaseBook(office.system).table("events").filter(pl.col("event_id") == row.book_event)
    assert (row.stage, events["name"].to_list(), events["received"].to_list()) == (
        "due_for_list", ["Open of Győr"], [REPORTED_ON],
    )  # fmt: skip
    assert DatabaseBook(office.system).table("games").filter(event_id=row.book_event).height == 28
    assert wrong() == []


def test_another_report_takes_the_event_out_of_the_book_until_it_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the second is shown as a difference from the first."""
    office = OfficeWithEvent(monkeypatch)
    office.send()
    report_corrections.answer(office.officer, office.number, AnswerReport(answers=ANSWERS, reason=WHY))
    report_decisions.accept(office.officer, office.number, AcceptReport(fingerprint=case_of(office.row).fingerprint))
    number = office.row.book_event
    tournament = with_entry(office.tournament(), 3, title="FM")
    office.send(file_of(tournament))

    def events() -> pl.DataFrame:
        return DatabaseBook(office.system).table("events").filter(pl.col("event_id") == number)

    assert (office.row.stage, events()["withdrawn"].to_list()) == ("received", [True])
    newest = ReportDelivery.objects.filter(event=office.row).order_by("number").last()
    assert newest is not None
    differences = check(office.row, case_of(office.row), newest).document["differences"]
    assert [(each["fact"], each["player"], each["after"]) for each in differences] == [("title", 3, "FM")]
    report_corrections.answer(office.officer, office.number, AnswerReport(answers=ANSWERS, reason=WHY))
    report_decisions.accept(office.officer, office.number, AcceptReport(fingerprint=case_of(office.row).fingerprint))
    assert (office.row.stage, office.row.book_event, events()["withdrawn"].to_list()) == (
        "due_for_list", number, [False],
    )  # fmt: skip
    assert events()["end"].to_list() == [date(2026, 10, 16)]
    registrations.amend(office.officer, office.number, AmendEvent(changes={"place": "Sopron"}, reason=WHY))
    assert (office.row.stage, events()["withdrawn"].to_list()) == ("received", [True])
    assert wrong() == []


def test_what_is_corrected_is_checked_downloaded_and_rated_and_the_bytes_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong number by the officer; a result on the attached word of the chief arbiter only."""
    office = OfficeWithEvent(monkeypatch)
    tournament = office.tournament()
    right = tournament.entries[2].fide_id or 0
    office.send(file_of(with_entry(tournament, 3, fide_id=right + 500_000)))
    row = office.row
    delivery = ReportDelivery.objects.get(event=row)
    (match,) = (each for each in matches_of(row, check(row, case_of(row), delivery)) if each.doubts)

    assert (match.entry.number, match.doubts) == (3, ("unknown_number",))
    assert [each.listed.fide_id for each in match.candidates] == [right]
    number = ReportChange("player", "fide_id", str(right), 3)
    first = tournament.entries[0].rounds[0]
    result = ReportChange("result", "result", "0-1" if first.result == "1" else "1-0", 1, 1, first.opponent or 0)
    both = CorrectReport(changes=(number, result), reason=WHY)
    assert refused(lambda: report_corrections.correct(office.officer, office.number, both)) == ["no_word_of_arbiter"]
    letter = Paper(archive().put(b"The game ended otherwise."), "letter of the arbiter.txt")
    asked = reports.attachment("arbiters_word", letter.kept)
    reports.attach(office.people["arbiter"], office.number, asked, Along(papers=[letter]))
    report_corrections.correct(office.officer, office.number, replace(both, document=letter.kept.sha256))
    case = case_of(office.row)
    assert case.report is not None
    assert case.report.sha256 == delivery.sha256
    mended = read_trf(archive().read(case.report.mended)).tournament
    assert mended.entries[2].fide_id == right
    assert mended.entries[0].rounds[0].result == result.after[0]
    assert read_trf(files_of(delivery)[0].data).tournament.entries[2].fide_id == right + 500_000
    assert not any(each.doubts for each in matches_of(office.row, check(office.row, case, delivery)))
    report_corrections.answer(office.officer, office.number, AnswerReport(answers=ANSWERS, reason=WHY))
    accepted(office)
    games = DatabaseBook(office.system).table("games").filter(event_id=office.row.book_event)
    assert right in games["white"].to_list() + games["black"].to_list()
    assert wrong() == []


def test_a_doubt_that_holds_no_fault_is_said_to_be_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another year of birth: the player is who the report says."""
    office = OfficeWithEvent(monkeypatch)
    office.send(file_of(with_entry(office.tournament(), 2, born=Born(1931))))
    row, delivery = office.row, ReportDelivery.objects.get(event=office.row)
    doubts = {each.entry.number: each.doubts for each in matches_of(row, check(row, case_of(row), delivery))}
    assert doubts[2] == ("other_year",)
    report_corrections.correct(office.officer, office.number, CorrectReport(sure_of=(2,), reason=WHY))
    assert not any(each.doubts for each in matches_of(office.row, check(office.row, case_of(office.row), delivery)))
    assert wrong() == []


GIVEN = GiveNumber(
    number=77_000_001,
    way="received_from_fide",
    name="Newcomer, Nora",
    born="2011-02-03",
    sex="w",
    federation="HUN",
    sources=(("name", "passport"), ("born", "passport"), ("sex", "passport"), ("federation", "federation")),
)


@pytest.mark.parametrize("is_accepted_first", [False, True])
def test_a_number_is_asked_for_and_given_before_or_after_the_event_came_into_the_book(
    monkeypatch: pytest.MonkeyPatch, is_accepted_first: bool
) -> None:
    """Before, it comes into the report; afterwards the negative number is renumbered everywhere."""
    office = OfficeWithEvent(monkeypatch)
    newcomer = {"fide_id": None, "name": "Newcomer, Nora", "rating": None, "born": Born(2011)}
    office.send(file_of(with_entry(office.tournament(), 8, **newcomer)))
    report_corrections.ask_number(office.officer, office.number, 8)
    request = NumberRequest.objects.get(event=office.row)
    assert refused(lambda: report_corrections.ask_number(office.officer, office.number, 8)) == ["number_asked_already"]
    assert refused(lambda: report_corrections.give_number(office.officer, request.number, GIVEN)) == ["no_right"]
    report_corrections.answer(office.officer, office.number, AnswerReport(answers=ANSWERS, reason=WHY))
    if is_accepted_first:
        accepted(office)
    report_corrections.give_number(office.people["registrar"], request.number, GIVEN)
    request.refresh_from_db()
    assert (request.state, request.fide_id, request.stand_in < 0) == ("closed", 77_000_001, is_accepted_first)
    if not is_accepted_first:
        accepted(office)
    book = DatabaseBook(office.system)
    games = book.table("games").filter(event_id=office.row.book_event)
    playing = {*games["white"], *games["black"]}
    assert (77_000_001 in playing, min(playing) > 0) == (True, True)
    known = book.table("players").filter(fide_id=77_000_001).select("name", "birth_date", "sex", "federation")
    assert known.rows() == [("Newcomer, Nora", date(2011, 2, 3), "F", "HUN")]
    if not is_accepted_first:
        mended = read_trf(archive().read(case_of(office.row).report.mended)).tournament.by_number()[8]  # type: ignore[union-attr] # it was put right
        assert (mended.fide_id, mended.name, mended.born, mended.sex) == (
            77_000_001, "Newcomer, Nora", Born(2011, 2, 3), "w",
        )  # fmt: skip
        put_right = {each.field: (each.before, each.after) for each in corrections_of(office.number)}
        assert put_right["fide_id"] == ("", "77000001")
        assert put_right["born"] == ("2011", "2011-02-03")
    assert refused(lambda: report_corrections.give_number(office.people["registrar"], request.number, GIVEN)) == [
        "request_closed",
        "number_taken",
    ]
    assert "Nora" not in str(list(LogEntry.objects.values_list("facts", flat=True)))
    assert SealedValue.objects.filter(of="player", person=77_000_001, name="born").exists()
    assert wrong() == []


def test_who_has_a_number_in_the_book_already_is_merged_before_the_request_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The stand-in would stay in the book otherwise; merging two people is a deed of its own, by two."""
    office = OfficeWithEvent(monkeypatch)
    known = office.tournament().entries[7]
    office.send(file_of(with_entry(office.tournament(), 8, fide_id=None, name="Kestrel, Ada", rating=None)))
    report_corrections.ask_number(office.officer, office.number, 8)
    report_corrections.answer(office.officer, office.number, AnswerReport(answers=ANSWERS, reason=WHY))
    accepted(office)
    had = replace(GIVEN, number=known.fide_id, way="had_one", name="Kestrel, Ada")
    request = NumberRequest.objects.get().number
    assert refused(lambda: report_corrections.give_number(office.people["registrar"], request, had)) == ["merge_first"]


def test_who_came_into_a_report_by_a_correction_does_not_accept_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers tell who plays, and they are those of the report as it is now."""
    office = OfficeWithEvent(monkeypatch)
    office.send(file_of(with_entry(office.tournament(), 3, fide_id=99)), facts_file(**ANSWERS))
    right = office.tournament().entries[2].fide_id or 0
    player = replace(office.people["colleague"], number=right)
    change = ReportChange("player", "fide_id", str(right), 3)
    report_corrections.correct(office.officer, office.number, CorrectReport(changes=(change,), reason=WHY))
    seen = AcceptReport(fingerprint=case_of(office.row).fingerprint)
    assert refused(lambda: report_decisions.accept(player, office.number, seen)) == ["conflict_of_roles"]
    report_decisions.accept(office.people["colleague"], office.number, seen)
    assert wrong() == []


def test_a_request_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it can be asked anew."""
    office = OfficeWithEvent(monkeypatch)
    office.send(file_of(with_entry(office.tournament(), 8, fide_id=None)))
    report_corrections.ask_number(office.officer, office.number, 8)
    asked = WithdrawRequest(reason="was found under another name")
    report_corrections.withdraw_number(office.officer, NumberRequest.objects.get().number, asked)
    report_corrections.ask_number(office.officer, office.number, 8)
    assert sorted(NumberRequest.objects.values_list("state", flat=True)) == ["open", "withdrawn"]
    assert wrong() == []


def test_a_report_comes_by_a_link_waits_and_is_taken_in_or_set_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    """The secret is kept nowhere; the link takes so many uploads, and ends."""
    office = OfficeWithEvent(monkeypatch)
    _, token = reports.make_link(office.officer, office.number, MakeLink(uploads=2))
    sent = [file_of(office.tournament()), FileOfUpload("photo.jpg", b"\xff\xd8 a picture")]
    reports.upload_by_link(token, sent)
    reports.upload_by_link(token, [FileOfUpload("advert.txt", b"buy this")])
    assert refused(lambda: reports.upload_by_link(token, sent)) == ["link_ended"]
    assert refused(lambda: reports.upload_by_link("no such secret", sent)) == ["link_ended"]
    first, second = ReportDelivery.objects.order_by("number")
    assert (office.row.stage, first.state, len(first.files)) == ("report_awaited", "waiting", 2)
    assert token not in str(list(LogEntry.objects.values_list("facts", flat=True)))
    asked = TakeInReport(sha256="", received_on=REPORTED_ON, sent_by="chief_arbiter")
    reports.take_in_upload(office.officer, first.number, asked)
    first.refresh_from_db()
    assert (office.row.stage, first.state, office.row.report_sha256) == ("received", "taken_in", first.sha256)
    assert check(office.row, case_of(office.row), first).document["report"]["others"] == ["photo.jpg"]
    reports.set_aside(office.officer, "HUN", SetAside([second.number], "an advertisement"))
    assert refused(lambda: reports.take_in_upload(office.officer, second.number, asked)) == ["no_such_upload"]
    reports.end_link(office.officer, UploadLink.objects.get().number, EndLink(reason="it has served"))
    assert wrong() == []


def test_broken_and_hostile_files_get_sentences_and_can_be_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bytes are kept; the report is in the office, and its check says what is wrong."""
    office = OfficeWithEvent(monkeypatch)
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as target:
        target.writestr("open.trf", b"0" * 70_000_000)
    hostile = [
        FileOfUpload("open.zip", bomb.getvalue()),
        FileOfUpload("open.zip", b"PK\x03\x04 not a package"),
        FileOfUpload("open.trf", b"\x00\xff" * 1000),
    ]
    codes = []
    for file in hostile:
        office.send(file)
        delivery = ReportDelivery.objects.order_by("number").last()
        assert delivery is not None
        answer = check(office.row, case_of(office.row), delivery).document
        problems = answer.get("problems", answer.get("verdict", {}).get("problems"))
        assert problems, answer
        assert all(problem["message"].endswith(".") for problem in problems)
        codes.append((answer["outcome"], problems[0]["code"]))
    assert codes == [("refused", "upload_unfolds"), ("refused", "upload_damaged"), ("broken", "not_a_trf")]
    seen = AcceptReport(fingerprint=case_of(office.row).fingerprint)
    assert refused(lambda: report_decisions.accept(office.officer, office.number, seen)) == ["findings_refuse"]
    asked = ReturnReport(reasons=(ReasonWithArticle("it is no report"),), until=REPORTED_ON + timedelta(days=14))
    report_decisions.return_for_correction(office.officer, office.number, asked)
    assert (office.row.stage, office.row.returned_until) == ("returned", REPORTED_ON + timedelta(days=14))
    assert wrong() == []


def test_a_refusal_is_appealed_against_and_the_event_comes_into_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the body of the edition, decided by somebody else than who refused."""
    office = OfficeWithEvent(monkeypatch)
    office.send()
    reasons = (ReasonWithArticle("the playing hall was closed", "fide-2024-03 0.4"),)
    report_decisions.refuse(office.officer, office.number, RefuseReport(reasons=reasons))
    report_decisions.appeal(
        office.people["organiser"], office.number, LodgeAppeal(lodged_on=REPORTED_ON, reason="it was open")
    )
    body = office.row.refusal["appeal_to"]  # type: ignore[index] # it was refused
    asked = DecideAppeal(is_allowed=True, body=body, decided_on=REPORTED_ON, document="minutes 9", reason="it was open")
    to = with_letter(NOTHING, LetterReceiver("Quentin Example", "qc@example.org"))
    report_decisions.decide(office.people["administrator"], office.number, asked, to)
    assert office.row.stage == "due_for_list"
    assert OfficeLetter.objects.get().kind == OutboxMail.objects.get().kind == "appeal_decided"
    assert DatabaseBook(office.system).table("events").filter(event_id=office.row.book_event).height == 1
    assert wrong() == []


def test_what_lacks_an_approval_or_under_fide_a_number_is_not_among_the_clean_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So that nobody ticks what would be refused."""
    office = OfficeWithEvent(monkeypatch)
    office.send(file_of(with_entry(office.tournament(), 8, fide_id=None)), facts_file(**ANSWERS))
    (clean,) = events_to_accept(office.officer, now())
    assert clean.is_clean
    assert not replace(clean, case=replace(clean.case, office="under_fide")).is_clean
    hybrid = given({**clean.case.values, "hybrid": True}, 1, now())
    assert not replace(clean, case=replace(clean.case, facts=hybrid)).is_clean


def test_many_clean_events_are_accepted_at_once_each_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not clean stays, with everything that speaks against it."""
    office = OfficeWithEvent(monkeypatch)
    office.send(file_of(office.tournament()), facts_file(**ANSWERS))
    fingerprint = case_of(office.row).fingerprint
    done = report_decisions.accept_together(office.officer, [(office.number, fingerprint), (999, "x")])
    assert [(each.number, [problem.code for problem in each.problems]) for each in done] == [
        (office.number, []),
        (999, ["no_such_event"]),
    ]
    assert office.row.stage == "due_for_list"
    assert wrong() == []


def test_whatever_is_changed_past_the_office_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A day, a hash, a request, a link; and what is taken away."""
    office = OfficeWithEvent(monkeypatch)
    reports.make_link(office.officer, office.number, MakeLink())
    office.send(file_of(with_entry(office.tournament(), 8, fide_id=None)))
    report_corrections.ask_number(office.officer, office.number, 8)
    assert wrong() == []
    for model, changed, code in (
        (ReportDelivery, {"received_on": date(2026, 10, 1)}, "report_differs"),
        (ReportDelivery, {"sha256": "f" * 64}, "report_differs"),
        (NumberRequest, {"player": 7}, "request_differs"),
        (UploadLink, {"uploads": 19}, "link_differs"),
    ):
        kept = model.objects.get()
        model.objects.update(**changed)
        assert code in [problem.code for problem in verify(again=False).problems], changed
        kept.save()
    assert wrong() == []
    ReportCheck.objects.all().delete()
    ReportDelivery.objects.all().delete()
    assert "report_gone" in [problem.code for problem in verify(again=False).problems]


def accepted(office: OfficeWithEvent) -> None:
    """Accept the report of an event as it is now."""
    seen = AcceptReport(fingerprint=case_of(office.row).fingerprint)
    report_decisions.accept(office.officer, office.number, seen)

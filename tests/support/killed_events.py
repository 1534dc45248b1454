"""Deeds about an event that are really killed: where each begins, what is there, what was sent, and the run itself.

A deed with a letter is followed by its mail, sent to a mail server of the test: what came there has to be the mail of a
deed that happened. Whatever a check of a report found can be worked out anew; it may be missing until somebody looks.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any
from unittest import mock

from arpad.model.clock import VARIABLE, now

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from arpad.office.person import Person
    from arpad.storage.events.carrying_out import Along

DEEDS = ("approve", "upload", "correct", "return", "refuse", "accept", "appeal", "upload_again")
"""What is killed: an approval recorded; a report that comes, is put right, returned, refused or accepted; an appeal
allowed; and a second report of an event that was accepted already, and leaves the book with it."""
KILLED_ON = date(2026, 10, 19)
"""The day of every deed: the event was played, and its report is not yet late."""
WITH_LETTER = ("return", "refuse", "appeal")
RECEIVER = ("Quentin Example", "organiser@example.org")
WHY = "as the arbiter wrote"
_WRONG = 99
"""A number that nobody has."""
_LATE = "Open of Sopron"
_OWN_NUMBER = ("id", "number", "row_number")


@contextmanager
def day_of(deed: str) -> Iterator[None]:
    """Let it be the day on which a deed about an event is killed; any other deed has the day of the run."""
    with mock.patch.dict(os.environ, {VARIABLE: KILLED_ON.isoformat()} if deed in DEEDS else {}):
        yield


# --- where a deed begins ----------------------------------------------------------------------------------------------


def begun(office: Path, folder: Path, kept: Callable[[Path, Path], Path]) -> dict[str, Path]:
    """Bring an event on in an office that is there, and keep the office wherever a deed begins; give the folders."""
    from office_events import HUN, cast, registered, system_with_book, values  # noqa: PLC0415 - Django is set up first
    from office_reports import REGISTERED_ON, START, rounds_of  # noqa: PLC0415 - the same

    from arpad.office.register_event import RegisterEvent  # noqa: PLC0415 - the same
    from arpad.storage.deeds.registrations import register  # noqa: PLC0415 - the same
    from arpad.storage.opening import open_office  # noqa: PLC0415 - the same

    with mock.patch.dict(os.environ, {VARIABLE: REGISTERED_ON.isoformat()}):
        system = system_with_book()
        people = cast()
        days = {"start": START, "end": START + timedelta(days=6), "schedule": rounds_of(START)}
        asked = RegisterEvent(values=values(**days, time_control="5400+30"))
        register(people["officer"], system, HUN, asked)
    folders = {}
    with day_of(DEEDS[0]):
        registered(system, _person("officer"), days=2, name=_LATE)
        for deeds, before in (
            (("approve", "upload"), ()),
            (("correct",), (_upload, _attach)),
            (("return", "refuse", "accept"), (_correct, _answer)),
        ):
            for deed_before in before:
                deed_before()
            for deed in deeds:
                folders[deed] = kept(office, folder / deed)
                open_office(office)
        refused = partial(_refuse, is_written=False)
        for deed, branch, further in (("appeal", "refuse", (refused, _appeal)), ("upload_again", "accept", (_accept,))):
            folders[deed] = kept(folders[branch], folder / deed)
            open_office(folders[deed])
            for deed_before in further:
                deed_before()
    return folders


# --- the deeds --------------------------------------------------------------------------------------------------------


def _person(username: str) -> Person:
    from arpad.storage.models import Account  # noqa: PLC0415 - once an office is open
    from arpad.storage.queries.people import person_with  # noqa: PLC0415 - the same

    return person_with(Account.objects.get(username=username), now())


def _event(*, is_late: bool = False) -> Any:  # noqa: ANN401 - a row
    from arpad.storage.models import RegisteredEvent  # noqa: PLC0415 - once an office is open

    rows = RegisteredEvent.objects.select_related("parent", "rating_system")
    return rows.get(name=_LATE) if is_late else rows.exclude(name=_LATE).get()


def _fingerprint() -> str:
    from arpad.storage.events.rows import case_of  # noqa: PLC0415 - once an office is open

    return case_of(_event()).fingerprint


def _with_letter() -> Along:
    from arpad.office.event_letters import LetterReceiver  # noqa: PLC0415 - once an office is open
    from arpad.storage.events.carrying_out import NOTHING  # noqa: PLC0415 - the same
    from arpad.storage.events.letters import with_letter  # noqa: PLC0415 - the same

    return with_letter(NOTHING, LetterReceiver(*RECEIVER))


def _approve() -> None:
    from arpad.office.record_approval import RecordApproval  # noqa: PLC0415 - once an office is open
    from arpad.storage.archived_files import archive  # noqa: PLC0415 - the same
    from arpad.storage.deeds import event_approvals  # noqa: PLC0415 - the same
    from arpad.storage.events.carrying_out import Along, Paper  # noqa: PLC0415 - the same

    letter = Along(papers=[Paper(archive().put(b"We let it pass."), "letter.txt")])
    asked = RecordApproval(what="late_registration", body="qc_chair", decided_on=KILLED_ON)
    event_approvals.record(_person("approver"), _event(is_late=True).number, asked, letter)


def _upload(*, is_second: bool = False) -> None:
    from office_reports import file_of, tournament_of, with_entry  # noqa: PLC0415 - once an office is open

    from arpad.office.take_in_report import TakeInReport  # noqa: PLC0415 - the same
    from arpad.storage.deeds import reports  # noqa: PLC0415 - the same

    row = _event()
    tournament = tournament_of(row.rating_system)
    tournament = with_entry(tournament, 3, title="FM") if is_second else with_entry(tournament, 3, fide_id=_WRONG)
    days = {"received_on": KILLED_ON, "arbiter_sent_on": KILLED_ON - timedelta(days=1)}
    asked = TakeInReport(sha256="", **days, reason=WHY if is_second else "")
    reports.take_in(_person("arbiter"), row.number, [file_of(tournament)], asked)


def _attach() -> None:
    from arpad.storage.archived_files import archive  # noqa: PLC0415 - once an office is open
    from arpad.storage.deeds import reports  # noqa: PLC0415 - the same
    from arpad.storage.events.carrying_out import Along, Paper  # noqa: PLC0415 - the same

    paper = Paper(archive().put(b"The game ended otherwise."), "letter of the arbiter.txt")
    asked = reports.attachment("arbiters_word", paper.kept)
    reports.attach(_person("arbiter"), _event().number, asked, Along(papers=[paper]))


def _correct() -> None:
    """Put a number right, and a result on the word of the chief arbiter."""
    from office_reports import tournament_of  # noqa: PLC0415 - once an office is open

    from arpad.office.correct_report import CorrectReport  # noqa: PLC0415 - the same
    from arpad.office.report_changes import ReportChange  # noqa: PLC0415 - the same
    from arpad.storage.deeds import report_corrections  # noqa: PLC0415 - the same
    from arpad.storage.models import EventDocument  # noqa: PLC0415 - the same

    row = _event()
    tournament = tournament_of(row.rating_system)
    first = tournament.entries[0].rounds[0]
    changes = (
        ReportChange("player", "fide_id", str(tournament.entries[2].fide_id), 3),
        ReportChange("result", "result", "0-1" if first.result == "1" else "1-0", 1, 1, first.opponent or 0),
    )
    word = EventDocument.objects.get(name="letter of the arbiter.txt")
    asked = CorrectReport(changes=changes, document=word.sha256, reason=WHY)
    report_corrections.correct(_person("officer"), row.number, asked)


def _answer() -> None:
    from office_reports import ANSWERS  # noqa: PLC0415 - once an office is open

    from arpad.office.answer_report import AnswerReport  # noqa: PLC0415 - the same
    from arpad.storage.deeds import report_corrections  # noqa: PLC0415 - the same

    report_corrections.answer(_person("officer"), _event().number, AnswerReport(answers=ANSWERS, reason=WHY))


def _return() -> None:
    from arpad.office.report_reasons import ReasonWithArticle  # noqa: PLC0415 - once an office is open
    from arpad.office.return_report import ReturnReport  # noqa: PLC0415 - the same
    from arpad.storage.deeds import report_decisions  # noqa: PLC0415 - the same

    number = _event().number
    asked = ReturnReport(reasons=(ReasonWithArticle("round 3 is missing"),), until=KILLED_ON + timedelta(days=9))
    report_decisions.return_for_correction(_person("officer"), number, asked, _with_letter())


def _refuse(*, is_written: bool = True) -> None:
    from arpad.office.refuse_report import RefuseReport  # noqa: PLC0415 - once an office is open
    from arpad.office.report_reasons import ReasonWithArticle  # noqa: PLC0415 - the same
    from arpad.storage.deeds import report_decisions  # noqa: PLC0415 - the same
    from arpad.storage.events.carrying_out import NOTHING  # noqa: PLC0415 - the same

    asked = RefuseReport(reasons=(ReasonWithArticle("the hall was closed", "fide-2024-03 0.4"),))
    report_decisions.refuse(_person("officer"), _event().number, asked, _with_letter() if is_written else NOTHING)


def _accept() -> None:
    from arpad.office.accept_report import AcceptReport  # noqa: PLC0415 - once an office is open
    from arpad.storage.deeds import report_decisions  # noqa: PLC0415 - the same

    report_decisions.accept(_person("officer"), _event().number, AcceptReport(fingerprint=_fingerprint()))


def _appeal() -> None:
    from arpad.office.lodge_appeal import LodgeAppeal  # noqa: PLC0415 - once an office is open
    from arpad.storage.deeds import report_decisions  # noqa: PLC0415 - the same

    asked = LodgeAppeal(lodged_on=KILLED_ON, reason="it was open")
    report_decisions.appeal(_person("organiser"), _event().number, asked)


def _decide() -> None:
    """Allow the appeal: the event comes into the book, and the letter says so."""
    from arpad.office.decide_appeal import DecideAppeal  # noqa: PLC0415 - once an office is open
    from arpad.storage.deeds import report_decisions  # noqa: PLC0415 - the same

    row = _event()
    asked = DecideAppeal(
        is_allowed=True, body=row.refusal["appeal_to"], decided_on=KILLED_ON, document="minutes 9", reason=WHY
    )
    report_decisions.decide(_person("administrator"), row.number, asked, _with_letter())


_RUNS: dict[str, Callable[[], None]] = {
    "approve": _approve,
    "upload": _upload,
    "correct": _correct,
    "return": _return,
    "refuse": _refuse,
    "accept": _accept,
    "appeal": _decide,
    "upload_again": lambda: _upload(is_second=True),
}


def run(deed: str, folder: Path, port: int, *, is_done: bool) -> None:
    """Do a deed about an event, if it is not done, look at the event as its page does, and send what is to be sent."""
    from arpad.storage.opening import open_office  # noqa: PLC0415 - sets Django up

    backend = "django.core.mail.backends.smtp.EmailBackend"
    open_office(folder, {"EMAIL_BACKEND": backend, "EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": port})
    from arpad.storage import outbox  # noqa: PLC0415 - once an office is open
    from arpad.storage.deeds.report_corrections import check_again  # noqa: PLC0415 - the same

    with day_of(deed):
        if not is_done:
            _RUNS[deed]()
        if _event().report_sha256:
            check_again(_event().number)
        outbox.send_due(timedelta(0))


# --- what is there ----------------------------------------------------------------------------------------------------


def content() -> dict[str, Any]:
    """Give everything that counts of the events of the office that is open; how far a mail is does not."""
    from arpad.storage import models  # noqa: PLC0415 - once an office is open

    left_out = {
        models.OutboxMail: ("state", "token", "claimed_at", "not_before"),
        models.SealedValue: ("key", "value"),
        models.ReportFile: (),
        **dict.fromkeys(
            (
                models.RegisteredEvent, models.EventEntry, models.EventApproval, models.EventDocument,
                models.FideMessage, models.ReportDelivery, models.NumberRequest, models.UploadLink, models.OfficeLetter,
            ),
            (),
        ),
    }  # fmt: skip
    return {model.__name__: _rows(model, names) for model, names in left_out.items()}


def _rows(model: Any, left_out: tuple[str, ...]) -> list[str]:  # noqa: ANN401 - a model
    skipped = {*left_out, *_OWN_NUMBER} - (
        {"number"} if model.__name__ in {"RegisteredEvent", "OfficeLetter"} else set()
    )
    names = [field.attname for field in model._meta.concrete_fields if field.name not in skipped]  # noqa: SLF001 - documented
    return sorted(repr(row) for row in model.objects.values_list(*names))


def kept_files() -> frozenset[str]:
    """Give the files that exist, and the checks of reports with what they found."""
    from arpad.storage.models import ArchivedFile, ReportCheck  # noqa: PLC0415 - once an office is open

    checks = ReportCheck.objects.values_list("delivery__sha256", "asked", "document", "outcome", "rateable", "errors")
    return frozenset({*ArchivedFile.objects.values_list("sha256", flat=True), *(repr(row) for row in checks)})


def problems_of_mail(sent: list[str]) -> list[str]:
    """Give the mails that came to somebody although no deed wrote them, and the letters that are not sealed."""
    from arpad.storage.models import OfficeLetter, OutboxMail  # noqa: PLC0415 - once an office is open

    marks = set(OutboxMail.objects.values_list("mark", flat=True))
    wrong = [f"sent, and never written: {mark}" for mark in sorted(set(sent) - marks)]
    written = OfficeLetter.objects.filter(is_mailed=True).count()
    return wrong if written == len(marks) else [*wrong, f"{written} letters, {len(marks)} mails"]


def unsent(sent: list[str]) -> list[str]:
    """Give the mails that were written and did not come to anybody, or of which the office does not know that."""
    from arpad.storage.models import OutboxMail  # noqa: PLC0415 - once an office is open

    rows = OutboxMail.objects.values_list("mark", "state")
    return [f"not sent: {mark} {state}" for mark, state in rows if mark not in sent or state != OutboxMail.SENT]


def verified() -> list[str]:
    """Prove the office that is open, whole: give what is wrong with it."""
    from arpad.storage.verify import verify  # noqa: PLC0415 - once an office is open

    return [problem.message for problem in verify().problems]

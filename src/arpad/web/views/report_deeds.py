"""What is done with the report of an event: each deed by its name in the address, with its form and what does it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.office.accept_report import AcceptReport
from arpad.office.answer_report import AnswerReport
from arpad.office.correct_report import CorrectReport
from arpad.office.decide_appeal import DecideAppeal
from arpad.office.lodge_appeal import LodgeAppeal
from arpad.office.refuse_report import RefuseReport
from arpad.office.return_report import ReturnReport
from arpad.office.take_in_report import TakeInReport
from arpad.storage.deeds import report_corrections, report_decisions, reports
from arpad.web.event_deed_forms import DecideAppealForm, EventDeedForm, LodgeAppealForm
from arpad.web.report_forms import (
    AcceptReportForm,
    AnswerReportForm,
    AskNumberForm,
    AttachForm,
    CorrectForm,
    RefuseWithReasonsForm,
    ReturnWithReasonsForm,
    TakeInForm,
)

if TYPE_CHECKING:
    from arpad.office.person import Person
    from arpad.storage.deeds.asking import DeedOutcome


def take_in(person: Person, number: int, form: TakeInForm) -> DeedOutcome:
    """Take in what was sent here, or what waits by a link."""
    given = form.cleaned_data
    asked = TakeInReport(
        sha256="",
        received_on=given["received_on"],
        arbiter_sent_on=given["arbiter_sent_on"],
        sent_by=given["sent_by"],
        is_from_federation=given["from_federation"] != "no",
        upload=form.upload,
        **form.act,
    )
    if form.upload:
        return reports.take_in_upload(person, form.upload, asked, form.along())
    return reports.take_in(person, number, form.sent_files(), asked, form.along())


def return_report(person: Person, number: int, form: ReturnWithReasonsForm) -> DeedOutcome:
    """Return a report for correction."""
    asked = ReturnReport(reasons=form.reasons, until=form.cleaned_data["until"], **form.act)
    return report_decisions.return_for_correction(person, number, asked, form.along())


def refuse(person: Person, number: int, form: RefuseWithReasonsForm) -> DeedOutcome:
    """Refuse to rate an event."""
    asked = RefuseReport(reasons=form.reasons, told_on=form.cleaned_data["told_on"], **form.act)
    return report_decisions.refuse(person, number, asked, form.along())


def accept(person: Person, number: int, form: EventDeedForm) -> DeedOutcome:
    """Accept the report that was seen."""
    asked = AcceptReport(fingerprint=form.cleaned_data["fingerprint"], **form.act)
    return report_decisions.accept(person, number, asked, form.along())


def lodge_appeal(person: Person, number: int, form: EventDeedForm) -> DeedOutcome:
    """Lodge an appeal."""
    given = form.cleaned_data
    asked = LodgeAppeal(lodged_on=given["lodged_on"], document=given["document"], **form.act)
    return report_decisions.appeal(person, number, asked, form.along())


def decide_appeal(person: Person, number: int, form: EventDeedForm) -> DeedOutcome:
    """Decide an appeal, or record how it was decided."""
    given = form.cleaned_data
    asked = DecideAppeal(
        is_allowed=given["verdict"] == "allowed",
        body=given["body"],
        decided_on=given["decided_on"],
        document=given["document"],
        **form.act,
    )
    return report_decisions.decide(person, number, asked, form.along())


def attach(person: Person, number: int, form: EventDeedForm) -> DeedOutcome:
    """Attach a document."""
    along = form.along()
    asked = reports.attachment(form.cleaned_data["kind"], along.papers[0].kept, form.why)
    return reports.attach(person, number, asked, along)


def correct(person: Person, number: int, form: CorrectForm) -> DeedOutcome:
    """Correct a report."""
    asked = CorrectReport(changes=form.changes, document=form.cleaned_data["word"], **form.act)
    return report_corrections.correct(person, number, asked, form.along())


def answer(person: Person, number: int, form: AnswerReportForm) -> DeedOutcome:
    """Answer the open questions of a report."""
    return report_corrections.answer(person, number, AnswerReport(answers=form.answers, **form.act), form.along())


def ask_number(person: Person, number: int, form: EventDeedForm) -> DeedOutcome:
    """Ask for the number of a player."""
    return report_corrections.ask_number(person, number, int(form.cleaned_data["player"]), form.along())


REPORT_DEEDS: dict[str, tuple[str, type[EventDeedForm], Any, str]] = {
    "take-in": ("report.take_in", TakeInForm, take_in, "event_deed.html"),
    "accept": ("report.accept", AcceptReportForm, accept, "event_accept.html"),
    "return": ("report.return", ReturnWithReasonsForm, return_report, "event_reasons.html"),
    "refuse": ("report.refuse", RefuseWithReasonsForm, refuse, "event_reasons.html"),
    "correct": ("report.correct", CorrectForm, correct, "event_correct.html"),
    "answer": ("report.answer", AnswerReportForm, answer, "event_deed.html"),
    "ask-number": ("report.ask_number", AskNumberForm, ask_number, "event_deed.html"),
    "attach": ("report.attach", AttachForm, attach, "event_deed.html"),
    "lodge-appeal": ("appeal.lodge", LodgeAppealForm, lodge_appeal, "event_appeal.html"),
    "decide-appeal": ("appeal.decide", DecideAppealForm, decide_appeal, "event_appeal.html"),
}
"""By its name in the address: the deed, its form, what does it, and its template."""

"""Events that became known and that nobody registered: what is owed, how they are rated or struck off."""

from __future__ import annotations

from datetime import date

import pytest
from office_events import HUN
from office_reports import ANSWERS, END, REPORTED_ON, START, OfficeWithEvent, facts_file, file_of

from arpad.model.problems import RefusedError
from arpad.office.accept_report import AcceptReport
from arpad.office.cancel_event import CancelEvent
from arpad.office.event_letters import LetterReceiver, Remind
from arpad.office.note_unregistered import NoteUnregistered
from arpad.office.record_approval import RecordApproval
from arpad.office.take_in_report import TakeInReport
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds import event_approvals, registrations, report_decisions, reports
from arpad.storage.events.carrying_out import NOTHING
from arpad.storage.events.letters import remind, with_letter
from arpad.storage.events.rows import case_of
from arpad.storage.models import OfficeLetter, RegisteredEvent
from arpad.storage.queries.event_pages import never_registered
from arpad.storage.queries.inbox_events import event_duties
from arpad.storage.verify import verify

pytestmark = pytest.mark.usefixtures("office")
LONG_AGO = (date(2023, 6, 1), date(2023, 6, 5))
"""Days of an edition by which every event has to be sent in."""


def noted(office: OfficeWithEvent, start: date, end: date, *, unrated: bool | None = None) -> int:
    """Note an event that nobody registered."""
    asked = NoteUnregistered(
        name="Cup of Pécs",
        start=start,
        end=end,
        known_from="a newspaper",
        announced_unrated=unrated,
        reason="a letter",
    )
    return registrations.note(office.officer, office.system, HUN, asked)[1]


def event_row(number: int) -> RegisteredEvent:
    """Give an event as it is now."""
    return RegisteredEvent.objects.select_related("parent", "rating_system").get(number=number)


def test_a_report_that_is_owed_is_a_duty_and_a_letter_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not where the event had been announced as not rated; and what was noted by mistake leaves the list."""
    office = OfficeWithEvent(monkeypatch)
    owed, unrated = noted(office, *LONG_AGO), noted(office, *LONG_AGO, unrated=True)
    assert [event_row(number).noted["is_owed"] for number in (owed, unrated)] == [True, False]  # type: ignore[index] # they were noted
    kinds = {duty.number: (duty.kind, duty.waiting_for) for duty in event_duties(office.officer)}
    assert (kinds[owed], unrated in kinds) == (("missing_report", ""), False)
    to = with_letter(NOTHING, LetterReceiver("Olga Example", "olga@example.org"))
    remind(office.officer, owed, Remind(), to)
    assert OfficeLetter.objects.get().kind == "report_reminder"
    with pytest.raises(RefusedError, match="announced as not rated"):
        remind(office.officer, unrated, Remind(), to)
    registrations.cancel(office.officer, unrated, CancelEvent(reason="it is the Open of Győr"))
    assert [event.row.number for event in never_registered(office.officer)] == [owed]
    assert verify(again=False).problems == []


def test_its_report_comes_and_is_rated_by_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ratings of the report are the condition of the approval; without one it is not accepted."""
    office = OfficeWithEvent(monkeypatch)
    number, officer = noted(office, START, END), office.officer
    sent = TakeInReport(sha256="", received_on=REPORTED_ON, sent_by="other", is_from_federation=False)
    files = [file_of(office.tournament()), facts_file(**ANSWERS)]
    reports.take_in(officer, number, files, sent)
    assert event_row(number).stage == "received"
    seen = AcceptReport(fingerprint=case_of(event_row(number)).fingerprint)
    with pytest.raises(RefusedError) as missing:
        report_decisions.accept(officer, number, seen)
    assert "approval_missing" in [problem.code for problem in missing.value.problems]
    council = RecordApproval(
        what="without_report", body="council", decided_on=REPORTED_ON, document="minutes 4",
        consulted="qualification_commission",
    )  # fmt: skip
    event_approvals.record(officer, number, council)
    report_decisions.accept(officer, number, AcceptReport(fingerprint=case_of(event_row(number)).fingerprint))
    row = event_row(number)
    assert row.stage == "due_for_list"
    assert DatabaseBook(office.system).table("events").filter(event_id=row.book_event).height == 1
    assert verify(again=False).problems == []

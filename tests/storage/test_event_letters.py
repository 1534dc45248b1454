"""Letters that go with deeds about events, and the duties that events give, from the database."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from office_events import cast, registered, system_with_book

from arpad.model.clock import now
from arpad.model.problems import RefusedError
from arpad.office.approvals import LATE
from arpad.office.ask_approval import AskApproval
from arpad.office.event_letters import LetterReceiver, Remind
from arpad.storage.deeds import event_approvals, inbox
from arpad.storage.events.carrying_out import NOTHING
from arpad.storage.events.letters import remind, with_letter
from arpad.storage.models import OfficeLetter, OutboxMail, RegisteredEvent
from arpad.storage.queries.inbox import inbox as inbox_of
from arpad.storage.queries.inbox_events import event_duties
from arpad.storage.queries.registration_page import registration
from arpad.storage.verify import verify

pytestmark = pytest.mark.usefixtures("office")
TO = LetterReceiver("Quentin Example", "qc@example.org")


def test_an_approval_is_asked_for_by_a_letter_of_the_same_transaction() -> None:
    """With number and mail; what is refused writes none."""
    system, people = system_with_book(), cast()
    row = registered(system, people["officer"], days=2)
    assert row.stage == "waiting_for_approval"
    along = with_letter(NOTHING, TO)
    event_approvals.ask(people["officer"], row.number, AskApproval(what=LATE, reason="the hall was late"), along)
    letter = OfficeLetter.objects.get()
    assert (letter.kind, letter.of, letter.about, letter.federation) == (
        "approval_asked", "registration", row.number, "HUN",
    )  # fmt: skip
    mail = OutboxMail.objects.get()
    assert mail.subject == f"Approval asked for: Open of Győr ({letter.reference})"
    assert mail.address == TO.address
    assert verify(again=False).problems == []


def test_whose_report_is_missing_is_reminded_by_a_letter() -> None:
    """An event that is over without a report is a duty of the arbiter, and the inbox has it."""
    system, people = system_with_book(), cast()
    row = registered(system, people["officer"])
    assert list(event_duties(people["officer"])) == []
    RegisteredEvent.objects.filter(number=row.number).update(ends_at=now().replace(year=now().year - 1))
    (duty,) = event_duties(people["officer"])
    assert (duty.kind, duty.number, duty.waiting_for, duty.subject) == (
        "missing_report", row.number, "arbiter", "Open of Győr",
    )  # fmt: skip
    assert list(event_duties(people["stranger"])) == []
    (own,) = event_duties(people["arbiter"])
    assert own.waiting_for == ""
    inbox.note(people["officer"], "registration", row.number, "phoned the arbiter")
    assert [line.duty.of for line in inbox_of(people["officer"]).lines] == ["registration"]


def test_what_an_approver_has_to_do_is_not_somebody_elses_turn_in_the_own_inbox() -> None:
    """It waits for the approver in the officer's inbox, and for oneself in that of the approver."""
    system, people = system_with_book(), cast()
    row = registered(system, people["officer"], days=2)
    (of_officer,), (of_approver,) = event_duties(people["officer"]), event_duties(people["approver"])
    assert (of_officer.kind, of_officer.waiting_for, of_approver.waiting_for) == ("approval", "approver", "")
    assert of_officer.number == row.number


def test_an_appeal_is_a_duty_until_its_last_day_and_whatever_waits_for_somebody_is_one() -> None:
    """What was refused for good, or cannot be appealed against, does not stay overdue; at each other stage it waits."""
    system, people = system_with_book(), cast("officer", "organiser")
    row = registered(system, people["officer"])
    rows = RegisteredEvent.objects.filter(number=row.number)
    rows.update(office="under_fide", report_sha256="a" * 64, accepted="b" * 64, refusal={"by": 1})
    today = now().date()

    def duties(stage: str, until: date | None = None) -> list[tuple[str, str]]:
        rows.update(stage=stage, appeal_until=until, due_on=until)
        return [(duty.kind, duty.waiting_for) for duty in event_duties(people["officer"])]

    for stage in ("refused", "refused_by_fide"):
        assert duties(stage, today) == [("appeal", "organiser")], stage
        assert duties(stage, today - timedelta(days=1)) == [], stage
        assert duties(stage) == [], stage
    assert duties("postponed") == [("new_days", "organiser")]
    assert duties("taken_by_fide") == [("send_on", "fide")]
    for stage in ("rated", "cancelled", "registration_refused", "annulled", "appeal_dismissed"):
        assert duties(stage) == [], stage


def test_a_reminder_is_a_letter_with_its_number() -> None:
    """Of an event that is over; of one that is still to come there is nothing to remind anybody of."""
    system, people = system_with_book(), cast()
    row = registered(system, people["officer"])
    along = with_letter(NOTHING, TO)
    with pytest.raises(RefusedError):
        remind(people["officer"], row.number, Remind(), along)
    case = {"start": "2026-01-01", "end": "2026-01-03"}
    facts = {**row.facts, **{name: {**row.facts[name], "value": day} for name, day in case.items()}}
    RegisteredEvent.objects.filter(number=row.number).update(facts=facts, start=case["start"], end=case["end"])
    remind(people["officer"], row.number, Remind(), along)
    assert OfficeLetter.objects.get().kind == "report_reminder"
    row.refresh_from_db()
    assert row.stage == "report_awaited"
    # It waits since its last day was over, and not since somebody was reminded.
    assert row.since is not None
    assert (row.since.date(), row.since < now()) == (date(2026, 1, 3), True)
    last = registration(people["officer"], row.number).history[0]  # type: ignore[union-attr] # it is there
    assert last.entry.code == "letter.remind"
    assert "Open of Győr" in OutboxMail.objects.get().body

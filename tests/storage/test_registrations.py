"""Events registered, amended and called off in the database: what the log tells is what the rows have."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from office_events import HUN, cast, registered, system_with_book, values

from arpad.model.clock import now
from arpad.model.problems import RefusedError
from arpad.office.amend_event import AmendEvent
from arpad.office.approvals import LATE
from arpad.office.ask_approval import AskApproval
from arpad.office.cancel_event import CancelEvent
from arpad.office.event_case import EventAct
from arpad.office.note_unregistered import NoteUnregistered
from arpad.office.postpone_event import PostponeEvent
from arpad.office.record_approval import RecordApproval
from arpad.office.register_event import RegisterEvent, TakeUpRegistration
from arpad.office.registration_facts import ExpectedPlayer
from arpad.storage.archived_files import archive
from arpad.storage.deeds import event_approvals, registrations
from arpad.storage.events.carrying_out import Along, Paper
from arpad.storage.events.rows import case_of
from arpad.storage.models import (
    ArchivedFile,
    EventApproval,
    EventDocument,
    EventEntry,
    LogEntry,
    RegisteredEvent,
)
from arpad.storage.verify import verify

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.usefixtures("office")
WHY = "the hall is closed"


def wrong() -> list[str]:
    """Give the codes of everything that is wrong with the office."""
    return sorted(problem.code for problem in verify(again=False).problems)


def refused(deed: Callable[[], object]) -> list[str]:
    """Give the codes of everything for which a deed is refused."""
    with pytest.raises(RefusedError) as fault:
        deed()
    assert all(problem.sentence() for problem in fault.value.problems)
    return [problem.code for problem in fault.value.problems]


def again(row: RegisteredEvent) -> RegisteredEvent:
    """Give an event as it is now."""
    return RegisteredEvent.objects.select_related("parent", "rating_system").get(number=row.number)


def test_an_event_goes_from_an_organiser_to_an_officer_and_is_amended_and_cancelled() -> None:
    """Every row follows from the log; whoever saw an older state is refused, and a stranger finds nothing there."""
    system, people = system_with_book(), cast()
    expected = (ExpectedPlayer(1, 2650, "m"), ExpectedPlayer(2, None))
    row = registered(system, people["organiser"], expected=expected)
    assert (row.stage, row.registered_at, row.federation, row.law) == ("registered", None, HUN, "fide-2026-01")
    entry = LogEntry.objects.get(number=row.changed_by)
    assert entry.facts["facts"]["expected"]["count"] == 2
    assert case_of(again(row)).values["expected"] == expected
    take = TakeUpRegistration()
    assert refused(lambda: registrations.take_up_registration(people["stranger"], row.number, take)) == [
        "no_such_event"
    ]
    done = registrations.take_up_registration(people["officer"], row.number, take, Along(seen=row.changed_by))
    assert (again(row).stage, again(row).changed_by) == ("announced", done.entry)
    change = AmendEvent(changes={"place": "Sopron"})
    old = Along(seen=row.changed_by)
    assert refused(lambda: registrations.amend(people["officer"], row.number, change, old)) == ["event_changed"]
    registrations.amend(people["organiser"], row.number, change)
    fact = case_of(again(row)).facts["place"]
    assert (fact.value, fact.by) == ("Sopron", people["organiser"].record)
    registrations.cancel(people["officer"], row.number, CancelEvent(reason=WHY))
    assert again(row).stage == "cancelled"
    assert list(EventEntry.objects.filter(event=row).order_by("entry").values_list("entry", flat=True)) == list(
        LogEntry.objects.filter(code__startswith="event.").order_by("number").values_list("number", flat=True)
    )
    assert wrong() == []


def test_a_late_registration_waits_and_is_approved_by_letter() -> None:
    """The bytes of the letter are in the archive, and the approval names them; one who asked does not give it."""
    system, people = system_with_book(), cast()
    row = registered(system, people["officer"], days=1)
    assert (row.stage, row.due_on) == ("waiting_for_approval", row.start)
    event_approvals.ask(people["officer"], row.number, AskApproval(what=LATE, reason="the hall was free at last"))
    today = now().date()
    letter = Paper(archive().put(b"%PDF-1.7 a letter"), "letter of the chair.pdf")
    given = RecordApproval(what=LATE, body="qc_chair", decided_on=today)
    assert refused(lambda: event_approvals.record(people["officer"], row.number, given)) == [
        "no_document",
        "conflict_of_roles",
    ]
    event_approvals.record(people["colleague"], row.number, given, Along(papers=[letter]))
    assert again(row).stage == "announced"
    approval = EventApproval.objects.get(event=row)
    assert (approval.document, approval.is_granted, approval.condition["class"]) == (letter.kept.sha256, True, "event")
    assert EventDocument.objects.get(event=row).name == "letter of the chair.pdf"
    assert ArchivedFile.objects.filter(sha256=letter.kept.sha256, kind="paper").exists()
    assert case_of(again(row)).missing == ()
    assert wrong() == []


def test_a_league_has_a_part_for_each_month_and_an_empty_one_is_declared() -> None:
    """Parts follow the whole event until their own report; other days are planned anew."""
    system, people = system_with_book(), cast()
    officer = people["officer"]
    row = registered(system, officer, days=40, lasts=130, league=True, name="League of Győr")
    parts = list(again(row).parts.order_by("part"))
    assert again(row).has_parts
    assert [part.part for part in parts] == list(range(1, len(parts) + 1))
    assert (parts[0].start, parts[-1].end) == (row.start, row.end)
    assert {part.stage for part in parts} == {row.stage}
    assert {part.name for part in parts} == {"League of Győr"}
    assert refused(lambda: registrations.cancel(officer, parts[0].number, CancelEvent(reason=WHY))) == [
        "of_whole_event"
    ]
    assert refused(lambda: registrations.declare_part_empty(officer, row.number, EventAct())) == ["of_parts"]
    assert refused(lambda: registrations.declare_part_empty(officer, parts[0].number, EventAct())) == [
        "wrong_event_stage"
    ]
    shorter = {"end": row.end - timedelta(days=62)}  # type: ignore[operator] # it has an end
    registrations.amend(officer, row.number, AmendEvent(changes=shorter))
    left_out = [part.part for part in again(row).parts.filter(is_left_out=True)]
    assert left_out == [part.part for part in parts if part.start > shorter["end"]]
    registrations.postpone(officer, row.number, PostponeEvent(reason=WHY))
    assert set(again(row).parts.values_list("is_left_out", "stage")) == {(False, "postponed"), (True, "cancelled")}
    assert wrong() == []


def test_an_event_that_nobody_registered_is_noted() -> None:
    """With from where it is known, and whether its report is owed."""
    system, people = system_with_book(), cast()
    today = now().date()
    asked = NoteUnregistered(
        name="Cup of Pécs",
        start=today - timedelta(days=30),
        end=today - timedelta(days=26),
        known_from="a newspaper",
        reason="a player asked about it",
    )
    _, number = registrations.note(people["officer"], system, HUN, asked)
    row = RegisteredEvent.objects.get(number=number)
    assert (row.stage, row.name, row.noted["known_from"]) == ("never_registered", "Cup of Pécs", "a newspaper")
    assert wrong() == []


def test_everything_wrong_with_a_registration_is_told_at_once() -> None:
    """No first day, an unknown zone, a fact that is none; and nothing is kept."""
    system, people = system_with_book(), cast()
    faults: dict[str, Any] = {**values(), "zone": "Mars/Base", "colour": "red"}
    del faults["start"]
    codes = refused(lambda: registrations.register(people["officer"], system, HUN, RegisterEvent(values=faults)))
    assert codes == ["unknown_registration_facts", "wrong_registration_fact", "registration_facts_missing"]
    assert not RegisteredEvent.objects.exists()


def test_whatever_is_changed_past_the_office_is_found() -> None:
    """A stage, a fact, who is expected, an approval, an event put in, one taken away."""
    system, people = system_with_book(), cast()
    row = registered(system, people["officer"], days=1, expected=(ExpectedPlayer(1, 2100),))
    given = RecordApproval(what=LATE, body="qc_chair", decided_on=now().date(), document="letter 12")
    event_approvals.record(people["colleague"], row.number, given)
    row = again(row)
    assert wrong() == []
    for changed in (
        {"stage": "cancelled"},
        {"name": "Another"},
        {"facts": {}},
        {"beside": {"expected": [[1, 2900, ""]]}},
        {"fide_code": "1"},
        {"changed_by": 1},
    ):
        RegisteredEvent.objects.filter(pk=row.pk).update(**changed)
        assert "event_differs" in wrong(), changed
        row.save()
    assert wrong() == []
    EventApproval.objects.update(body="council")
    assert wrong() == ["approval_differs"]
    EventApproval.objects.update(body="qc_chair")
    EventEntry.objects.filter(entry=row.changed_by).delete()
    assert wrong() == ["event_history_differs"]
    RegisteredEvent.objects.create(
        number=99, rating_system=system, federation=HUN, law=row.law, stage="cancelled", since=now(), name="x",
        changed_by=1,
    )  # fmt: skip
    assert "event_not_logged" in wrong()

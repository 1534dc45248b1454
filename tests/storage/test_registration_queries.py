"""What pages and commands read of events: tables by stage, one event with everything, duties; nothing of strangers."""

from __future__ import annotations

from datetime import timedelta

import pytest
from office_events import cast, registered, system_with_book

from arpad.model.clock import now
from arpad.office.amend_event import AmendEvent
from arpad.office.approvals import LATE
from arpad.office.ask_approval import AskApproval
from arpad.storage.deeds import event_approvals, registrations
from arpad.storage.models import RegisteredEvent
from arpad.storage.queries.event_duties import DUTIES, dated_duties, duties, duty_counts, missing_months
from arpad.storage.queries.paging import AskedRows
from arpad.storage.queries.registration_page import registration
from arpad.storage.queries.registrations import registrations as table_of_events

pytestmark = pytest.mark.usefixtures("office")


def test_tables_duties_and_the_page_of_an_event() -> None:
    """Each at the stage to which the days have brought it; a stranger finds nothing, an auditor everything."""
    system, people = system_with_book(), cast()
    officer = people["officer"]
    taken = registered(system, people["organiser"], name="Open of Győr", festival="Spring")
    late = registered(system, officer, days=1, name="Blitz of Pécs", festival="Spring")
    plain = registered(system, officer, name="Cup of Vác")
    league = registered(system, officer, days=40, lasts=130, league=True, name="League")
    event_approvals.ask(officer, late.number, AskApproval(what=LATE, reason="the hall was free at last"))

    listed = table_of_events(officer, AskedRows(order="number"))
    assert [line.row.number for line in listed.rows] == [taken.number, late.number, plain.number, league.number]
    assert table_of_events(people["stranger"], AskedRows()).total == 0
    assert table_of_events(people["auditor"], AskedRows()).total == 4
    assert [line.row.name for line in table_of_events(officer, AskedRows({"q": "pécs"})).rows] == ["Blitz of Pécs"]
    assert table_of_events(officer, AskedRows({"stage": "waiting_for_approval"})).total == 1
    assert table_of_events(officer, AskedRows({"festival": "Spring", "since": plain.start.isoformat()})).total == 1

    counts = duty_counts(officer)
    assert {what: number for what, number in counts.items() if number} == {"take_up": 1, "approvals": 1}
    assert set(counts) == set(DUTIES)
    (duty,) = duties(officer, "approvals", AskedRows()).rows
    assert (duty.row.number, duty.is_overdue, duty.roles) == (late.number, False, ("approver",))
    assert duties(people["stranger"], "approvals", AskedRows()).total == 0

    # A day passes: the next morning play has begun, and a month later the report is awaited.
    RegisteredEvent.objects.filter(pk=plain.pk).update(
        begins_at=now() - timedelta(days=2), ends_at=now() + timedelta(days=1)
    )
    assert [line.row.number for line in table_of_events(officer, AskedRows({"stage": "running"})).rows] == [
        plain.number
    ]
    RegisteredEvent.objects.filter(pk=plain.pk).update(ends_at=now() - timedelta(hours=1))
    (missing,) = duties(officer, "reports_missing", AskedRows()).rows
    assert (missing.row.number, missing.stage) == (plain.number, "report_awaited")
    assert late.number in {duty.row.number for duty in dated_duties(officer, now().date() + timedelta(days=3))}
    first = league.parts.order_by("part")[0]
    yesterday = now().date() - timedelta(days=1)
    RegisteredEvent.objects.filter(pk=first.pk).update(start=yesterday - timedelta(days=9), end=yesterday)
    assert [line.row.number for line in missing_months(officer, league.number)] == [first.number]


def test_the_page_of_an_event_has_its_history_dates_and_deeds() -> None:
    """Before and after of an amendment, each date with its article, and what this person can do now."""
    system, people = system_with_book(), cast()
    row = registered(system, people["officer"], festival="Spring")
    beside = registered(system, people["officer"], festival="Spring", name="Blitz")
    registrations.amend(people["officer"], row.number, AmendEvent(changes={"place": "Sopron", "cycles": 2}))
    page = registration(people["officer"], row.number)
    assert page is not None
    assert [line.row.number for line in page.sections] == [beside.number]
    assert [(change.name, change.before, change.after) for change in page.history[0].changes] == [
        ("cycles", None, 2),
        ("place", "Győr", "Sopron"),
    ]
    assert [line.by for line in page.history] == ["officer", "officer"]
    assert {date.what for date in page.dates} >= {"first_day", "last_day", "list_closing"}
    assert all(date.cites for date in page.dates if date.what == "list_closing")
    assert "event.cancel" in page.deeds
    assert "report.accept" not in page.deeds
    assert registration(people["stranger"], row.number) is None
    reads = registration(people["auditor"], row.number)
    assert reads is not None
    assert reads.deeds == []

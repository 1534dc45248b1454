"""Registered events and the book: a published list rates what was due, an annulment is seen, and the log tells both."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from office_books import LISTS, imported_book
from office_events import cast, registered
from office_people import worked

from arpad.book.decisions.annul import Annul
from arpad.model.clock import VARIABLE
from arpad.office.close_list import CloseList
from arpad.office.decision import Decision
from arpad.office.publish_list import PublishList
from arpad.office.take_in_report import TakeInReport
from arpad.storage.deeds.close_list import close_list
from arpad.storage.deeds.publish_list import publish_list
from arpad.storage.deeds.put_right import put_right
from arpad.storage.deeds.reports import take_in
from arpad.storage.events.carrying_out import Along, carry_out, held_event
from arpad.storage.models import EventEntry, EventRow, ListVersion, LogEntry, RegisteredEvent
from arpad.storage.reports.reading_child import FileOfUpload
from arpad.storage.verify import verify

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.usefixtures("office")
def test_a_due_event_is_rated_when_its_list_is_published_and_annulled_with_its_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closing the list rates nobody; publishing it moves the event, annulling it too; back again; all by the log."""
    from django.db import transaction  # noqa: PLC0415 - once an office is open

    system = imported_book(tmp_path / "book", closed=True)
    people = cast("administrator", "officer")
    administrator = people["administrator"]
    row = registered(system, people["officer"])
    rated = EventRow.objects.filter(rating_system=system, rated_for__isnull=True, withdrawn=False).earliest("event_id")

    with monkeypatch.context() as later:
        later.setenv(VARIABLE, str(row.end + timedelta(days=1)))
        asked = TakeInReport(sha256="0" * 64, received_on=row.end + timedelta(days=1))
        take_in(people["officer"], row.number, [FileOfUpload("open.trf", b"012 Open\n")], asked)
    with transaction.atomic():
        held = held_event(people["officer"], row.number)
        facts = {"event": row.number, "part": 0, "stage": "received", "next": "due_for_list", "conflicts": []}
        facts |= {"fingerprint": f"{held.report_sha256}:x", "list": LISTS[2], "book_event": rated.event_id}
        carry_out(held, Decision("report.accept", facts, people["officer"].record), Along())

    worked(close_list(administrator, system, LISTS[2], CloseList()), administrator)
    assert stage_of(row) == "due_for_list"
    version = ListVersion.objects.get(stage="closed")
    worked(publish_list(administrator, system, LISTS[2], PublishList(version.list_hash, reason="alone")), administrator)
    assert stage_of(row) == "rated"
    published = LogEntry.objects.filter(code="list.publish").latest("number")
    assert published.facts["registrations"] == [{"event": row.number, "next": "rated"}]
    assert EventEntry.objects.filter(event_id=row.number, entry=published.number).exists()
    put_right(administrator, system, Annul(rated.event_id, "it was not played"))
    assert stage_of(row) == "annulled"
    put_right(administrator, system, Annul(rated.event_id, "it was played after all", back=True))
    assert stage_of(row) == "rated"
    assert verify(again=False).problems == []


def stage_of(row: RegisteredEvent) -> str:
    """Give the stage of an event as it is kept now."""
    return RegisteredEvent.objects.get(number=row.number).stage

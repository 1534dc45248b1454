"""Put a report into the place of an event: its bytes are kept, and the change is that of a book."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from arpad.book.decisions.replace import Replace, replaced
from arpad.engine.compare.impact import impact
from arpad.model.clock import now
from arpad.model.problems import RefusedError
from arpad.office.decision import Waiting
from arpad.office.put_right import PutRightState, put_right
from arpad.office.roles import refusal
from arpad.storage.archived_files import REPORT, archive, name_files
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.asking import DeedOutcome, Origin, circumstances
from arpad.storage.deeds.put_right import impact_facts
from arpad.storage.deeds.take_in_reports import judged
from arpad.storage.models import ReportFile

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from arpad.book.change import Change
    from arpad.office.person import Person
    from arpad.storage.deeds.take_in_reports import Delivered
    from arpad.storage.models import RatingSystem

DEED = "event.replace"


def look(
    system: RatingSystem,
    event: int,
    report: Delivered,
    why: str,
    progress: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """Work out who else changes by a report in the place of an event; nothing is changed."""
    book = DatabaseBook(system)
    return impact_facts(impact(book, _change(book, event, report, why)[1], progress))


def replace_event(  # noqa: PLR0913, PLR0917 - what it is asked with
    person: Person,
    system: RatingSystem,
    event: int,
    report: Delivered,
    why: str,
    shown: Mapping[str, Any] | None = None,
    origin: Origin = Origin(),  # noqa: B008 - a value that never changes
) -> DeedOutcome:
    """Decide whether a report takes the place of an event, and do it; `shown` is what was seen of who else changes."""
    book = DatabaseBook(system)
    rows = book.table("events").filter(event_id=event)
    federation = str(rows["federation"][0]) if rows.height else ""
    refused = refusal(person, DEED, federation)
    if refused is not None:
        raise RefusedError([refused])
    request, change = _change(book, event, report, why)
    kept = [(name, archive().put(data)) for name, data in report.files()]
    state = PutRightState(circumstances(DEED), federation, report=kept[0][1].sha256, impact=shown or {})
    decision = put_right(person, request, state)
    if isinstance(decision, Waiting):
        raise TypeError("replacing an event needs no second person")
    prepared = book.prepared(change)
    number = _new_number(change, event)
    with transaction.atomic():
        entry = prepared.write(decision, origin.request, origin.system_user)
        name_files([(file, REPORT) for _, file in kept])
        ReportFile.objects.bulk_create(
            [
                ReportFile(rating_system=system, event_id=number, sha256=file.sha256, name=name, received_at=now())
                for name, file in kept
            ],
            ignore_conflicts=True,
        )
    return DeedOutcome(decision, entry.number)


def _change(book: DatabaseBook, event: int, report: Delivered, why: str) -> tuple[Replace, Change]:
    request = Replace(event, judged(book.rulebook, [report])[0], why)
    return request, replaced(book, request)


def _new_number(change: Change, event: int) -> int:
    """Give the number that the event has from then on: its own, or that of its re-rated form."""
    return event if change.entry is None else int(change.entry.facts.get("now", event))

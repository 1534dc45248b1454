"""The report of an event as people look at it: what came, what its checks found, what was put right, what is asked.

Whoever may not see the event finds nothing there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arpad.office.correct_report import PUT_RIGHT_BY
from arpad.office.roles import federations_seen
from arpad.storage.events.rows import case_of
from arpad.storage.models import (
    EventDocument,
    EventEntry,
    LogEntry,
    NumberRequest,
    RegisteredEvent,
    ReportDelivery,
    SealedValue,
    UploadLink,
)
from arpad.storage.reports.checking import check, checks_of, matches_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from arpad.office.accept_report import ChecksOfReport
    from arpad.office.event_case import EventCase
    from arpad.office.match_players import PlayerMatch
    from arpad.office.person import Person
    from arpad.storage.reports.checking import CheckedDelivery

_MOST = 500
"""So many corrections, requests and uploads are shown."""


@dataclass(frozen=True, slots=True)
class ShownCorrection:
    """Something that was put right in a report: the original, the correction, by whom, when and why."""

    entry: int
    about: str
    field: str
    before: str
    after: str
    by: int
    at: datetime
    reason: str
    player: int = 0
    round: int = 0
    opponent: int = 0
    document: str = ""
    is_erased: bool = False
    """True where the values were personal, and were erased by a decision."""


@dataclass(frozen=True, slots=True)
class ReportPage:
    """Everything about the report of an event."""

    row: RegisteredEvent
    case: EventCase
    deliveries: Sequence[ReportDelivery]
    checked: CheckedDelivery | None = None
    """What the check of the report in hand found; None where there is none yet."""
    checks: ChecksOfReport | None = None
    corrections: Sequence[ShownCorrection] = ()
    requests: Sequence[NumberRequest] = ()
    links: Sequence[UploadLink] = ()
    documents: Sequence[EventDocument] = ()
    matches: Sequence[PlayerMatch] = field(default=())


def report_page(person: Person, number: int, *, with_matches: bool = False) -> ReportPage | None:
    """Give everything about the report of an event; None where the person may not see it."""
    row = _seen(person).filter(number=number).first()
    if row is None:
        return None
    case = case_of(row)
    deliveries = list(ReportDelivery.objects.filter(event=row).order_by("number"))
    in_hand = [each for each in deliveries if each.state == ReportDelivery.TAKEN_IN]
    checked = check(row, case, max(in_hand, key=lambda each: each.taken_entry or 0)) if in_hand else None
    return ReportPage(
        row,
        case,
        deliveries,
        checked,
        None if checked is None else checks_of(row, case, checked),
        corrections_of(number),
        list(NumberRequest.objects.filter(event=row).order_by("number")[:_MOST]),
        list(UploadLink.objects.filter(event=row).order_by("number")),
        list(EventDocument.objects.filter(event=row).order_by("entry")),
        matches_of(row, checked) if with_matches and checked is not None else (),
    )


def corrections_of(number: int) -> list[ShownCorrection]:
    """Give everything that was ever put right in reports of an event, in its order."""
    numbers = EventEntry.objects.filter(event_id=number).values_list("entry", flat=True)
    entries = list(LogEntry.objects.filter(number__in=list(numbers), code__in=PUT_RIGHT_BY).order_by("number"))
    of_entries = SealedValue.objects.filter(entry_number__in=[entry.number for entry in entries])
    sealed = {(value.entry_number, value.name): value.value for value in of_entries}
    return [
        _correction(entry, place, change, sealed)
        for entry in entries
        for place, change in enumerate(entry.facts.get("changes", ()))
    ]


def _correction(
    entry: LogEntry, place: int, change: dict[str, Any], sealed: dict[tuple[int, str], Any]
) -> ShownCorrection:
    values = {when: change.get(when) for when in ("before", "after")}
    is_sealed = values["after"] is None
    if is_sealed:
        values = {when: sealed.get((entry.number, f"{change['field']}_{place}_{when}")) for when in values}
    return ShownCorrection(
        entry.number,
        change["about"],
        change["field"],
        values["before"] or "",
        values["after"] or "",
        entry.by,
        entry.at,
        entry.reason,
        change.get("player", 0),
        change.get("round", 0),
        change.get("opponent", 0),
        entry.facts.get("document", ""),
        is_sealed and values["after"] is None,
    )


def number_requests(person: Person) -> list[NumberRequest]:
    """Give the queue of open requests for numbers that a person may see, the oldest first."""
    rows = NumberRequest.objects.select_related("event").filter(state=NumberRequest.OPEN)
    return list(_of_federations(rows, person).order_by("number")[:_MOST])


def uploads_waiting(person: Person) -> list[ReportDelivery]:
    """Give what came by links and waits, as far as a person may see it, the oldest first."""
    rows = ReportDelivery.objects.select_related("event").filter(state=ReportDelivery.WAITING)
    return list(_of_federations(rows, person).order_by("number")[:_MOST])


def _of_federations(rows: QuerySet[Any], person: Person) -> QuerySet[Any]:
    federations = federations_seen(person, "registration.read")
    return rows if federations is None else rows.filter(event__federation__in=federations)


def _seen(person: Person) -> QuerySet[RegisteredEvent]:
    rows = RegisteredEvent.objects.select_related("parent", "rating_system").prefetch_related(
        "approvals", "parent__approvals"
    )
    federations = federations_seen(person, "registration.read")
    return rows if federations is None else rows.filter(federation__in=federations)

"""What the pages of a report ask: what came, what its check found beside the lines, what was put right, who is who."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arpad.office.accept_report import missing_approvals, what_refuses
from arpad.office.correct_report import PUT_RIGHT_BY
from arpad.office.event_case import by_day
from arpad.office.stages import RECEIVED, UNDER_FIDE
from arpad.storage.archived_files import archive
from arpad.storage.events.rows import case_of
from arpad.storage.models import (
    EventEntry,
    LogEntry,
    NumberRequest,
    ReportCheck,
    ReportDelivery,
    SealedValue,
    UploadLink,
)
from arpad.storage.queries.people import names_of
from arpad.storage.queries.registrations import seen_registrations
from arpad.storage.reports.checking import CheckedDelivery, checks_of, files_to_check, matches_of
from arpad.storage.reports.reading_child import upload_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from arpad.office.accept_report import ChecksOfReport
    from arpad.office.event_case import EventCase
    from arpad.office.match_players import PlayerMatch
    from arpad.office.person import Person
    from arpad.storage.models import RegisteredEvent
    from arpad.storage.queries.event_pages import EventAsShown

_MOST_TOGETHER = 200


@dataclass(frozen=True, slots=True)
class CorrectionAsShown:
    """Something that was put right in a report: what stood there and what stands there, who, when and why."""

    entry: LogEntry
    by: str
    about: str
    field: str
    place: Mapping[str, Any]
    before: str
    after: str
    document: str


@dataclass(frozen=True, slots=True)
class ShownReport:
    """The report of an event: what came, in which order, and what its newest check found."""

    delivery: ReportDelivery | None
    """The report that the office has; None before the first."""
    deliveries: Sequence[ReportDelivery] = ()
    waiting: Sequence[ReportDelivery] = ()
    """What was sent by links and waits."""
    links: Sequence[UploadLink] = ()
    check: CheckedDelivery | None = None
    came_to: ChecksOfReport | None = None
    """What the check comes to, for whoever accepts the report."""
    requests: Sequence[NumberRequest] = ()
    names: Mapping[int, str] = field(default_factory=dict)

    @property
    def document(self) -> Mapping[str, Any]:
        """Everything that the check found."""
        return {} if self.check is None else self.check.document

    @property
    def findings(self) -> list[dict[str, Any]]:
        """What it found of the event, its players and games."""
        return [] if self.check is None else self.check.findings

    @property
    def problems(self) -> list[dict[str, Any]]:
        """What is wrong with the file itself."""
        document = self.document
        problems: list[dict[str, Any]] = [
            *document.get("problems", ()),
            *document.get("verdict", {}).get("problems", ()),
        ]
        return problems


@dataclass(frozen=True, slots=True)
class EventToAccept:
    """An event whose report is looked at, as it can be accepted with others."""

    row: RegisteredEvent
    case: EventCase
    check: ReportCheck | None
    came_to: ChecksOfReport | None

    @property
    def is_clean(self) -> bool:
        """True where nothing speaks against it: neither its check nor an approval or a number that is missing."""
        came_to = self.came_to
        if came_to is None or came_to.open_questions or came_to.misses_last_list or what_refuses(self.case, came_to):
            return False
        is_nameless = came_to.without_number > 0 and self.case.office == UNDER_FIDE
        return not is_nameless and not missing_approvals(self.case)


def report_of_event(event: EventAsShown) -> ShownReport:
    """Give the report of an event, with what its newest check found."""
    row = event.row
    every = list(ReportDelivery.objects.filter(event_id=row.number).order_by("number"))
    taken = sorted((each for each in every if each.taken_entry is not None), key=lambda each: each.taken_entry or 0)
    waiting = [each for each in every if each.state == ReportDelivery.WAITING]
    newest = taken[-1] if taken else None
    check = None if newest is None else _kept_check(newest)
    return ShownReport(
        newest,
        taken[::-1],
        waiting,
        list(UploadLink.objects.filter(event_id=row.number).order_by("-number")[:20]),
        check,
        None if check is None or event.case.report is None else checks_of(row, event.case, check),
        list(NumberRequest.objects.filter(event_id=row.number).order_by("number")),
        names_of(each.by for each in every),
    )


def lines_of_report(report: ShownReport, case: EventCase) -> dict[int, str]:
    """Give the lines of a report as it is now, by their numbers; none where it cannot be read."""
    if report.delivery is None or report.document.get("outcome") == "refused":
        return {}
    mended = "" if case.report is None else case.report.mended
    data = upload_of(files_to_check(report.delivery, mended)).report.data
    return dict(enumerate(data.decode("utf-8", "replace").splitlines(), 1))


def matches_in(event: EventAsShown, report: ShownReport) -> list[PlayerMatch]:
    """Give how the players of a report stand beside those whom the office knows, with who may be meant."""
    if report.check is None or "players" not in report.document:
        return []
    return matches_of(event.row, report.check)


def corrections_of(event: EventAsShown) -> list[CorrectionAsShown]:
    """Give everything that was put right in the reports of an event, the newest first, original beside correction."""
    numbers = EventEntry.objects.filter(event_id=event.row.number).values("entry")
    entries = list(LogEntry.objects.filter(number__in=numbers, code__in=PUT_RIGHT_BY).order_by("-number"))
    sealed = {
        (value.entry_number, value.name): value.value
        for value in SealedValue.objects.filter(entry_number__in=[entry.number for entry in entries])
    }
    names = names_of(entry.by for entry in entries)
    shown = []
    for entry in entries:
        for place, change in enumerate(entry.facts.get("changes", ())):
            name = f"{change['field']}_{place}"
            before, after = (
                str(change.get(when) or sealed.get((entry.number, f"{name}_{when}")) or "")
                for when in ("before", "after")
            )  # fmt: skip
            numbers_of = {key: change[key] for key in ("player", "round", "opponent") if change.get(key)}
            shown.append(
                CorrectionAsShown(
                    entry, names.get(entry.by, ""), change["about"], change["field"], numbers_of, before, after,
                    entry.facts.get("document", ""),
                )
            )  # fmt: skip
    return shown


def report_file(event: EventAsShown, digest: str) -> str | None:
    """Give the name of a file of a report, as it came or as it was mended; None where the event has no such one."""
    for delivery in ReportDelivery.objects.filter(event_id=event.row.number):
        for name, sha256, _ in delivery.files:
            if sha256 == digest:
                return str(name)
    report = event.case.report
    return "mended.trf" if report is not None and report.mended == digest else None


def events_to_accept(person: Person, at: datetime) -> list[EventToAccept]:
    """Give the events whose reports are being looked at, the oldest first."""
    rows = seen_registrations(person).select_related("rating_system", "parent", "parent__rating_system")
    rows = rows.prefetch_related("approvals", "parent__approvals").filter(stage=RECEIVED).order_by("since", "number")
    shown = []
    for row in rows[:_MOST_TOGETHER]:
        case = by_day(case_of(row), at)
        taken = ReportDelivery.objects.filter(event_id=row.number, state=ReportDelivery.TAKEN_IN)
        newest = taken.order_by("taken_entry").last()
        check = None if newest is None else _kept_check(newest)
        came_to = None if check is None else checks_of(row, case, check)
        shown.append(EventToAccept(row, case, None if check is None else check.row, came_to))
    return shown


def _kept_check(delivery: ReportDelivery) -> CheckedDelivery | None:
    row = ReportCheck.objects.filter(delivery=delivery).order_by("number").last()
    return None if row is None else CheckedDelivery(json.loads(archive().read(row.document)), row.asked, row)

"""Reports, requests for numbers and links as they follow from the log, compared with what the database has of them.

What a check found is worked out and no part of it; the secret of a link is known to nobody, and only its hash is kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arpad.model.problems import Problem
from arpad.office.canonical import plain
from arpad.storage.models import NumberRequest, ReportDelivery, UploadLink
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from arpad.office.log import LogRecord

_OF_TAKING = ("sha256", "size", "received_on", "arbiter_sent_on", "is_from_federation", "sent_by", "before")


@dataclass(slots=True)
class DerivedReports:
    """What came in, what was asked for and which links there are, as the log tells it."""

    deliveries: dict[int, dict[str, Any]] = field(default_factory=dict)
    """By the entry by which a report came."""
    requests: dict[int, dict[str, Any]] = field(default_factory=dict)
    links: dict[int, dict[str, Any]] = field(default_factory=dict)
    _uploads: dict[int, int] = field(default_factory=dict)
    """Of each upload, the entry by which it came."""

    def change(self, record: LogRecord) -> None:
        """Go on by an entry."""
        follows = _FOLLOWS.get(record.code)
        if follows is not None:
            follows(self, record)

    def taken_in(self, record: LogRecord) -> None:
        """Note a report that was taken in, or an upload that became one."""
        facts = record.facts
        upload = facts.get("upload", 0)
        came = self._uploads[upload] if upload else record.number
        values = self.deliveries.setdefault(came, {"event_id": facts["event"], "by": record.by, "link_id": None})
        values |= {name: facts[name] for name in _OF_TAKING if name in facts}
        values |= {"state": ReportDelivery.TAKEN_IN, "taken_entry": record.number}

    def uploaded(self, record: LogRecord) -> None:
        """Note what was sent by a link."""
        facts = record.facts
        self._uploads[facts["upload"]] = record.number
        self.deliveries[record.number] = {
            "number": facts["upload"],
            "event_id": facts["event"],
            "link_id": facts["link"],
            "sha256": facts["sha256"],
            "size": facts["size"],
            "by": record.by,
            "state": ReportDelivery.WAITING,
            "sent_entry": record.number,
        }
        self.links[facts["link"]]["used"] += 1

    def put_aside(self, record: LogRecord) -> None:
        """Note uploads that were set aside."""
        for upload in record.facts["uploads"]:
            values = {"state": ReportDelivery.SET_ASIDE, "aside_entry": record.number}
            self.deliveries[self._uploads[upload]] |= values

    def asked(self, record: LogRecord) -> None:
        """Note that a number was asked for."""
        facts = record.facts
        self.requests[facts["request"]] = {
            "event_id": facts["event"],
            "player": facts["player"],
            "federation": facts["player_federation"][:3],
            "state": NumberRequest.OPEN,
            "asked_entry": record.number,
            "closed_entry": None,
            "fide_id": None,
        }

    def given(self, record: LogRecord) -> None:
        """Note the number that closes a request."""
        facts = record.facts
        self.requests[facts["request"]] |= {
            "state": NumberRequest.CLOSED,
            "closed_entry": record.number,
            "fide_id": facts["number"],
            "way": facts["way"],
            "stand_in": facts["stand_in"],
            "federation": facts["player_federation"],
        }

    def withdrawn(self, record: LogRecord) -> None:
        """Note a request that was taken back."""
        values = {"state": NumberRequest.WITHDRAWN, "closed_entry": record.number}
        self.requests[record.facts["request"]] |= values

    def linked(self, record: LogRecord) -> None:
        """Note a link that was made."""
        facts = record.facts
        self.links[facts["link"]] = {
            "event_id": facts["event"],
            "ends_at": facts["ends"],
            "uploads": facts["uploads"],
            "size": facts["size"],
            "entry": record.number,
            "ended_entry": None,
            "used": 0,
        }

    def unlinked(self, record: LogRecord) -> None:
        """Note a link that was ended before its day."""
        self.links[record.facts["link"]]["ended_entry"] = record.number


_FOLLOWS: dict[str, Callable[[DerivedReports, LogRecord], None]] = {
    "report.take_in": DerivedReports.taken_in,
    "upload.send": DerivedReports.uploaded,
    "upload.set_aside": DerivedReports.put_aside,
    "report.ask_number": DerivedReports.asked,
    "report.give_number": DerivedReports.given,
    "report.withdraw_number": DerivedReports.withdrawn,
    "report.link": DerivedReports.linked,
    "report.end_link": DerivedReports.unlinked,
}


def derived_reports(records: Iterable[LogRecord]) -> DerivedReports:
    """Derive everything about reports from the log."""
    derived = DerivedReports()
    for record in records:
        derived.change(record)
    return derived


def report_problems(derived: DerivedReports) -> Iterator[Problem]:
    """Name everything in which reports, requests and links are not what the log tells."""
    yield from _of_deliveries(derived)
    request_rows = {row.number: row for row in NumberRequest.objects.all()}
    for number in sorted({*request_rows, *derived.requests}):
        different = _different(request_rows.get(number), derived.requests.get(number))
        if different:
            yield Problem.of(WORDS, "request_differs", str(number), number=number, fields=different)
    links = {row.number: row for row in UploadLink.objects.all()}
    for number in sorted({*links, *derived.links}):
        different = _different(links.get(number), derived.links.get(number))
        if different:
            yield Problem.of(WORDS, "link_differs", str(number), number=number, fields=different)


def _of_deliveries(derived: DerivedReports) -> Iterator[Problem]:
    rows = {row.sent_entry or row.taken_entry: row for row in ReportDelivery.objects.all()}
    for entry in sorted({*rows, *derived.deliveries}, key=lambda each: each or 0):
        row, logged = rows.get(entry), derived.deliveries.get(entry or 0)
        if row is None and logged is not None:
            number, event = entry or 0, logged["event_id"]
            yield Problem.of(WORDS, "report_gone", str(event), number=number, event=event)
        elif row is not None and logged is None:
            where = str(row.event_id)
            yield Problem.of(WORDS, "report_not_logged", where, number=row.number, event=row.event_id)
        elif row is not None:
            different = _different(row, logged)
            if different:
                yield Problem.of(
                    WORDS, "report_differs", str(row.event_id), number=row.number, event=row.event_id, fields=different
                )  # fmt: skip


def _different(row: Any, logged: Mapping[str, Any] | None) -> list[str]:  # noqa: ANN401 - a row of any of the models
    """Name the columns of a row that are not what the log tells."""
    if row is None or logged is None:
        return ["number"]
    return sorted(name for name, value in logged.items() if plain(getattr(row, name)) != plain(value))

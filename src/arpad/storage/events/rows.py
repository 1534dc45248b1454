"""A row of an event read as the office decides about it, and an event written into the columns of its row."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from arpad.office.approvals import Approval
from arpad.office.canonical import plain
from arpad.office.event_case import EventCase, RefusalOnRecord, ReportInHand
from arpad.office.event_dates import due_on
from arpad.office.parts import PartOfEvent
from arpad.office.parts_after import as_part
from arpad.office.registration_facts import (
    GivenFact,
    PlayersOnRecord,
    first_moment,
    last_moment,
    logged,
    players_data,
    values_of,
    values_read,
)
from arpad.office.stages import REGISTERED, WAITING
from arpad.storage.rulebooks import law_named_by, rulebook_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from arpad.storage.models import EventApproval, RatingSystem, RegisteredEvent

_SEARCHED = ("name", "festival", "kind", "start", "end", "for_list")
"""Facts that have a column of their own, to search by."""
OF_LOG = (
    "federation", "office", "law", "stage", "since", "part", "is_left_out", "facts", "registered_at", "asked", "report",
    "report_sha256", "returned_until", "refusal", "appeal_until", "accepted", "book_event", "fide_code", "fide_list",
    "noted", "begins_at", "ends_at", *_SEARCHED,
)  # fmt: skip
"""The columns that follow from the log."""


def case_of(row: RegisteredEvent) -> EventCase:
    """Give an event as the office decides about it; of a part with everything that it has from the whole event."""
    if row.parent is None:
        return own_case(row)
    return as_part(own_case(row.parent), own_case(row))


def own_case(row: RegisteredEvent) -> EventCase:
    """Give an event, or a part without what it has from the whole event."""
    facts = {name: _fact(name, kept, row.beside) for name, kept in row.facts.items()}
    values = values_of(facts) if row.parent is None else {}
    named = law_named_by(row.rating_system)
    start = values.get("start") or row.start
    return EventCase(
        row.number,
        row.federation,
        named(row.law, row.kind, start or row.since.date()),
        row.stage,
        row.office,
        row.part,
        part_days_of(row),
        row.is_left_out,
        facts,
        row.registered_at,
        tuple(approval_of(approval) for approval in _approvals(row)),
        dict(row.asked),
        _report_of(row),
        row.returned_until,
        _refusal_of(row.refusal),
        row.accepted,
        dict(row.noted),
        row.book_event,
        row.fide_code,
        row.fide_list,
        row.since,
    )


def part_days_of(row: RegisteredEvent) -> PartOfEvent | None:
    """Give the days of a part; None for a whole event."""
    if not row.part or row.start is None or row.end is None:
        return None
    return PartOfEvent(row.part, row.start, row.end)


def approval_of(row: EventApproval) -> Approval:
    """Give an approval as it was recorded."""
    return Approval(
        row.what, row.body, row.is_granted, row.decided_on, row.document, row.consulted, tuple(row.cites), row.condition
    )


def columns_of(case: EventCase) -> dict[str, Any]:
    """Give the columns of an event that follow from the log, each as its row has it."""
    values, days = case.values, case.part_days
    report, refusal = case.report, case.refusal
    searched = {name: values.get(name, "" if name in {"name", "festival", "kind"} else None) for name in _SEARCHED}
    if days is not None:
        searched |= {"start": days.first_day, "end": days.last_day}
    return {
        **searched,
        "federation": case.federation,
        "office": case.office,
        "law": case.law.id,
        "stage": case.stage,
        "since": case.since,
        "part": case.part,
        "is_left_out": case.is_left_out,
        "facts": _facts_data(case.facts),
        "registered_at": case.registered_at,
        "asked": dict(case.asked),
        "report": None if report is None else _report_data(report),
        "report_sha256": "" if report is None else report.sha256,
        "returned_until": case.returned_until,
        "refusal": None if refusal is None else _refusal_data(refusal),
        "appeal_until": None if refusal is None else refusal.appeal_until,
        "accepted": case.accepted,
        "book_event": case.book_event,
        "fide_code": case.fide_code,
        "fide_list": case.fide_list,
        "noted": dict(case.noted),
        "begins_at": first_moment(values),
        "ends_at": last_moment(values),
    }


def write_case(row: RegisteredEvent, own: EventCase, case: EventCase, entry: int) -> None:
    """Write an event into its row; `case` is the same with everything that a part has from the whole event.

    A part is searched by the name of the whole event, and begins and ends on its own days.
    """
    for name, value in part_columns(own, case).items():
        setattr(row, name, value)
    row.beside = {**row.beside, **beside_of(own)}
    is_of_parts = row.has_parts and case.stage not in {REGISTERED, WAITING}
    row.due_on = None if is_of_parts else due_of(row.rating_system, case)
    row.changed_by = entry
    row.save()


def write_event(row: RegisteredEvent, own: EventCase, entry: int) -> None:
    """Write an event or a part into its row."""
    write_case(row, own, own if row.parent is None else as_part(own_case(row.parent), own), entry)


def part_columns(own: EventCase, case: EventCase) -> dict[str, Any]:
    """Give the columns of an event; a part has those to search by from the whole event."""
    columns = columns_of(own)
    if own.part:
        whole = columns_of(case)
        names = ("name", "festival", "kind", "for_list", "registered_at")
        columns |= {name: whole[name] for name in names}
        columns |= {"begins_at": first_moment(case.own_days), "ends_at": last_moment(case.own_days)}
    return columns


def due_of(system: RatingSystem, case: EventCase) -> date | None:
    """Give the day by which something has to be done with an event at its stage."""
    values = case.values
    kind, end = values.get("kind") or "standard", values.get("end")
    return None if end is None else due_on(case, rulebook_of(system).calendar(kind, end))


def beside_of(case: EventCase) -> dict[str, Any]:
    """Give the personal facts of an event, which stand beside the log."""
    beside: dict[str, Any] = {}
    expected = case.values.get("expected")
    if expected is not None and not isinstance(expected, PlayersOnRecord):
        beside["expected"] = players_data(expected)
    if case.report is not None:
        beside |= {"players": sorted(case.report.players), "ratings": list(case.report.ratings)}
    return beside


def read_beside(data: Mapping[str, Any]) -> dict[str, Any]:
    """Read personal facts as they are kept beside the log."""
    return values_read(data)


def _approvals(row: RegisteredEvent) -> Iterable[EventApproval]:
    return () if row.pk is None else sorted(row.approvals.all(), key=lambda approval: approval.entry)


def _fact(name: str, kept: Mapping[str, Any], beside: Mapping[str, Any]) -> GivenFact:
    value = beside.get(name, kept["value"]) if name == "expected" else kept["value"]
    return GivenFact(values_read({name: value})[name], kept["by"], datetime.fromisoformat(kept["at"]))


def _facts_data(facts: Mapping[str, GivenFact]) -> dict[str, Any]:
    values = plain(logged(values_of(facts)))
    return {name: {"value": values[name], "by": fact.by, "at": plain(fact.at)} for name, fact in facts.items()}


def _report_data(report: ReportInHand) -> dict[str, Any]:
    names = ("sha256", "received_on", "arbiter_sent_on", "is_from_federation", "mended", "answers")
    data: dict[str, Any] = plain({name: getattr(report, name) for name in names})
    return data


def _report_of(row: RegisteredEvent) -> ReportInHand | None:
    kept = row.report
    if kept is None:
        return None
    return ReportInHand(
        kept["sha256"],
        date.fromisoformat(kept["received_on"]),
        _day(kept["arbiter_sent_on"]),
        frozenset(row.beside.get("players", ())),
        tuple(row.beside.get("ratings", ())),
        kept["is_from_federation"],
        kept.get("mended", ""),
        kept.get("answers", ""),
    )


def _refusal_data(refusal: RefusalOnRecord) -> dict[str, Any]:
    lifted = {"is_lifted": True} if refusal.is_lifted else {}
    data: dict[str, Any] = plain({"by": refusal.by, **refusal.facts, **lifted})
    return data


def _refusal_of(kept: Mapping[str, Any] | None) -> RefusalOnRecord | None:
    if kept is None:
        return None
    return RefusalOnRecord(
        kept["by"],
        date.fromisoformat(kept["decided_on"]),
        date.fromisoformat(kept["told_on"]),
        kept["appeal_to"],
        kept["appeal_by"],
        _day(kept["appeal_until"]),
        kept.get("is_lifted", False),
    )


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)

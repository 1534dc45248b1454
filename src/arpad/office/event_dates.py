"""All dates of an event in one list: each deadline with its article, whose it is, and what happens if it is missed.

The days come from the calendar of the editions; a part of a long event has days of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.office.approvals import late_class
from arpad.office.event_case import citations
from arpad.office.roles import ADMINISTRATOR, ARBITER, OFFICER, ORGANISER
from arpad.office.stages import (
    ACCEPTED,
    ANNOUNCED,
    AWAITED,
    CUT_SHORT,
    DUE,
    NEVER_REGISTERED,
    NEW,
    RECEIVED,
    REFUSED,
    REFUSED_BY_FIDE,
    REGISTERED,
    RETURNED,
    RETURNED_BY_FIDE,
    RUNNING,
    SENT,
    TAKEN,
    UNDER_APPEAL,
    WAITING,
)
from arpad.regulations.consulted import Consulted
from arpad.regulations.workings.registration import lead_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arpad.office.event_case import EventCase
    from arpad.office.parts import PartOfEvent
    from arpad.regulations.calendar import Calendar

REGISTRATION, FIRST_DAY, LAST_DAY, ARBITERS_REPORT, UPLOAD, LIST_CLOSING, LAST_LIST, CORRECTION, APPEAL = DEADLINES = (
    "registration", "first_day", "last_day", "arbiters_report", "upload", "list_closing", "last_list", "correction",
    "appeal",
)  # fmt: skip
"""What can be due; what happens if it is missed stands in the words under the same names."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A date of an event: what is due by then, from whom, and by which article."""

    what: str
    day: date
    of: str = ""
    """The role whose duty it is; empty for a day that only comes."""
    cites: tuple[str, ...] = ()
    list: date | None = None
    """The list that it is about."""


@dataclass(frozen=True, slots=True)
class ReportTiming:
    """What the day of a report comes to: the list that it reaches, the terms that it missed."""

    list: date | None
    """None where it reaches none any more."""
    misses_last_list: bool
    missed: tuple[Deadline, ...] = ()
    closing: Deadline | None = None
    """When the list that it reaches closes for reports; where it reaches none, the last one that it could."""
    first_list: date | None = None
    """The first list that could rate it."""


_REPORT = (ARBITERS_REPORT, UPLOAD, LIST_CLOSING)
_ON_THE_WAY = (UPLOAD, LIST_CLOSING)
_DUE_AT: dict[str, tuple[str, ...]] = {
    REGISTERED: (REGISTRATION, FIRST_DAY),
    WAITING: (FIRST_DAY,),
    **dict.fromkeys((ANNOUNCED, RUNNING, CUT_SHORT, AWAITED), _REPORT),
    **dict.fromkeys((RECEIVED, ACCEPTED, UNDER_APPEAL, SENT, TAKEN, RETURNED_BY_FIDE, DUE), _ON_THE_WAY),
    RETURNED: (CORRECTION,),
    REFUSED: (APPEAL,),
    REFUSED_BY_FIDE: (APPEAL,),
    NEVER_REGISTERED: _REPORT,
}
"""What is due at a stage: the first of these that the edition sets a day for."""


def days_of(case: EventCase, part: PartOfEvent | None = None) -> tuple[date, date] | None:
    """Give the first and the last day of an event or of its part; None where they are not known."""
    if part is not None:
        return part.first_day, part.last_day
    start, end = case.values.get("start"), case.values.get("end")
    return None if start is None or end is None else (start, end)


def deadlines(case: EventCase, days: Calendar, part: PartOfEvent | None = None) -> list[Deadline]:
    """Give all dates of an event in their order."""
    span = days_of(case, part)
    if span is None:
        return []
    start, end = span
    dates = [Deadline(FIRST_DAY, start), Deadline(LAST_DAY, end), *_of_report(case, days, start, end)]
    if case.stage in {NEW, REGISTERED}:
        has_elite, _ = late_class(case.law, case.values)
        lead = lead_of(case.law, start, has_elite=has_elite, has_norms=bool(case.values.get("norms")))
        if lead.last_day is not None:
            dates.append(Deadline(REGISTRATION, lead.last_day, OFFICER, citations(lead.p)))
    if case.returned_until is not None:
        dates.append(Deadline(CORRECTION, case.returned_until, ARBITER))
    if case.refusal is not None and case.refusal.appeal_until is not None:
        dates.append(Deadline(APPEAL, case.refusal.appeal_until, ORGANISER))
    return sorted(dates, key=lambda deadline: (deadline.day, DEADLINES.index(deadline.what)))


def timing(
    case: EventCase,
    days: Calendar,
    received: date,
    arbiter_sent: date | None = None,
    part: PartOfEvent | None = None,
) -> ReportTiming:
    """Say which list a report reaches that came on a day, and which terms it missed."""
    span = days_of(case, part)
    if span is None:
        return ReportTiming(None, misses_last_list=False)
    start, end = span
    official = case.is_official
    reached = days.list_for_report(end, received, official=official)
    came = {ARBITERS_REPORT: arbiter_sent or received}
    missed = [term for term in _of_report(case, days, start, end) if came.get(term.what, received) > term.day]
    first, last = days.list_for_event(end, official=official), days.latest_list(end, official=official)
    closing = _closing(days, reached or last, first, case)
    return ReportTiming(reached, reached is None and last is not None, tuple(missed), closing, first)


def _closing(days: Calendar, of_list: date | None, first: date | None, case: EventCase) -> Deadline | None:
    """Give the day by which a report comes for a list."""
    if of_list is None:
        return None
    closing = days.closing_of_reports(of_list, official=case.is_official and of_list == first)
    return Deadline(LIST_CLOSING, closing.day, ADMINISTRATOR, citations(closing.by), of_list)


def _of_report(case: EventCase, days: Calendar, start: date, end: date) -> Iterator[Deadline]:
    """Give the terms of a report: the arbiter's, the federation's, the closing of the first list and of the last."""
    official = case.is_official
    arbiter = days.term_of_arbiter(end, start)
    if arbiter is not None:
        yield Deadline(ARBITERS_REPORT, arbiter.day, ARBITER, citations(arbiter.by))
    upload = None if official else days.term_of_upload(end, start)
    if upload is not None:
        yield Deadline(UPLOAD, upload.day, OFFICER, citations(upload.by))
    first, last = days.list_for_event(end, official=official), days.latest_list(end, official=official)
    if first is not None:
        closing = days.closing_of_reports(first, official=official)
        yield Deadline(LIST_CLOSING, closing.day, ADMINISTRATOR, citations(closing.by), first)
    if last is not None:
        closing = days.closing_of_reports(last, official=official and last == first)
        by = Consulted(days.edition(last)).citing("late_report_lists").with_(closing.by)
        yield Deadline(LAST_LIST, closing.day, OFFICER, citations(by), last)


def due_on(case: EventCase, days: Calendar) -> date | None:
    """Give the day by which something has to be done with an event at its stage; None where no day is set."""
    dates = {deadline.what: deadline.day for deadline in deadlines(case, days, case.part_days)}
    return next((dates[what] for what in _DUE_AT.get(case.stage, ()) if what in dates), None)

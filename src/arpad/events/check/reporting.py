"""The report: for which list an event is rated, by when the report must be there, and what a late one costs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arpad.events.check.registration import sent_by_others
from arpad.events.verdict import NOTE, PASSES, REFUSES, UNKNOWN, WARNING
from arpad.regulations.consulted import Consulted, answer
from arpad.regulations.durations import day_as_written, shifted_months, written_day
from arpad.regulations.rules.list_dates import MONTHLY_CLOSING, NO_DAY
from arpad.regulations.rules.report_duties import OFFICER_REVIEW

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arpad.events.checked_event import Outcome, Subject
    from arpad.events.verdict import Finding
    from arpad.model.problems import ProblemFacts
    from arpad.regulations.consulted import RuleAnswer


def list_and_deadlines(subject: Subject) -> Iterator[Outcome]:
    """Say for which list the event is rated, and compare the days of its report with the closing days."""
    end, p = subject.end, subject.consulted()
    if end is None:
        closing = p.citing("event_closing")  # the calendar reads it once the last day is known
        yield subject.finding("rating_list", UNKNOWN, closing, "no_last_day", fix="give_052", decides=False)
        return
    if subject.facts.monthly_regime and _monthly(subject, end)["monthly_closing"] != NO_DAY:
        yield from _monthly_regime(subject, end)
        return
    official = bool(subject.facts.official)
    first = subject.days.list_for_event(end, official=official)
    if first is None:
        yield subject.finding("rating_list", UNKNOWN, subject.consulted().citing("event_closing"), "no_list", end=end)
        return
    yield from _ending(subject, end, first, official=official)
    if subject.facts.received is None:
        yield from _due(subject, end, first, official=official)
    else:
        yield from _received(subject, end, first, subject.facts.received, official=official)
    yield from _arbiter(subject, end)
    yield from _officer(subject)


def _of_list(finding: Finding, by: Consulted) -> Finding:
    """Cite the edition of the list, which decides about its closing days (R-022), with what the calendar read there."""
    return replace(finding, citations=(*by.citations(), *finding.citations))


def _late(subject: Subject, on: date) -> Consulted:
    """Cite for how many lists a report may come, in the edition of a list."""
    return Consulted(subject.days.edition(on)).citing("late_report_lists")


def _ending(subject: Subject, end: date, first: date, *, official: bool) -> Iterator[Outcome]:
    days = subject.days
    closing, by = days.closing_of_events(first, official=official)
    usual = days.list_for_event(end)
    says = ("in_time",) if first == usual else ("in_time", "any_other")
    facts: ProblemFacts = {"end": end, "list": first, "closing": closing, "usual": usual}
    facts["official"] = "official_event_closing" in by.noted
    yield _of_list(subject.finding("rating_list", PASSES, None, *says, **facts), by)
    coming = days.next_list(end)
    if coming is not None and first > coming:
        last, by = days.closing_of_events(coming, official=official)
        missed = subject.finding("missed_list", NOTE, None, "after_closing", list=coming, closing=last)
        yield _of_list(missed, by)


def _due(subject: Subject, end: date, first: date, *, official: bool) -> Iterator[Outcome]:
    """Say the last day of each duty, where nobody said when the report came."""
    days = subject.days
    # Where reports close before such an event can have ended, the first list that a report can reach is a later one.
    reached = days.list_for_report(end, end, official=official) or first
    special = official and reached == first
    closing, by = days.closing_of_reports(reached, official=special)
    due = subject.finding("report_due", NOTE, None, "received_by", list=reached, closing=closing)
    yield _of_list(due, by)
    upload = _upload_due(subject, end)
    if upload is not None:
        yield subject.finding("upload_due", NOTE, _of_upload(subject), "by", due=upload)
    last = days.latest_list(end, official=official)
    special = official and last == first
    if last is not None:
        final, by = days.closing_of_reports(last, official=special)
        at_all = subject.finding("report_last", NOTE, None, "not_rated_after", closing=final)
        yield _of_list(at_all, _late(subject, last).with_(by))


def _upload_due(subject: Subject, end: date) -> date | None:
    return None if sent_by_others(subject) else subject.days.upload_due(end, subject.start)


def _of_upload(subject: Subject) -> Consulted:
    """Cite what the calendar read for the day of the upload."""
    return subject.consulted().citing("upload_within", "report_next_list_within")


def _received(subject: Subject, end: date, first: date, received: date, *, official: bool) -> Iterator[Outcome]:
    if received < end:
        yield _before_the_end(subject, end, received)
        return
    yield _for_list(subject, end, first, received, official=official)
    upload = _upload_due(subject, end)
    if upload is not None:
        severity, fix = (WARNING, "send_sooner") if received > upload else (PASSES, "")
        yield subject.finding("upload", severity, _of_upload(subject), "done", fix=fix, due=upload, received=received)


def _for_list(subject: Subject, end: date, first: date, received: date, *, official: bool) -> Finding:
    """Say for which list an event is rated whose report came on a day."""
    days, code = subject.days, "report_received"
    rated = days.list_for_report(end, received, official=official)
    last, usual = days.latest_list(end, official=official), days.latest_list(end) if official else None
    by = days.closing_of_reports(first, official=official).by
    facts: ProblemFacts = {"received": received, "first": first, "list": rated, "last": last, "usual": usual}
    if rated is None:
        finding = subject.finding(code, REFUSES, None, "too_late", fix="appeal_possible", **facts)
        return _of_list(finding, _late(subject, last or first).citing("report_closing"))
    if usual is not None and rated > usual:
        p = subject.consulted().citing("official_events")  # the calendar let it pass by this
        finding = subject.finding(code, WARNING, p, "official_too_late", fix="send_sooner", **facts)
        return _of_list(finding, _late(subject, first).citing("report_closing"))
    if rated > first:
        finding = subject.finding(code, WARNING, None, "after_closing", fix="send_sooner", **facts)
        return _of_list(finding, by.with_(days.closing_of_events(first, official=official).by))
    return _of_list(subject.finding(code, PASSES, None, "in_time", **facts), by)


def _before_the_end(subject: Subject, end: date, received: date) -> Finding:
    """Only a monthly part of a long event can have come before its end."""
    p = subject.consulted().citing("report_closing")  # by which the calendar will judge it
    facts: ProblemFacts = {"received": received, "end": end}
    if subject.facts.reported_monthly:
        return subject.finding("report_early", NOTE, p.citing("long_event_parts_over"), "monthly_part", **facts)
    return subject.finding("report_early", WARNING, p, "before_the_end", fix="correct_received", **facts)


def _arbiter(subject: Subject, end: date) -> Iterator[Outcome]:
    """Compare the day on which the arbiter sent the report with the end of the event, and with its term."""
    due, p = subject.days.arbiter_report_due(end, subject.start), subject.consulted().citing("arbiter_report_within")
    sent, received = subject.facts.arbiter_sent, subject.facts.received
    if sent is not None and sent < end and not subject.facts.reported_monthly:
        facts: ProblemFacts = {"sent": sent, "end": end}
        yield subject.finding("arbiter_early", WARNING, p, "before_the_end", fix="correct_arbiter_sent", **facts)
    elif due is not None and sent is None:
        says = "to_fide" if sent_by_others(subject) else "to_federation"
        yield subject.finding("arbiter_report", NOTE, p, says, due=due)
    elif due is not None and sent is not None:
        severity, fix = (WARNING, "send_sooner") if sent > due else (PASSES, "")
        yield subject.finding("arbiter_report", severity, p, "sent", fix=fix, due=due, sent=sent)
    if sent is not None and received is not None and received < sent:
        facts = {"received": received, "sent": sent}
        yield subject.finding("sent_after_received", WARNING, None, "before_sent", fix="correct_either", **facts)


def _officer(subject: Subject) -> Iterator[Outcome]:
    """Before the upload, the officer of the federation makes sure that the event was played by the regulations."""
    satisfied = subject.facts.officer_satisfied
    asked = answer(subject.law, OFFICER_REVIEW, is_sent_by_federation=not sent_by_others(subject))
    if not asked["officer_makes_sure"]:
        return
    p = asked.by("officer_makes_sure")
    if satisfied is None:
        yield subject.finding("officer", NOTE, p, "makes_sure", fix="say_officer")
    elif satisfied:
        yield subject.finding("officer", PASSES, p, "has_done_so")
    else:
        yield subject.finding("officer", WARNING, p, "not_satisfied", fix="settle_with_officer")


def _monthly(subject: Subject, list_date: date) -> RuleAnswer:
    """Ask when a monthly list closes."""
    return answer(subject.law, MONTHLY_CLOSING, list_day=written_day(list_date))


def _monthly_regime(subject: Subject, end: date) -> Iterator[Outcome]:
    first = shifted_months(end.replace(day=1), 1)
    while _monthly(subject, first)["monthly_closing"] < written_day(end):
        first = shifted_months(first, 1)
    asked, received = _monthly(subject, first), subject.facts.received
    closing, p = day_as_written(asked["monthly_closing"]), asked.by("monthly_closing")
    facts: ProblemFacts = {"list": first, "closing": closing, "received": received}
    if received is None:
        yield subject.finding("report_due", NOTE, p, "monthly", **facts)
    elif received <= closing:
        yield subject.finding("report_received", PASSES, p, "monthly_in_time", **facts)
    else:
        yield subject.finding("report_received", WARNING, p, "monthly_too_late", fix="later_list", **facts)

"""The report: for which list an event is rated, by when the report must be there, and what a late one costs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arpad.events.check_registration import sent_by_others
from arpad.events.verdict import NOTE, PASSES, REFUSES, UNKNOWN, WARNING
from arpad.regulations.durations import closing_day, shifted_months
from arpad.regulations.ints import citations

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arpad.events.subject import Found, Subject
    from arpad.events.verdict import Finding

_SOONER = "Send the next one sooner."


def list_and_deadlines(subject: Subject) -> Iterator[Found]:
    """Say for which list the event is rated, and compare the days of its report with the closing days."""
    end = subject.end
    if end is None:
        said = "The last day is not known, so it is open for which list the event is rated."
        fix = "Give record 052."
        yield subject.found("rating_list", UNKNOWN, said, "event_closing", fix=fix, decides=False)
        return
    if subject.facts.monthly_regime and subject.law.has("monthly_regime_closing"):
        yield from _monthly_regime(subject, end)
        return
    official = bool(subject.facts.official)
    first = subject.days.list_for_event(end, official=official)
    if first is None:
        said = f"No list is known for an event that ends on {end}."
        yield subject.found("rating_list", UNKNOWN, said, "event_closing")
        return
    yield from _ending(subject, end, first, official=official)
    if subject.facts.received is None:
        yield from _due(subject, end, first, official=official)
    else:
        yield from _received(subject, end, first, subject.facts.received, official=official)
    yield from _arbiter(subject, end)
    yield from _officer(subject)


def _of_list(subject: Subject, one: Finding, on: date, *keys: str) -> Finding:
    """Cite the edition of the list, which decides about its closing days (R-022)."""
    return replace(one, citations=(*citations(subject.days.edition(on), keys), *one.citations))


def _ending(subject: Subject, end: date, first: date, *, official: bool) -> Iterator[Found]:
    days = subject.days
    closing, key = days.event_closing(first, official=official), days.event_closing_by(first, official=official)
    usual = days.list_for_event(end)
    events = "official events" if key == "official_event_closing" else "events"
    said = f"It ends on {end}, in time for the list of {first}: {events} up to {closing} are rated for it."
    if first != usual:
        said += f" Any other event would be rated for the list of {usual}."
    yield _of_list(subject, subject.found("rating_list", PASSES, said), first, key)
    coming = days.next_list(end)
    if coming is not None and first > coming:
        last, key = days.event_closing(coming, official=official), days.event_closing_by(coming, official=official)
        said = f"It ends after the closing for the list of {coming}, which was on {last}."
        yield _of_list(subject, subject.found("missed_list", NOTE, said), coming, key)


def _due(subject: Subject, end: date, first: date, *, official: bool) -> Iterator[Found]:
    """Say the last day of each duty, where nobody said when the report came."""
    days = subject.days
    # Where reports close before such an event can have ended, the first list that a report can reach is a later one.
    reached = days.list_for_report(end, end, official=official) or first
    special = official and reached == first
    closing, key = days.report_closing(reached, official=special), days.report_closing_by(reached, official=special)
    said = f"For the list of {reached} the report must have been received by {closing}."
    yield _of_list(subject, subject.found("report_due", NOTE, said), reached, key)
    upload = None if sent_by_others(subject) else days.upload_due(end, subject.start)
    if upload is not None:
        said = f"The federation uploads the report by {upload}."
        yield subject.found("upload_due", NOTE, said, "upload_within", "report_next_list_within")
    last = days.latest_list(end, official=official)
    special = official and last == first
    if last is not None:
        final, key = days.report_closing(last, official=special), days.report_closing_by(last, official=special)
        made = subject.found("report_last", NOTE, f"A report received after {final} is not rated at all.")
        yield _of_list(subject, made, last, "late_report_lists", key)


def _received(subject: Subject, end: date, first: date, received: date, *, official: bool) -> Iterator[Found]:
    if received < end:
        yield _before_the_end(subject, end, received)
        return
    rated = subject.days.list_for_report(end, received, official=official)
    last = subject.days.latest_list(end, official=official)
    key = subject.days.report_closing_by(first, official=official)
    if rated is None:
        said = f"The report came on {received}, too late for the list of {last}, the last that could rate the event."
        made = subject.found("report_received", REFUSES, said, fix="Ask FIDE; an appeal is possible.")
        yield _of_list(subject, made, last or first, "late_report_lists", "report_closing")
    elif official and (usual := subject.days.latest_list(end)) is not None and rated > usual:
        said = f"The report came on {received}, too late for the list of {usual}, the last for any other event. "
        said += f"It is an official event, and not refused for that: its list is that of {rated}."
        made = subject.found("report_received", WARNING, said, "official_events", fix=_SOONER)
        yield _of_list(subject, made, first, "late_report_lists", "report_closing")
    elif rated > first:
        said = f"The report came on {received}, after the closing for the list of {first}: it is rated for the list of "
        made = subject.found("report_received", WARNING, f"{said}{rated}.", fix=_SOONER)
        yield _of_list(subject, made, first, key, subject.days.event_closing_by(first, official=official))
    else:
        said = f"The report came on {received}, in time for the list of {rated}."
        yield _of_list(subject, subject.found("report_received", PASSES, said), first, key)
    upload = None if sent_by_others(subject) else subject.days.upload_due(end, subject.start)
    if upload is not None:
        late = received > upload
        said = f"The federation uploads by {upload}; it was done on {received}."
        severity, fix = (WARNING, _SOONER) if late else (PASSES, "")
        yield subject.found("upload", severity, said, "upload_within", "report_next_list_within", fix=fix)


def _before_the_end(subject: Subject, end: date, received: date) -> Finding:
    """Only a monthly part of a long event can have come before its end."""
    if subject.facts.reported_monthly:
        message = f"The report came on {received}, before the end on {end}: it can only be one of the monthly parts."
        return subject.found("report_early", NOTE, message, "report_closing", "long_event_parts_over")
    message = f"The report is said to have come on {received}, before the event ended on {end}."
    fix = "Correct received, or say reported_monthly = true."
    return subject.found("report_early", WARNING, message, "report_closing", fix=fix)


def _arbiter(subject: Subject, end: date) -> Iterator[Found]:
    """Compare the day on which the arbiter sent the report with the end of the event, and with its term."""
    due = subject.days.arbiter_report_due(end, subject.start)
    sent, received = subject.facts.arbiter_sent, subject.facts.received
    if sent is not None and sent < end and not subject.facts.reported_monthly:
        message = f"The chief arbiter is said to have sent the report on {sent}, before the event ended on {end}."
        fix = "Correct arbiter_sent, or say reported_monthly = true."
        yield subject.found("arbiter_early", WARNING, message, "arbiter_report_within", fix=fix)
    elif due is not None and sent is None:
        whom = "FIDE" if sent_by_others(subject) else "the federation"
        message = f"The chief arbiter sends the report to {whom} by {due}."
        yield subject.found("arbiter_report", NOTE, message, "arbiter_report_within")
    elif due is not None and sent is not None:
        message = f"The chief arbiter sends the report by {due}; it was sent on {sent}."
        severity, fix = (WARNING, _SOONER) if sent > due else (PASSES, "")
        yield subject.found("arbiter_report", severity, message, "arbiter_report_within", fix=fix)
    if sent is not None and received is not None and received < sent:
        message = f"FIDE is said to have had the report on {received}, before the chief arbiter sent it on {sent}."
        yield subject.found("sent_after_received", WARNING, message, fix="Correct arbiter_sent or received.")


def _officer(subject: Subject) -> Iterator[Found]:
    """Before the upload, the officer of the federation makes sure that the event was played by the regulations."""
    satisfied = subject.facts.officer_satisfied
    if not subject.law.get("officer_review") or sent_by_others(subject):
        return
    message = (
        "The federation's rating officer makes sure, before the upload, that the event was played by the regulations"
    )
    if satisfied is None:
        fix = "Say officer_satisfied = true or false in event.toml once it was done."
        yield subject.found("officer", NOTE, f"{message}.", "officer_review", fix=fix)
    elif satisfied:
        yield subject.found("officer", PASSES, f"{message}, and has done so.", "officer_review")
    else:
        fix = "Settle with the officer what is wrong; until then the report is not uploaded."
        yield subject.found("officer", WARNING, f"{message}, and is not satisfied.", "officer_review", fix=fix)


def _monthly_regime(subject: Subject, end: date) -> Iterator[Found]:
    words = subject.law.value("monthly_regime_closing")
    first = shifted_months(end.replace(day=1), 1)
    while closing_day(first, words) < end:
        first = shifted_months(first, 1)
    closing, received = closing_day(first, words), subject.facts.received
    if received is None:
        said = f"Monthly lists: for the list of {first} the report must have been received by {closing}."
        yield subject.found("report_due", NOTE, said, "monthly_regime_closing")
    elif received <= closing:
        said = f"Monthly lists: the report came on {received}, in time for the list of {first} ({closing})."
        yield subject.found("report_received", PASSES, said, "monthly_regime_closing")
    else:
        said = f"Monthly lists: the report came on {received}, after {closing}: too late for the list of {first}."
        fix = "It is rated for a later list."
        yield subject.found("report_received", WARNING, said, "monthly_regime_closing", fix=fix)

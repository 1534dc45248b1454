"""What an accepted report does to the book: its event comes in, in its own place again, or is taken back until then.

A book rates what is in it. So an accepted report comes in with the entry of its acceptance, and goes out with the entry
by which it is no longer accepted as it was; the change is that of a book.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.decisions.annul import Annul, annulled
from arpad.book.decisions.replace import Replace, replaced
from arpad.book.folder import refusal
from arpad.book.imports.lists import Imported
from arpad.book.imports.reports import reports_taken
from arpad.events.intake import judged_by, read_report
from arpad.model.problems import ERROR, RefusedError
from arpad.office.report_facts import facts_known, of_report
from arpad.office.stages import AUTHORITY, DUE
from arpad.storage.database_book import DatabaseBook
from arpad.storage.events.rows import case_of
from arpad.storage.models import RegisteredEvent, ReportFile
from arpad.storage.reports.checking import answers_of, files_to_check
from arpad.storage.reports.reading_child import bare_report
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.model.report import Report
    from arpad.office.decision import Decision
    from arpad.office.event_case import EventCase
    from arpad.office.log import LogRecord
    from arpad.storage.book_change import PreparedChange
    from arpad.storage.deeds.asking import Origin
    from arpad.storage.events.carrying_out import Along
    from arpad.storage.models import ReportDelivery

_REASON = "accepted by the office"


@dataclass(frozen=True, slots=True)
class ThroughBook:
    """Puts a decision into the log together with its change of the book."""

    change: PreparedChange
    origin: Origin
    facts: Mapping[str, Any]

    def __call__(self, decision: Decision, more: Mapping[str, Any]) -> LogRecord:
        """Give the entry of the log."""
        return self.change.write(
            decision, self.origin.request, self.origin.system_user, {**more, **self.facts}
        )  # fmt: skip


def report_for_book(row: RegisteredEvent, case: EventCase, delivery: ReportDelivery, book: DatabaseBook) -> Report:
    """Read the report of an event as it goes into the book, by the facts by which it was checked."""
    files = files_to_check(delivery, "" if case.report is None else case.report.mended)
    bare, name = bare_report(files), delivery.files[0][0]
    sent = read_report(name, bare)
    facts = facts_known(case, answers_of(row.number), sent.facts, is_accepted=True)
    tournament, own = sent.tournament, sent.facts
    facts = of_report(
        facts,
        has_start=own.start is None and tournament.start is not None,
        has_end=own.end is None and tournament.end is not None,
    )
    read = read_report(name, bare, facts)
    judged = judged_by(replace(read, facts=facts), book.rulebook)
    return replace(judged.report, file=name)


def into_book(row: RegisteredEvent, case: EventCase, delivery: ReportDelivery, along: Along, reason: str) -> Along:
    """Give what goes along with an acceptance by which an event comes into the book, or into its own place there."""
    if case.office != AUTHORITY:
        return along
    book = DatabaseBook(row.rating_system)
    report = report_for_book(row, case, delivery, book)
    done = Imported()
    if case.book_event is not None:
        change, number = replaced(book, Replace(case.book_event, report, reason or _REASON), done), case.book_event
    else:
        taken = reports_taken(book, [report], done)
        errors = [fault for fault in done.problems if fault.severity == ERROR]
        if errors:
            raise refusal(row.rating_system.key, errors)
        if taken is None:
            raise RefusedError.of(WORDS, "in_book_already", str(row.number), event=row.number)
        change, number = taken, int(str(done.events[0]["event_id"]))
    prepared = book.prepared(change)
    inner = along.inside

    def inside(event: RegisteredEvent, entry: LogRecord) -> None:
        ReportFile.objects.bulk_create(
            [
                ReportFile(
                    rating_system=event.rating_system, event_id=number, sha256=sha256, name=name, received_at=entry.at
                )
                for name, sha256, _ in delivery.files
            ],
            ignore_conflicts=True,
        )
        if inner is not None:
            inner(event, entry)

    recorded = ThroughBook(prepared, along.origin, {"book_event": number})
    return replace(along, recorded=recorded, inside=inside)


def taken_back(row: RegisteredEvent, case: EventCase, along: Along, reason: str) -> Along:
    """Give what goes along with a deed after which an event is no longer accepted: no list rates it until it is."""
    if case.stage != DUE or case.book_event is None:
        return along
    book = DatabaseBook(row.rating_system)
    events = book.table("events").filter(pl.col("event_id") == case.book_event)
    if events.is_empty() or events["withdrawn"][0] or events["rated_for"][0] is not None:
        return along
    prepared = book.prepared(annulled(book, Annul(case.book_event, reason or "another report came")))
    return replace(along, recorded=ThroughBook(prepared, along.origin, {"book_taken_back": case.book_event}))


def taken_back_of(number: int, along: Along, reason: str) -> Along:
    """Give the same for an event by its number; one that is not there is refused by whoever decides about it."""
    row = RegisteredEvent.objects.select_related("parent", "rating_system").filter(number=number).first()
    return along if row is None or row.stage != DUE else taken_back(row, case_of(row), along, reason)

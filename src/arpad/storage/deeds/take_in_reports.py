"""Take reports in: their bytes are kept, read and judged by the law of the book, and their events come into it.

All of a delivery or none of it: a report that cannot be rated is refused with every reason, and nothing is taken.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.db import transaction

from arpad.book.folder import refusal
from arpad.book.imports.lists import Imported
from arpad.book.imports.reports import reports_taken
from arpad.book.problems import problem
from arpad.events.facts import EventFacts
from arpad.events.intake import facts_of, judged_by, read_report
from arpad.events.verdict import NO, REFUSES
from arpad.model.clock import now
from arpad.model.problems import ERROR, RefusedError
from arpad.office.decision import Content, Decision, decide
from arpad.storage.archived_files import REPORT, archive, name_files
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.asking import DeedOutcome, Origin, circumstances
from arpad.storage.models import ReportFile
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.model.problems import FileProblem
    from arpad.model.report import Report
    from arpad.office.person import Person
    from arpad.regulations.rulebook import Rulebook
    from arpad.storage.archive import Kept
    from arpad.storage.models import RatingSystem

DEED = "book.import"
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Delivered:
    """A report as it came: the name of its file, its bytes, and the file of facts beside it, where there is one."""

    name: str
    data: bytes
    facts: bytes | None = None

    @property
    def facts_name(self) -> str:
        """What the file of facts is called."""
        return f"{self.name.rpartition('.')[0] or self.name}.toml"

    def files(self) -> list[tuple[str, bytes]]:
        """Give the files of it by name."""
        return [(self.name, self.data), *([] if self.facts is None else [(self.facts_name, self.facts)])]


def take_in_reports(
    person: Person,
    system: RatingSystem,
    delivered: Sequence[Delivered],
    reason: str,
    origin: Origin = Origin(),  # noqa: B008 - a value that never changes
) -> DeedOutcome:
    """Decide whether reports come into the book, and take them in: rows, bytes and the log in one transaction."""
    book, done = DatabaseBook(system), Imported()
    change = reports_taken(book, judged(book.rulebook, delivered), done)
    errors = [fault for fault in done.problems if fault.severity == ERROR]
    if errors:
        raise refusal(system.key, errors)
    if change is None:
        raise RefusedError.of(WORDS, "no_new_report", system.key, reports=len(delivered))
    kept = [(report.name, name, archive().put(data)) for report in delivered for name, data in report.files()]
    facts: dict[str, Any] = {
        "system": system.key,
        "reports": sorted({file.sha256 for _, _, file in kept}),
        "events": [event["event_id"] for event in done.events],
    }
    decision = decide(person, DEED, Content(facts), reason, circumstances(DEED))
    if not isinstance(decision, Decision):
        raise TypeError("taking reports in needs no second person")
    prepared = book.prepared(change)
    numbers = {str(event["file"]): int(str(event["event_id"])) for event in done.events}
    with transaction.atomic():
        entry = prepared.write(decision, origin.request, origin.system_user)
        _name(system, kept, numbers)
    return DeedOutcome(decision, entry.number)


def judged(rulebook: Rulebook, delivered: Sequence[Delivered]) -> list[Report]:
    """Read and judge reports; refused with everything that is wrong with any of them."""
    reports: list[Report] = []
    refused: list[FileProblem] = []
    for report in delivered:
        facts = EventFacts() if report.facts is None else facts_of(report.facts, report.facts_name)
        read = read_report(report.name, report.data, facts)
        reasons: list[dict[str, Any]] = [{"line": fault.line, "fault": fault} for fault in read.faults]
        if not reasons:
            judged = judged_by(read, rulebook)
            reports.append(replace(judged.report, file=report.name))
            if judged.verdict.rateable == NO:
                findings = (finding for finding in judged.verdict.findings if finding.severity == REFUSES)
                reasons = [{"line": None, "fault": finding} for finding in findings]
        if reasons:
            shown = reasons[:_SHOWN]
            more = len(reasons) - len(shown)
            refused.append(problem("report_refused", file=report.name, reasons=shown, more=more))
    if refused:
        raise refusal(str(refused[0].facts["file"]), refused)
    return reports


def _name(system: RatingSystem, kept: Sequence[tuple[str, str, Kept]], numbers: dict[str, int]) -> None:
    """Say of which events the bytes are, within the transaction that takes them in."""
    at = now()
    name_files([(file, REPORT) for _, _, file in kept])
    ReportFile.objects.bulk_create(
        ReportFile(rating_system=system, event_id=numbers[report], sha256=file.sha256, name=name, received_at=at)
        for report, name, file in kept
        if report in numbers
    )

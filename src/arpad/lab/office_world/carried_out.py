"""The steps of a made-up office as changes of a book: the same functions that commands and an office's deeds use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.book.closings import sent
from arpad.book.imports.lists import Imported
from arpad.book.imports.reports import reports_taken
from arpad.engine.period.close_list import close
from arpad.events.intake import facts_of, judged_by, read_report
from arpad.lab.office_world.reports import list_day
from arpad.lab.office_world.story import ClosingStep, PublishingStep, RevisingStep, TakeIn, change_of, request_of
from arpad.lab.wording import WORDS
from arpad.model.problems import RefusedError
from arpad.publication.issue import Kept, issued, no_pages, publishing
from arpad.publication.republish import revised

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arpad.book.change import Change
    from arpad.book.view import BookView
    from arpad.lab.office_world.reports import ReportBytes
    from arpad.lab.office_world.story import StoryStep
    from arpad.lab.office_world.world import OfficeWorld
    from arpad.model.report import Report
    from arpad.publication.issue import Pages


def change_of_step(world: OfficeWorld, view: BookView, step: StoryStep, kept: Kept | None = None) -> Change | None:
    """Give the change of a book that a step is; None where there is nothing to change."""
    kept = kept or Kept()
    match step:
        case TakeIn():
            return taken_in(view, reports_of(world, view, step))
        case ClosingStep():
            return issued(view, close(view, step.list_date), view, kept)
        case PublishingStep():
            return sent(view, step.list_date, WORDS.say("why", "published", {}))
        case RevisingStep():
            return revision_of(view, step, kept)
    return change_of(view, request_of(step, view.table("events")))


def revision_of(view: BookView, step: RevisingStep, kept: Kept, pages: Pages = no_pages) -> Change:
    """Give the change by which a list is revised; events that had begun keep the ratings published then (R-044)."""
    revision = revised(view, step.list_date)
    make = publishing(revision.closed, revision.before, kept, pages=pages)
    return revision.change(view, step.why, make, step.day)


def reports_of(world: OfficeWorld, view: BookView, step: TakeIn) -> list[ReportBytes]:
    """Give the reports that come with a step, with the ratings of the lists of a book."""
    days = {day for event in step.events if (day := list_day(event)) is not None}
    lists = {day: frame for day in sorted(days) if (frame := view.rating_list(day)) is not None}
    return [world.report(event, lists) for event in step.events]


def taken_in(view: BookView, reports: Iterable[ReportBytes]) -> Change | None:
    """Give the change by which reports come into a book: read, judged by its law, and put in."""
    return reports_taken(view, [judged_report(view, report) for report in reports], Imported())


def judged_report(view: BookView, report: ReportBytes) -> Report:
    """Read and judge the bytes of a report by the law of a book."""
    read = read_report(report.name, report.trf, facts_of(report.facts, report.facts_name))
    if read.faults:
        raise RefusedError.of(WORDS, "report_broken", report.name, file=report.name, faults=read.faults)
    return judged_by(read, view.rulebook).report

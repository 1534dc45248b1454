"""Close a list: asked for and decided at once, worked out as a job, written with its log entry in one transaction."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

from django.db import transaction

from arpad.book.law import refuse_other_law
from arpad.engine.period.close_list import close_to_publish
from arpad.formats.lists.hashing import VERSION
from arpad.library.books import refuse_late
from arpad.model.clock import now
from arpad.model.problems import RefusedError
from arpad.office.close_list import CloseList, CloseState
from arpad.office.close_list import close_list as decided
from arpad.office.decision import Waiting
from arpad.pages.published import pages_of_list
from arpad.publication.handed_over import NotedBook
from arpad.publication.issue import Kept, NamesAhead, issued
from arpad.storage import log
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.asking import (
    DeedOutcome,
    Origin,
    circumstances,
    decision_of,
    keep_waiting,
    settle,
    work_of_decision,
)
from arpad.storage.deeds.lists import guards, known_doubts, list_state, system_of, unpublished_before
from arpad.storage.jobs.asking import ask
from arpad.storage.models import ListVersion
from arpad.storage.publication import keep_manifest, manifest_of_closing

if TYPE_CHECKING:
    from arpad.book.change import Change
    from arpad.office.person import Person
    from arpad.storage.jobs.kinds import Finish, JobInput, Progress, Result
    from arpad.storage.models import Asked, RatingSystem

KIND = "list.close"


def close_list(  # noqa: PLR0913, PLR0917 - what a closing is asked with
    person: Person,
    system: RatingSystem,
    day: date,
    asked: CloseList,
    origin: Origin = Origin(),  # noqa: B008 - a value that never changes
    confirms: Asked | None = None,
) -> DeedOutcome:
    """Decide whether a list is closed; closing it is a job."""
    book = DatabaseBook(system)
    refuse_late(book, day, system.key)
    refuse_other_law(book, book.rulebook, day)
    spoken = guards(book, day, _doubts(book, day, asked))
    code = "list.close_forced" if asked.is_forced and spoken else "list.close"
    state = CloseState(
        circumstances(code, confirms),
        list_state(system, day),
        spoken,
        unpublished_before(system, day),
        log.head().number,
    )
    answer = decided(person, asked, state)
    given = {"system": system.key, "list": day.isoformat(), "is_forced": asked.is_forced, "reason": asked.reason}
    if isinstance(answer, Waiting):
        return DeedOutcome(waiting=keep_waiting(answer, given))
    job_input = {
        "system": system.key,
        "list": day.isoformat(),
        **work_of_decision(answer, origin, confirms),
    }
    return DeedOutcome(answer, job=ask(KIND, job_input, person))


def _doubts(book: DatabaseBook, day: date, asked: CloseList) -> list[str] | None:
    """Give what is in doubt in the book as far as it is known without reading all of it.

    The work looks once more, before it closes anything. Only who passes doubts over has to know them when asking.
    """
    known = known_doubts(book, day)
    return [] if known is None and not asked.is_forced else known


def confirmed(person: Person, row: Asked, origin: Origin) -> DeedOutcome:
    """Decide anew, as the second person, what somebody asked for."""
    given = row.input
    asked = CloseList(given["is_forced"], given["reason"])
    return close_list(person, system_of(given["system"]), date.fromisoformat(given["list"]), asked, origin, row)


def work(job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:  # noqa: ARG001 - as all work
    """Make the list with everything that is published, keep it, and write it in one transaction."""
    system, day = system_of(job_input["system"]), date.fromisoformat(job_input["list"])
    decision = decision_of(job_input["decision"])
    book = DatabaseBook(system)
    refuse_late(book, day, system.key)
    view = NotedBook(book.for_closing(day))
    spoken = guards(book, day)
    passed = sorted({guard.code for guard in spoken})
    if not set(passed) <= set(decision.facts["passed"]):
        raise RefusedError(spoken)
    with ThreadPoolExecutor(1) as meanwhile:
        ahead = NamesAhead(book, view, meanwhile)
        closed = close_to_publish(view, day, progress)
        kept = Kept.of(book, day)._replace(order=ahead.order, names=ahead.names)
        change = issued(book, closed, view, kept, progress, pages_of_list)
        prepared = book.prepared(_with_reason(change, decision.reason, passed), progress)
    written = manifest_of_closing(book, closed, view, prepared.published[day])
    list_file = prepared.files[f"lists/{day:%Y-%m}"]
    result: dict[str, Any] = {
        "list": day.isoformat(),
        "list_hash": written.manifest.list_hash["sha256"],
        "manifest": written.kept.sha256,
    }
    with transaction.atomic():
        finish(result)
        settle(job_input["asked"], decision)
        entry = prepared.write(decision, job_input["request"], job_input["system_user"], result)
        keep_manifest(book, written)
        before = book.versions.get(max((each for each in book.versions if each < day), default=day))
        ListVersion.objects.create(
            rating_system=system,
            list_date=day,
            stage=ListVersion.CLOSED,
            closed_at=now(),
            closed_by=decision.by,
            closed_entry=entry.number,
            valid_from=day,
            list_hash=result["list_hash"],
            hash_version=VERSION,
            list_file="" if list_file is None else list_file.sha256,
            files={name: kept.sha256 for name, kept in prepared.published[day].items()},
            manifest=written.kept.sha256,
            goes_on_from=before,
        )
    return result


def _with_reason(change: Change, why: str, passed: list[str]) -> Change:
    """Let the log of the book say why a list is closed now, and what was passed over for that."""
    entry, facts = change.entry, {"passed": passed} if passed else {}
    return change if entry is None else replace(change, entry=replace(entry, why=why, facts={**entry.facts, **facts}))

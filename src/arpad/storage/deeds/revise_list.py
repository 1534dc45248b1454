"""Publish a revised list of the same date: worked out and looked at first, then decided, made and published."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from typing import TYPE_CHECKING, Any

import polars as pl
from django.db import transaction

from arpad.book.list_hash import list_hash
from arpad.book.schema import LIST
from arpad.book.tables import fitted
from arpad.formats.lists.hashing import VERSION
from arpad.model.clock import now
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError
from arpad.office.decision import Waiting
from arpad.office.revise_list import ReviseList, ReviseState
from arpad.office.revise_list import revise_list as decided
from arpad.pages.published import pages_of_list
from arpad.publication.handed_over import NotedBook
from arpad.publication.issue import Kept, publishing
from arpad.publication.republish import revised
from arpad.regulations.workings.revised_list import LATE_REPORT
from arpad.storage.archived_files import MANIFEST, name_files, read_frame
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
from arpad.storage.deeds.causes import CORRECTIONS, REPORTS, allowed_by_rulebook, book_entries, put_right_since
from arpad.storage.deeds.lists import list_state, office_day, system_of, version_of
from arpad.storage.deeds.publish_list import published
from arpad.storage.jobs.asking import ask
from arpad.storage.models import ListVersion, LogEntry
from arpad.storage.publication import keep_manifest, manifest_of_closing
from arpad.storage.site.public_files import ask_public_files
from arpad.storage.standings import changed_lines, point_to, write_generation
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arpad.office.person import Person
    from arpad.publication.republish import Revision
    from arpad.storage.jobs.kinds import Finish, JobInput, Progress, Result
    from arpad.storage.models import Asked, RatingSystem

KIND = "list.revise"
LOOK = "list.work_out_revision"


def look(job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:  # noqa: ARG001 - as all work
    """Make the newest list once more with what its causes put right, and say what would be different.

    The input names the causes by the entries of the log; without, everything put right since the list was closed is in,
    but for reports that came late. Nothing is changed.
    """
    system, day = system_of(job_input["system"]), date.fromisoformat(job_input["list"])
    book = DatabaseBook(system)
    named = job_input.get("causes")
    revision = _revision(book, day, progress, named)
    before = read_frame(book.versions[day].list_file, LIST)
    allowed = allowed_by_rulebook(book, day, _kinds(before, revision))
    in_it, waits = _entries(book, day, revision)
    result = {
        "list": day.isoformat(),
        "list_hash": book.versions[day].list_hash,
        "revised_hash": list_hash(revision.closed.frame, revision.before.table("players")),
        "causes": in_it,
        "waits": waits,
        "late_events": late_events(book, revision),
        "lines": changed_lines(before, revision.closed.frame).height,
        "allowed_more": sorted(allowed.grounds),
        "articles": list(allowed.articles),
        "as_of": system.version,
    }
    with transaction.atomic():
        finish(result)
    return result


def _revision(book: DatabaseBook, day: date, progress: Progress, causes: Sequence[int] | None) -> Revision:
    named = None if causes is None else book_entries(book, day, causes)
    return revised(book.for_closing(day), day, progress, NotedBook, named)


def _kinds(before: pl.DataFrame, revision: Revision) -> list[str]:
    """Give the kinds of chess of which a line of the list comes out otherwise."""
    both = [fitted(frame, LIST).sort("fide_id") for frame in (before, revision.closed.frame)]
    of_kind = {kind: ["fide_id", *(name for name in before.columns if name.startswith(f"{kind}_"))] for kind in KINDS}
    differ = [kind for kind, names in of_kind.items() if not both[0].select(names).equals(both[1].select(names))]
    return differ or [kind for kind in KINDS if kind in revision.closed.kinds]


def _entries(book: DatabaseBook, day: date, revision: Revision) -> tuple[list[int], list[int]]:
    """Give by the entries of the office's log what is in a revised list, and what waits."""
    codes = (*CORRECTIONS, *REPORTS)
    known = [entry.number for entry in put_right_since(book.system, day, codes)]
    places = {place: number for number in known for place in book_entries(book, day, [number])}
    in_it, waits = (
        [places[entry.number] for entry in some if entry.number in places]
        for some in (revision.causes.taken_in, revision.causes.waiting)
    )
    return in_it, waits


def late_events(book: DatabaseBook, revision: Revision) -> list[int]:
    """Give the events that a revised list would rate and that came after it was closed, none in another's place."""
    rated = [number for kind in revision.closed.kinds.values() for number in kind.events["event_id"].to_list()]
    events = book.table("events").filter(pl.col("rated_for").is_null() & pl.col("replaces").is_null())
    return sorted(set(rated) & set(events["event_id"].to_list()))


def revise_list(  # noqa: PLR0913, PLR0917 - what a revision is asked with
    person: Person,
    system: RatingSystem,
    day: date,
    asked: ReviseList,
    looked: Mapping[str, Any],
    origin: Origin = Origin(),  # noqa: B008 - a value that never changes
    confirms: Asked | None = None,
) -> DeedOutcome:
    """Decide whether a revised list is published, or keep it for a second person; making it is a job.

    `looked` is the result of the job that worked the revised list out (`look`); where the book has changed since, it
    has to be worked out anew.
    """
    system.refresh_from_db()
    if looked["as_of"] != system.version or looked["list"] != day.isoformat():
        raise _outdated(day)
    version = version_of(system, day)
    allowed = frozenset(looked["allowed_more"])
    codes = (*CORRECTIONS, *REPORTS) if LATE_REPORT in allowed else CORRECTIONS
    corrections = [entry.number for entry in put_right_since(system, day, codes)]
    if asked.causes and sorted(asked.causes) != looked["causes"] and set(asked.causes) <= set(corrections):
        raise _outdated(day)
    state = ReviseState(
        circumstances("list.revise", confirms),
        list_state(system, day),
        office_day(),
        looked["revised_hash"],
        frozenset(corrections),
        tuple(looked["late_events"]),
        allowed,
        tuple(looked["articles"]),
        tuple(looked["waits"]),
        manifest="" if version is None else version.manifest,
    )
    answer = decided(person, asked, state)
    if isinstance(answer, Waiting):
        given = {"system": system.key, "list": day.isoformat(), "asked": asdict(asked), "looked": dict(looked)}
        return DeedOutcome(waiting=keep_waiting(answer, given))
    job_input = {
        "system": system.key,
        "list": day.isoformat(),
        **work_of_decision(answer, origin, confirms),
    }
    return DeedOutcome(answer, job=ask(KIND, job_input, person))


def _outdated(day: date) -> RefusedError:
    return RefusedError.of(WORDS, "revision_outdated", f"{day:%Y-%m}", month=f"{day:%Y-%m}")


def confirmed(person: Person, row: Asked, origin: Origin) -> DeedOutcome:
    """Decide anew, as the second person, what somebody asked for."""
    given = row.input
    asked = ReviseList(**{**given["asked"], "causes": tuple(given["asked"]["causes"])})
    day = date.fromisoformat(given["list"])
    return revise_list(person, system_of(given["system"]), day, asked, given["looked"], origin, row)


def work(job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:  # noqa: ARG001 - as all work
    """Make the revised list, and publish it in one transaction; the original stays beside it."""
    system, day = system_of(job_input["system"]), date.fromisoformat(job_input["list"])
    decision, month = decision_of(job_input["decision"]), f"{day:%Y-%m}"
    book = DatabaseBook(system)
    original = book.versions[day]
    revision = _revision(book, day, progress, decision.facts["causes"])
    value = list_hash(revision.closed.frame, revision.before.table("players"))
    if value != decision.facts["revised_hash"] or original.list_hash != decision.facts["list_hash"]:
        raise _outdated(day)
    make = publishing(revision.closed, revision.before, Kept.of(book, day), progress, pages_of_list)
    kept_before = date.fromisoformat(decision.facts["revised_on"]) if decision.facts["events_keep_ratings"] else None
    prepared = book.prepared(revision.change(book, decision.reason, make, kept_before), progress)
    number = original.revision + 1
    consulted = revision.before
    assert isinstance(consulted, NotedBook)  # noqa: S101 - laid over by _revision
    written = manifest_of_closing(book, revision.closed, consulted, prepared.published[day], number)
    list_file = prepared.files[f"lists/{month}"]
    lines = changed_lines(read_frame(original.list_file, LIST), revision.closed.frame)
    generation = write_generation(system, original, lines, progress)
    files = {name: kept.sha256 for name, kept in prepared.published[day].items()}
    listed = "" if list_file is None else list_file.sha256
    result: dict[str, Any] = {"list": day.isoformat(), "revision": number, "list_hash": value}
    with transaction.atomic():
        finish(result)
        settle(job_input["asked"], decision)
        entry_number = _head() + 1
        version = ListVersion.objects.create(
            rating_system=system,
            list_date=day,
            revision=number,
            stage=ListVersion.CLOSED,
            closed_at=now(),
            closed_by=decision.by,
            closed_entry=entry_number,
            valid_from=original.valid_from,
            list_hash=value,
            hash_version=VERSION,
            list_file=listed,
            files=files,
            manifest=written.kept.sha256,
            reason=decision.reason,
            goes_on_from=original.goes_on_from,
        )
        publication = published(system, version, decision, generation.number)
        facts = {"manifest_now": written.kept.sha256, "publication": publication.sha256}
        prepared.write(decision, job_input["request"], job_input["system_user"], facts)
        superseded = ListVersion.objects.filter(pk=original.pk, stage=ListVersion.PUBLISHED)
        if superseded.update(stage=ListVersion.REVISED) != 1:
            raise RefusedError.of(WORDS, "list_changed", month, month=month)
        name_files([(publication, MANIFEST)])
        keep_manifest(book, written)
        point_to(system, version, generation)
        ask_public_files()
    return {**result, "fingerprint": publication.sha256}


def _head() -> int:
    newest = LogEntry.objects.order_by("-number").values_list("number", flat=True).first()
    return newest or 0

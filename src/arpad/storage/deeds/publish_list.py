"""Publish a closed list: a new generation of standings in steps that nobody sees, then all in one transaction."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import TYPE_CHECKING

from django.db import transaction

from arpad.book.closings import sent
from arpad.book.schema import LIST
from arpad.model.clock import now
from arpad.model.problems import RefusedError
from arpad.office.decision import Waiting
from arpad.office.publish_list import PublishList, PublishState
from arpad.office.publish_list import publish_list as decided
from arpad.storage.archived_files import MANIFEST, archive, name_files, read_frame
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
from arpad.storage.deeds.lists import list_state, office_day, system_of, unpublished_before, version_of
from arpad.storage.jobs.asking import ask
from arpad.storage.models import ListVersion, RatingSystem
from arpad.storage.publication import publication_text
from arpad.storage.site.public_files import ask_public_files
from arpad.storage.standings import changed_lines, point_to, write_generation
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from arpad.office.decision import Decision
    from arpad.office.person import Person
    from arpad.storage.archive import Kept
    from arpad.storage.jobs.kinds import Finish, JobInput, Progress, Result
    from arpad.storage.models import Asked
    from arpad.storage.standings import Generation

KIND = "list.publish"


def publish_list(  # noqa: PLR0913, PLR0917 - what a publication is asked with
    person: Person,
    system: RatingSystem,
    day: date,
    asked: PublishList,
    origin: Origin = Origin(),  # noqa: B008 - a value that never changes
    confirms: Asked | None = None,
) -> DeedOutcome:
    """Decide whether a closed list is published, or keep it for a second person; publishing it is a job."""
    version = version_of(system, day)
    state = PublishState(
        circumstances("list.publish", confirms),
        list_state(system, day),
        office_day(),
        "" if version is None else version.manifest,
        unpublished_before(system, day),
    )
    answer = decided(person, asked, state)
    given = {
        "system": system.key,
        "list": day.isoformat(),
        "list_hash": asked.list_hash,
        "valid_from": None if asked.valid_from is None else asked.valid_from.isoformat(),
        "reason": asked.reason,
    }
    if isinstance(answer, Waiting):
        return DeedOutcome(waiting=keep_waiting(answer, given))
    job_input = {
        "system": system.key,
        "list": day.isoformat(),
        **work_of_decision(answer, origin, confirms),
    }
    return DeedOutcome(answer, job=ask(KIND, job_input, person))


def confirmed(person: Person, row: Asked, origin: Origin) -> DeedOutcome:
    """Decide anew, as the second person, what somebody asked for."""
    given = row.input
    valid_from = None if given["valid_from"] is None else date.fromisoformat(given["valid_from"])
    asked = PublishList(given["list_hash"], valid_from, given["reason"])
    return publish_list(person, system_of(given["system"]), date.fromisoformat(given["list"]), asked, origin, row)


def work(job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:  # noqa: ARG001 - as all work
    """Write the standings in steps, then publish in one transaction."""
    system, day = system_of(job_input["system"]), date.fromisoformat(job_input["list"])
    decision = decision_of(job_input["decision"])
    version = version_of(system, day)
    if version is None or version.list_hash != decision.facts["list_hash"]:
        raise _changed(day)
    book = DatabaseBook(system)
    prepared = book.prepared(sent(book, day, decision.reason))
    generation = new_generation(system, version, progress)
    result = {"list": day.isoformat(), "list_hash": version.list_hash, "generation": generation.number}
    with transaction.atomic():
        finish(result)
        settle(job_input["asked"], decision)
        publication = published(system, version, decision, generation.number)
        facts = {"publication": publication.sha256, "generation": generation.number}
        prepared.write(decision, job_input["request"], job_input["system_user"], facts)
        name_files([(publication, MANIFEST)])
        point_to(system, version, generation)
        ask_public_files()
    return {**result, "fingerprint": publication.sha256}


def new_generation(system: RatingSystem, version: ListVersion, progress: Progress) -> Generation:
    """Write what is new in the standings by a version of a list, where nobody sees it yet."""
    newest = system.newest
    with ThreadPoolExecutor(1) as beside:
        reading = None if newest is None else beside.submit(read_frame, newest.list_file, LIST)
        after = read_frame(version.list_file, LIST)
        lines = changed_lines(None if reading is None else reading.result(), after)
    return write_generation(system, version, lines, progress)


def published(system: RatingSystem, version: ListVersion, decision: Decision, generation: int) -> Kept:
    """Make a closed version a published one, within the transaction; refused where somebody was faster."""
    at, publication_day = now(), office_day()
    valid_from = date.fromisoformat(str(decision.facts.get("valid_from", version.valid_from)))
    version.valid_from = valid_from
    text = publication_text(version, at, publication_day, by_one_person=decision.by_one_person)
    kept = archive().put(text)
    changed = ListVersion.objects.filter(
        pk=version.pk, rating_system=system, stage=ListVersion.CLOSED, list_hash=version.list_hash
    ).update(
        stage=ListVersion.PUBLISHED,
        published_at=at,
        published_by=decision.by,
        second=decision.second,
        by_one_person=decision.by_one_person,
        publication_day=publication_day,
        valid_from=valid_from,
        fingerprint=kept.sha256,
        generation=generation,
        **({"reason": decision.reason} if decision.reason else {}),
    )
    if changed != 1:
        raise _changed(version.list_date)
    return kept


def _changed(day: date) -> RefusedError:
    return RefusedError.of(WORDS, "list_changed", f"{day:%Y-%m}", month=f"{day:%Y-%m}")

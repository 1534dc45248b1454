"""What an office does once a day by itself: a share of the archive is read and checked, and what nobody names goes.

Asked for by the worker when the day of the office changes, and done as a job like everything that takes long. In so
many days as there are shares every file of the archive is read once. Nothing here decides anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from arpad.model.clock import now
from arpad.office.person import MACHINE
from arpad.storage.archived_files import archive
from arpad.storage.deeds.lists import office_day
from arpad.storage.deeds.typed_values import forget_old
from arpad.storage.jobs.asking import ask, fingerprint
from arpad.storage.models import ArchivedFile, Job, Proof

if TYPE_CHECKING:
    from datetime import date

    from arpad.office.person import Person
    from arpad.storage.jobs.kinds import Finish, JobInput, Progress, Result

KIND = "archive.nightly"
SHARES = 30
"""In so many days everything is read."""
NAMED_PROBLEMS = 20
"""So many damaged files are named in the result."""


def ask_nightly() -> Job | None:
    """Ask for the work of the day; None where it was asked for already."""
    job_input = {"day": office_day().isoformat()}
    if Job.objects.filter(fingerprint=fingerprint(KIND, job_input)).exists():
        return None
    return ask(KIND, job_input, MACHINE)


def share_of(day: date) -> int:
    """Give which share is read on a day, from 0 on: every day another, until all were."""
    return day.toordinal() % SHARES


def work(job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:  # noqa: ARG001 - as all work
    """Read the share of the day, mark what is damaged, and sweep up what no row names."""
    share = share_of(office_day())
    files = [
        (sha256, state)
        for sha256, state in ArchivedFile.objects.exclude(state=ArchivedFile.ERASED).values_list("sha256", "state")
        if int(sha256[:8], 16) % SHARES == share
    ]
    damaged: list[str] = []
    for number, (sha256, _) in enumerate(sorted(files)):
        progress("reading the archive", number, len(files))
        problem = archive().check(sha256)
        if problem is not None:
            damaged.append(sha256)
            progress.line(problem.code, message=problem.message)
    named = set(ArchivedFile.objects.values_list("sha256", flat=True))
    swept = archive().sweep(named)
    result: dict[str, Any] = {
        "files": len(files),
        "damaged": len(damaged),
        "first_damaged": damaged[:NAMED_PROBLEMS],
        "swept": len(swept.files) + swept.unfinished,
    }
    with transaction.atomic():
        finish(result)
        forget_old()
        read = [sha256 for sha256, _ in files]
        ArchivedFile.objects.filter(sha256__in=read).exclude(sha256__in=damaged).update(
            checked_at=now(), state=ArchivedFile.OK
        )
        ArchivedFile.objects.filter(sha256__in=damaged).update(checked_at=now(), state=ArchivedFile.DAMAGED)
        Proof.objects.create(kind=Proof.ARCHIVE, at=now(), outcome="damaged" if damaged else "ok", facts=result)
    return result

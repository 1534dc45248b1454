"""Long work is asked for, and asked to stop. The same work that is still open is the same job."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction

from arpad.model.clock import now
from arpad.model.problems import RefusedError
from arpad.storage.jobs.kinds import KINDS
from arpad.storage.models import Job
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from arpad.office.person import Person
    from arpad.storage.jobs.kinds import JobInput

OPEN = (Job.WAITING, Job.RUNNING)
PERSON = "person"
"""Under this name the input of a job keeps how the person who asked had proved it."""


def fingerprint(kind: str, job_input: JobInput) -> str:
    """Give what tells one piece of work from every other, whoever asks for it.

    >>> fingerprint("close", {"a": 1, "b": 2}) == fingerprint("close", {"b": 2, "a": 1})
    True
    """
    text = json.dumps([kind, job_input], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def ask(kind: str, job_input: JobInput, person: Person) -> Job:
    """Ask for work: a new job, or the one that is open for the same input."""
    if kind not in KINDS:
        raise RefusedError.of(WORDS, "job_unknown_kind", kind, kind=kind, names=sorted(KINDS))
    mark = fingerprint(kind, job_input)
    proved = None if person.proved_at is None else person.proved_at.isoformat()
    kept = {**job_input, PERSON: {"proved_at": proved, "is_machine": person.is_machine}}
    while True:
        open_job = Job.objects.filter(fingerprint=mark, state__in=OPEN).first()
        if open_job is not None:
            return open_job
        try:
            with transaction.atomic():
                return Job.objects.create(
                    kind=kind, input=kept, fingerprint=mark, asked_by=person.record, asked_at=now()
                )
        except IntegrityError:  # somebody asked for the same at this moment
            continue


def cancel(number: int) -> bool:
    """Ask a job to stop; tell whether it was still open. Work that is stopped has changed nothing."""
    stopped = Job.objects.filter(number=number, state=Job.WAITING).update(
        state=Job.CANCELLED, cancel_asked=True, ended_at=now()
    )
    return bool(stopped or Job.objects.filter(number=number, state=Job.RUNNING).update(cancel_asked=True))

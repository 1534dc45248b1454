"""Who has a job: claimed, kept by a heartbeat, given back or ended, each by a conditional update that changes one row.

A claim has a token. Whoever was silent for longer than the lease has lost the job to the next claim and its token; what
an old token still tries changes no row.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import F, Q

from arpad.model.clock import file_time, now
from arpad.model.problems import ArpadError, Problem
from arpad.office.person import MACHINE, Grant, Person
from arpad.storage.jobs.asking import PERSON
from arpad.storage.models import Account, Job, RoleGrant
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import QuerySet

    from arpad.storage.jobs.kinds import JobInput, Result

LEASE = 60.0
"""So many seconds of silence free a job."""
MOST_ATTEMPTS = 5
MOST_LINES = 200
_NANOSECONDS = 1_000_000_000


class LostError(ArpadError):
    """The job is no longer this worker's: it was cancelled, or another has it."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A job that a worker has."""

    number: int
    token: str
    kind: str
    asked_by: int
    job_input: JobInput
    asked_as: dict[str, Any]
    attempts: int

    @property
    def row(self) -> QuerySet[Job]:
        """The row of the job, as long as it is this worker's."""
        return Job.objects.filter(number=self.number, token=self.token, state=Job.RUNNING)


@dataclass(frozen=True, slots=True)
class News:
    """What the work said about itself since the last time."""

    stage: str | None = None
    done: int = 0
    of: int = 0
    lines: tuple[dict[str, Any], ...] = ()


def machine_time() -> datetime:
    """Give the time of the machine, which goes on also where the day is set."""
    return datetime.fromtimestamp(file_time() / _NANOSECONDS, UTC)


def claimed(lease: float = LEASE, number: int | None = None) -> Claim | None:
    """Take the oldest job that waits or whose worker is silent; None where there is none."""
    silent = Q(state=Job.RUNNING, heartbeat_at__lt=machine_time() - timedelta(seconds=lease))
    free = Job.objects.filter(Q(state=Job.WAITING) | silent)
    for job in (free if number is None else free.filter(number=number)).order_by("number"):
        as_seen = Job.objects.filter(number=job.number, state=job.state, token=job.token, attempts=job.attempts)
        if job.cancel_asked:
            _ended(as_seen, Job.CANCELLED)
        elif job.attempts >= MOST_ATTEMPTS:
            why = Problem.of(WORDS, "job_died", times=job.attempts, how="silence")
            _ended(as_seen, Job.FAILED, failure=why.message)
        else:
            claim = _claim(job)
            begun = {} if job.started_at else {"started_at": now()}
            taken = as_seen.update(
                state=Job.RUNNING,
                token=claim.token,
                heartbeat_at=machine_time(),
                attempts=claim.attempts,
                stage="",
                done=0,
                of=0,
                lines=[],
                **begun,
            )
            if taken == 1:
                return claim
    return None


def _claim(job: Job) -> Claim:
    job_input = dict(job.input)
    asked_as = job_input.pop(PERSON, {})
    return Claim(job.number, secrets.token_hex(16), job.kind, job.asked_by, job_input, asked_as, job.attempts + 1)


def held(number: int, token: str) -> Claim:
    """Give the claim of a token, in the process that does the work."""
    job = Job.objects.filter(number=number, token=token, state=Job.RUNNING).first()
    if job is None:
        raise LostError.of(WORDS, "job_lost", str(number), job=number)
    job_input = dict(job.input)
    asked_as = job_input.pop(PERSON, {})
    return Claim(number, token, job.kind, job.asked_by, job_input, asked_as, job.attempts)


def person_of(claim: Claim) -> Person:
    """Give the person who asked for the work, with the roles held now."""
    if claim.asked_as.get("is_machine"):
        return MACHINE
    account = Account.objects.get(record=claim.asked_by)
    grants = RoleGrant.objects.filter(account=account, ended_at__isnull=True, account__closed_at__isnull=True)
    proved = claim.asked_as.get("proved_at")
    return Person(
        account.record,
        account.username,
        frozenset(Grant(role, federation) for role, federation in grants.values_list("role", "federation")),
        None if proved is None else datetime.fromisoformat(proved),
        account.fide_id or 0,
    )


NOTHING = News()


def beat(claim: Claim, news: News = NOTHING) -> bool | None:
    """Say that the work goes on, and what it said; tell whether it shall stop, None where it is no longer ours."""
    values: dict[str, Any] = {"heartbeat_at": machine_time()}
    if news.stage is not None:
        values |= {"stage": news.stage[:80], "done": news.done, "of": news.of}
    if news.lines:
        before = claim.row.values_list("lines", flat=True).first() or []
        values["lines"] = [*before, *news.lines][-MOST_LINES:]
    if claim.row.update(**values) != 1:
        return None
    return claim.row.filter(cancel_asked=True).exists()


def finish(claim: Claim, result: Result, lines: Sequence[dict[str, Any]] = ()) -> None:
    """End the job as done, within the transaction that stores what it did; refused where it is no longer ours."""
    values = {"result": result, "done": F("of"), "lines": list(lines)[-MOST_LINES:]}
    if _ended(claim.row.filter(cancel_asked=False), Job.DONE, **values) != 1:
        raise LostError.of(WORDS, "job_lost", str(claim.number), job=claim.number)


def fail(claim: Claim, failure: str, lines: Sequence[dict[str, Any]] = ()) -> bool:
    """End the job as failed, with its reason; tell whether it was still ours."""
    return _ended(claim.row, Job.FAILED, failure=failure, lines=list(lines)[-MOST_LINES:]) == 1


def given_back(claim: Claim, how: str, *, is_counted: bool = True) -> str | None:
    """Give a job back whose work ended before it was done; give its state then, None where it was not ours.

    It is cancelled where that was asked, failed after too many attempts, and else waits for the next worker.
    """
    if _ended(claim.row.filter(cancel_asked=True), Job.CANCELLED) == 1:
        return Job.CANCELLED
    if is_counted and claim.attempts >= MOST_ATTEMPTS:
        why = Problem.of(WORDS, "job_died", str(claim.number), times=claim.attempts, how=how)
        return Job.FAILED if fail(claim, why.message) else None
    attempts = claim.attempts if is_counted else claim.attempts - 1
    waits = claim.row.update(state=Job.WAITING, token="", heartbeat_at=None, attempts=attempts)
    return Job.WAITING if waits == 1 else None


def _ended(row: QuerySet[Job], state: str, **values: Any) -> int:  # noqa: ANN401 - columns
    return row.update(state=state, token="", heartbeat_at=None, ended_at=now(), **values)

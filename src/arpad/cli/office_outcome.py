"""What came of a deed in an office, told: done, waiting for a second person, or worked out first."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer
from arpad.cli.progress import Progress
from arpad.cli.wording import WORDS
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    import argparse

    from arpad.cli.office_session import Session
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.models import Job

_LOOK = 0.2
ENDED = ("done", "failed", "cancelled")


def outcome_answer(outcome: DeedOutcome, given: argparse.Namespace, now_in: Session) -> Answer:
    """Tell what came of a deed; long work is done here and now, unless somebody does not want to wait."""
    job = outcome.job
    if job is not None and not given.no_wait:
        job = worked(job, now_in)
    return Answer(outcome_data(outcome, job), _sentence(outcome, job))


def worked(job: Job, now_in: Session) -> Job:
    """Do a job in this call, or wait for the worker who has it; refused where it fails."""
    from arpad.storage.jobs.worker import Worker  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.models import Job  # noqa: PLC0415 - the same

    with Progress(job.kind) as progress:
        worker = Worker(now_in.office.folder, listen=lambda news: progress.stage(news.stage or job.kind))
        while True:
            worker.work_once(job.number)
            job = Job.objects.get(number=job.number)
            if job.state in ENDED:
                break
            time.sleep(_LOOK)
    has_failed = job.state == "failed"
    if job.state != "done":
        raise RefusedError.of(
            WORDS, "job_ended", str(job.number), says="job_failed" if has_failed else "job_cancelled",
            why=job.failure, number=job.number,
        )  # fmt: skip
    return job


def outcome_data(outcome: DeedOutcome, job: Job | None) -> dict[str, Any]:
    """Give what came of a deed as data."""
    from arpad.office.canonical import plain  # noqa: PLC0415 - an extra, and slow to load

    decision, waiting = outcome.decision, outcome.waiting
    is_done = outcome.entry is not None or (job is not None and job.state == "done")
    state = "waiting" if waiting is not None else "done" if is_done else "asked"
    data: dict[str, Any] = {"outcome": state, "entry": outcome.entry}
    data["waiting"] = None if waiting is None else waiting.number
    data["job"] = None if job is None else job_data(job)
    if decision is not None:
        data |= {
            "deed": decision.code,
            "facts": plain(decision.facts),
            "by": decision.by,
            "second": decision.second,
            "by_one_person": decision.by_one_person,
            "reason": decision.reason,
        }
    elif waiting is not None:
        data |= {
            "deed": waiting.deed,
            "facts": waiting.facts,
            "by": waiting.asked_by,
            "second": None,
            "by_one_person": False,
            "reason": waiting.reason,
        }
    return data


def job_data(job: Job) -> dict[str, Any]:
    """Give a job as data."""
    return {
        "number": job.number,
        "kind": job.kind,
        "state": job.state,
        "stage": job.stage,
        "done": job.done,
        "of": job.of,
        "result": job.result,
        "failure": job.failure,
    }


def _sentence(outcome: DeedOutcome, job: Job | None) -> str:
    from arpad.office.canonical import plain  # noqa: PLC0415 - an extra, and slow to load
    from arpad.office.log import log_sentence  # noqa: PLC0415 - the same
    from arpad.office.roles import deed_sentence  # noqa: PLC0415 - the same

    if outcome.waiting is not None:
        what = deed_sentence(outcome.waiting.deed)
        return WORDS.say("office", "waits", {"number": outcome.waiting.number, "what": what})
    if outcome.decision is None or (job is not None and job.state != "done"):
        return WORDS.say("office", "asked", {"job": 0 if job is None else job.number})
    done = log_sentence(outcome.decision.code, plain(outcome.decision.facts))
    mark = outcome.decision.by_one_person
    return WORDS.say("office", "done", {"done": done, "entry": outcome.entry or 0, "by_one_person": mark})

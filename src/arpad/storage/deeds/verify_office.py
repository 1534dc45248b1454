"""Prove the office: a job, whose outcome stands in the log and on the front page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from arpad.office.decision import Content, Waiting, decide
from arpad.storage.deeds.asking import DeedOutcome, Origin, circumstances, decision_of, work_of_decision
from arpad.storage.jobs.asking import ask
from arpad.storage.verify import keep_proof, verify

if TYPE_CHECKING:
    from arpad.office.person import Person
    from arpad.storage.jobs.kinds import Finish, JobInput, Progress, Result

KIND = DEED = "proof.verify"


def verify_office(
    person: Person,
    share: tuple[int, int] = (1, 1),
    origin: Origin = Origin(),  # noqa: B008 - a value that never changes
    *,
    again: bool = True,
) -> DeedOutcome:
    """Decide whether the office is proved; doing it is a job."""
    facts: dict[str, Any] = {"share": list(share), "again": again}
    answer = decide(person, DEED, Content(facts), "", circumstances(DEED))
    if isinstance(answer, Waiting):
        raise TypeError("proving needs no second person")
    job_input = {
        **facts,
        **work_of_decision(answer, origin),
    }
    return DeedOutcome(answer, job=ask(KIND, job_input, person))


def work(job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:  # noqa: ARG001 - as all work
    """Prove it, and keep what came of it."""
    share, of = job_input["share"]
    proved = verify((share, of), progress, again=job_input["again"])
    for problem in proved.problems:
        progress.line(problem.code, message=problem.message)
    result = {**proved.facts, "is_whole": proved.is_whole}
    with transaction.atomic():
        finish(result)
        keep_proof(proved, decision_of(job_input["decision"]), job_input["request"], job_input["system_user"])
    return result

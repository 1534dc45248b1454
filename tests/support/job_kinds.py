"""Kinds of work for tests of the worker, and the process that does them; every kind stores its result as a proof."""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

from django.db import transaction

from arpad.model.clock import now
from arpad.model.problems import RefusedError
from arpad.storage.jobs import child, kinds
from arpad.storage.jobs.kinds import registered
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.office.person import Person
    from arpad.storage.jobs.kinds import Finish, JobInput, Progress, Result

CHILD = (sys.executable, __file__)
KINDS = ("store", "hold", "die", "refuse", "stumble", "return")


def register() -> None:
    """Make the kinds known."""
    for kind in KINDS:
        registered(f"test.{kind}", f"job_kinds:{kind if kind != 'return' else 'returned'}")


@contextmanager
def known() -> Iterator[None]:
    """Let the kinds be known for as long as a block runs: other tests of the process go through all there are."""
    with mock.patch.dict(kinds.KINDS):
        register()
        yield


def _stored(facts: dict[str, Any]) -> None:
    from arpad.storage.models import Proof  # noqa: PLC0415 - once an office is open

    Proof.objects.create(kind=Proof.VERIFY, at=now(), outcome="ok", facts=facts)


def store(job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:
    """Count up to a number and store it, with the person who asked."""
    for number in range(job_input.get("steps", 3)):
        progress("counting", number + 1, job_input.get("steps", 3))
        time.sleep(job_input.get("pause", 0))
    progress.line("counted", steps=job_input.get("steps", 3))
    result = {"person": person.username, "roles": sorted(person.roles), "value": job_input.get("value")}
    with transaction.atomic():
        _stored({**result, "process": os.getpid()})
        finish(result)
    return result


def hold(job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:
    """Leave a sign that it has begun, wait until it may go on, then store."""
    begun = Path(job_input["begun"])
    with begun.open("a", encoding="ascii") as file:
        file.write(f"{os.getpid()}\n")
    progress("holding")
    while not Path(job_input["go"]).exists():
        time.sleep(0.02)
    return store({"value": job_input.get("value")}, person, progress, finish)


def die(job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:
    """Be killed in the midst of the last transaction, as often as asked, then store."""
    deaths = Path(job_input["deaths"])
    count = len(deaths.read_text(encoding="ascii")) if deaths.exists() else 0
    if count < job_input["times"]:
        deaths.write_text("x" * (count + 1), encoding="ascii")
        with transaction.atomic():
            _stored({"half": True})
            os.kill(os.getpid(), signal.SIGKILL)
    return store({"value": count}, person, progress, finish)


def refuse(job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:  # noqa: ARG001 - of its kind
    """Refuse after having stored something."""
    with transaction.atomic():
        _stored({"half": True})
        raise RefusedError.of(WORDS, "archive_no_hash", value=job_input["value"])


def stumble(job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:  # noqa: ARG001 - of its kind
    """Make a mistake of a programmer; nobody prints into what is said to the parent."""
    print("this is no progress")  # noqa: T201 - a library might
    with transaction.atomic():
        _stored({"half": True})
        raise ZeroDivisionError(job_input["value"])


def returned(job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:  # noqa: ARG001 - of its kind
    """Store nothing, only give a result."""
    return {"value": job_input["value"]}


if __name__ == "__main__":
    sys.modules["job_kinds"] = sys.modules["__main__"]
    register()
    sys.exit(child.main(sys.argv[1:]))

"""Long work asked to stop, by a decision: work that is stopped has changed nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from arpad.model.problems import RefusedError
from arpad.office.decision import Content, Decision, decide
from arpad.storage import log
from arpad.storage.deeds.asking import DeedOutcome, Origin, circumstances
from arpad.storage.jobs.asking import cancel
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from arpad.office.person import Person

DEED = "job.cancel"


def cancel_job(person: Person, number: int, reason: str, origin: Origin = Origin()) -> DeedOutcome:  # noqa: B008 - a value that never changes
    """Decide whether a piece of work is stopped, and ask it to stop."""
    decision = decide(person, DEED, Content({"job": number}), reason, circumstances(DEED))
    if not isinstance(decision, Decision):
        raise TypeError("no second person is asked for")
    with transaction.atomic():
        if not cancel(number):
            raise RefusedError.of(WORDS, "job_ended", str(number), number=number)
        entry = log.record(decision, origin.request, origin.system_user)
    return DeedOutcome(decision, entry.number)

"""The people of a test's office, whom everybody knows: who runs it, who confirms, and who only reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from arpad.model.clock import now
from arpad.office.decision import ACCOUNT, Decision, PersonalValue
from arpad.office.person import Grant, Person
from arpad.storage import log
from arpad.storage.deeds.accounts_state import new_record
from arpad.storage.models import Account, RoleGrant

if TYPE_CHECKING:
    from arpad.storage.deeds.asking import DeedOutcome

ROLES = {
    "administrator": "rating_administrator",
    "colleague": "rating_administrator",
    "approver": "approver",
    "auditor": "auditor",
}


def people(*names: str) -> dict[str, Person]:
    """Open accounts with their roles; everybody has just proved who it is."""
    cast = {}
    for name in names or ROLES:
        account = added(name, ROLES[name])
        cast[name] = Person(account.record, name, frozenset({Grant(ROLES[name])}), now())
    return cast


def added(username: str, role: str, federation: str = "", full_name: str = "", email: str = "") -> Account:
    """Add somebody as `arpad office user add` does, with its entry of the log, but without a password."""
    account = Account(username=username, full_name=full_name, email=email, opened_at=now())
    account.set_unusable_password()
    with transaction.atomic():
        account.record = new_record()
        account.save(force_insert=True)
        RoleGrant.objects.create(account=account, role=role, federation=federation, granted_at=now(), granted_by=0)
        facts = {"account": account.record, "role": role, "federation": federation}
        values = {"username": username, "full_name": full_name, "email": email}
        sealed = {name: PersonalValue(account.record, value, ACCOUNT) for name, value in values.items()}
        log.record(Decision("account.add", facts, 0, sealed=sealed))
    return account


class Silent:
    """Progress that nobody looks at."""

    def __call__(self, stage: str, done: int = 0, of: int = 0) -> None:
        """Say nothing."""

    def line(self, code: str, **facts: object) -> None:
        """Say nothing."""


def worked(outcome: DeedOutcome, person: Person) -> dict[str, object]:
    """Do the work of a job here and now, and end it."""
    from arpad.storage.jobs.kinds import work_of  # noqa: PLC0415 - once an office is open
    from arpad.storage.models import Job  # noqa: PLC0415 - the same

    job = outcome.job
    assert job is not None

    def finish(result: dict[str, object]) -> None:
        Job.objects.filter(pk=job.pk).update(state=Job.DONE, result=result, ended_at=now())

    return work_of(job.kind)(job.input, person, Silent(), finish)

"""The accounts of the example office: added as the operator adds them at the machine, and acting in its story."""

from __future__ import annotations

from django.db import transaction

from arpad.model.clock import now
from arpad.office.decision import Decision
from arpad.office.keep_accounts import AddAccount, AddState, add_account
from arpad.office.person import MACHINE, Grant, Person
from arpad.storage import log
from arpad.storage.deeds.asking import circumstances
from arpad.storage.example_people import PEOPLE, password_of
from arpad.storage.models import Account, RoleGrant


def add_people(seed: int) -> None:
    """Add everybody, as the operator does at the machine."""
    for role in PEOPLE:
        asked = AddAccount(role.username, role.full_name, f"{role.username}@office.example", role.role, role.federation)
        number = Account.objects.count() + 1
        decision = add_account(MACHINE, asked, AddState(circumstances("account.add"), number))
        if not isinstance(decision, Decision):
            raise TypeError("an account is added at the machine without a second person")
        account = Account(
            record=number, username=role.username, full_name=role.full_name, email=asked.email, opened_at=now()
        )
        account.set_password(password_of(seed, role.username))
        with transaction.atomic():
            account.save(force_insert=True)
            RoleGrant.objects.create(
                account=account, role=role.role, federation=role.federation, granted_at=now(), granted_by=0
            )
            log.record(decision)


def acting(username: str) -> Person:
    """Give somebody of the example who has just proved who it is."""
    account = Account.objects.get(username=username)
    grants = RoleGrant.objects.filter(account=account, ended_at__isnull=True).values_list("role", "federation")
    held = frozenset(Grant(role, federation) for role, federation in grants)
    return Person(account.record, account.username, held, now())

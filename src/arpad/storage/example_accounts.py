"""The accounts of the example office: added as the operator adds them at the machine, and acting in its story."""

from __future__ import annotations

from arpad.model.clock import now
from arpad.office.keep_accounts import AddAccount
from arpad.office.person import Grant, Person
from arpad.storage.deeds.set_up import add_account
from arpad.storage.example_people import PEOPLE, password_of
from arpad.storage.models import Account, RoleGrant


def add_people(seed: int) -> None:
    """Add everybody, as the operator does at the machine."""
    for role in PEOPLE:
        address = f"{role.username}@office.example"
        asked = AddAccount(role.username, role.full_name, address, role.role, role.federation)
        add_account(asked, password_of(seed, role.username))


def acting(username: str) -> Person:
    """Give somebody of the example who has just proved who it is."""
    account = Account.objects.get(username=username)
    grants = RoleGrant.objects.filter(account=account, ended_at__isnull=True).values_list("role", "federation")
    held = frozenset(Grant(role, federation) for role, federation in grants)
    return Person(account.record, account.username, held, now(), account.fide_id or 0)

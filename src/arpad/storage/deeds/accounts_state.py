"""What has to be known of an account when something is decided about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Max

from arpad.model.problems import RefusedError
from arpad.office.grant_role import AccountState
from arpad.office.person import Grant
from arpad.office.roles import ADMINISTRATOR
from arpad.storage import log
from arpad.storage.deeds.asking import circumstances
from arpad.storage.models import Account, LogIn, RoleGrant
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from arpad.storage.models import Asked


def account_of(record: int) -> Account:
    """Give an account, kept from others until the transaction ends; refused where there is none."""
    account = Account.objects.select_for_update().filter(record=record).first()
    if account is None:
        raise RefusedError.of(WORDS, "no_account", str(record), account=record)
    return account


def new_record() -> int:
    """Give the number of the next account, which nobody else takes until the transaction ends."""
    log.hold()
    return (Account.objects.aggregate(newest=Max("record"))["newest"] or 0) + 1


def account_state(account: Account, code: str, confirms: Asked | None = None) -> AccountState:
    """Give the roles and log-ins of an account, and how many administrators there are."""
    held = RoleGrant.objects.filter(ended_at__isnull=True)
    grants = held.filter(account=account).values_list("role", "federation")
    administrators = held.filter(role=ADMINISTRATOR, account__closed_at__isnull=True).values("account").distinct()
    return AccountState(
        circumstances(code, confirms),
        frozenset(Grant(role, federation) for role, federation in grants),
        account.closed_at is not None,
        administrators.count(),
        LogIn.objects.filter(account=account, ended_at__isnull=True).count(),
    )

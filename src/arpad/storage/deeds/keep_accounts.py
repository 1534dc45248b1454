"""Accounts kept: closed and never deleted, a lost second factor renewed, log-ins ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction

from arpad.model.clock import now
from arpad.office.decision import Decision
from arpad.office.keep_accounts import close_account as decided_to_close
from arpad.office.keep_accounts import end_log_ins as decided_to_end
from arpad.office.keep_accounts import number_account as decided_number
from arpad.office.keep_accounts import renew_factor as decided_to_renew
from arpad.storage import log
from arpad.storage.deeds.accounts_state import account_of, account_state
from arpad.storage.deeds.asking import DeedOutcome, Origin
from arpad.storage.models import Account, LogIn, RecoveryCode, RoleGrant, SecondFactor

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.office.decision import Waiting
    from arpad.office.grant_role import AccountState
    from arpad.office.keep_accounts import NumberAccount, OfAccount
    from arpad.office.person import Person

    Decide = Callable[[Person, OfAccount, AccountState], Decision | Waiting]
    Change = Callable[[Account, Decision], None]


def close_account(person: Person, asked: OfAccount, origin: Origin = Origin()) -> DeedOutcome:  # noqa: B008 - a value that never changes
    """Decide whether an account is closed, and close it: its roles and log-ins end with it."""

    def change(account: Account, decision: Decision) -> None:
        at = now()
        Account.objects.filter(pk=account.pk).update(closed_at=at, closed_by=decision.by)
        RoleGrant.objects.filter(account=account, ended_at__isnull=True).update(ended_at=at, ended_by=decision.by)
        _end(account)

    return _done(person, asked, "account.close", decided_to_close, change, origin)


def renew_factor(person: Person, asked: OfAccount, origin: Origin = Origin()) -> DeedOutcome:  # noqa: B008 - the same
    """Decide whether a lost second factor is taken away, so that its owner sets up another; log-ins end by that."""

    def change(account: Account, decision: Decision) -> None:  # noqa: ARG001 - as all changes
        SecondFactor.objects.filter(account=account).delete()
        RecoveryCode.objects.filter(account=account).delete()
        _end(account)

    return _done(person, asked, "account.renew_factor", decided_to_renew, change, origin)


def end_log_ins(person: Person, asked: OfAccount, origin: Origin = Origin()) -> DeedOutcome:  # noqa: B008 - the same
    """Decide whether all log-ins of somebody end, and end them."""

    def change(account: Account, decision: Decision) -> None:  # noqa: ARG001 - as all changes
        _end(account)

    return _done(person, asked, "account.end_log_in", decided_to_end, change, origin)


def number_account(person: Person, asked: NumberAccount, origin: Origin = Origin()) -> DeedOutcome:  # noqa: B008 - the same
    """Decide by which number events name somebody, and keep it."""
    with transaction.atomic():
        account = account_of(asked.account)
        others = Account.objects.filter(fide_id=asked.number).exclude(pk=account.pk)
        holder = None if asked.number is None else others.values_list("record", flat=True).first()
        state = account_state(account, "account.number")
        decision = decided_number(person, asked, state, account.fide_id, holder)
        if not isinstance(decision, Decision):
            raise TypeError("no second person is asked for")
        Account.objects.filter(pk=account.pk).update(fide_id=asked.number)
        entry = log.record(decision, origin.request, origin.system_user)
    return DeedOutcome(decision, entry.number)


def _done(  # noqa: PLR0913, PLR0917 - what all of them need
    person: Person, asked: OfAccount, code: str, decide: Decide, change: Change, origin: Origin
) -> DeedOutcome:
    with transaction.atomic():
        account = account_of(asked.account)
        decision = decide(person, asked, account_state(account, code))
        if not isinstance(decision, Decision):
            raise TypeError("no second person is asked for")
        change(account, decision)
        entry = log.record(decision, origin.request, origin.system_user)
    return DeedOutcome(decision, entry.number)


def _end(account: Account) -> None:
    """End the log-ins of an account: their sessions are gone with the next click."""
    open_now = LogIn.objects.filter(account=account, ended_at__isnull=True)
    for key in open_now.values_list("session_key", flat=True):
        SessionStore(key).delete()
    open_now.update(ended_at=now())

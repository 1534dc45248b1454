"""What is done at the machine, with nothing but the folder: an office set up, its tables renewed, somebody added."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

import arpad
from arpad.model.clock import now
from arpad.office.decision import Circumstances, Decision, OfficeState, decided
from arpad.office.keep_accounts import AddState
from arpad.office.keep_accounts import add_account as decided_to_add
from arpad.office.keep_office import Restore, RestoreState, restore
from arpad.office.person import MACHINE
from arpad.storage import log
from arpad.storage.deeds.accounts_state import new_record
from arpad.storage.deeds.asking import DeedOutcome, Origin, circumstances
from arpad.storage.models import Account, LogIn, RoleGrant
from arpad.storage.opening import migrate, open_office, schema_steps

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any

    from arpad.office.keep_accounts import AddAccount
    from arpad.storage.opening import OfficeFolder

_NOWHERE = Origin()


def _at_machine(code: str, facts: Mapping[str, Any], reason: str = "") -> Decision:
    decision = decided(MACHINE, code, facts, reason, OfficeState(), None, now())
    if not isinstance(decision, Decision):
        raise TypeError("no second person is asked for")
    return decision


def note_set_up(office: OfficeFolder, origin: Origin = _NOWHERE) -> None:
    """Write the first entry of the log of an office that was just made."""
    kind = "postgresql" if office.settings.is_postgresql else "sqlite"
    facts = {"version": arpad.__version__, "database": kind, "second_person": office.settings.second_person}
    with transaction.atomic():
        log.record(_at_machine("office.init", facts), origin.request, origin.system_user)


def decided_to_restore(backup: str, head: int, reason: str) -> Decision:
    """Decide at the machine that a backup becomes an office again; the reason is needed, for nobody confirms it."""
    state = RestoreState(Circumstances(OfficeState(), now()), head)
    decision = restore(MACHINE, Restore(backup, reason), state)
    if not isinstance(decision, Decision):
        raise TypeError("no second person is asked for")
    return decision


def note_restored(folder: Path, decision: Decision, origin: Origin) -> None:
    """Write into the log of an office that was just restored that it was; whoever was logged in logs in anew."""
    open_office(folder)
    with transaction.atomic():
        log.record(decision, origin.request, origin.system_user)
        LogIn.objects.filter(ended_at__isnull=True).update(ended_at=now())


def renew_tables(origin: Origin = _NOWHERE) -> list[str]:
    """Bring the tables of the open office to the form of this version; give the steps that were taken."""
    missing, _ = schema_steps()
    if missing:
        migrate()
        facts = {"version": arpad.__version__, "steps": missing}
        with transaction.atomic():
            log.record(_at_machine("office.migrate", facts), origin.request, origin.system_user)
    return missing


def add_account(asked: AddAccount, password: str, origin: Origin = _NOWHERE) -> DeedOutcome:
    """Add somebody at the machine: the first administrator, or who cannot be invited by a link."""
    with transaction.atomic():
        number = new_record()
        is_taken = Account.objects.filter(username=asked.username).exists()
        decision = decided_to_add(MACHINE, asked, AddState(circumstances("account.add"), number, is_taken))
        if not isinstance(decision, Decision):
            raise TypeError("no second person is asked for")
        account = Account(
            record=number,
            username=asked.username,
            full_name=asked.full_name,
            email=asked.email,
            opened_at=now(),
        )
        account.set_password(password)
        account.save(force_insert=True)
        RoleGrant.objects.create(
            account=account, role=asked.role, federation=asked.federation, granted_at=now(), granted_by=0
        )
        entry = log.record(decision, origin.request, origin.system_user)
    return DeedOutcome(decision, entry.number)

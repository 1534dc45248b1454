"""A role granted to somebody, confirmed by a second person, or ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from arpad.model.clock import now
from arpad.office.decision import Decision, Waiting
from arpad.office.grant_role import EndGrant, GrantRole
from arpad.office.grant_role import end_grant as decided_to_end
from arpad.office.grant_role import grant_role as decided
from arpad.storage import log
from arpad.storage.deeds.accounts_state import account_of, account_state
from arpad.storage.deeds.asking import DeedOutcome, Origin, keep_waiting, settle
from arpad.storage.models import RoleGrant

if TYPE_CHECKING:
    from arpad.office.person import Person
    from arpad.storage.models import Asked


def grant_role(
    person: Person,
    asked: GrantRole,
    origin: Origin = Origin(),  # noqa: B008 - a value that never changes
    confirms: Asked | None = None,
) -> DeedOutcome:
    """Decide whether somebody is granted a role, and grant it."""
    with transaction.atomic():
        account = account_of(asked.account)
        answer = decided(person, asked, account_state(account, "account.grant", confirms))
        if isinstance(answer, Waiting):
            given = {name: getattr(asked, name) for name in ("account", "role", "federation", "reason")}
            return DeedOutcome(waiting=keep_waiting(answer, given))
        settle(None if confirms is None else confirms.number, answer)
        RoleGrant.objects.create(
            account=account, role=asked.role, federation=asked.federation, granted_at=now(), granted_by=answer.by
        )
        entry = log.record(answer, origin.request, origin.system_user)
    return DeedOutcome(answer, entry.number)


def confirmed(person: Person, row: Asked, origin: Origin) -> DeedOutcome:
    """Decide anew, as the second person, what somebody asked for."""
    return grant_role(person, GrantRole(**row.input), origin, row)


def end_grant(person: Person, asked: EndGrant, origin: Origin = Origin()) -> DeedOutcome:  # noqa: B008 - a value that never changes
    """Decide whether a role that somebody holds ends, and end it."""
    with transaction.atomic():
        account = account_of(asked.account)
        decision = decided_to_end(person, asked, account_state(account, "account.end_grant"))
        if not isinstance(decision, Decision):
            raise TypeError("no second person is asked for")
        RoleGrant.objects.filter(
            account=account, role=asked.role, federation=asked.federation, ended_at__isnull=True
        ).update(ended_at=now(), ended_by=decision.by)
        entry = log.record(decision, origin.request, origin.system_user)
    return DeedOutcome(decision, entry.number)

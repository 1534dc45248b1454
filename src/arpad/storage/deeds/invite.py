"""Somebody invited by a link that ends. The link is made when the invitation counts, and only a hash of it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Max

from arpad.model.clock import now
from arpad.office.decision import Decision, Waiting
from arpad.office.keep_accounts import Invite, InviteState
from arpad.office.keep_accounts import invite as decided
from arpad.storage import log
from arpad.storage.deeds.asking import DeedOutcome, Origin, circumstances, keep_waiting, settle
from arpad.storage.models import Account, Invitation

if TYPE_CHECKING:
    from arpad.office.person import Person
    from arpad.storage.models import Asked


@dataclass(frozen=True, slots=True)
class Invited(DeedOutcome):
    """What came of an invitation; where it counts, with the secret part of its link, which is kept nowhere."""

    token: str = ""
    email: str = ""
    full_name: str = ""
    ends_at: datetime | None = None


def invite(
    person: Person,
    asked: Invite,
    origin: Origin = Origin(),  # noqa: B008 - a value that never changes
    confirms: Asked | None = None,
) -> Invited:
    """Decide whether somebody is invited, and make the link."""
    with transaction.atomic():
        log.hold()  # nobody else takes the same number
        answer = decided(person, asked, _state(asked, confirms))
        if isinstance(answer, Waiting):
            given: dict[str, Any] = {"role": asked.role, "federation": asked.federation, "reason": asked.reason}
            given["ends_at"] = None if asked.ends_at is None else asked.ends_at.isoformat()
            return Invited(waiting=keep_waiting(answer, given))
        settle(None if confirms is None else confirms.number, answer)
        token, ends = _kept(asked, answer)
        entry = log.record(answer, origin.request, origin.system_user)
    return Invited(answer, entry.number, token=token, email=asked.email, full_name=asked.full_name, ends_at=ends)


def _state(asked: Invite, confirms: Asked | None) -> InviteState:
    is_known = Account.objects.filter(email__iexact=asked.email, closed_at__isnull=True).exists()
    newest = Invitation.objects.aggregate(newest=Max("pk"))["newest"] or 0
    return InviteState(circumstances("account.invite", confirms), newest + 1, is_known)


def _kept(asked: Invite, decision: Decision) -> tuple[str, datetime]:
    token, ends = token_urlsafe(32), decision.facts["ends"]
    Invitation.objects.create(
        pk=decision.facts["invitation"],
        token_hash=sha256(token.encode()).hexdigest(),
        email=asked.email,
        full_name=asked.full_name,
        role=asked.role,
        federation=asked.federation,
        invited_at=now(),
        invited_by=decision.by,
        ends_at=ends,
    )
    return token, ends


def confirmed(person: Person, row: Asked, origin: Origin) -> Invited:
    """Decide anew, as the second person, what somebody asked for."""
    given = row.input
    name, email = (str(row.sealed[part][1]) for part in ("full_name", "email"))
    ends = None if given["ends_at"] is None else datetime.fromisoformat(given["ends_at"])
    asked = Invite(name, email, given["role"], given["federation"], ends, given["reason"])
    return invite(person, asked, origin, row)

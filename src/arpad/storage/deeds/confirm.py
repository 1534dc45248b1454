"""What waits for a second person, confirmed or declined."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from django.db import transaction

from arpad.model.clock import now
from arpad.model.problems import RefusedError
from arpad.office.decision import declined
from arpad.storage import log
from arpad.storage.deeds.asking import DeedOutcome, Origin, forget_mark, waiting_of
from arpad.storage.models import Asked
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from arpad.office.person import Person

CONFIRMED = {
    "account.grant": "arpad.storage.deeds.grant_role",
    "account.invite": "arpad.storage.deeds.invite",
    "late_report.take_in": "arpad.storage.deeds.take_in_late_report",
    "list.close_forced": "arpad.storage.deeds.close_list",
    "list.publish": "arpad.storage.deeds.publish_list",
    "list.revise": "arpad.storage.deeds.revise_list",
    "person.erase": "arpad.storage.deeds.erase_person",
    "player.correct_identity": "arpad.storage.deeds.put_right",
    "player.exclude": "arpad.storage.deeds.put_right",
    "player.merge": "arpad.storage.deeds.put_right",
    "settings.change": "arpad.storage.deeds.change_settings",
    "settings.second_person": "arpad.storage.deeds.change_settings",
}
"""By deed, the module whose `confirmed(person, row, origin)` decides anew what somebody asked for."""


def confirm(person: Person, number: int, origin: Origin = Origin()) -> DeedOutcome:  # noqa: B008 - a value that never changes
    """Confirm, as a second person, what waits under a number."""
    row = _waiting(number)
    module = import_module(CONFIRMED[row.deed])
    outcome: DeedOutcome = module.confirmed(person, row, origin)
    return outcome


def decline(person: Person, number: int, reason: str, origin: Origin = Origin()) -> DeedOutcome:  # noqa: B008 - the same
    """Decline what waits under a number, or take back what one asked for oneself."""
    row = _waiting(number)
    decision = declined(person, waiting_of(row), number, reason)
    with transaction.atomic():
        settled = Asked.objects.filter(number=number, decided_at__isnull=True).update(
            decided_by=decision.by,
            decided_at=now(),
            outcome=Asked.DECLINED,
            decision_reason=decision.reason,
            sealed={},
            input={},
        )
        if not settled:
            raise RefusedError.of(WORDS, "decided_already", str(number), number=number)
        forget_mark(number)
        entry = log.record(decision, origin.request, origin.system_user)
    return DeedOutcome(decision, entry.number)


def _waiting(number: int) -> Asked:
    row = Asked.objects.filter(number=number).first()
    if row is None:
        raise RefusedError.of(WORDS, "nothing_waits", str(number), number=number)
    if row.decided_at is not None:
        raise RefusedError.of(WORDS, "decided_already", str(number), number=number)
    return row

"""Erase the personal values of somebody that are sealed beside the log: the entries stay, and the chain verifies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from arpad.model.clock import now
from arpad.office.decision import ACCOUNT, Waiting
from arpad.office.keep_office import Erase, EraseState
from arpad.office.keep_office import erase_person as decided
from arpad.storage import log
from arpad.storage.deeds.asking import DeedOutcome, Origin, circumstances, keep_waiting, settle
from arpad.storage.models import Account, SealedValue

if TYPE_CHECKING:
    from arpad.office.person import Person
    from arpad.storage.models import Asked

DEED = "person.erase"


def erase_person(
    person: Person,
    asked: Erase,
    origin: Origin = Origin(),  # noqa: B008 - a value that never changes
    confirms: Asked | None = None,
) -> DeedOutcome:
    """Decide whether somebody's sealed values are erased, and do it."""
    values = SealedValue.objects.filter(of=asked.of, person=asked.number, erased_at__isnull=True)
    is_open = asked.of == ACCOUNT and Account.objects.filter(record=asked.number, closed_at__isnull=True).exists()
    entries = list(values.values_list("entry_number", "name"))
    state = EraseState(circumstances(DEED, confirms), entries, is_open_account=is_open)
    answer = decided(person, asked, state)
    if isinstance(answer, Waiting):
        given = {"number": asked.number, "reason": asked.reason, "of": asked.of}
        return DeedOutcome(waiting=keep_waiting(answer, given))
    with transaction.atomic():
        settle(None if confirms is None else confirms.number, answer)
        values.update(key=None, value=None, erased_at=now())
        entry = log.record(answer, origin.request, origin.system_user)
    return DeedOutcome(answer, entry.number)


def confirmed(person: Person, row: Asked, origin: Origin) -> DeedOutcome:
    """Decide anew, as the second person, what somebody asked for."""
    given = row.input
    return erase_person(person, Erase(given["number"], given["reason"], given["of"]), origin, row)

"""Letters that go with deeds about events: written in the same transaction, by what the decision itself says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.db import transaction

from arpad.office.event_letters import event_letter
from arpad.office.event_letters import remind as decided_to_remind
from arpad.storage.deeds.asking import DeedOutcome, Origin
from arpad.storage.events.carrying_out import held_event, state_of
from arpad.storage.letters import record_with_letters
from arpad.storage.models import RegisteredEvent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.office.decision import Decision
    from arpad.office.event_letters import LetterReceiver
    from arpad.office.log import LogRecord
    from arpad.office.person import Person
    from arpad.storage.events.carrying_out import Along

NOWHERE = Origin()


def with_letter(along: Along, number: int, to: LetterReceiver) -> Along:
    """Give what goes along with a deed about an event, with the letter that tells of it."""

    def recorded(decision: Decision, more: Mapping[str, Any]) -> LogRecord:
        name, federation = _event(number)
        draft = event_letter(decision, name, federation, to)
        entry, _ = record_with_letters(decision, [] if draft is None else [draft], along.origin, more)
        return entry

    return replace(along, recorded=recorded)


def _event(number: int) -> tuple[str, str]:
    """Give name and federation of an event, of a part those of the whole."""
    row = RegisteredEvent.objects.select_related("parent").get(number=number)
    whole = row.parent or row
    return whole.name, row.federation


def remind(person: Person, number: int, to: LetterReceiver, origin: Origin = NOWHERE) -> DeedOutcome:
    """Decide whether somebody is reminded of a report that is missing, and write the letter."""
    with transaction.atomic():
        row = held_event(person, number)
        decision = decided_to_remind(person, state_of(row, "letter.remind"), row.due_on)
        draft = event_letter(decision, *_event(number), to)
        entry, _ = record_with_letters(decision, [] if draft is None else [draft], origin)
    return DeedOutcome(decision, entry.number)

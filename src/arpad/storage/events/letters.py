"""Letters that go with deeds about events: written in the same transaction, by what the decision itself says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.db import transaction

from arpad.office.event_letters import event_letter
from arpad.office.event_letters import remind as decided_to_remind
from arpad.storage.deeds.asking import DeedOutcome, Origin
from arpad.storage.events.carrying_out import held_event, state_of
from arpad.storage.letters import record_with_letters

if TYPE_CHECKING:
    from arpad.office.event_letters import LetterReceiver
    from arpad.office.person import Person
    from arpad.storage.events.carrying_out import Along

NOWHERE = Origin()


def with_letter(along: Along, to: LetterReceiver) -> Along:
    """Give what goes along with a deed about an event, with the letter that tells of it."""
    return replace(along, letter=to)


def remind(person: Person, number: int, to: LetterReceiver, origin: Origin = NOWHERE) -> DeedOutcome:
    """Decide whether somebody is reminded of a report that is missing, and write the letter."""
    with transaction.atomic():
        row = held_event(person, number)
        decision = decided_to_remind(person, state_of(row, "letter.remind"), row.due_on)
        draft = event_letter(decision, (row.parent or row).name, row.federation, to)
        entry, _ = record_with_letters(decision, [] if draft is None else [draft], origin)
    return DeedOutcome(decision, entry.number)

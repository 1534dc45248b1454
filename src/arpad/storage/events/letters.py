"""Letters that go with deeds about events: written in the same transaction, by what the decision itself says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arpad.office.event_letters import LetterReceiver
from arpad.office.event_letters import remind as decided_to_remind
from arpad.storage.events.carrying_out import NOTHING, about_event
from arpad.storage.models import RegisteredEvent

if TYPE_CHECKING:
    from arpad.office.event_letters import Remind
    from arpad.office.person import Person
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.events.carrying_out import Along


def with_letter(along: Along, to: LetterReceiver) -> Along:
    """Give what goes along with a deed about an event, with the letter that tells of it."""
    return replace(along, letter=to)


def remind(person: Person, number: int, asked: Remind, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether somebody is reminded of a report that is missing, and write the letter."""
    row = RegisteredEvent.objects.filter(number=number).first()
    asked = replace(asked, due=None if row is None else row.due_on)
    along = along if along.letter is not None else with_letter(along, LetterReceiver())
    return about_event(person, number, "letter.remind", lambda state: decided_to_remind(person, asked, state), along)

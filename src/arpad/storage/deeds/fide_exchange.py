"""What passes between a federation's office and FIDE about an event: sent, answered, seen on a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.office.send_to_fide import (
    keep_answer,
    keep_registration_answer,
    note_fide_list,
    send_registration,
    send_to_fide,
)
from arpad.storage.events.carrying_out import NOTHING, about_event, with_document

if TYPE_CHECKING:
    from arpad.office.person import Person
    from arpad.office.send_to_fide import FideAnswer, NoteFideList, SendRegistration, SendToFide
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.events.carrying_out import Along


def send_registered(person: Person, number: int, asked: SendRegistration, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether an event is recorded as registered with FIDE."""
    return about_event(
        person, number, "fide.send_registration", lambda state: send_registration(person, asked, state), along
    )


def keep_registered(person: Person, number: int, asked: FideAnswer, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether FIDE's answer about a registration is kept."""
    asked = with_document(asked, along)
    return about_event(
        person, number, "fide.answer_registration", lambda state: keep_registration_answer(person, asked, state), along
    )


def send(person: Person, number: int, asked: SendToFide, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether a report is recorded as sent to FIDE; the papers are the bytes that were sent."""
    return about_event(person, number, "fide.send", lambda state: send_to_fide(person, asked, state), along)


def keep_fide_answer(person: Person, number: int, asked: FideAnswer, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether FIDE's answer about a report is kept."""
    asked = with_document(asked, along)
    return about_event(person, number, "fide.answer", lambda state: keep_answer(person, asked, state), along)


def note_on_list(person: Person, number: int, asked: NoteFideList, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether an event is noted as being on a list of FIDE."""
    return about_event(person, number, "fide.note_list", lambda state: note_fide_list(person, asked, state), along)

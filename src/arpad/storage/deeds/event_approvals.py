"""Approvals of events: asked for, given in the office, or recorded with the document of whoever gave them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.office.ask_approval import ask_approval
from arpad.office.record_approval import record_approval
from arpad.storage.events.carrying_out import NOTHING, about_event, with_document

if TYPE_CHECKING:
    from arpad.office.ask_approval import AskApproval
    from arpad.office.person import Person
    from arpad.office.record_approval import RecordApproval
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.events.carrying_out import Along


def ask(person: Person, number: int, asked: AskApproval, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether an approval is asked for."""
    return about_event(person, number, "approval.ask", lambda state: ask_approval(person, asked, state), along)


def record(person: Person, number: int, asked: RecordApproval, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether an approval is recorded; the first paper that goes along is its document."""
    asked = with_document(asked, along)
    return about_event(person, number, "approval.record", lambda state: record_approval(person, asked, state), along)

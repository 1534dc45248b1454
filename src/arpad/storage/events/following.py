"""The rows beside an event that follow from an entry about it: its history, approvals, what passed with FIDE."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.office.canonical import plain
from arpad.office.registration_facts import PlayersOnRecord, players_data
from arpad.storage.models import EventApproval, EventEntry, FideMessage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.office.log import LogRecord
    from arpad.storage.models import RegisteredEvent

_SENT, _ANSWERED, _LISTED = FideMessage.WAYS
_REGISTRATION, _REPORT = FideMessage.ABOUT
_OF_FIDE = {
    "fide.send_registration": (_SENT, _REGISTRATION, "sent_on"),
    "fide.answer_registration": (_ANSWERED, _REGISTRATION, "answered_on"),
    "fide.send": (_SENT, _REPORT, "sent_on"),
    "fide.answer": (_ANSWERED, _REPORT, "answered_on"),
    "fide.note_list": (_LISTED, _REPORT, "seen_on"),
}
"""By deed: which way it went, what it was about, and which fact has its day."""
APPROVAL = ("what", "body", "is_granted", "decided_on", "document", "consulted", "condition")


def follow(row: RegisteredEvent, entry: LogRecord, beside: Mapping[str, Any]) -> None:
    """Write the rows that follow from an entry, within the transaction that writes it."""
    note_entry(row, entry, personal(entry, beside))
    approval = approval_values(entry)
    if approval is not None:
        EventApproval.objects.create(event=row, entry=entry.number, **approval)
    message = message_values(entry)
    if message is not None:
        FideMessage.objects.create(event=row, entry=entry.number, **message)


def note_entry(row: RegisteredEvent, entry: LogRecord, beside: Mapping[str, Any] | None = None) -> None:
    """Note that an entry of the log is about an event, for its history."""
    has_conflict = bool(entry.facts.get("conflicts"))
    EventEntry.objects.create(event=row, entry=entry.number, beside=dict(beside or {}), has_conflict=has_conflict)


def personal(entry: LogRecord, beside: Mapping[str, Any]) -> dict[str, Any]:
    """Give the personal facts that an entry gave, as they are kept beside it."""
    expected = beside.get("expected")
    if "expected" not in entry.facts.get("facts", {}) or expected is None or isinstance(expected, PlayersOnRecord):
        return {}
    return {"expected": players_data(expected)}


def approval_values(entry: LogRecord) -> dict[str, Any] | None:
    """Give the columns of the approval that an entry recorded; None for any other entry."""
    if entry.code != "approval.record":
        return None
    return {**{name: entry.facts[name] for name in APPROVAL}, "cites": list(entry.cites)}


def message_values(entry: LogRecord) -> dict[str, Any] | None:
    """Give the columns of what passed with FIDE by an entry; None for any other entry."""
    if entry.code not in _OF_FIDE:
        return None
    way, about, day = _OF_FIDE[entry.code]
    facts = entry.facts
    return {
        "way": way,
        "about": about,
        "day": facts[day],
        "answer": facts.get("answer", ""),
        "document": facts.get("sha256", "") if way == _SENT else facts.get("document", ""),
        "fide_code": facts.get("fide_code", ""),
        "list_date": facts.get("list") if way == _LISTED else None,
    }


def same(row: Any, values: Mapping[str, Any]) -> bool:  # noqa: ANN401 - a row of any model
    """Tell whether a row has the columns that an entry tells."""
    return all(plain(getattr(row, name)) == plain(value) for name, value in values.items())

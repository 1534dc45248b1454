"""Events as they follow from the log, compared with what the database has of them.

Of who is expected the log has a fingerprint; it is held against the people that stand beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from arpad.model.problems import Problem
from arpad.office.canonical import plain
from arpad.office.event_after import after
from arpad.office.event_case import EventCase
from arpad.office.parts_after import as_part, parts_after
from arpad.office.registration_facts import players_on_record, values_read
from arpad.office.stages import NEW, OF_LIFE
from arpad.regulations.catalogue import edition
from arpad.storage.events.following import approval_values, message_values, same
from arpad.storage.events.rows import part_columns
from arpad.storage.models import EventApproval, EventEntry, FideMessage, RatingSystem, RegisteredEvent
from arpad.storage.rulebooks import law_named_by
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from arpad.office.log import LogRecord

_AT_A_TIME = 2000
_NEW = ("event.register", "event.note_unregistered")


@dataclass(slots=True)
class DerivedEvents:
    """The events of an office as the log tells them."""

    cases: dict[int, EventCase] = field(default_factory=dict)
    parents: dict[int, int] = field(default_factory=dict)
    """Of each part, the long event."""
    systems: dict[int, str] = field(default_factory=dict)
    changed_by: dict[int, int] = field(default_factory=dict)
    entries: set[tuple[int, int]] = field(default_factory=set)
    """Which entry is about which event."""
    approvals: dict[int, tuple[int, dict[str, Any]]] = field(default_factory=dict)
    """By entry, the event and what was approved."""
    messages: dict[int, tuple[int, dict[str, Any]]] = field(default_factory=dict)
    """By entry, the event and what passed with FIDE."""
    _parts: dict[int, list[int]] = field(default_factory=dict)
    _laws: dict[str, Any] = field(default_factory=dict)

    def change(self, record: LogRecord) -> None:
        """Go on by an entry."""
        for number, facts in _changes(record):
            self._change(number, replace(record, facts=facts))

    def _change(self, number: int, record: LogRecord) -> None:
        if record.code in _NEW:
            self._begin(number, record)
        case = self.cases[number]
        came = self.cases[number] = after(case, record, self._law_named(self.systems[number]))
        self.changed_by[number] = record.number
        self.entries.add((number, record.number))
        approval, message = approval_values(record), message_values(record)
        if approval is not None:
            self.approvals[record.number] = (number, approval)
        if message is not None:
            self.messages[record.number] = (number, message)
        if number not in self.parents:
            self._follow(number, came, record)

    def _begin(self, number: int, record: LogRecord) -> None:
        facts = record.facts
        self.systems[number] = facts["system"]
        # Its law is named by its first entry, from which `after` takes it.
        self.cases[number] = EventCase(number, facts["federation"], edition("fide-2024-03"), NEW, facts["office"])

    def _follow(self, number: int, case: EventCase, record: LogRecord) -> None:
        known = {part: self.cases[part] for part in self._parts.get(number, ())}
        for part, came in parts_after(case, known, record).items():
            self.cases[part], self.parents[part] = came, number
            if part not in known:
                self._parts.setdefault(number, []).append(part)
            self.systems[part], self.changed_by[part] = self.systems[number], record.number

    def parts_of(self, number: int) -> list[int]:
        """Give the numbers of the parts of an event."""
        return self._parts.get(number, [])

    def _law_named(self, key: str) -> Any:  # noqa: ANN401 - what finds an edition
        if key not in self._laws:
            self._laws[key] = law_named_by(RatingSystem.objects.get(key=key))
        return self._laws[key]


def _changes(record: LogRecord) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Give the events that an entry changed, with the facts about each."""
    if record.code in OF_LIFE:
        yield record.facts["event"], record.facts
    for change in record.facts.get("registrations", ()):
        yield change["event"], change


def derived_events(records: Iterable[LogRecord]) -> DerivedEvents:
    """Derive every event from the log."""
    derived = DerivedEvents()
    for record in records:
        derived.change(record)
    return derived


def event_problems(derived: DerivedEvents) -> Iterator[Problem]:
    """Name everything in which events are not what the log tells."""
    yield from _of_rows(derived)
    yield from _of_entries(derived)
    for number, entry in _beside(derived.approvals, EventApproval):
        yield Problem.of(WORDS, "approval_differs", str(number), event=number, entry=entry)
    for number, entry in _beside(derived.messages, FideMessage):
        yield Problem.of(WORDS, "fide_message_differs", str(number), event=number, entry=entry)


def _of_rows(derived: DerivedEvents) -> Iterator[Problem]:
    rows = {row.number: row for row in RegisteredEvent.objects.select_related("rating_system").iterator(_AT_A_TIME)}
    for number in sorted({*rows, *derived.cases}):
        row, where = rows.get(number), str(number)
        if row is None or number not in derived.cases:
            yield Problem.of(WORDS, "event_gone" if row is None else "event_not_logged", where, event=number)
            continue
        different = sorted(_different(row, derived))
        if different:
            yield Problem.of(WORDS, "event_differs", where, event=number, fields=different)


def _different(row: RegisteredEvent, derived: DerivedEvents) -> Iterator[str]:
    """Name the columns of an event that are not what the log tells."""
    own, parent = derived.cases[row.number], derived.parents.get(row.number)
    case = own if parent is None else as_part(derived.cases[parent], own)
    for name, value in part_columns(own, case).items():
        if plain(getattr(row, name)) != plain(value):
            yield name
    if (row.parent_id, row.rating_system.key) != (parent, derived.systems[row.number]):
        yield "parent"
    if row.changed_by != derived.changed_by[row.number]:
        yield "changed_by"
    parts = (derived.cases[part] for part in derived.parts_of(row.number))
    if row.has_parts != any(not part.is_left_out for part in parts):
        yield "has_parts"
    logged, kept = own.values.get("expected"), row.beside.get("expected")
    if kept is not None and (
        logged is None or players_on_record(values_read({"expected": kept})["expected"]) != logged
    ):
        yield "expected"


def _of_entries(derived: DerivedEvents) -> Iterator[Problem]:
    """Name events whose history lacks an entry, or has one that no entry of the log gave it."""
    kept = set(EventEntry.objects.values_list("event_id", "entry"))
    for number in sorted({number for number, _ in derived.entries - kept}):
        yield Problem.of(WORDS, "event_history_differs", str(number), event=number)


def _beside(logged: Mapping[int, tuple[int, dict[str, Any]]], model: Any) -> Iterator[tuple[int, int]]:  # noqa: ANN401 - either model
    """Give event and entry of every row beside an event that is not what the log tells."""
    rows = {row.entry: row for row in model.objects.all().iterator(_AT_A_TIME)}
    for entry in sorted({*rows, *logged}):
        row, of_log = rows.get(entry), logged.get(entry)
        if row is None or of_log is None or row.event_id != of_log[0] or not same(row, of_log[1]):
            number = of_log[0] if of_log is not None else rows[entry].event_id
            yield number, entry

"""The log with the names of people beside it, and deeds that wait for a second person."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from arpad.model.bounded import day_of
from arpad.office.log import known_sentence
from arpad.office.roles import confirming_refusal, deed_sentence, may
from arpad.office.wording import WORDS as OFFICE
from arpad.storage.models import Asked as AskedDeed
from arpad.storage.models import EventEntry, LogEntry, SealedValue
from arpad.storage.queries.paging import AskedRows, RowsOfTable, paged
from arpad.storage.queries.people import names_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django.db.models import QuerySet

    from arpad.office.person import Person

_ORDERS = {"number": ("number",)}


def entry_sentence(code: str, facts: Mapping[str, Any]) -> str:
    """Give the words for something that was done; where its facts lack a part of them, the words for the deed."""
    sentence = known_sentence(code, facts)
    if sentence is not None:
        return sentence
    words = deed_sentence(code) if code in OFFICE.sections()["deed"] else code
    return words[:1].upper() + words[1:]


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry of the log, in words, with the names of people as the office has them now."""

    entry: LogEntry
    by: str
    second: str

    @property
    def sentence(self) -> str:
        """What was done, in words."""
        return entry_sentence(self.entry.code, self.entry.facts)


def log(person: Person, asked: AskedRows) -> RowsOfTable[LogLine]:
    """Give the entries of the log, the newest first."""
    if not may(person, "log.read"):
        return RowsOfTable([], 0)
    page = paged(_filtered(asked), asked.ordered("-number"), _ORDERS, _same)
    return RowsOfTable(_lines(page.rows), page.total)


def _same(entry: LogEntry) -> LogEntry:
    return entry


def _filtered(asked: AskedRows) -> QuerySet[LogEntry]:
    rows = LogEntry.objects.all()
    for name in ("code", "request"):
        if value := asked.wanted(name):
            rows = rows.filter(**{name: value})
    if (record := asked.whole_number("by")) is not None:
        rows = rows.filter(by=record) | rows.filter(second=record)
    if words := asked.wanted("q"):
        rows = rows.filter(reason__icontains=words)
    if asked.wanted("alone"):
        rows = rows.filter(by_one_person=True)
    if asked.wanted("conflict"):
        rows = rows.filter(number__in=EventEntry.objects.filter(has_conflict=True).values("entry"))
    for name, sign, later in (("since", "gte", 0), ("until", "lt", 1)):
        try:
            day = day_of(asked.wanted(name)) if asked.wanted(name) else None
        except ValueError:
            day = None
        if day is not None:
            rows = rows.filter(**{f"at__date__{sign}": day + timedelta(days=later)})
    return rows


def _lines(entries: Sequence[LogEntry]) -> list[LogLine]:
    names = names_of(number for entry in entries for number in (entry.by, entry.second))
    return [LogLine(entry, names.get(entry.by, ""), names.get(entry.second or 0, "")) for entry in entries]


@dataclass(frozen=True, slots=True)
class EntryPage:
    """An entry of the log with its sealed values and with what else the same click changed."""

    line: LogLine
    sealed: Sequence[SealedValue]
    beside: Sequence[LogLine]


def log_entry(person: Person, number: int) -> EntryPage | None:
    """Give an entry of the log."""
    entry = LogEntry.objects.filter(number=number).first() if may(person, "log.read") else None
    if entry is None:
        return None
    others = LogEntry.objects.filter(request=entry.request).exclude(number=number) if entry.request else ()
    sealed = SealedValue.objects.filter(entry_number=number).order_by("name")
    return EntryPage(_lines([entry])[0], list(sealed), _lines(list(others)))


def entries_about(person: Person, **facts: Any) -> list[LogLine]:  # noqa: ANN401 - plain values
    """Give the newest entries whose facts say this, to whoever may read the log."""
    if not may(person, "log.read"):
        return []
    rows = LogEntry.objects.filter(**{f"facts__{name}": value for name, value in facts.items()})
    return _lines(list(rows.order_by("-number")[:20]))


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """A deed that waits, or waited, for a second person."""

    row: AskedDeed
    by: str
    decided_by: str
    is_own: bool
    may_confirm: bool

    @property
    def sentence(self) -> str:
        """What was asked for, in words."""
        return entry_sentence(self.row.deed, self.row.facts)


def waiting(person: Person, *, is_open: bool = True) -> list[WaitingLine]:
    """Give what waits for a second person, or waited, as far as the person may see it: the oldest first."""
    rows = AskedDeed.objects.filter(decided_at__isnull=is_open).order_by("number" if is_open else "-decided_at")[:200]
    names = names_of(number for row in rows for number in (row.asked_by, row.decided_by))
    lines = (_waiting_line(person, row, names) for row in rows)
    sees_all = may(person, "log.read")
    return [line for line in lines if sees_all or line.is_own or line.may_confirm]


def waiting_one(person: Person, number: int) -> WaitingLine | None:
    """Give a deed that waits, or waited, if the person may see it."""
    row = AskedDeed.objects.filter(number=number).first()
    if row is None:
        return None
    line = _waiting_line(person, row, names_of([row.asked_by, row.decided_by]))
    return line if may(person, "log.read") or line.is_own or line.may_confirm else None


def _waiting_line(person: Person, row: AskedDeed, names: dict[int, str]) -> WaitingLine:
    is_own = row.asked_by == person.record
    may_confirm = not is_own and confirming_refusal(person, row.deed, row.federation) is None
    by, decided_by = names.get(row.asked_by, ""), names.get(row.decided_by or 0, "")
    return WaitingLine(row, by, decided_by, is_own, may_confirm)


def lines_of(person: Person, numbers: Sequence[int]) -> list[LogLine]:
    """Give some entries of the log, the oldest first, to whoever may read it."""
    if not may(person, "log.read"):
        return []
    return _lines(list(LogEntry.objects.filter(number__in=numbers).order_by("number")))

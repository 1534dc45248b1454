"""Everything about one event: facts with author and day, approvals, dates, papers, FIDE, history, what can be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arpad.model.clock import now
from arpad.office.event_case import by_day
from arpad.office.event_dates import deadlines
from arpad.office.registration_facts import values_read
from arpad.office.roles import DEEDS
from arpad.office.stages import OWNERS, deeds_at, may_at
from arpad.storage.events.carrying_out import is_about_other_part
from arpad.storage.events.rows import case_of
from arpad.storage.models import EventDocument, EventEntry, FideMessage, LogEntry, RegisteredEvent
from arpad.storage.queries.people import names_of
from arpad.storage.queries.record import entry_sentence
from arpad.storage.queries.registrations import RegistrationLine, seen_registrations, stage_at
from arpad.storage.rulebooks import rulebook_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arpad.office.approvals import NeededApproval
    from arpad.office.event_case import EventCase
    from arpad.office.event_dates import Deadline
    from arpad.office.person import Person
    from arpad.storage.models import EventApproval


@dataclass(frozen=True, slots=True)
class ChangedFact:
    """A fact of a registration before and after an amendment; None where there was, or is, none."""

    name: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """An entry of the log about an event, with what it changed and the papers that came with it."""

    entry: LogEntry
    sentence: str
    by: str
    second: str
    changes: Sequence[ChangedFact]
    papers: Sequence[EventDocument]
    conflicts: Sequence[str]

    @property
    def reasons(self) -> Sequence[Mapping[str, str]]:
        """Why a report was returned or an event refused: in words, each with its article and its place."""
        reasons: Sequence[Mapping[str, str]] = self.entry.facts.get("reasons") or ()
        return reasons


@dataclass(frozen=True, slots=True)
class RegistrationPage:
    """Everything that the office has about an event."""

    row: RegisteredEvent
    case: EventCase
    """The event at the stage of this moment."""
    parts: Sequence[RegistrationLine]
    sections: Sequence[RegistrationLine]
    """The other sections of its festival."""
    dates: Sequence[Deadline]
    needs: Sequence[NeededApproval]
    missing: Sequence[NeededApproval]
    approvals: Sequence[EventApproval]
    messages: Sequence[FideMessage]
    papers: Sequence[EventDocument]
    history: Sequence[HistoryLine]
    """The newest entry first."""
    names: Mapping[int, str]
    """Of everybody who gave a fact, by record."""
    deeds: Sequence[str]
    """What the person can do with it now."""

    @property
    def stage(self) -> str:
        """The stage at this moment."""
        return self.case.stage

    @property
    def turn(self) -> tuple[str, ...]:
        """Whose turn it is."""
        return OWNERS.get(self.stage, ())


def registration(person: Person, number: int) -> RegistrationPage | None:
    """Give everything about an event; None where there is none that the person may see."""
    row = registration_row(person, number)
    if row is None:
        return None
    at, case = now(), by_day(case_of(row), now())
    papers = list(EventDocument.objects.filter(event=row).order_by("entry", "name"))
    lines = _history(row, papers)
    whole = row if row.parent is None else row.parent
    siblings = seen_registrations(person).defer("facts", "beside")
    parts = siblings.filter(parent_id=whole.number).order_by("part") if whole.has_parts else ()
    festival = siblings.filter(festival=row.festival, parent__isnull=True).exclude(number=whole.number)
    sections = festival.filter(federation=row.federation).order_by("start", "number")[:100] if row.festival else ()
    return RegistrationPage(
        row,
        case,
        [RegistrationLine(part, stage_at(part, at)) for part in parts],
        [RegistrationLine(section, stage_at(section, at)) for section in sections],
        dates_of(row, case),
        case.needs,
        case.missing,
        sorted(row.approvals.all(), key=lambda approval: approval.entry),
        list(FideMessage.objects.filter(event=row).order_by("entry")),
        papers,
        lines,
        names_of({fact.by for fact in case.facts.values()}),
        deeds_now(person, row, case),
    )


def registration_row(person: Person, number: int) -> RegisteredEvent | None:
    """Give the row of an event that a person may see."""
    rows = seen_registrations(person).select_related("rating_system", "parent", "parent__rating_system")
    return rows.prefetch_related("approvals", "parent__approvals").filter(number=number).first()


def deeds_now(person: Person, row: RegisteredEvent, case: EventCase) -> list[str]:
    """Give the deeds that a person can do with an event at its stage."""
    return [
        deed
        for deed in deeds_at(case.stage, case.office)
        if DEEDS[deed].changes
        and may_at(person, case.stage, deed, case.federation, case.office)
        and not is_about_other_part(row, deed)
    ]


def dates_of(row: RegisteredEvent, case: EventCase) -> list[Deadline]:
    """Give all dates of an event, each with its article."""
    end = case.values.get("end")
    if end is None:
        return []
    calendar = rulebook_of(row.rating_system).calendar(case.values.get("kind") or "standard", end)
    return deadlines(case, calendar, case.part_days)


def paper_of(person: Person, number: int, sha256: str) -> EventDocument | None:
    """Give a paper of an event that a person may see."""
    if not seen_registrations(person).filter(number=number).exists():
        return None
    return EventDocument.objects.filter(event_id=number, sha256=sha256).first()


def _history(row: RegisteredEvent, papers: Sequence[EventDocument]) -> list[HistoryLine]:
    """Give what happened to an event; of a part, what happened to the whole event as well."""
    numbers = [number for number in (row.number, row.parent_id) if number is not None]
    kept = {link.entry: link.beside for link in EventEntry.objects.filter(event_id__in=numbers).order_by("entry")}
    entries = list(LogEntry.objects.filter(number__in=kept).order_by("number"))
    names = names_of(number for entry in entries for number in (entry.by, entry.second))
    lines, expected = [], None
    for entry in entries:
        given = kept[entry.number].get("expected")
        changes = list(_changes(entry.facts, expected, given)) if entry.code == "event.amend" else []
        expected = given or expected
        of_entry = [paper for paper in papers if paper.entry == entry.number]
        conflicts = entry.facts.get("conflicts") or ()
        by, second = names.get(entry.by, ""), names.get(entry.second or 0, "")
        lines.append(
            HistoryLine(entry, entry_sentence(entry.code, entry.facts), by, second, changes, of_entry, conflicts)
        )
    return lines[::-1]


def _changes(facts: Mapping[str, Any], before: Any, after: Any) -> list[ChangedFact]:  # noqa: ANN401 - who is expected
    """Give what an amendment changed, each fact as it was and as it is."""
    was, came = values_read(facts.get("was", {})), values_read(facts.get("facts", {}))
    if "expected" in came and after is not None:
        came |= values_read({"expected": after})
    if "expected" in was and before is not None:
        was |= values_read({"expected": before})
    names = sorted({*was, *came, *facts.get("taken_back", ())})
    return [ChangedFact(name, was.get(name), came.get(name)) for name in names]

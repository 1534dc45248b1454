"""Every event in one table: those of the office at their stages, and those of the book that came without it.

An event of the office stands there once, whatever the book has of it. What a day brings (play begins, the last day
passes) is counted in, so that a filter and a page say the same. A long event stands for its parts while it is not
played; then each part stands for itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from django.db.models import BigIntegerField, Case, CharField, Count, DateField, Exists, F, OuterRef, Q, Subquery, Value
from django.db.models.functions import Cast, Coalesce

from arpad.model.clock import now
from arpad.office.parts_after import FOLLOWS
from arpad.office.roles import federations_seen
from arpad.office.stages import ANNOUNCED, ANNULLED, AWAITED, CUT_SHORT, DUE, OWNERS, RATED, RUNNING, STAGES
from arpad.storage.models import EventRow, RegisteredEvent
from arpad.storage.queries.paging import AskedRows, RowsOfTable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django.db.models import QuerySet

    from arpad.office.person import Person
    from arpad.storage.models import RatingSystem

NO_DAY = date(9999, 12, 31)
"""Stands for no day in an order, in every database at the same end."""
_PLAYED = (RUNNING, CUT_SHORT, AWAITED)
_COLUMNS = (
    "office_number",
    "book_number",
    "place",
    "called",
    "of",
    "chess",
    "first",
    "last",
    "stands",
    "due",
    "list_of",
)
_ORDERS = {
    "end": ("last", "called"),
    "name": ("called", "last"),
    "federation": ("of", "last", "called"),
    "kind": ("chess", "last", "called"),
    "due": ("due", "last", "called"),
    "rated_for": ("list_of", "last", "called"),
}
_UNIQUE = ("office_number", "book_number")
_MOST_WORDS = 6
_MOST_DIGITS = 18


@dataclass(frozen=True, slots=True)
class EventInTable:
    """An event in a table, of the office or of the book."""

    number: int
    """Its number in the office; 0 for one that only the book has."""
    book_event: int
    """Its number in the book; 0 for one that is not in it."""
    part: int
    name: str
    federation: str
    kind: str
    start: date
    end: date
    stage: str
    due_on: date | None
    list_date: date | None
    """The list that it was rated for, or FIDE's list that it is on."""

    @property
    def is_of_book_only(self) -> bool:
        """True where the office has no registration of it."""
        return not self.number


def stage_now(at: Any) -> Case:  # noqa: ANN401 - a moment
    """Give the stage of an event with what the days have brought, as the database works it out."""
    is_over, is_begun = Q(stage__in=(ANNOUNCED, RUNNING), ends_at__lte=at), Q(stage=ANNOUNCED, begins_at__lte=at)
    return Case(
        *(_when(condition, stage) for condition, stage in ((is_over, AWAITED), (is_begun, RUNNING))),
        default=F("stage"),
        output_field=CharField(),
    )


def office_events(person: Person, system: RatingSystem, asked: AskedRows) -> RowsOfTable[EventInTable]:
    """Give the events that the person may see, each once."""
    of_office, of_book = _of_office(person, system, asked), _of_book(person, system, asked)
    stage, turn = asked.wanted("stage"), asked.wanted("turn")
    stages = [each for each in STAGES if (not stage or each == stage) and (not turn or turn in OWNERS.get(each, ()))]
    if stage or turn:
        of_office, of_book = of_office.filter(stands__in=stages), of_book.filter(stands__in=stages)
    rows = of_office.values_list(*_COLUMNS).union(of_book.values_list(*_COLUMNS), all=True)
    ordered = rows.order_by(*_order(asked))
    first = max(asked.page - 1, 0) * asked.size
    some = [_line(row) for row in ordered[first : first + asked.size]]
    whole = first + len(some) if some and len(some) < asked.size else of_office.count() + of_book.count()
    return RowsOfTable(some, whole)


def counts_by_stage(person: Person, system: RatingSystem, asked: AskedRows) -> dict[str, int]:
    """Give how many events stand at each stage, whatever stage is asked for, in the order of the stages."""
    counts: dict[str, int] = {}
    for rows in (_of_office(person, system, asked), _of_book(person, system, asked)):
        for stage, count in rows.order_by().values_list("stands").annotate(count=Count("pk")):
            counts[stage] = counts.get(stage, 0) + count
    return {stage: counts[stage] for stage in STAGES if stage in counts}


def each_once(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Give registered events each once: a long one as a whole while it is not played, then its parts."""
    rows = rows.exclude(has_parts=True, stands__in=_PLAYED)
    return rows.exclude(part__gt=0, stands__in=set(FOLLOWS) - set(_PLAYED))


def _of_office(person: Person, system: RatingSystem, asked: AskedRows) -> QuerySet[Any]:
    rows = RegisteredEvent.objects.filter(rating_system=system, is_left_out=False)
    seen = federations_seen(person, "registration.read")
    rows = rows if seen is None else rows.filter(federation__in=seen)
    rated_for = EventRow.objects.filter(rating_system=system, event_id=OuterRef("book_event")).values("rated_for")[:1]
    rows = rows.annotate(
        stands=stage_now(now()),
        office_number=F("number"),
        book_number=Coalesce(F("book_event"), Value(0), output_field=BigIntegerField()),
        place=F("part"),
        called=F("name"),
        of=F("federation"),
        chess=F("kind"),
        first=F("start"),
        last=F("end"),
        due=Coalesce(F("due_on"), Value(NO_DAY), output_field=DateField()),
        list_of=Coalesce(Subquery(rated_for), F("fide_list"), Value(NO_DAY), output_field=DateField()),
    )
    rows = each_once(rows)
    if festival := asked.wanted("festival"):
        rows = rows.filter(festival=festival)
    return _filtered(rows, asked, ("number", "book_event"))


def _of_book(person: Person, system: RatingSystem, asked: AskedRows) -> QuerySet[Any]:
    """Give the events of the book that the office has no registration of."""
    registered = RegisteredEvent.objects.filter(rating_system=system, book_event=OuterRef("event_id"))
    rows = EventRow.objects.filter(~Exists(registered), rating_system=system)
    seen = federations_seen(person, "event.read")
    rows = rows if seen is None else rows.filter(federation__in=seen)
    stages = ((Q(withdrawn=True), ANNULLED), (Q(rated_for__isnull=True), DUE))
    rows = rows.annotate(
        stands=Case(*(_when(*each) for each in stages), default=Value(RATED), output_field=CharField()),
        office_number=Value(0, output_field=BigIntegerField()),
        book_number=Cast(F("event_id"), BigIntegerField()),
        place=Value(0),
        called=F("name"),
        of=F("federation"),
        chess=F("kind"),
        first=F("start"),
        last=F("end"),
        due=Value(NO_DAY, output_field=DateField()),
        list_of=Coalesce(F("rated_for"), Value(NO_DAY), output_field=DateField()),
    )
    if asked.wanted("festival"):
        rows = rows.none()
    return _filtered(rows, asked, ("event_id",))


def _when(condition: Q, stage: str) -> Any:  # noqa: ANN401 - what `Case` takes
    from django.db.models import When  # noqa: PLC0415 - beside its only use

    return When(condition, then=Value(stage))


def _filtered(rows: QuerySet[Any], asked: AskedRows, numbers: Sequence[str]) -> QuerySet[Any]:
    words = asked.wanted("q")
    if words.isascii() and words.isdigit() and len(words) <= _MOST_DIGITS:
        condition = Q()
        for name in numbers:
            condition |= Q(**{name: int(words)})
        rows = rows.filter(condition)
    else:
        for part in words.split()[:_MOST_WORDS]:
            rows = rows.filter(name__icontains=part)
    of: Mapping[str, str] = {"federation": "federation", "kind": "kind"}
    for name, column in of.items():
        if value := asked.wanted(name):
            rows = rows.filter(**{column: value})
    year, _, month = asked.wanted("list").partition("-")
    if all(text.isascii() and text.isdigit() and len(text) <= 4 for text in (year, month)):  # noqa: PLR2004 - a year
        rows = rows.filter(list_of__year=min(int(year), 9998), list_of__month=int(month))
    return rows


def _order(asked: AskedRows) -> list[str]:
    falling, name = asked.order.startswith("-"), asked.order.removeprefix("-")
    columns = [*_ORDERS.get(name, _ORDERS["end"]), *_UNIQUE]
    return [f"-{column}" for column in columns] if falling or name not in _ORDERS else columns


def _line(row: tuple[Any, ...]) -> EventInTable:
    office, book, part, name, federation, kind, start, end, stage, due, listed = row
    due_on, list_date = (None if day == NO_DAY else day for day in (due, listed))
    return EventInTable(office, book, part, name, federation, kind, start, end, stage, due_on, list_date)

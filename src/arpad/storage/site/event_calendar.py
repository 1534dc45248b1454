"""Every public event in one calendar: those of the office at their stages, and those that only the book has.

An event stands there once. What is not yet registered, or never was, is not public; neither is a list that is closed
and not yet published. No page counts how many there are in all: it shows some, and says whether there are more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import BigIntegerField, Case, CharField, DateField, Exists, F, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Cast, Coalesce

from arpad.model.clock import now
from arpad.office.public_stage import PublicStage, public_stage
from arpad.office.stages import ANNULLED, CANCELLED, DUE, POSTPONED, RATED, STAGES
from arpad.storage.models import EventRow, FederationRow, RegisteredEvent
from arpad.storage.queries.event_tables import NO_DAY, each_once, stage_now
from arpad.storage.site.worked_out import list_being_made

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django.db.models import QuerySet

    from arpad.storage.models import RatingSystem

ROWS = 100
"""So many events stand on a page."""
ANNOUNCED, RUNNING, PAST = TIMES = ("announced", "running", "past")
"""When an event is played, seen from today."""
PUBLIC_STAGES = tuple(stage for stage in STAGES if public_stage(stage).code)
_ONLY_IF_REGISTERED = (CANCELLED, POSTPONED)
"""Stages that are public of an event that was announced; of one that never was, nothing is."""
_COLUMNS = ("office_number", "book_number", "place", "called", "of", "chess", "first", "last", "stands", "list_of")
_ORDERS = {ANNOUNCED: ("first", "called"), RUNNING: ("last", "called"), PAST: ("-last", "called")}
_UNIQUE = ("office_number", "book_number")
_MOST_WORDS = 6
_LONGEST = timedelta(days=400)
"""No event lasts longer."""


@dataclass(frozen=True, slots=True)
class AskedEvents:
    """What is asked of the calendar: when, in which month, held by whom, of which kind, by which words; which page."""

    when: str = PAST
    month: date | None = None
    """Any day of the month in which it is played."""
    federation: str = ""
    kind: str = ""
    words: str = ""
    page: int = 1


@dataclass(frozen=True, slots=True)
class EventOfCalendar:
    """An event in the calendar."""

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
    stage: PublicStage


class PageOfEvents(NamedTuple):
    """Some events of the calendar, and whether there are more."""

    events: Sequence[EventOfCalendar]
    has_more: bool


def registered_events(system: RatingSystem) -> QuerySet[RegisteredEvent]:
    """Give the events of the office that are public, each with its stage as of now (`stands`)."""
    rows = RegisteredEvent.objects.filter(rating_system=system, is_left_out=False, start__isnull=False)
    rows = rows.filter(end__isnull=False).annotate(stands=stage_now(now())).filter(stands__in=PUBLIC_STAGES)
    return rows.exclude(stands__in=_ONLY_IF_REGISTERED, registered_at__isnull=True)


def book_events(system: RatingSystem) -> QuerySet[EventRow]:
    """Give the events of the book that the office has no registration of, each with its stage (`stands`)."""
    registered = RegisteredEvent.objects.filter(rating_system=system, book_event=OuterRef("event_id"))
    rows = EventRow.objects.filter(~Exists(registered), rating_system=system)
    stages = [When(withdrawn=True, then=Value(ANNULLED))]
    if system.newest is not None:
        stages.append(When(rated_for__lte=system.newest.list_date, then=Value(RATED)))
    return rows.annotate(stands=Case(*stages, default=Value(DUE), output_field=CharField()))


def stage_in_book(system: RatingSystem, row: EventRow) -> str:
    """Give the stage of one of them."""
    if row.withdrawn:
        return ANNULLED
    is_rated = row.rated_for is not None and system.newest is not None and row.rated_for <= system.newest.list_date
    return RATED if is_rated else DUE


def events_of_calendar(system: RatingSystem, asked: AskedEvents, day: date) -> PageOfEvents:
    """Give a page of the calendar as of a day."""
    first = max(asked.page - 1, 0) * ROWS
    order = _ORDERS[asked.when]
    known: list[tuple[Any, ...]] = []
    for rows in (_of_office(system), _of_book(system)):
        # Each table is asked by itself, in the order of an index; so little is sorted.
        some = _asked_of(rows, asked, day).order_by(*order, *_UNIQUE)
        known += some.values_list(*_COLUMNS)[: first + ROWS + 1]
    by_name = sorted(known, key=lambda row: (row[3], row[0], row[1]))
    place, falls = _COLUMNS.index(order[0].removeprefix("-")), order[0].startswith("-")
    ordered = sorted(by_name, key=lambda row: row[place], reverse=falls)
    being_made = list_being_made(system)
    lists = {} if being_made is None else {number: each.list for number, each in being_made.events.items()}
    events = [_line(row, lists) for row in ordered[first : first + ROWS]]
    return PageOfEvents(events, len(ordered) > first + ROWS)


def announced_events(system: RatingSystem, day: date, asked: AskedEvents, most: int) -> list[EventOfCalendar]:
    """Give the events that are still to come, the next first."""
    rows = _asked_of(_of_office(system), replace(asked, when=ANNOUNCED), day).order_by("first", *_UNIQUE)
    return [_line(row, {}) for row in rows.values_list(*_COLUMNS)[:most]]


def events_by_number(system: RatingSystem, first: int, most: int) -> list[EventOfCalendar]:
    """Give public events from a place on, so many at most, by number: those that only the book has come first."""
    of_book = _of_book(system).order_by("book_number").values_list(*_COLUMNS)[first : first + most]
    rows = list(of_book)
    lacking = most - len(rows)
    if lacking:
        at = max(first - book_events(system).count(), 0)
        rows += _of_office(system).order_by("office_number").values_list(*_COLUMNS)[at : at + lacking]
    return [_line(row, {}) for row in rows]


def has_events(system: RatingSystem, when: str, day: date) -> bool:
    """Tell whether there is any event to come, running or past."""
    asked = AskedEvents(when)
    return any(_asked_of(rows, asked, day).exists() for rows in (_of_office(system), _of_book(system)))


def federations_of_calendar(system: RatingSystem) -> list[str]:
    """Give the federations that hold events."""
    of_book = EventRow.objects.filter(rating_system=system).exclude(federation="").order_by()
    registered = RegisteredEvent.objects.filter(federation=OuterRef("federation"), registered_at__isnull=False)
    of_office = FederationRow.objects.filter(Exists(registered), rating_system=system)
    codes = [rows.values_list("federation", flat=True) for rows in (of_book.distinct(), of_office)]
    return sorted({code for some in codes for code in some})


def _of_office(system: RatingSystem) -> QuerySet[Any]:
    rated_for = EventRow.objects.filter(rating_system=system, event_id=OuterRef("book_event")).values("rated_for")[:1]
    rows = registered_events(system).annotate(
        office_number=F("number"),
        book_number=Coalesce(F("book_event"), Value(0), output_field=BigIntegerField()),
        place=F("part"),
        called=F("name"),
        of=F("federation"),
        chess=F("kind"),
        first=F("start"),
        last=F("end"),
        list_of=Coalesce(Subquery(rated_for), F("fide_list"), Value(NO_DAY), output_field=DateField()),
    )
    return each_once(rows)


def _of_book(system: RatingSystem) -> QuerySet[Any]:
    return book_events(system).annotate(
        office_number=Value(0, output_field=BigIntegerField()),
        book_number=Cast(F("event_id"), BigIntegerField()),
        place=Value(0),
        called=F("name"),
        of=F("federation"),
        chess=F("kind"),
        first=F("start"),
        last=F("end"),
        list_of=Coalesce(F("rated_for"), Value(NO_DAY), output_field=DateField()),
    )


def _asked_of(rows: QuerySet[Any], asked: AskedEvents, day: date) -> QuerySet[Any]:
    """Give the rows that are asked for. What is put off is announced, whatever its days were.

    Every part is bounded by last days, by which there is an index.
    """
    is_of_office = rows.model is RegisteredEvent
    if asked.when == ANNOUNCED:
        to_come = Q(end__gte=day, start__gt=day)
        rows = rows.filter(to_come | Q(stage=POSTPONED) if is_of_office else to_come)
    elif asked.when == RUNNING:
        rows = rows.filter(start__lte=day, end__gte=day)
        rows = rows.exclude(stage__in=_ONLY_IF_REGISTERED) if is_of_office else rows
    else:
        rows = rows.filter(end__lt=day)
        rows = rows.exclude(stage=POSTPONED) if is_of_office else rows
    if asked.month is not None:
        month = asked.month.replace(day=1)
        after = _next_month(month)
        rows = rows.filter(start__lt=after, end__gte=month, end__lt=after + _LONGEST)
    for name in ("federation", "kind"):
        if value := getattr(asked, name):
            rows = rows.filter(**{name: value})
    for word in asked.words.split()[:_MOST_WORDS]:
        rows = rows.filter(name__icontains=word)
    return rows


def _next_month(month: date) -> date:
    return date(month.year + month.month // 12, month.month % 12 + 1, 1)


def _line(row: tuple[Any, ...], lists: Mapping[int, date | None]) -> EventOfCalendar:
    """Read a row; `lists` says by events of the book which list is to rate them."""
    office, book, part, name, federation, kind, start, end, stage, listed = row
    stands = public_stage(stage, lists.get(book) if listed == NO_DAY else listed)
    return EventOfCalendar(office, book, part, name, federation, kind, start, end, stands)

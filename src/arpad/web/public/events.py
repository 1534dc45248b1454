"""The calendar of events: to come, running, past; by month, federation and kind; as addresses, and as a calendar."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, NamedTuple

from django.http import HttpResponse
from django.urls import reverse

from arpad.model.period import KINDS
from arpad.office.event_calendar import EventDays, events_text
from arpad.storage.site.event_calendar import (
    ANNOUNCED,
    PAST,
    RUNNING,
    TIMES,
    AskedEvents,
    announced_events,
    events_of_calendar,
    federations_of_calendar,
    has_events,
)
from arpad.web.middleware import DOWNLOADED
from arpad.web.public.event_places import address_of
from arpad.web.public.frame import Sheet, public_page, with_query
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest

    from arpad.storage.site.event_calendar import EventOfCalendar
    from arpad.web.public.frame import Answer, Site

MOST_IN_CALENDAR = 1_000
"""So many events to come stand in the file that calendars subscribe to."""
_MOST_PAGE = 10_000


class CalendarTab(NamedTuple):
    """A part of the calendar as a link."""

    words: str
    address: str
    is_here: bool


class EventRowOnPage(NamedTuple):
    """An event with its address."""

    event: EventOfCalendar
    address: str


class MonthOfEvents(NamedTuple):
    """Events that stand together, under their month."""

    month: date
    rows: list[EventRowOnPage]


@public_page
def calendar_page(request: HttpRequest, site: Site) -> Answer:
    """Show events."""
    system = site.system
    asked = _asked(request, site)
    given = {name: request.GET.get(name, "") for name in ("month", "federation", "kind", "q")}
    path = reverse("site_events")
    page = None if system is None else events_of_calendar(system, asked, site.day)
    title = says("site_event", f"title_{asked.when}")
    before = str(asked.page - 1) if asked.page > 2 else ""  # noqa: PLR2004 - the first page is plain
    context = {
        "asked": asked,
        "given": given,
        "is_filtered": any(given.values()),
        "tabs": [
            CalendarTab(says("site_event", f"tab_{when}"), with_query(path, when=when, **given), when == asked.when)
            for when in TIMES
        ],
        "months": [] if page is None else _by_month(page.events, asked),
        "federations": [] if system is None else federations_of_calendar(system),
        "kinds": KINDS,
        "before": with_query(path, when=asked.when, **given, page=before) if asked.page > 1 else "",
        "after": with_query(path, when=asked.when, **given, page=str(asked.page + 1))
        if page is not None and page.has_more else "",
        "subscribe": with_query(reverse("site_events_calendar"), federation=asked.federation, kind=asked.kind),
        "is_announced": asked.when == ANNOUNCED,
    }  # fmt: skip
    words = says("site_event", "description", office=site.title)
    is_indexed = not any(given.values()) and asked.page == 1
    return Sheet("events.html", title, words, context, with_query(path, when=asked.when), is_indexed=is_indexed,
                 place="events")  # fmt: skip


def _asked(request: HttpRequest, site: Site) -> AskedEvents:
    given = request.GET
    when = given.get("when", "")
    if when not in TIMES:
        when = _usual(site)
    page = given.get("page", "1")
    return AskedEvents(
        when,
        _month(given.get("month", "")),
        given.get("federation", "").strip()[:3],
        given.get("kind", "") if given.get("kind", "") in KINDS else "",
        given.get("q", "").strip()[:100],
        min(int(page), _MOST_PAGE) if page.isascii() and page.isdigit() and len(page) < 9 else 1,  # noqa: PLR2004 - short
    )


def _usual(site: Site) -> str:
    """Give what is shown where nothing is asked for: what runs, what is to come, or what was."""
    if site.system is None:
        return PAST
    return next((when for when in (RUNNING, ANNOUNCED) if has_events(site.system, when, site.day)), PAST)


def _month(text: str) -> date | None:
    """Read a month as addresses have it; nothing where it is none.

    >>> _month("2026-11"), _month("2026-13"), _month("")
    (datetime.date(2026, 11, 1), None, None)
    """
    try:
        return date.fromisoformat(f"{text.strip()[:7]}-01")
    except ValueError:
        return None


def _by_month(events: Sequence[EventOfCalendar], asked: AskedEvents) -> list[MonthOfEvents]:
    months: list[MonthOfEvents] = []
    for event in events:
        day = event.end if asked.when == PAST else event.start
        month = day.replace(day=1)
        if not months or months[-1].month != month:
            months.append(MonthOfEvents(month, []))
        months[-1].rows.append(EventRowOnPage(event, address_of(event)))
    return months


@public_page
def calendar_file(request: HttpRequest, site: Site) -> Answer:
    """Give the events to come as a calendar that programs subscribe to."""
    asked = _asked(request, site)
    rows = [] if site.system is None else announced_events(site.system, site.day, asked, MOST_IN_CALENDAR)
    days = [
        EventDays(
            row.number, row.name, row.federation, row.start, row.end, request.build_absolute_uri(address_of(row)),
            is_put_off=row.stage.code == "put_off", is_cancelled=row.stage.code == "not_played",
        )
        for row in rows if row.number
    ]  # fmt: skip
    title = says("site_event", "calendar", office=site.title)
    # As of the day, so that whoever asks again within it is told that nothing changed.
    text = events_text(days, title, request.get_host(), datetime.combine(site.day, time(), UTC))
    headers = {"Content-Disposition": 'attachment; filename="events.ics"', "Content-Security-Policy": DOWNLOADED}
    return HttpResponse(text.encode(), content_type="text/calendar; charset=utf-8", headers=headers)

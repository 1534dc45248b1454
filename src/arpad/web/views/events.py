"""Events of the book: filtered, each with its games, its reports and what became of it."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render

from arpad.model.period import KINDS
from arpad.office.roles import may
from arpad.storage.queries.events import STATES, EventLine, event, events, report_of
from arpad.storage.queries.paging import RowsOfTable
from arpad.storage.queries.record import entries_about
from arpad.storage.queries.systems import federation_choices, rating_system
from arpad.web.access import page
from arpad.web.tables import Filter, TableColumn, TableOnPage
from arpad.web.views.lists import download
from arpad.web.wording import known, says

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person
    from arpad.storage.queries.paging import AskedRows

_COLUMNS = (
    TableColumn("number", number=True, order="number", wide=True),
    TableColumn("name", order="name"),
    TableColumn("federation", order="federation", wide=True),
    TableColumn("kind", order="kind", wide=True),
    TableColumn("days", order="end", falls_first=True),
    TableColumn("games", number=True, wide=True),
    TableColumn("rated_for", order="rated_for", wide=True, falls_first=True),
    TableColumn("state"),
)


@page("event.read")
def events_page(request: HttpRequest, person: Person, form: str = "") -> HttpResponse:
    """Show events."""
    system = rating_system()
    filters = (
        Filter("q"),
        Filter("federation", federation_choices(system, person, "event.read")),
        Filter("kind", tuple((kind, says("kind", kind)) for kind in KINDS)),
        Filter("state", tuple((state, known("event_state", state)) for state in STATES)),
        Filter("list", kind="text"),
    )
    listing = TableOnPage(request, _COLUMNS, "-end", filters, "events")

    def query(asked: AskedRows) -> RowsOfTable[EventLine]:
        return RowsOfTable([], 0) if system is None else events(person, system, asked)

    if form == "csv":
        return listing.exported(query, _cells)
    return render(request, "office/events.html", {"listing": listing.fill(query), "system": system})


def _cells(line: EventLine) -> dict[str, Any]:
    row = line.row
    return {
        "number": row.event_id,
        "name": row.name,
        "federation": row.federation,
        "kind": row.kind,
        "system": row.system,
        "start": row.start,
        "end": row.end,
        "games": line.games,
        "rated_for": row.rated_for,
        "state": line.state,
    }


@page("event.read")
def event_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Show an event: what is known of it, its games by rounds, its reports, what was decided."""
    system = rating_system()
    shown = None if system is None else event(person, system, number)
    if shown is None:
        raise Http404
    rounds = [(place, list(games)) for place, games in groupby(shown.games, key=lambda game: game.round)]
    context = {
        "shown": shown,
        "system": system,
        "rounds": rounds,
        "entries": entries_about(person, event=number),
        "may_correct": may(person, "event.correct", shown.row.federation),
    }
    return render(request, "office/event.html", context)


@page("event.read")
def event_report(request: HttpRequest, person: Person, number: int, digest: str) -> HttpResponse:  # noqa: ARG001 - the address says it all
    """Hand the bytes of a report over, as they came."""
    system = rating_system()
    report = None if system is None else report_of(person, system, number, digest)
    if report is None:
        raise Http404
    return download(report.name, report.sha256)

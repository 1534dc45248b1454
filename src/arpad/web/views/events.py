"""An event of the book: its games, its reports and what became of it."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import render

from arpad.office.roles import may
from arpad.storage.queries.event_pages import office_event_of
from arpad.storage.queries.events import event, report_of
from arpad.storage.queries.record import entries_about
from arpad.storage.queries.systems import rating_system
from arpad.web.access import page
from arpad.web.views.lists import download

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person


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
        "registered": None if system is None else office_event_of(person, system, number),
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

"""A federation under FIDE: what goes there and what came back; and FIDE's lists, held against what was expected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render

from arpad.office.stages import UNDER_FIDE
from arpad.storage.queries.event_pages import with_fide
from arpad.storage.queries.systems import rating_system
from arpad.storage.settings_in_force import settings_in_force
from arpad.web.access import page
from arpad.web.views.office_event import deed_buttons

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person


@page("registration.read")
def with_fide_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Show what was accepted and goes to FIDE, and what comes next for each."""
    system = rating_system()
    events = [] if system is None else with_fide(person, system)
    of_fide = [
        (event, [b for b in deed_buttons(event.deeds_of(person)) if b.deed.startswith("fide.")]) for event in events
    ]
    context = {"events": of_fide, "is_under_fide": settings_in_force().serves == UNDER_FIDE}
    return render(request, "office/with_fide.html", context)

"""The front page: what waits for me, the list being made, and how the office is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render

from arpad.model.clock import today
from arpad.office.roles import may
from arpad.storage.queries.lists import published_lists
from arpad.storage.queries.next_list import next_list
from arpad.storage.queries.paging import AskedRows
from arpad.storage.queries.record import log, waiting
from arpad.storage.queries.systems import rating_system
from arpad.storage.queries.work import damaged_files, last_proofs, open_jobs
from arpad.web.access import page, place_refusal

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person


@page("office.read")
def front(request: HttpRequest, person: Person) -> HttpResponse:
    """Show what waits, the list being made, the last proofs, the work that runs, and what was done last."""
    system = rating_system()
    lines = waiting(person)
    context = {
        "today": today(),
        "system": system,
        "for_me": [line for line in lines if line.may_confirm],
        "my_own": [line for line in lines if line.is_own],
        "next": next_list(person, system) if system is not None and _sees_next(person) else None,
        "lists": published_lists(system)[:3] if system is not None else (),
        "proofs": last_proofs(person),
        "damaged": damaged_files(person),
        "jobs": open_jobs(person),
        "done": log(person, AskedRows(size=6)).rows if may(person, "log.read") else (),
        "may_import": may(person, "book.import"),
    }
    return render(request, "office/front.html", context)


def _sees_next(person: Person) -> bool:
    return place_refusal(person, "list.preview") is None

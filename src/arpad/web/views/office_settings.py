"""What is set for the office, whose rules it serves, and which role may do what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render

from arpad.office.roles import DEEDS, GRANTED
from arpad.storage.opening import open_now
from arpad.storage.queries.systems import rating_system
from arpad.web.access import page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person

_SHOWN = ("title", "zone", "second_person", "second_factor", "hosts", "port", "https", "email_host", "email_from")


@page("settings.read")
def settings_page(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - the deed says who may
    """Show the settings, without a secret among them."""
    office = open_now()
    values = [(name, _written(getattr(office.settings, name))) for name in _SHOWN]
    context = {
        "values": values,
        "database": "PostgreSQL" if office.settings.is_postgresql else "SQLite",
        "system": rating_system(),
        "roles": GRANTED,
    }
    return render(request, "office/settings.html", context)


@page("settings.read")
def rights_page(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - the deed says who may
    """Show which role may do what."""
    return render(request, "office/rights.html", {"roles": GRANTED, "deeds": list(DEEDS.values())})


def _written(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)

"""Whether the office works: for whoever watches the machine, without a word about anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import DatabaseError, connection
from django.http import HttpResponse

from arpad.web.access import page

if TYPE_CHECKING:
    from django.http import HttpRequest

    from arpad.office.person import Person


@page("office.health")
def health(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - everybody may ask
    """Ask the database whether it answers."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("database\n", content_type="text/plain", status=503)
    return HttpResponse("ok\n", content_type="text/plain")

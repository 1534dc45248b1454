"""What a visitor of the site sees at an address where nothing is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.web.public.frame import Sheet, as_written, site_now
from arpad.web.wording import says

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


def not_on_site(request: HttpRequest) -> HttpResponse:
    """Say that there is nothing at an address, and where to look."""
    sheet = Sheet("not_there.html", says("site", "not_there"), "", is_indexed=False, status=404)
    return as_written(request, site_now(), sheet)

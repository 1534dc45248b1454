"""The front of the site: the search box, the newest list and what changed, the list being made, the next dates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.web.public.frame import Sheet, public_page
from arpad.web.wording import says

if TYPE_CHECKING:
    from django.http import HttpRequest

    from arpad.web.public.frame import Answer, Site


@public_page
def front_page(request: HttpRequest, site: Site) -> Answer:  # noqa: ARG001 - everybody sees the same
    """Show the front."""
    return Sheet("front.html", site.title, says("site", "front_description", office=site.title))

"""About the data: where it comes from, what was put right and why, revised lists, and how to verify everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.corrections import corrections
from arpad.storage.queries.lists import published_lists
from arpad.web.public.frame import Sheet, editions_of, public_page
from arpad.web.public.list_places import list_address, month_address
from arpad.web.wording import says

if TYPE_CHECKING:
    from django.http import HttpRequest

    from arpad.web.public.frame import Answer, Site


@public_page
def about_page(request: HttpRequest, site: Site) -> Answer:  # noqa: ARG001 - everybody sees the same
    """Say where the data come from and how they are verified."""
    days = [] if site.system is None else published_lists(site.system)
    revised = [
        {"version": version, "address": list_address(version), "month": month_address(version)}
        for day in days
        for version in day.versions
        if version.revision > 1
    ]
    context = {
        "lists": len(days),
        "first": days[-1].list_date if days else None,
        "newest": None if site.newest is None else list_address(site.newest, "files"),
        "closed_here": sum(not day.newest.is_imported for day in days),
        "imported": sum(day.newest.is_imported for day in days),
        "editions": () if site.newest is None else editions_of(site.newest),
        "revised": revised,
        "corrections": corrections(),
        "month": "" if site.newest is None else f"{site.newest.list_date:%Y-%m}",
    }
    return Sheet(
        "about.html",
        says("site_about", "title"),
        says("site_about", "description", office=site.title),
        context,
        place="about",
    )

"""The front of the site: the search box, the newest list and what changed, the list being made, the next dates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.storage.site.front import coming_days, fingerprint_of, made_in_brief, newest_in_brief
from arpad.web.public.frame import Sheet, public_page
from arpad.web.public.law_places import article_address
from arpad.web.public.player_places import player_address
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest

    from arpad.storage.site.front import ComingDay, Gain, ListInBrief
    from arpad.web.public.frame import Answer, Site


@public_page
def front_page(request: HttpRequest, site: Site) -> Answer:  # noqa: ARG001 - everybody sees the same
    """Show the front."""
    description = says("site", "front_description", office=site.title)
    if site.system is None:
        return Sheet("front.html", site.title, description)
    newest, coming = newest_in_brief(site.system), made_in_brief(site.system)
    context = {
        "newest": newest,
        "newest_gains": _linked(newest),
        "coming": coming,
        "coming_gains": _linked(coming),
        "days": [(each, _cited(each)) for each in coming_days(site.system, site.day)],
    }
    fingerprint = fingerprint_of(site.system, site.day)
    return Sheet("front.html", site.title, description, context, fingerprint=fingerprint)


def _linked(brief: ListInBrief | None) -> list[tuple[Gain, str]]:
    return [] if brief is None else [(gain, player_address(gain.number, gain.name)) for gain in brief.gains]


def _cited(day: ComingDay) -> Sequence[tuple[str, str]]:
    """Give the articles of a day as links."""
    cited = [(f"{each.edition} {each.article}", article_address(each.edition, each.article)) for each in day.citations]
    return cited[:1]

"""What search engines are told: where everything is, and what they are to leave alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.html import escape

from arpad.regulations.catalogue import shipped_names
from arpad.regulations.register import register, registered, remarks
from arpad.storage.queries.lists import published_lists
from arpad.storage.site.list_table import federations_on
from arpad.storage.site.sitemap import event_blocks, events_of_block, player_blocks, players_of_block
from arpad.web.public.calculators import CALCULATORS
from arpad.web.public.event_places import address_of
from arpad.web.public.frame import public_page
from arpad.web.public.law_places import article_address, edition_address, remark_address
from arpad.web.public.player_places import player_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from django.http import HttpRequest

    from arpad.web.public.frame import Answer, Site

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_SPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
_PLACES = ("site_lists", "site_month", "site_events", "site_federations", "site_about")
_LEFT_ALONE = ("/office/", "/search/?", "/questions/", "/duties/", "/certificates/")


@public_page
def robots(request: HttpRequest, site: Site) -> Answer:  # noqa: ARG001 - everybody sees the same
    """Say what is to be left alone, and where the sitemap is."""
    lines = ["User-agent: *", *(f"Disallow: {each}" for each in _LEFT_ALONE)]
    lines.append(f"Sitemap: {request.build_absolute_uri(reverse('site_map'))}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@public_page
def sitemap(request: HttpRequest, site: Site) -> Answer:
    """Name the parts of the sitemap: one for what stays, and one for so many players or events each."""
    system, parts = site.system, ["pages"]
    if system is not None:
        parts += [f"players-{number}" for number in range(player_blocks(system))]
        parts += [f"events-{number}" for number in range(event_blocks(system))]
    addresses = (reverse("site_map_part", args=[part]) for part in parts)
    return _written(request, "sitemapindex", "sitemap", addresses)


@public_page
def sitemap_part(request: HttpRequest, site: Site, part: str) -> Answer:
    """Name the addresses of a part."""
    if part == "pages":
        return _written(request, "urlset", "url", dict.fromkeys(_pages(site)))
    kind, _, number = part.partition("-")
    is_block = number.isascii() and number.isdigit() and len(number) < 9  # noqa: PLR2004 - short
    if kind not in {"players", "events"} or not is_block or site.system is None:
        raise Http404
    if kind == "events":
        addresses = (address_of(event) for event in events_of_block(site.system, int(number)))
    else:
        addresses = (player_address(*player) for player in players_of_block(site.system, int(number)))
    return _written(request, "urlset", "url", addresses)


def _pages(site: Site) -> Iterator[str]:
    """Give the addresses of everything but players and events."""
    yield from (reverse(name) for name in ("site_front", "site_search", "site_calculators", "site_regulations"))
    yield from (reverse("site_calculator", args=[name]) for name in CALCULATORS)
    yield from (reverse(name) for name in _PLACES)
    for each in () if site.system is None else published_lists(site.system):
        for name in ("site_list", "site_month_of"):
            yield reverse(name, args=[each.list_date.year, each.list_date.month])
    newest = site.newest
    for federation in () if newest is None else federations_on(newest):
        yield reverse("site_federation", args=[federation])
    yield from (reverse(name) for name in ("site_remarks", "site_worked"))
    yield from (remark_address(name) for name in remarks())
    for name in shipped_names():
        yield edition_address(name)
    for name in registered():
        yield from (article_address(name, row.article) for row in register(name))
        yield from (article_address(name, row.article.partition(" [")[0]) for row in register(name))


def _written(request: HttpRequest, root: str, each: str, addresses: Iterable[str]) -> HttpResponse:
    host = request.build_absolute_uri("/").rstrip("/")
    places = "".join(f"<{each}><loc>{escape(host + address)}</loc></{each}>\n" for address in addresses)
    text = f'{_HEAD}<{root} xmlns="{_SPACE}">\n{places}</{root}>\n'
    return HttpResponse(text, content_type="application/xml; charset=utf-8")

"""What search engines are told: where everything is, and what they are to leave alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse
from django.urls import NoReverseMatch, reverse
from django.utils.html import escape

from arpad.regulations.catalogue import shipped_names
from arpad.regulations.register import register, registered, remarks
from arpad.storage.queries.lists import published_lists
from arpad.storage.site.sitemap import player_blocks, players_of_block
from arpad.web.public.calculators import CALCULATORS
from arpad.web.public.frame import BEING_MADE, kept, public_page, release
from arpad.web.public.law_places import article_address, edition_address, remark_address
from arpad.web.public.player_places import player_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from django.http import HttpRequest

    from arpad.web.public.frame import Answer, Site

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_SPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
_PLACES = ("site_lists", "site_month", "site_events", "site_federations", "site_about", "site_my_list")
_LEFT_ALONE = ("/office/", "/search/?", "/questions/", "/duties/", "/certificates/")


@public_page
def robots(request: HttpRequest, site: Site) -> Answer:  # noqa: ARG001 - everybody sees the same
    """Say what is to be left alone, and where the sitemap is."""
    lines = ["User-agent: *", *(f"Disallow: {each}" for each in _LEFT_ALONE)]
    lines.append(f"Sitemap: {request.build_absolute_uri(reverse('site_map'))}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@public_page
def sitemap(request: HttpRequest, site: Site) -> Answer:
    """Name the parts of the sitemap: one for what stays, and one for so many players each."""
    blocks = 0 if site.system is None else player_blocks(site.system)
    parts = ["pages", *(f"players-{number}" for number in range(blocks))]
    addresses = (reverse("site_map_part", args=[part]) for part in parts)
    return _written(request, site, "sitemapindex", "sitemap", addresses)


@public_page
def sitemap_part(request: HttpRequest, site: Site, part: str) -> Answer:
    """Name the addresses of a part."""
    if part == "pages":
        return _written(request, site, "urlset", "url", dict.fromkeys(_pages(site)))
    kind, _, number = part.partition("-")
    if kind != "players" or not number.isdigit() or site.system is None:
        raise Http404
    players = players_of_block(site.system, int(number))
    return _written(request, site, "urlset", "url", (player_address(*player) for player in players))


def _pages(site: Site) -> Iterator[str]:
    """Give the addresses of everything but players and events."""
    yield from (reverse(name) for name in ("site_front", "site_search", "site_calculators", "site_regulations"))
    yield from (reverse("site_calculator", args=[name]) for name in CALCULATORS)
    yield from filter(None, map(_if_there, _PLACES))
    for each in () if site.system is None else published_lists(site.system):
        yield from filter(None, [_if_there("site_list", each.list_date.year, each.list_date.month)])
    yield from (reverse(name) for name in ("site_remarks", "site_worked"))
    yield from (remark_address(name) for name in remarks())
    for name in shipped_names():
        yield edition_address(name)
    for name in registered():
        yield from (article_address(name, row.article) for row in register(name))
        yield from (article_address(name, row.article.partition(" [")[0]) for row in register(name))


def _if_there(name: str, *parts: Any) -> str:  # noqa: ANN401 - parts of an address
    try:
        return reverse(name, args=parts)
    except NoReverseMatch:
        return ""


def _written(request: HttpRequest, site: Site, root: str, each: str, addresses: Iterable[str]) -> HttpResponse:
    host = request.build_absolute_uri("/").rstrip("/")
    places = "".join(f"<{each}><loc>{escape(host + address)}</loc></{each}>\n" for address in addresses)
    text = f'{_HEAD}<{root} xmlns="{_SPACE}">\n{places}</{root}>\n'
    newest = "" if site.newest is None else site.newest.list_hash
    tag = f'"{release()[:8]}{newest[:16]}{request.path.strip("/")}"'
    return kept(HttpResponse(text, content_type="application/xml; charset=utf-8"), tag, BEING_MADE)

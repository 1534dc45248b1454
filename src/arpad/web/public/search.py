"""Searching players: by a number, which leads straight to the player, or by what somebody remembers of a name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from django.http import HttpResponseRedirect
from django.urls import reverse

from arpad.storage.search.rows import ACTIVITIES, WantedPlayers
from arpad.storage.site.age_groups import AGE_GROUPS
from arpad.storage.site.search import TITLES, federations_of_players, site_search
from arpad.web.public.frame import Sheet, public_page, with_query
from arpad.web.public.player_places import player_address
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django.http import HttpRequest, QueryDict

    from arpad.storage.site.search import PageOfHits, PlayerHit
    from arpad.web.public.frame import Answer, Site

FILTERS = ("federation", "title", "sex", "age", "activity")
LONGEST = 100
"""So many letters are looked at."""
_NUMBER = re.compile(r"-?[0-9]{1,18}", re.ASCII)
_MOST_PAGE = 20


class FilterChoice(NamedTuple):
    """A filter of the form: its name, what can be chosen, and what was."""

    name: str
    options: Sequence[tuple[str, str]]
    chosen: str


class HitRow(NamedTuple):
    """A player of the page, with the address of the player's own."""

    hit: PlayerHit
    address: str


@public_page
def search_page(request: HttpRequest, site: Site) -> Answer:
    """Show the players that a search gives, or lead to the player whose number was typed."""
    text = " ".join(request.GET.get("q", "")[:LONGEST].split())
    if _NUMBER.fullmatch(text):
        return HttpResponseRedirect(reverse("site_player_number", args=[int(text)]))
    choices = [] if site.system is None else _choices(site, request.GET)
    wanted, page = _wanted(choices), _page_of(request.GET)
    is_asked = bool(text or any(choice.chosen for choice in choices))
    hits = None if site.system is None or not is_asked else site_search(site.system, text, wanted, page)
    given = {"q": text, **{choice.name: choice.chosen for choice in choices}}
    context = {
        "text": text,
        "choices": choices,
        "is_asked": is_asked,
        "is_narrowed": any(choice.chosen for choice in choices),
        "hits": hits,
        **_rows(hits),
        **_neighbours(given, page, hits),
    }
    title = says("site", "search_for", text=text) if text else says("site", "search")
    description = says("site", "search_description", office=site.title)
    return Sheet("search.html", title, description, context, canonical=reverse("site_search"), is_indexed=not is_asked)


def _choices(site: Site, asked: QueryDict) -> list[FilterChoice]:
    assert site.system is not None  # noqa: S101 - asked before
    federations = federations_of_players(site.system)
    options: Mapping[str, Sequence[tuple[str, str]]] = {
        "federation": [(code, f"{code} {name}".strip()) for code, name in federations],
        "title": [(title, title) for title in TITLES],
        "sex": [(sex, says("site_sex", sex)) for sex in ("F", "M")],
        "age": [(group.name, group.name) for group in AGE_GROUPS],
        "activity": [(each, says("site_activity", each)) for each in ACTIVITIES],
    }
    return [FilterChoice(name, options[name], _known(asked.get(name, ""), options[name])) for name in FILTERS]


def _known(value: str, options: Sequence[tuple[str, str]]) -> str:
    return value if value in dict(options) else ""


def _wanted(choices: Sequence[FilterChoice]) -> WantedPlayers:
    chosen = {**dict.fromkeys(FILTERS, ""), **{choice.name: choice.chosen for choice in choices}}
    federation = chosen["federation"]
    federations = (federation,) if federation else None
    return WantedPlayers(federations, chosen["title"], chosen["sex"], chosen["age"], chosen["activity"])


def _page_of(asked: QueryDict) -> int:
    text = asked.get("page", "")
    return min(max(int(text), 1), _MOST_PAGE) if _NUMBER.fullmatch(text) else 1


def _rows(hits: PageOfHits | None) -> dict[str, list[HitRow]]:
    of_page = {"exact": hits.exact, "nearly": hits.nearly} if hits is not None else {}
    return {name: [HitRow(hit, player_address(hit.number, hit.name)) for hit in each] for name, each in of_page.items()}


def _neighbours(given: Mapping[str, str], page: int, hits: PageOfHits | None) -> dict[str, str]:
    path = reverse("site_search")
    before = with_query(path, **given, page=str(page - 1) if page > 2 else "") if page > 1 else ""  # noqa: PLR2004 - the first has none
    has_more = hits is not None and hits.has_more and page < _MOST_PAGE
    return {"before": before, "after": with_query(path, **given, page=str(page + 1)) if has_more else ""}

"""My list: an address that holds numbers of players, without a log-in; nothing of it is kept here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import polars as pl
from django.urls import reverse

from arpad.model.period import KINDS
from arpad.storage.site.list_table import list_table
from arpad.storage.site.month_of_list import named_now
from arpad.web.public.frame import Sheet, public_page
from arpad.web.public.list_places import asked_list
from arpad.web.public.player_places import player_address
from arpad.web.tables import csv_answer
from arpad.web.wording import says

if TYPE_CHECKING:
    from django.http import HttpRequest

    from arpad.storage.models import ListVersion
    from arpad.web.public.frame import Answer, Site

MOST = 200
"""So many players stand on a list of one's own."""
_NUMBER = re.compile(r"[0-9]{1,15}")


@public_page
def my_list(request: HttpRequest, site: Site) -> Answer:
    """Show the players whose numbers stand in the address, the best rated first."""
    numbers = _numbers(request)
    newest = site.newest
    version = None if newest is None else asked_list(site, newest.list_date.year, newest.list_date.month)
    rows = _rows(site, version, numbers)
    there = {row["fide_id"] for row in rows}
    ids = ",".join(map(str, numbers))
    title = says("site_my_list", "title")
    context = {
        "rows": rows,
        "ids": ids,
        "missing": [number for number in numbers if number not in there],
        "csv": f"{reverse('site_my_list_csv')}?ids={ids}",
        "kinds": KINDS,
        "version": version,
    }
    return Sheet("my_list.html", title, says("site_my_list", "description"), context, is_indexed=False, place="month")


@public_page
def my_list_csv(request: HttpRequest, site: Site) -> Answer:
    """Give the same as CSV."""
    newest = site.newest
    version = None if newest is None else asked_list(site, newest.list_date.year, newest.list_date.month)
    rows = _rows(site, version, _numbers(request))
    names = (
        "fide_id",
        "name",
        "title",
        "federation",
        *(f"{kind}_{of}" for kind in KINDS for of in ("rating", "change")),
    )
    return csv_answer("my-list", ({name: row[name] for name in names} for row in rows))


def _numbers(request: HttpRequest) -> list[int]:
    """Read the numbers of an address, each once, in their order; whatever stands between them."""
    return list(dict.fromkeys(int(text) for text in _NUMBER.findall(request.GET.get("ids", ""))))[:MOST]


def _rows(site: Site, version: ListVersion | None, numbers: list[int]) -> list[dict[str, Any]]:
    table = None if version is None else list_table(version)
    if table is None or site.system is None or not numbers:
        return []
    named = named_now(site.system, numbers)
    lines = table.filter(pl.col("fide_id").is_in([number for number in numbers if number in named]))
    return [
        {
            **line,
            "address": player_address(line["fide_id"], line["name"]),
            **{f"{kind}_change": _change(line, kind) for kind in KINDS},
            "numbers": [(line[f"{kind}_rating"], _change(line, kind)) for kind in KINDS],
        }
        for line in lines.iter_rows(named=True)
    ]


def _change(line: dict[str, Any], kind: str) -> int | None:
    now, before = line[f"{kind}_rating"], line[f"{kind}_before"]
    return None if now is None or before is None else now - before

"""Federations and the world: players, averages, events, lists, and how ratings are spread."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import polars as pl
from django.db.models import Count
from django.http import Http404
from django.urls import reverse

from arpad.model.period import KINDS, STANDARD
from arpad.pages.charts import Axes, Curve, columns, few_of, lines
from arpad.pages.html import Cell, folded, table
from arpad.pages.numbers import whole
from arpad.publication.list_federations import spread, totals
from arpad.publication.list_rows import AskedLines, lines_of
from arpad.publication.month import average
from arpad.storage.archived_files import archive
from arpad.storage.models import EventRow, FederationRow
from arpad.storage.queries.archived import archived_json
from arpad.storage.queries.lists import published_lists
from arpad.storage.site.event_calendar import ANNOUNCED, PAST, AskedEvents, events_of_calendar
from arpad.storage.site.list_table import list_table
from arpad.storage.site.month_of_list import federations_known, named_now
from arpad.web.public.event_places import address_of
from arpad.web.public.frame import Sheet, public_page, with_query
from arpad.web.public.list_places import ROWS, asked_list, list_address, page_of
from arpad.web.public.player_places import player_address
from arpad.web.views.lists import SUMMARY
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from django.http import HttpRequest

    from arpad.pages.html import Fragment
    from arpad.storage.models import ListVersion
    from arpad.storage.site.event_calendar import EventOfCalendar
    from arpad.web.public.frame import Answer, Site

_LISTS = 12
"""So many lists are drawn."""
_TOP = 20
_EVENTS = 5
"""So many events to come and past ones stand on the page of a federation; the calendar has all."""
_FILE = "federations.parquet"


@public_page
def federations_page(request: HttpRequest, site: Site) -> Answer:
    """Show every federation of the newest list, ranked by the average of its best ten, and the world as a whole."""
    kind = _kind(request)
    title = says("site_federations", "title")
    words = says("site_federations", "description", office=site.title)
    path = reverse("site_federations")
    version = _newest(site)
    of_list = None if version is None else list_table(version)
    if site.system is None or version is None or of_list is None:
        return Sheet("federations.html", title, words, {"rows": []}, place="federations")
    names = dict(FederationRow.objects.filter(rating_system=site.system).values_list("federation", "name"))
    events = _events(site)
    every = federations_known(version, kind)
    number = page_of(request.GET, len(every))
    rows = every[(number - 1) * ROWS : number * ROWS]
    named = named_now(site.system, [row["best_id"] for row in rows if row["best_id"]])
    of_kind = "" if kind == STANDARD else kind
    context = {
        "kind": kind,
        "kinds": [(each, with_query(path, kind="" if each == STANDARD else each), each == kind) for each in KINDS],
        "totals": totals(of_list),
        "events": sum(events.values()),
        "rows": [
            {
                **row,
                "name": names.get(row["federation"], ""),
                "average": "" if row["total"] is None else average(row["total"]),
                "address": reverse("site_federation", args=[row["federation"]]),
                "best_address": player_address(row["best_id"], row["best"]) if row["best_id"] in named else "",
                "events": events.get(row["federation"], 0),
            }
            for row in rows
        ],
        "charts": [
            _spread_chart(spread(of_list, kind), kind, says("site_federations", "world")),
            *_history(site, kind),
        ],
        "list": list_address(version, kind=of_kind),
        "lists": _lists(site, kind=of_kind),
        "version": version,
        "first": (number - 1) * ROWS + 1,
        "last": (number - 1) * ROWS + len(rows),
        "total": len(every),
        "before": with_query(path, kind=of_kind, page=str(number - 1) if number > 2 else "") if number > 1 else "",  # noqa: PLR2004 - the first is plain
        "after": with_query(path, kind=of_kind, page=str(number + 1)) if number * ROWS < len(every) else "",
    }
    return Sheet(
        "federations.html", title, words, context, path, version, is_indexed=not request.GET, place="federations"
    )


@public_page
def federation_page(request: HttpRequest, site: Site, federation: str) -> Answer:
    """Show a federation: how many players, its best, how its ratings are spread, its lists and events."""
    version = _newest(site)
    of_list = None if version is None else list_table(version)
    if site.system is None or version is None or of_list is None:
        raise Http404
    rows = {
        kind: [each for each in federations_known(version, kind) if each["federation"] == federation] for kind in KINDS
    }
    row = FederationRow.objects.filter(rating_system=site.system, federation=federation).first()
    if row is None and not any(rows.values()):
        raise Http404
    kind = _kind(request)
    name = row.name if row is not None and row.name else federation
    asked = AskedLines(kind, federation, part="active", order=f"-{kind}", many=_TOP)
    best = lines_of(of_list, asked, version.list_date)
    players = best.lines.to_dicts()
    named = named_now(site.system, [each["fide_id"] for each in players])
    path = reverse("site_federation", args=[federation])
    of_kind = "" if kind == STANDARD else kind
    context = {
        "code": federation,
        "name": name,
        "officer": "" if row is None else row.officer,
        "kind": kind,
        "kinds": [(each, with_query(path, kind="" if each == STANDARD else each), each == kind) for each in KINDS],
        "numbers": rows[kind][0] if rows[kind] else None,
        "average": average(rows[kind][0]["total"]) if rows[kind] and rows[kind][0]["total"] is not None else "",
        "counts": [(each, rows[each][0]["players"] if rows[each] else 0) for each in KINDS],
        "events": _events(site).get(federation, 0),
        "players": [
            {**each, "place": place, "address": player_address(each["fide_id"], each["name"]),
             "rating": each[f"{kind}_rating"], "change": _change(each, kind)}
            for each, place in zip(players, best.places or (), strict=False) if each["fide_id"] in named
        ],
        "charts": [_spread_chart(spread(of_list, kind, federation), kind, name), *_history(site, kind, federation)],
        "list": list_address(version, federation=federation, kind=of_kind),
        "lists": _lists(site, federation=federation, kind=of_kind),
        "coming": [(each, address_of(each)) for each in _calendar(site, ANNOUNCED, federation)],
        "past": [(each, address_of(each)) for each in _calendar(site, PAST, federation)],
        "calendar": with_query(reverse("site_events"), when=PAST, federation=federation),
        "month": with_query(reverse("site_month"), federation=federation, kind=of_kind),
        "version": version,
    }  # fmt: skip
    words = says("site_federations", "one_description", name=name, office=site.title)
    return Sheet(
        "federation.html", name, words, context, path, version, is_indexed=not request.GET, place="federations"
    )


def _calendar(site: Site, when: str, federation: str) -> Sequence[EventOfCalendar]:
    """Give a few events that a federation holds."""
    if site.system is None:
        return ()
    return events_of_calendar(site.system, AskedEvents(when, federation=federation), site.day).events[:_EVENTS]


def _lists(site: Site, **given: str) -> list[tuple[date, str, str]]:
    """Give the newest lists: the day, the address of its lines, and of the watch over its scale where there is one."""
    days = [] if site.system is None else published_lists(site.system)[:_LISTS]
    return [
        (
            each.list_date,
            list_address(each.newest, **given),
            "" if each.newest.is_imported else list_address(each.newest, "scale"),
        )
        for each in days
    ]


def _newest(site: Site) -> ListVersion | None:
    newest = site.newest
    return None if newest is None else asked_list(site, newest.list_date.year, newest.list_date.month)


def _kind(request: HttpRequest) -> str:
    kind = request.GET.get("kind", "")
    return kind if kind in KINDS else STANDARD


def _change(line: dict[str, Any], kind: str) -> int | None:
    before = line[f"{kind}_before"]
    return None if before is None else line[f"{kind}_rating"] - before


def _events(site: Site) -> dict[str, int]:
    """Count the events that were rated, by the federation where they were played."""
    rows = EventRow.objects.filter(rating_system=site.system, rated_for__isnull=False, withdrawn=False)
    counts = rows.order_by().values_list("federation").annotate(number=Count("event_id"))
    return {federation: number for federation, number in counts if federation}


def _spread_chart(bands: Sequence[tuple[int, int]], kind: str, whose: str) -> Fragment:
    """Draw how many have a rating of each hundred, with the numbers behind it."""
    facts = {"kind": says("kind", kind).lower(), "whose": whose}
    most = max((number for _, number in bands), default=0)
    top = next((band for band, number in bands if number == most), 0)
    axes = Axes(
        says("site_chart", "spread", **facts), says("site_chart", "rating"), says("site_chart", "players"),
        says("site_chart", "spread_about", top=f"{top}-{top + 99}", most=most, **facts), least=5,
    )  # fmt: skip
    chart = columns(axes, [str(band) for band, _ in bands], [number for _, number in bands], whole)
    head = [Cell(says("site_chart", "rating"), "text"), says("site_chart", "players")]
    rows = [[Cell(f"{band}-{band + 99}", "text"), whole(number)] for band, number in bands]
    return _with_table(chart, head, rows)


def _with_table(chart: Fragment, head: Sequence[Any], rows: Sequence[Any]) -> Fragment:
    from arpad.pages.html import element  # noqa: PLC0415 - beside its only use

    return element("div", chart, folded(says("site_chart", "numbers"), table(head, rows)))


def _history(site: Site, kind: str, federation: str = "") -> list[Fragment]:
    """Draw how many were on each list, as far as more than one says it."""
    days = [] if site.system is None else published_lists(site.system)[:_LISTS]
    points: list[tuple[str, int]] = []
    for day in reversed(days):
        version = asked_list(site, day.list_date.year, day.list_date.month)
        number = _listed(version, kind, federation)
        if number is not None:
            points.append((f"{day.list_date:%Y-%m}", number))
    if len(points) < 2:  # noqa: PLR2004 - a line needs two
        return []
    facts = {"kind": says("kind", kind).lower(), "first": points[0][1], "last": points[-1][1]}
    axes = Axes(
        says("site_chart", "listed", **facts), says("site_chart", "list"), says("site_chart", "players"),
        says("site_chart", "listed_about", **facts), least=10,
    )  # fmt: skip
    chart = lines(
        axes, few_of([name for name, _ in points]), [Curve(says("kind", kind), [number for _, number in points])], whole
    )
    head = [Cell(says("site_chart", "list"), "text"), says("site_chart", "players")]
    return [_with_table(chart, head, [[Cell(name, "text"), whole(number)] for name, number in points])]


def _listed(version: ListVersion, kind: str, federation: str) -> int | None:
    """Give how many were on a list, as it was published."""
    if federation:
        digest = version.files.get(_FILE)
        return None if digest is None else _listed_by_federation(digest).get(kind, {}).get(federation, 0)
    digest = version.files.get(SUMMARY)
    return None if digest is None else _listed_in_all(digest).get(kind)


@lru_cache(maxsize=64)
def _listed_in_all(digest: str) -> dict[str, int]:
    return {kind: int(counts["listed"]) for kind, counts in archived_json(digest)["kinds"].items()}


@lru_cache(maxsize=64)
def _listed_by_federation(digest: str) -> dict[str, dict[str, int]]:
    frame = pl.read_parquet(io.BytesIO(archive().read(digest)))
    return {
        kind: dict(frame.select("federation", f"{kind}_listed").iter_rows())
        for kind in KINDS
        if f"{kind}_listed" in frame.columns
    }

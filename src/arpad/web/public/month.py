"""The month for journalists and clubs: thresholds, number ones, bests, gains and losses, federations; text and CSV."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django.http import Http404
from django.urls import reverse
from django.utils.formats import date_format

from arpad.model.period import KINDS, STANDARD
from arpad.pages.numbers import NONE, gain
from arpad.publication.month import MOST, average
from arpad.storage.queries.lists import published_lists
from arpad.storage.site.list_table import federations_on, list_table
from arpad.storage.site.month_of_list import month_of_list, named_now
from arpad.web.public.frame import Sheet, public_page, with_query
from arpad.web.public.list_places import asked_list, list_address
from arpad.web.public.player_places import player_address
from arpad.web.tables import csv_answer
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

    from django.http import HttpRequest

    from arpad.storage.models import ListVersion
    from arpad.storage.site.month_of_list import MonthOfList
    from arpad.web.public.frame import Answer, Site

CROSSED, ONES, BESTS, GAINS, LOSSES, TEAMS = SECTIONS = ("crossed", "ones", "bests", "gains", "losses", "teams")
_SHOWN = 25
"""So many lines of a section stand on the page; the file has all, of very many the first."""
_MONTHS = 13
"""So many months are linked to."""


class SectionOfMonth(NamedTuple):
    """A part of the month: its lines as the page shows them, as text to copy, and as a file."""

    name: str
    title: str
    about: str
    rows: list[dict[str, Any]]
    more: int
    first: int
    """So many of them the file has, where it has not all; else 0."""
    text: str
    csv: str


class _Asked(NamedTuple):
    """What an address asks for."""

    kind: str
    federation: str

    @classmethod
    def of(cls, request: HttpRequest) -> _Asked:
        kind, federation = request.GET.get("kind", ""), request.GET.get("federation", "").strip().upper()[:3]
        return cls(kind if kind in KINDS else STANDARD, federation)

    @property
    def given(self) -> dict[str, str]:
        return self.with_kind(self.kind)

    def with_kind(self, kind: str) -> dict[str, str]:
        return {"kind": "" if kind == STANDARD else kind, "federation": self.federation}


@public_page
def newest_month(request: HttpRequest, site: Site) -> Answer:
    """Show the month of the newest list."""
    newest = site.newest
    if newest is None:
        title = says("site_month", "title_without")
        return Sheet("month.html", title, title, {"version": None}, place="month")
    return _page(request, site, asked_list(site, newest.list_date.year, newest.list_date.month))


@public_page
def month_page(request: HttpRequest, site: Site, year: int, month: int) -> Answer:
    """Show the month of a list, in its newest revision."""
    return _page(request, site, asked_list(site, year, month))


def _page(request: HttpRequest, site: Site, version: ListVersion) -> Sheet:
    asked = _Asked.of(request)
    day = version.list_date
    title = says("site_month", "title", list=date_format(day, "YEAR_MONTH_FORMAT"))
    month = _month(site, version, asked)
    path = reverse("site_month_of", args=[day.year, day.month])
    table = list_table(version)
    days = [] if site.system is None else [each.list_date for each in published_lists(site.system)]
    context = {
        "version": version,
        "asked": asked,
        "path": path,
        "kinds": [(kind, with_query(path, **asked.with_kind(kind)), kind == asked.kind) for kind in KINDS],
        "federations": [] if table is None else federations_on(version),
        "sections": [] if month is None else list(_sections(month, asked, version)),
        "waits": month is None,
        "list": list_address(version),
        "months": [(each, _address(each, asked), each == day) for each in days[:_MONTHS]],
    }
    words = says("site_month", "description", list=date_format(day, "YEAR_MONTH_FORMAT"), office=site.title)
    return Sheet(
        "month.html", title, words, context, path, version, is_indexed=not any(asked.given.values()), place="month"
    )


def _address(day: date, asked: _Asked) -> str:
    return with_query(reverse("site_month_of", args=[day.year, day.month]), **asked.given)


def _month(site: Site, version: ListVersion, asked: _Asked) -> MonthOfList | None:
    """Give the month with nobody in it who may no longer be named."""
    month = month_of_list(version, asked.kind, asked.federation)
    if month is None or site.system is None:
        return None
    rows = (*month.crossed, *month.bests, *month.gains, *month.losses)
    numbers = [row["fide_id"] for row in rows] + [each.fide_id for each in month.number_ones]
    numbers += [each.before[0] for each in month.number_ones if each.before is not None]
    numbers += [row["best_id"] for row in month.teams]
    named = named_now(site.system, numbers)
    if named >= set(numbers):
        return month
    return type(month)(
        [row for row in month.crossed if row["fide_id"] in named],
        [
            each
            for each in month.number_ones
            if each.fide_id in named and (each.before is None or each.before[0] in named)
        ],
        [row for row in month.bests if row["fide_id"] in named],
        month.number_of_bests,
        [row for row in month.gains if row["fide_id"] in named],
        [row for row in month.losses if row["fide_id"] in named],
        [row if row["best_id"] in named else {**row, "best": "", "best_id": 0} for row in month.teams],
    )


def _sections(month: MonthOfList, asked: _Asked, version: ListVersion) -> Iterator[SectionOfMonth]:
    day = version.list_date
    for name, rows in _rows(month, asked.federation).items():
        address = with_query(reverse("site_month_csv", args=[day.year, day.month, name]), **asked.given)
        total = month.number_of_bests if name == BESTS else len(rows)
        shown = rows[:_SHOWN]
        title = says("site_month", name)
        lines = [
            f"{title}, {says('kind', asked.kind)}, {date_format(day, 'YEAR_MONTH_FORMAT')}",
            *(_text(name, row) for row in shown),
        ]
        yield SectionOfMonth(
            name,
            title,
            says("site_month", f"{name}_about"),
            shown,
            total - len(shown),
            MOST if total > MOST else 0,
            "\n".join(lines),
            address,
        )


def _rows(month: MonthOfList, federation: str) -> dict[str, list[dict[str, Any]]]:
    """Give the lines of every section; one that a federation cannot have is left out."""
    sections = {
        CROSSED: [_player(row) | {"threshold": row["threshold"]} for row in month.crossed],
        ONES: [
            {
                "group": says("site_group", each.group), "fide_id": each.fide_id, "name": each.name,
                "federation": each.federation, "rating": each.rating,
                "address": player_address(each.fide_id, each.name),
                "is_new": each.before is not None and each.before[0] != each.fide_id,
                "before": "" if each.before is None else each.before[1],
            }
            for each in month.number_ones
        ],
        BESTS: [_player(row) for row in month.bests],
        GAINS: [_player(row) for row in month.gains],
        LOSSES: [_player(row) for row in month.losses],
        TEAMS: [
            {
                "place": row["place"], "federation": row["federation"], "average": average(row["total"]),
                "active": row["active"], "fide_id": row["best_id"], "name": row["best"], "rating": row["best_rating"],
                "address": player_address(row["best_id"], row["best"]) if row["best"] else "",
            }
            for row in month.teams
        ],
    }  # fmt: skip
    if federation:
        del sections[TEAMS]
    return sections


def _player(row: Mapping[str, Any]) -> dict[str, Any]:
    names = ("fide_id", "name", "title", "federation", "rating", "before", "change")
    return {name: row[name] for name in names} | {"address": player_address(row["fide_id"], row["name"])}


def _text(name: str, row: Mapping[str, Any]) -> str:
    """Write a line as text that can be put into a newspaper as it is."""
    if name == TEAMS:
        return says("site_month", "team_line", **{key: row[key] for key in ("place", "federation", "average")})
    facts = {"name": row["name"], "federation": row["federation"], "rating": row["rating"]}
    if name == ONES:
        was = says("site_month", "was_line", name=row["before"]) if row["is_new"] else ""
        return says("site_month", "one_line", group=row["group"], was=was, **facts)
    line = says("site_month", "line", before=row["before"] or NONE, change=gain(row["change"]), **facts)
    return f"{row['threshold']}: {line}" if name == CROSSED else line


@public_page
def month_csv(request: HttpRequest, site: Site, year: int, month: int, name: str) -> Answer:
    """Give a section of a month as CSV; a name that a spreadsheet would take for a formula stays text."""
    version, asked = asked_list(site, year, month), _Asked.of(request)
    of_month = _month(site, version, asked)
    rows = None if of_month is None else _rows(of_month, asked.federation).get(name)
    if rows is None:
        raise Http404
    plain = ({key: value for key, value in row.items() if key not in {"address", "is_new"}} for row in rows)
    return csv_answer(f"{version.list_date:%Y-%m}-{name}-{asked.kind}", plain)

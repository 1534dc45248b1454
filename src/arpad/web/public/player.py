"""The page of a player: ratings and why, places, the way they came, games, opponents, records, the list being made."""

from __future__ import annotations

from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec

from django.http import HttpResponsePermanentRedirect

from arpad.model.period import KINDS, STANDARD
from arpad.pages.charts import Axes, Curve, over_time
from arpad.pages.numbers import halves, signed
from arpad.regulations.catalogue import NoEditionError
from arpad.regulations.workings.list_line import base_rating
from arpad.storage.rulebooks import rulebook_of
from arpad.storage.site.activity import activity
from arpad.storage.site.k_in_words import k_in_words
from arpad.storage.site.numbers import number_now, why_no_page
from arpad.storage.site.period_columns import columns_of_periods
from arpad.storage.site.player_records import kinds_with_records, records_of
from arpad.storage.site.player_sheet import CURRENT, names_shown, player_sheet
from arpad.storage.site.shown import Presence
from arpad.storage.site.worked_out import list_being_made, so_far
from arpad.web.public.errors import not_on_site
from arpad.web.public.frame import Sheet, public_page
from arpad.web.public.law_places import article_address
from arpad.web.public.player_places import name_in_address, player_address
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from django.http import HttpRequest

    from arpad.pages.html import Fragment
    from arpad.regulations.edition import Edition
    from arpad.storage.models import RatingSystem
    from arpad.storage.site.k_in_words import KInWords
    from arpad.storage.site.period_columns import PeriodColumns
    from arpad.storage.site.player_sheet import LineOfList, PeriodPlayed, PlayerSheet
    from arpad.storage.site.shown import Rank
    from arpad.web.access import Page
    from arpad.web.public.frame import Answer, Site

    Given = ParamSpec("Given")
    OfPlayer = Callable[Concatenate[HttpRequest, Site, PlayerSheet, Given], Answer]

FIRST = 10
"""So many rows of each table stand on the page of a player; all of them have pages of their own."""
ON_PAPER = 24
"""So many lists and events stand on the sheet to print: two sides of paper."""
ROWS = 100
"""So many rows a page of these has."""
_LEAST_POINTS = 2
"""A chart is drawn from so many lists on."""
_MOST_POINTS = 60
"""So many lists are drawn, the newest; the table has all of them."""


def of_player(view: OfPlayer[Given]) -> Page:
    """Make a page out of a function that takes the request, the site and a player; others are led on or told why."""

    def answered(
        request: HttpRequest, site: Site, number: int, name: str, *args: Given.args, **more: Given.kwargs
    ) -> Answer:
        sheet = None if site.system is None else player_sheet(site.system, number)
        if sheet is None:
            return _no_page(request, site, number)
        if name != name_in_address(sheet.row.name):
            known = player_address(number, name)
            rest = request.path.removeprefix(known) if request.path.startswith(known) else ""
            return HttpResponsePermanentRedirect(player_address(number, sheet.row.name) + rest)
        return view(request, site, sheet, *args, **more)

    return public_page(wraps(view)(answered))  # type: ignore[arg-type] # the wrapper takes what `answered` does


@public_page
def player_by_number(request: HttpRequest, site: Site, number: int, name: str = "") -> Answer:  # noqa: ARG001 - any name
    """Lead on to the page of a player, whatever the name."""
    sheet = None if site.system is None else player_sheet(site.system, number)
    if sheet is None:
        return _no_page(request, site, number)
    return HttpResponsePermanentRedirect(player_address(number, sheet.row.name))


def _no_page(request: HttpRequest, site: Site, number: int) -> Answer:
    """Lead on to the number that came in the place of one, or say why there is no page."""
    if site.system is None:
        return not_on_site(request)
    now = number_now(site.system, number)
    there = None if now is None else player_sheet(site.system, now)
    if there is not None:
        return HttpResponsePermanentRedirect(player_address(there.number, there.row.name))
    why = why_no_page(site.system, number if now is None else now)
    context = {"number": number, "why": why.value, "merged_into": now}
    title = says("site_player", "no_page", number=number)
    return Sheet("player_not_there.html", title, "", context, is_indexed=False, status=404)


@of_player
def player_page(request: HttpRequest, site: Site, sheet: PlayerSheet) -> Answer:  # noqa: ARG001 - everybody sees the same
    """Show a player."""
    assert site.system is not None  # noqa: S101 - there is a player
    opponents = sheet.opponents[:FIRST]
    names = names_shown(site.system, [each.number for each in opponents])
    context = {
        **_whole(site.system, sheet, FIRST),
        "more_periods": len(sheet.periods) > FIRST,
        "more_events": len(sheet.events) > FIRST,
        "opponents": [(each, names.get(each.number, "")) for each in opponents],
        "more_opponents": len(sheet.opponents) > FIRST,
        "waiting": sheet.waiting,
        "is_rated": any(sheet.shown.ratings.values()),
        **_being_made(site.system, sheet),
    }
    return of_sheet(site, sheet, "player.html", context)


@of_player
def paper_page(request: HttpRequest, site: Site, sheet: PlayerSheet) -> Answer:  # noqa: ARG001 - everybody sees the same
    """Show a player on a sheet to print: what the page has, without what leads elsewhere."""
    assert site.system is not None  # noqa: S101 - there is a player
    context = {**_whole(site.system, sheet, ON_PAPER), "on_paper": True, "day": site.day}
    title = says("site_player", "paper", name=sheet.row.name)
    page = of_sheet(site, sheet, "player_paper.html", context, title)
    return replace(page, canonical=player_address(sheet.number, sheet.row.name))


def _whole(system: RatingSystem, sheet: PlayerSheet, rows: int) -> dict[str, Any]:
    """Give what the page of a player and the sheet to print both show, with so many lists and events."""
    record_kinds = kinds_with_records(sheet)
    return {
        **about(sheet),
        "kinds": [_of_kind(system, sheet, kind) for kind in KINDS],
        "chart": _chart(sheet.lines),
        "periods": in_columns(system, sheet, sheet.periods[:rows]),
        "events": sheet.events[:rows],
        "records": records_of(sheet, record_kinds),
        "record_kinds": record_kinds,
    }


def _being_made(system: RatingSystem, sheet: PlayerSheet) -> dict[str, Any]:
    """Give how the player stands on the list being made, and the kinds of chess in which something waits for it."""
    is_shown = sheet.shown.presence in CURRENT
    being_made = list_being_made(system) if is_shown else None
    so_far_of = so_far(system, sheet.number) if being_made is not None else {}
    waiting = {event.kind for event in sheet.waiting}
    return {
        "being_made": being_made,
        "so_far": [(kind, so_far_of.get(kind)) for kind in KINDS if kind in waiting or kind in so_far_of],
    }


class PeriodLine(NamedTuple):
    """A list of a player in FIDE's columns, as the page writes it; empty where nothing is known of them."""

    period: PeriodPlayed
    ro: int | None
    rc: str
    w: str
    chg: str
    k: str
    k_chg: str


def in_columns(system: RatingSystem, sheet: PlayerSheet, periods: Sequence[PeriodPlayed]) -> list[PeriodLine]:
    """Put periods of a player into FIDE's columns."""
    return [
        PeriodLine(period, period.before, "", "", "", "", "") if columns is None else _line_in_columns(period, columns)
        for period, columns in columns_of_periods(system, sheet, periods)
    ]


def _line_in_columns(period: PeriodPlayed, columns: PeriodColumns) -> PeriodLine:
    return PeriodLine(
        period,
        columns.ro,
        "" if columns.rc is None else str(columns.rc),
        halves(columns.w),
        signed(columns.chg),
        "" if columns.k is None else str(columns.k),
        signed(columns.k_chg),
    )


def about(sheet: PlayerSheet) -> dict[str, Any]:
    """Give what every page of a player shows in its head."""
    return {
        "player": sheet.row,
        "shown": sheet.shown,
        "sheet_of": sheet,
        "title": sheet.row.title or sheet.row.womens_title,
        "left": sheet.shown.presence is Presence.LEFT,
        "died": sheet.shown.presence is Presence.DIED,
        "inactive": sheet.standing is not None and "i" in (sheet.standing.flag or ""),
        "all_kinds": KINDS,
        "address": player_address(sheet.number, sheet.row.name),
    }


def of_sheet(site: Site, sheet: PlayerSheet, template: str, context: dict[str, Any], title: str = "") -> Sheet:
    """Give a page of a player, with its title and its description."""
    ratings = [f"{says('kind', kind)} {rating}" for kind, rating in sheet.shown.ratings.items() if rating]
    description = says(
        "site_player", "description", name=sheet.row.name, federation=sheet.row.federation, ratings=", ".join(ratings),
        office=site.title,
    )  # fmt: skip
    canonical = "" if title else player_address(sheet.number, sheet.row.name)
    return Sheet(
        template,
        title or sheet.row.name,
        "" if sheet.is_unindexed else description,
        context,
        canonical=canonical,
        is_indexed=not sheet.is_unindexed,
    )


def _of_kind(system: RatingSystem, sheet: PlayerSheet, kind: str) -> dict[str, Any]:
    """Give what the page says of a kind of chess."""
    rating, standing = sheet.shown.ratings[kind], sheet.standing
    named = next((each for each in sheet.lines if each.ratings[kind] is not None), None)
    change = next((period.change for period in sheet.periods if period.kind == kind), None)
    newest = sheet.lines[0].list_date if sheet.lines else None
    played_now = next((period for period in sheet.periods if period.kind == kind and period.list_date == newest), None)
    return {
        "kind": kind,
        "rating": rating,
        "last": None if rating is not None or named is None else (named.ratings[kind], named.list_date),
        "change": None if played_now is None else change,
        "k": None if rating is None else _k(system, sheet, kind),
        "games": None if standing is None else getattr(standing, f"{kind}_played"),
        "activity": _activity(system, sheet, kind),
        "last_game": None if standing is None or rating is None else getattr(standing, f"{kind}_last"),
        "ranks": [_rank(sheet, rank) for rank in sheet.shown.ranks if rank.kind == kind],
        "has_way": (has_way := rating is None and _has_way(system, sheet, kind)),
        "parts": sheet.parts.get(kind, 0) if has_way else 0,
    }


def _k(system: RatingSystem, sheet: PlayerSheet, kind: str) -> KInWords | None:
    law = _law(system, kind)
    if sheet.standing is None or system.newest is None or law is None:
        return None
    return k_in_words(law, system.newest.list_date, sheet.standing, kind, sheet.row.birth_year)


def _activity(system: RatingSystem, sheet: PlayerSheet, kind: str) -> dict[str, Any] | None:
    """Give why a player is active or not, with the article."""
    if sheet.standing is None or system.newest is None or _law(system, kind) is None:
        return None
    day = system.newest.list_date
    known = activity(rulebook_of(system).calendar(kind, day), day, sheet.standing, kind)
    if known is None:
        return None
    by = known.by
    law = None if by is None else (f"{by.edition} {by.article}", article_address(by.edition, by.article))
    return {"of": known, "law": law}


def _has_way(system: RatingSystem, sheet: PlayerSheet, kind: str) -> bool:
    """Tell whether an unrated player is on the way to a first rating; not where a standard rating stands in."""
    law = _law(system, kind)
    if law is None or sheet.shown.presence not in CURRENT:
        return False
    return base_rating(law, None, sheet.shown.ratings[STANDARD]) is None


def _law(system: RatingSystem, kind: str) -> Edition | None:
    """Give the edition of the newest list; None where a kind of chess has none then."""
    if system.newest is None:
        return None
    try:
        return rulebook_of(system).law(kind, system.newest.list_date)
    except NoEditionError:
        return None


def _rank(sheet: PlayerSheet, rank: Rank) -> dict[str, Any]:
    facts = {"federation": sheet.row.federation, "group": sheet.shown.age_group}
    return {"words": says("site_rank", rank.scope, **facts), "place": rank.place, "change": rank.change}


def _chart(shown: Sequence[LineOfList]) -> Fragment | None:
    """Draw the ratings from the lists on which something changed."""
    ordered = list(reversed(shown[:_MOST_POINTS]))
    curves = [Curve(says("kind", kind), [line.ratings[kind] for line in ordered]) for kind in KINDS]
    drawn = [curve for curve in curves if any(value is not None for value in curve.values)]
    if len(ordered) < _LEAST_POINTS or not drawn:
        return None
    axes = Axes(
        says("chart", "ratings"), says("chart", "lists"), says("chart", "rating"), says("chart", "ratings_words"), 40
    )
    return over_time(axes, [line.list_date for line in ordered], drawn, str)

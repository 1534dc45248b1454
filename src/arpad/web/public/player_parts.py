"""The pages that belong to a player: every period explained, the list being made, games, events and opponents."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from django.http import HttpResponse
from django.urls import reverse

from arpad.documents.parts import as_text
from arpad.model.period import KINDS
from arpad.model.problems import ArpadError
from arpad.office.questions import IDENTITY, METHOD, MISSING_GAME
from arpad.pages.letter import letter_parts
from arpad.regulations.terms.ints import citations
from arpad.regulations.workings.first_rating import FirstRating
from arpad.regulations.workings.in_words import why_not_published
from arpad.storage.models import Preview
from arpad.storage.queries.next_list import next_day
from arpad.storage.site.player_sheet import CURRENT, list_of_day, names_shown
from arpad.storage.site.public_line import public_letter, public_line
from arpad.storage.site.receipts import receipt
from arpad.web.public.errors import not_on_site
from arpad.web.public.event_places import book_address
from arpad.web.public.frame import with_query
from arpad.web.public.law_places import article_address
from arpad.web.public.player import ROWS, about, in_columns, of_player, of_sheet
from arpad.web.public.player_places import player_address
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from django.http import HttpRequest

    from arpad.pages.html import Fragment
    from arpad.storage.models import ListVersion
    from arpad.storage.site.player_sheet import PlayerSheet
    from arpad.web.public.frame import Answer, Site

PUBLISHED = "public, max-age=86400"
"""For what was published of a player: it stays, but a decision may take a name from it; so a day, and no more."""

_PERIODS = 36
"""So many periods stand on a page; the columns of each are in the files of its list."""


@of_player
def period_page(request: HttpRequest, site: Site, sheet: PlayerSheet, kind: str, month: str) -> Answer:
    """Explain the line of a player on a published list: FIDE's columns, game by game, step by step."""
    version = _version(site, sheet, kind, month)
    if version is None or site.system is None:
        return not_on_site(request)
    parts, _, problem = _explained(site, sheet, kind, version.list_date)
    played = [period.list_date for period in sheet.periods if period.kind == kind]
    place = played.index(version.list_date) if version.list_date in played else None
    context = {
        **about(sheet),
        "kind": kind,
        "list_date": version.list_date,
        "version": version,
        "parts": parts,
        "problem": problem,
        "asks": [
            (says("ask_about_line", matter), _ask_address(matter, sheet, kind, f"{version.list_date:%Y-%m}"))
            for matter in (METHOD, MISSING_GAME, IDENTITY)
        ],
        "later": None if not place else played[place - 1],
        "earlier": None if place is None or place + 1 == len(played) else played[place + 1],
    }
    title = says("site_player", "period", name=sheet.row.name, kind=says("kind", kind), month=month)
    return replace(of_sheet(site, sheet, "player_period.html", context, title), of_list=version, life=PUBLISHED)


def _ask_address(matter: str, sheet: PlayerSheet, kind: str, month: str) -> str:
    """Give the form of a question about a line, with what is known of it filled in."""
    return with_query(reverse("ask"), matter=matter, player=str(sheet.number), kind=kind, list_month=month)


def _version(site: Site, sheet: PlayerSheet, kind: str, month: str) -> ListVersion | None:
    """Give a list on which a player was published in a kind of chess; None where that is not so."""
    day = next((line.list_date for line in sheet.lines if f"{line.list_date:%Y-%m}" == month), None)
    if day is None or kind not in KINDS or (day, kind) in sheet.shown.hidden or site.system is None:
        return None
    return list_of_day(site.system, day)


class WayToRating(NamedTuple):
    """How far an unrated player is on the way to a first rating."""

    games: int
    """So many count."""
    needed: int
    law: tuple[str, str]
    """The article that says how many are needed, and its address."""
    rating: int | None
    """What would come out today; None while nothing counts."""
    k: int | None
    reasons: Sequence[str]
    """Why it would not be published."""
    expires: date | None
    """The last list for which the oldest result that counts can be used."""

    @property
    def missing(self) -> int:
        """So many games are missing."""
        return max(0, self.needed - self.games)


def _way(result: FirstRating) -> WayToRating:
    by = citations(result.law, [result.needed_by])[0]
    law = (f"{by.edition} {by.article}", article_address(by.edition, by.article))
    k = None if result.k is None else result.k.k
    reasons = [] if result.published is not None or not result.games else why_not_published(result)
    return WayToRating(result.games, result.needed, law, result.rating, k, reasons, result.expires)


def _explained(
    site: Site, sheet: PlayerSheet, kind: str, day: date
) -> tuple[list[Fragment], WayToRating | None, ArpadError | None]:
    """Give the explanation of a line as parts of a page, with the way to a first rating; or why there is none."""
    assert site.system is not None  # noqa: S101 - there is a player
    try:
        line = public_line(site.system, day, sheet.number, kind)
    except ArpadError as refused:
        return [], None, refused
    result = line.explanation.result
    way = _way(result) if isinstance(result, FirstRating) else None
    letter = replace(public_letter(line, sheet.row), of_player=player_address, of_event=book_address)
    parts = letter_parts(letter, article_address)
    return [part for part in parts if not part.startswith(("<h1", "<footer"))], way, None


@of_player
def receipt_file(request: HttpRequest, site: Site, sheet: PlayerSheet, kind: str, month: str) -> Answer:
    """Give the receipt of a line: what `arpad player` computes the same number from."""
    version = _version(site, sheet, kind, month)
    if version is None or site.system is None:
        return not_on_site(request)
    try:
        line = public_line(site.system, version.list_date, sheet.number, kind)
    except ArpadError:
        return not_on_site(request)
    document = receipt(line, sheet.row, version, site.title)
    if document is None:
        return not_on_site(request)
    response = HttpResponse(f"{as_text(document)}\n", content_type="application/json")
    response.headers["X-Robots-Tag"] = "noindex"
    response.headers["Cache-Control"] = PUBLISHED
    return response


@of_player
def next_page(request: HttpRequest, site: Site, sheet: PlayerSheet, kind: str) -> Answer:
    """Show how a player stands on the list being made, as of now; for the unrated the way to a first rating."""
    day = None if site.system is None else next_day(site.system)
    if site.system is None or day is None or kind not in KINDS or sheet.shown.presence not in CURRENT:
        return not_on_site(request)
    parts, way, problem = _explained(site, sheet, kind, day)
    preview = Preview.objects.filter(rating_system=site.system).first()
    context = {
        **about(sheet),
        "kind": kind,
        "list_date": day,
        "parts": parts,
        "way": way,
        "problem": problem,
        "worked_out_at": None if preview is None else preview.worked_out_at,
    }
    title = says("site_player", "next", name=sheet.row.name, kind=says("kind", kind))
    return of_sheet(site, sheet, "player_next.html", context, title)


def _paged(request: HttpRequest, rows: Sequence[Any], many: int = ROWS) -> dict[str, Any]:
    """Give a page of rows, with the numbers of those before and after it."""
    text = request.GET.get("page", "1")
    last = max(1, -(-len(rows) // many))
    number = min(max(int(text), 1), last) if text.isascii() and text.isdigit() and len(text) < 9 else 1  # noqa: PLR2004 - few digits
    return {
        "rows": rows[(number - 1) * many : number * many],
        "page": number,
        "pages": last,
        "total": len(rows),
        "before": number - 1 if number > 1 else None,
        "after": number + 1 if number < last else None,
    }


@of_player
def periods_page(request: HttpRequest, site: Site, sheet: PlayerSheet) -> Answer:
    """Show every list for which a player had rated games."""
    assert site.system is not None  # noqa: S101 - there is a player
    paged = _paged(request, sheet.periods, _PERIODS)
    paged["rows"] = in_columns(site.system, sheet, paged["rows"])
    context = {**about(sheet), **paged, "what": "periods"}
    title = says("site_player", "periods", name=sheet.row.name)
    return of_sheet(site, sheet, "player_table.html", context, title)


@of_player
def events_page(request: HttpRequest, site: Site, sheet: PlayerSheet) -> Answer:
    """Show every rated event of a player."""
    context = {**about(sheet), **_paged(request, sheet.events), "what": "events"}
    return of_sheet(site, sheet, "player_table.html", context, says("site_player", "events", name=sheet.row.name))


@of_player
def opponents_page(request: HttpRequest, site: Site, sheet: PlayerSheet) -> Answer:
    """Show everybody whom a player met, as far as they have a page."""
    assert site.system is not None  # noqa: S101 - there is a player
    paged = _paged(request, sheet.opponents)
    names = names_shown(site.system, [each.number for each in paged["rows"]])
    paged["rows"] = [(each, names.get(each.number, "")) for each in paged["rows"]]
    title = says("site_player", "opponents", name=sheet.row.name)
    return of_sheet(site, sheet, "player_table.html", {**about(sheet), **paged, "what": "opponents"}, title)


@of_player
def against_page(request: HttpRequest, site: Site, sheet: PlayerSheet, other: int) -> Answer:
    """Show the games of two players against each other."""
    names = {} if site.system is None else names_shown(site.system, [other])
    games = [game for game in sheet.games if game.opponent == other]
    if other not in names or not games:
        return not_on_site(request)
    context = {
        **about(sheet),
        **_paged(request, games),
        "what": "against",
        "other": other,
        "other_name": names[other],
        "balance": next(each for each in sheet.opponents if each.number == other),
    }
    title = says("site_player", "against", name=sheet.row.name, other=names[other])
    return of_sheet(site, sheet, "player_table.html", context, title)

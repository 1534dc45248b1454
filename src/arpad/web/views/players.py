"""Players of the book: found by name or number, each with ratings, history, games and what was decided."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import redirect, render

from arpad.model.period import KINDS
from arpad.office.roles import may
from arpad.office.unindex_player import UnindexPlayer
from arpad.pages.charts import Axes, Curve, over_time
from arpad.storage.deeds.unindex_player import unindex_player
from arpad.storage.queries.paging import RowsOfTable
from arpad.storage.queries.players import PlayerLine, player, players, players_known
from arpad.storage.queries.public_presence import public_presence
from arpad.storage.queries.record import entries_about
from arpad.storage.queries.systems import federation_choices, rating_system
from arpad.storage.site.player_sheet import is_unindexed
from arpad.web.access import page, person_of, place_refusal
from arpad.web.outcomes import answered, origin
from arpad.web.public.player_places import player_address
from arpad.web.small_deeds import SmallDeedForm, small_deed
from arpad.web.tables import Filter, TableColumn, TableOnPage
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person
    from arpad.pages.html import Fragment
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.models import RatingSystem, Standing
    from arpad.storage.queries.paging import AskedRows

_COLUMNS = (
    TableColumn("number", number=True, order="number"),
    TableColumn("name", order="name"),
    TableColumn("federation", order="federation"),
    TableColumn("title", wide=True),
    TableColumn("born", number=True, order="born", wide=True),
    TableColumn("standard", number=True),
    TableColumn("rapid", number=True, wide=True),
    TableColumn("blitz", number=True, wide=True),
)
_TITLES = tuple((title, title) for title in ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"))
_ORDERED = 50_000
"""Up to so many players the whole table can be ordered by anything."""
_LEAST_POINTS = 2
"""A chart is drawn from so many lists on."""


@page("player.read")
def players_page(request: HttpRequest, person: Person, form: str = "") -> HttpResponse:
    """Show players; a number that is somebody's goes straight to the player."""
    system = rating_system()
    filters = (
        Filter("q"),
        Filter("federation", federation_choices(system, person, "player.read")),
        Filter("sex", (("F", says("sex", "F")), ("M", says("sex", "M")))),
        Filter("title", _TITLES),
    )
    listing = TableOnPage(request, *_columns(system, request), filters, "players")

    def query(asked: AskedRows) -> RowsOfTable[PlayerLine]:
        return RowsOfTable([], 0) if system is None else players(person, system, asked)

    if form == "csv":
        return listing.exported(query, _cells)
    listing.fill(query)
    number = listing.asked.filters.get("q", "")
    if number.isdigit() and listing.page.total == 1 and len(listing.asked.filters) == 1:
        return redirect("player", listing.rows[0].fide_id)
    return render(request, "office/players.html", {"listing": listing, "system": system})


def _columns(system: RatingSystem | None, request: HttpRequest) -> tuple[tuple[TableColumn, ...], str]:
    """Give the columns and the usual order: a search gives the best rated first, else they stand by name.

    So many that ordering them would make people wait stand by number, and by nothing else, until they are fewer.
    """
    if request.GET.get("q", "").strip():
        return _COLUMNS, ""
    if system is None or players_known(system) <= _ORDERED:
        return _COLUMNS, "name"
    return tuple(column if column.name == "number" else replace(column, order="") for column in _COLUMNS), "number"


def _cells(line: PlayerLine) -> dict[str, Any]:
    ratings = {kind: line.rating(kind) for kind in KINDS}
    return {
        "number": line.fide_id,
        "name": line.name,
        "federation": line.federation,
        "sex": line.sex,
        "title": line.title,
        "born": line.birth_year,
        **ratings,
    }


@page("player.read")
def player_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Show a player: ratings of each kind of chess, the way they came, games, and what was decided."""
    system = rating_system()
    shown = None if system is None else player(person, system, number)
    if shown is None or system is None:
        raise Http404
    context = {
        "shown": shown,
        "system": system,
        "kinds": [(kind, _of_kind(shown.standing, kind)) for kind in KINDS],
        "history": [(line, [getattr(line, f"{kind}_rating") for kind in KINDS]) for line in shown.history[:24]],
        "all_kinds": KINDS,
        "chart": _chart(shown.history),
        "entries": entries_about(person, player=number),
        "may_correct": may(person, "player.correct", shown.row.federation),
        "may_erase": may(person, "person.erase"),
        "may_certify": may(person, "certificate.issue", shown.row.federation),
        "sees_next": place_refusal(person, "list.preview") is None,
        "public": public_presence(system, shown.row),
        "public_address": player_address(shown.row.fide_id, shown.row.name),
        "may_unindex": may(person, "player.unindex", shown.row.federation),
    }
    return render(request, "office/player.html", context)


class UnindexForm(SmallDeedForm):
    """Why search engines are to pass a page by, or may show it again."""

    HAS_REASON = True


@page("player.unindex", "player.unindex")
def unindex_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Have search engines pass the public page of a player by, as the player asked; or take that back."""
    system = rating_system()
    shown = None if system is None else player(person, system, number)
    if shown is None or system is None:
        raise Http404
    wanted = not is_unindexed(system, number)
    form = UnindexForm(request, "player.unindex")

    def deed() -> DeedOutcome:
        return unindex_player(
            person_of(request), system, UnindexPlayer(number, form.why, is_unindexed=wanted), origin(request)
        )

    outcome = form.done(deed)
    if outcome is not None:
        return answered(request, outcome, "player", number)
    facts = [(says("erased_of", "player"), f"{shown.row.name} ({number})"),
             (says("unindex", "after"), says("unindex", "hidden" if wanted else "shown"))]  # fmt: skip
    return small_deed(request, form, "player.unindex", [("players", ()), ("player", (number,))], facts=facts)


def _of_kind(standing: Standing | None, kind: str) -> dict[str, Any]:
    names = ("rating", "games", "k", "played", "highest", "last")
    if standing is None or standing.is_off:
        return dict.fromkeys(names)
    return {name: getattr(standing, f"{kind}_{name}") for name in names}


def _chart(history: Sequence[Standing]) -> Fragment | None:
    """Draw the ratings from the lists on which something changed."""
    ordered = [line for line in reversed(history) if not line.is_off]
    curves = [Curve(kind, [getattr(line, f"{kind}_rating") for line in ordered]) for kind in KINDS]
    drawn = [curve for curve in curves if any(value is not None for value in curve.values)]
    if len(ordered) < _LEAST_POINTS or not drawn:
        return None
    axes = Axes(
        says("chart", "ratings"), says("chart", "lists"), says("chart", "rating"), says("chart", "ratings_words"), 40
    )
    return over_time(axes, [line.list_version.list_date for line in ordered], drawn, str)

"""The page of an event, by its number in the book or in the office, and what can be downloaded of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponseRedirect

from arpad.model.numbers import decimal
from arpad.storage.site.event_sheet import (
    mark_of_event,
    place_of_registration,
    sheet_of_event,
    sheet_of_registration,
)
from arpad.web.public.event_places import book_address, name_in_address, office_address
from arpad.web.public.event_shown import event_context, list_name
from arpad.web.public.frame import BEING_MADE, Sheet, public_page
from arpad.web.tables import csv_answer
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    from arpad.storage.models import EventRow, RegisteredEvent
    from arpad.storage.site.event_sheet import EventSheet
    from arpad.web.public.frame import Answer, Site


class Lazily(Mapping[str, Any]):
    """A context that is made when it is written, and not where the reader has the page already."""

    def __init__(self, make: Callable[[], Mapping[str, Any]]) -> None:
        self._make = make
        self._made: Mapping[str, Any] | None = None

    @property
    def _known(self) -> Mapping[str, Any]:
        if self._made is None:
            self._made = self._make()
        return self._made

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - whatever stands there
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


@public_page
def event_page(request: HttpRequest, site: Site, number: int, name: str = "") -> Answer:
    """Show an event of the book."""
    system, place = site.system, None if site.system is None else mark_of_event(site.system, number)
    if system is None or place is None:
        raise Http404
    mark, row, registered = place
    address = book_address(number, row.name)
    if name != name_in_address(row.name):
        return _redirect(address, request)

    def context() -> Mapping[str, Any]:
        return event_context(sheet_of_event(system, row, registered), _page(request))

    return _sheet(site, row, context, address, f"{mark}/{site.day}")


@public_page
def registered_event_page(request: HttpRequest, site: Site, number: int, name: str = "") -> Answer:
    """Show an event of the office that is in no book; one that is leads to its page there."""
    system, place = site.system, None if site.system is None else place_of_registration(site.system, number)
    if system is None or place is None:
        raise Http404
    row, book_event = place
    if book_event is not None:
        return _redirect(book_address(book_event, row.name), request)
    address = office_address(number, row.name)
    if name != name_in_address(row.name):
        return _redirect(address, request)

    def context() -> Mapping[str, Any]:
        return event_context(sheet_of_registration(system, row), 1)

    return _sheet(site, row, context, address, "")


def _redirect(address: str, request: HttpRequest) -> HttpResponse:
    query = request.META.get("QUERY_STRING", "")
    response = HttpResponseRedirect(f"{address}?{query}" if query else address)
    response.headers["Cache-Control"] = BEING_MADE
    return response


def _page(request: HttpRequest) -> int:
    text = request.GET.get("page", "1")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 1  # noqa: PLR2004 - short


def _sheet(
    site: Site, row: EventRow | RegisteredEvent, make: Callable[[], Mapping[str, Any]], address: str, mark: str
) -> Sheet:
    title = row.name or says("site_event", "without_name")
    facts = {"name": title, "federation": row.federation, "start": list_name(row.start), "office": site.title}
    words = says("site_event", "event_description", **facts)
    return Sheet("event.html", title, words, Lazily(make), address, fingerprint=mark, place="events")


@public_page
def event_players_file(request: HttpRequest, site: Site, number: int) -> Answer:
    """Give the players of an event with what came of it, as CSV; without anything that says who is not named."""
    del request
    sheet = _known_sheet(site, number)
    return csv_answer(f"event-{number}-players", _player_cells(sheet))


def _player_cells(sheet: EventSheet) -> Iterator[dict[str, Any]]:
    for player in sheet.players:
        named, numbers = player.named, player.numbers
        is_worked_out = numbers is not None and numbers.difference is not None
        yield {
            "number": player.number,
            "rank": player.rank,
            "fide_id": None if named is None else named.number,
            "name": says("site_event", "not_named") if named is None else named.name,
            "title": "" if named is None else named.title,
            "federation": "" if named is None else named.federation,
            "points": _decimal(player.points),
            "rating": None if named is None else player.rating,
            "games": player.games,
            "games_against_rated": player.against_rated,
            "points_against_rated": _decimal(player.score),
            "average": player.average,
            "performance": player.performance,
            "difference": _decimal(numbers.difference) if is_worked_out and numbers is not None else None,
            "k": None if numbers is None else numbers.k,
            "k_difference": _decimal(numbers.k_change) if is_worked_out and numbers is not None else None,
            "first_rating": None if numbers is None else numbers.first_rating,
        }


def _decimal(value: int | None) -> str | None:
    return None if value is None else decimal(value)


@public_page
def event_games_file(request: HttpRequest, site: Site, number: int) -> Answer:
    """Give the games of an event as CSV."""
    del request
    sheet = _known_sheet(site, number)
    return csv_answer(f"event-{number}-games", _game_cells(sheet))


def _game_cells(sheet: EventSheet) -> Iterator[dict[str, Any]]:
    if sheet.played is None:
        return
    by_player = {player: place for place, player in sheet.played.players.items()}
    named = {each.number: each.named for each in sheet.players}
    for game in sheet.played.games:
        cells: dict[str, Any] = {"round": game.round}
        for side, player in (("white", game.white), ("black", game.black)):
            own = named.get(by_player.get(player, 0))
            cells[f"{side}_number"] = by_player.get(player)
            cells[f"{side}_fide_id"] = None if own is None else own.number
            cells[f"{side}_name"] = says("site_event", "not_named") if own is None else own.name
        cells["white_score"], cells["black_score"] = decimal(game.white_score), decimal(game.black_score)
        yield cells


def _known_sheet(site: Site, number: int) -> EventSheet:
    place = None if site.system is None else mark_of_event(site.system, number)
    if site.system is None or place is None:
        raise Http404
    return sheet_of_event(site.system, place[1], place[2])

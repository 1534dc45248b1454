"""The addresses of events on the site, and how a player is named in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.text import slugify

from arpad.pages.html import element, escaped, link
from arpad.web.public.frame import with_query
from arpad.web.public.player_places import period_address, player_address
from arpad.web.wording import says

if TYPE_CHECKING:
    from arpad.pages.html import Content, Fragment
    from arpad.storage.site.event_calendar import EventOfCalendar
    from arpad.storage.site.event_sheet import EventSheet, Named
    from arpad.storage.site.worked_out import NumbersOfEvent

_MOST = 60


def name_in_address(name: str) -> str:
    """Give a name as addresses have it; a name of which nothing is left is said otherwise.

    >>> name_in_address("Šachy: 7. Open!")
    'sachy-7-open'
    """
    return slugify(name)[:_MOST].strip("-") or "event"


def book_address(number: int, name: str) -> str:
    """Give the address of an event of the book."""
    return reverse("site_event_named", args=[number, name_in_address(name)])


def office_address(number: int, name: str) -> str:
    """Give the address of an event of the office that is in no book."""
    return reverse("site_registered_event_named", args=[number, name_in_address(name)])


def address_of(event: EventOfCalendar) -> str:
    """Give the address of an event of the calendar."""
    return book_address(event.book_event, event.name) if event.book_event else office_address(event.number, event.name)


def explanation_address(player: Named, kind: str, numbers: NumbersOfEvent) -> str:
    """Give where the numbers of a player are explained: on the list that they are of, or on the one being made."""
    if numbers.as_of is not None:
        return player_address(player.number, player.name, "next", kind)
    return period_address(player.number, player.name, kind, numbers.list_date)


def ask_address(matter: str, sheet: EventSheet, player: int | None = None) -> str:
    """Give the form of a question about an event, with what is known of it filled in."""
    event = "" if sheet.row is None else str(sheet.row.event_id)
    return with_query(
        reverse("ask"), matter=matter, event=event, kind=sheet.kind, player="" if player is None else str(player)
    )


class NamesInEvent:
    """How the players of an event are named: with a link where they may be, and else as somebody."""

    def __init__(self, sheet: EventSheet) -> None:
        self._named = {each.number: each.named for each in sheet.players}

    def of_number(self, event: int, number: int, words: Content) -> Fragment:  # noqa: ARG002 - a page has one event
        """Give a player by starting number."""
        named = self._named.get(number)
        if named is None:
            return element("span", says("site_event", "not_named"), class_="quiet")
        return link(player_address(named.number, named.name), escaped(words))

"""The addresses of players on the site: by number, with the name behind it for people and for search engines."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.text import slugify

if TYPE_CHECKING:
    from datetime import date

_MOST = 60


def name_in_address(name: str) -> str:
    """Give the name of a player as addresses have it.

    >>> name_in_address("Kestrel-Éber, Ada"), name_in_address("日本")
    ('kestrel-eber-ada', 'player')
    """
    return slugify(name)[:_MOST].strip("-") or "player"


def player_address(number: int, name: str, of: str = "", *more: object) -> str:
    """Give the address of a player, or of one of the pages that belong to it."""
    if not of:
        return f"{_before_number()}{number}/{name_in_address(name)}"
    return reverse(f"site_player_{of}", args=[number, name_in_address(name), *more])


@cache
def _before_number() -> str:
    """Give how the address of every player begins: a page of a list has a hundred of these."""
    return reverse("site_player", args=[0, "player"]).removesuffix("0/player")


def period_address(number: int, name: str, kind: str, day: date) -> str:
    """Give the address at which the line of a player on a list is explained."""
    return player_address(number, name, "period", kind, f"{day:%Y-%m}")

"""The pages that visitors of `bench/site.py` open, and the time that the database takes for each kind of them.

Six of ten visits go to a player, two search, one opens a list, one an event, in one order for all runs. Players and
events are drawn from all on the newest list and all that were rated, each as likely as any other: nothing was just
asked for, but by chance.
A search is for a whole name, its words the other way round, its first one to five letters, a beginning of two words, or
a whole name with one error, each as often. A list is the newest one, every second time as it is opened first, else one
of its orders and filters at some page.
"""

from __future__ import annotations

import json
import os
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from office_steps import _spread, _visited
from site_names import mistyped

from arpad.storage.opening import open_office
from arpad.storage.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from arpad.storage.models import RatingSystem

SHARES = {"player": 60, "search": 20, "list": 10, "event": 10}
"""Of a hundred visits."""
VISITS = 10_000
"""So many addresses are drawn; who visits more begins again."""
_PAGES = 40
"""The lines of a list are opened up to this page."""
_AT_ONCE = 500
TURNS = int(os.environ.get("BENCH_TURNS", "600"))


def visits(count: int = VISITS) -> list[tuple[str, str]]:
    """Give so many visits, each with its kind and its address; an office with its pages is open."""
    from arpad.storage.models import EventRow, ListVersion, PlayerRow, RatingSystem  # noqa: PLC0415 - once an office is open
    from arpad.web.public.event_places import book_address  # noqa: PLC0415 - the same
    from arpad.web.public.list_places import list_address, month_address  # noqa: PLC0415 - the same
    from arpad.web.public.player_places import player_address  # noqa: PLC0415 - the same

    random = Random(9)  # noqa: S311 - who opens what
    system = RatingSystem.objects.get()
    numbers = sorted(PlayerRow.objects.values_list("fide_id", flat=True))
    several = random.sample(numbers, min(8 * count, len(numbers)))
    shown = sorted(_listed(system, several))
    random.shuffle(shown)
    names = _names(PlayerRow, shown[:count])
    players = [(number, names[number]) for number in shown[:count]]
    events = sorted(EventRow.objects.filter(rated_for__isnull=False).values_list("event_id", "name"))
    newest = ListVersion.objects.get(pk=system.newest_id)
    federations = sorted(set(PlayerRow.objects.filter(fide_id__in=shown[:200]).values_list("federation", flat=True)))

    def listed() -> str:
        if random.random() < 0.5:
            return month_address(newest)
        narrowed: dict[str, str] = random.choice(
            (
                {"kind": random.choice(("rapid", "blitz"))},
                {"show": "active", "sex": "F"},
                {"show": "active", "age": random.choice(("u12", "u18", "s65"))},
                {"federation": random.choice(federations)},
                {"order": "name"},
                {},
            )
        )
        return list_address(newest, **narrowed, page=str(random.randint(1, _PAGES)))

    def asked() -> str:
        name = random.choice(players)[1]
        words = name.replace(",", " ").replace("-", " ").split()
        ways: tuple[Callable[[], str], ...] = (
            lambda: name,
            lambda: " ".join(reversed(words)),
            lambda: name[: random.randint(1, 5)],
            lambda: " ".join(word[:3] for word in words[:2]),
            lambda: mistyped(name, random),
        )
        return f"/search/?{urlencode({'q': random.choice(ways)()})}"

    pages: dict[str, Callable[[], str]] = {
        "player": lambda: player_address(*random.choice(players)),
        "search": asked,
        "list": listed,
        "event": lambda: book_address(*random.choice(events)),
    }
    kinds = random.choices(list(SHARES), weights=list(SHARES.values()), k=count)
    return [(kind, pages[kind]()) for kind in kinds]


def _listed(system: RatingSystem, numbers: list[int]) -> set[int]:
    """Give who stands on the newest list, asked in parts: a database takes only so many numbers at once."""
    from arpad.storage.site.shown import Presence, presences  # noqa: PLC0415 - once an office is open

    parts = (numbers[at : at + _AT_ONCE] for at in range(0, len(numbers), _AT_ONCE))
    return {number for part in parts for number, of in presences(system, part).items() if of is Presence.LISTED}


def _names(rows: Any, numbers: list[int]) -> dict[int, str]:  # noqa: ANN401 - a table of an office
    names: dict[int, str] = {}
    for at in range(0, len(numbers), _AT_ONCE):
        names |= dict(rows.objects.filter(fide_id__in=numbers[at : at + _AT_ONCE]).values_list("fide_id", "name"))
    return names


def open_with_pages(folder: Path) -> None:
    """Open an office with its pages."""
    from arpad.web.django_settings import web_settings  # noqa: PLC0415 - what follows needs an office

    open_office(folder, web_settings(read_settings(folder)))


def drawn(folder: Path, place: str) -> dict[str, Any]:
    """Write the visits down for the client, who knows nothing of the office."""
    open_with_pages(folder)
    every = visits()
    with open(place, "w", encoding="utf-8") as file:  # noqa: PTH123 - its address
        json.dump(every, file)
    from arpad.storage.models import ListVersion, RatingSystem  # noqa: PLC0415 - once an office is open
    from arpad.web.public.list_places import list_address  # noqa: PLC0415 - the same

    newest = ListVersion.objects.get(pk=RatingSystem.objects.get().newest_id)
    place = list_address(newest, "files")
    return {
        "drawn": len(every),
        "different": len(set(every)),
        "files": {name: f"{place}{name}" for name in ("list.csv", "list.txt", "list.parquet")},
        "database_url": read_settings(folder).database_url,
    }


def pages(folder: Path) -> dict[str, Any]:
    """Open the pages, and give the time that the database takes for each kind."""
    open_with_pages(folder)
    from django.test import Client  # noqa: PLC0415 - once an office is open

    client = Client()
    every = visits()
    figures: dict[str, Any] = {}
    for kind in SHARES:
        addresses = [address for each, address in every if each == kind][: TURNS if kind == "player" else TURNS // 4]
        figures[kind] = _spread([_visited(client, address) for address in addresses])
    return figures

"""The page of the open period: what becomes of every event, biggest changes, newcomers, corrections; nothing is closed.

An officer reads it before closing a list, and may show it to everybody whom it concerns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.model.numbers import counted
from arpad.pages.html import Cell, element, finder, folded, joined, link, page, quiet, table
from arpad.pages.law import ARTICLES, CitedArticles
from arpad.pages.numbers import plain, whole
from arpad.pages.summary import biggest_changes, corrections_section, movements_section, numbers_section

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from arpad.pages.html import Content, Fragment

_SECTIONS = {
    "events": "Events",
    "numbers": "Numbers",
    "changes": "Biggest changes",
    "newcomers": "Newcomers",
    "corrections": "Corrections",
    "movements": "Came and went",
    ARTICLES: "The articles",
}
STATES = {
    "not_rated": "Not rated",
    "taken_back": "Taken back",
    "rated": "Rated for this list",
    "waiting": "Waiting for a later list",
    "annulled": "Annulled",
}
"""The words for the states of events, in the order in which they are shown."""
_LOOK_AT = frozenset(("not_rated", "taken_back"))
"""The states that somebody should look at: they are never folded away."""
_WAITING = "waiting"
_UNFOLDED = 30
_WARNING = "A preview: nothing is closed or published, and every number may still change."


def preview_page(preview: Mapping[str, Any]) -> str:
    """Write the page."""
    return page(_title(preview), preview_parts(preview), "summary preview", with_script=True)


def preview_parts(preview: Mapping[str, Any]) -> Iterator[Fragment]:
    """Give what the page shows, part by part."""
    yield element("h1", "Preview of the list of ", element("span", preview["list"]))
    yield element("p", _WARNING, class_="note")
    for kind, edition in preview["editions"].items():
        yield quiet(f"{kind}: {edition['id']}, {edition['title']}")
    shown = {name: title for name, title in _SECTIONS.items() if name != "corrections" or preview["corrections"]}
    yield element("nav", *(link(f"#{name}", title) for name, title in shown.items()))
    yield finder("Find a player, an event or a federation:")
    yield from _events(preview["event_states"])
    cited = CitedArticles()
    yield from numbers_section(preview, cited, "Lines that would be published")
    yield from biggest_changes(preview, cited)
    yield from _newcomers(preview["newcomers"])
    yield from corrections_section(preview)
    yield from movements_section(preview, cited)
    yield from cited.section()
    yield element("footer", "Made by arpad. No official rating, and not affiliated with FIDE.")


def _title(preview: Mapping[str, Any]) -> str:
    return f"Preview of the list of {preview['list']}"


def _events(events: Sequence[Mapping[str, Any]]) -> Iterator[Fragment]:
    """Give every event with its state; what somebody should look at comes first."""
    yield element("h2", _SECTIONS["events"], id="events")
    if not events:
        yield element("p", "The book has no event that waits to be rated.")
        return
    yield quiet(", ".join(f"{title.lower()} {whole(_count(events, state))}" for state, title in STATES.items()) + ".")
    for state, title in STATES.items():
        own = [event for event in events if event["state"] == state]
        if own and (state in _LOOK_AT or len(own) <= _UNFOLDED):
            yield element("h3", title)
            yield _table(own)
        elif own:
            yield folded(joined([element("strong", title), f": {counted(len(own), 'event')}"]), _table(own))


def _count(events: Sequence[Mapping[str, Any]], state: str) -> int:
    return sum(event["state"] == state for event in events)


def _table(events: Sequence[Mapping[str, Any]]) -> Fragment:
    waits = events[0]["state"] == _WAITING
    lists = [Cell("for the list of", "text")] if waits else []
    head: list[Content | Cell] = [
        "No.",
        Cell("Name", "text"),
        Cell("kind", "text wide"),
        Cell("days", "text"),
        "games",
        *lists,
    ]
    return table(head, (_event_cells(event, waits=waits) for event in events), "sortable filtered")


def _event_cells(event: Mapping[str, Any], *, waits: bool) -> list[Content | Cell]:
    why = element("small", event["why"]) if event["why"] and not waits else None
    days = event["end"] if event["start"] == event["end"] else f"{event['start']} to {event['end']}"
    name = Cell(joined([event["name"], why]), "name")
    cells = [event["event_id"], name, Cell(event["kind"], "text wide"), Cell(days, "text days"), whole(event["games"])]
    return [*cells, Cell(event["list"], "text")] if waits else cells


def _newcomers(of_kinds: Mapping[str, Mapping[str, Any]]) -> Iterator[Fragment]:
    """Give the players without a rating who played: the first ratings, then those who have none yet, and why."""
    yield element("h2", _SECTIONS["newcomers"], id="newcomers")
    played = {kind: newcomers for kind, newcomers in of_kinds.items() if newcomers["count"]}
    if not played:
        yield element("p", "Nobody without a rating played.")
    head: list[Content | Cell] = [Cell("Name", "text"), Cell("", "text wide"), "games", "points", "first rating"]
    for kind, newcomers in played.items():
        named = len(newcomers["first"])
        more = f", the first {named} of them" if named < newcomers["count"] else ""
        yield element("h3", kind.capitalize())
        yield quiet(f"{counted(newcomers['count'], 'player')}{more}; first ratings: {whole(newcomers['entered'])}.")
        yield table(head, map(_newcomer_cells, newcomers["first"]), "sortable filtered")


def _newcomer_cells(newcomer: Mapping[str, Any]) -> list[Content | Cell]:
    why = element("small", "; ".join(newcomer["reasons"])) if newcomer["reasons"] else None
    number = element("span", newcomer["fide_id"], class_="quiet wide")
    return [
        Cell(joined([newcomer["name"], " ", number, why]), "name"),
        Cell(newcomer["federation"], "text wide"),
        newcomer["games"],
        newcomer["score"],
        element("strong", plain(newcomer["rating"])),
    ]

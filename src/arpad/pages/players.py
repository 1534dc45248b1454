"""Where each player of rated events stands on their page: a line with an anchor, and the working behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol
from urllib.parse import quote

from arpad.pages.html import escaped, link

if TYPE_CHECKING:
    from arpad.events.rate import RatedEntry, RatedEvents
    from arpad.pages.html import Content, Fragment


class PlacesOfPlayers(Protocol):
    """Whoever says how a player of an event is named, and whereto that leads."""

    def of_number(self, event: int, number: int, words: Content) -> Fragment:
        """Give a player of an event by starting number; `words` is the name."""


class PlayerPlaces:
    """The anchors of all players, by starting number too: whoever names a player links to the working."""

    def __init__(self, rated: RatedEvents, working: str | None = "", lines: str = "") -> None:
        """Take the rated events, and the files in which workings and lines stand, if not in the same.

        Where `working` is None there is none, and names are no links.
        """
        self._working = None if working is None else quote(working)
        self._lines = quote(lines)
        self._by_number = {
            (part.event, part.entry.number): anchor_name(entry) for entry in rated.entries for part in entry.parts
        }

    def working(self, name: str, words: Content) -> Fragment:
        """Link to the working of a player."""
        return escaped(words) if self._working is None else link(f"{self._working}#working-{name}", words)

    def line(self, name: str, words: Content) -> Fragment:
        """Link to the line of a player."""
        return link(f"{self._lines}#player-{name}", words)

    def of_number(self, event: int, number: int, words: Content) -> Fragment:
        """Link to the working of a player of an event by starting number; one without a record is only named."""
        name = self._by_number.get((event, number))
        return escaped(words) if name is None else self.working(name, words)


def anchor_name(entry: RatedEntry) -> str:
    """Name a player in anchors: by the FIDE number, or else by starting number and, from the second on, event."""
    event, number = entry.key
    if not event:
        return str(number)
    return f"no{number}" if event == 1 else f"no{number}-{event}"

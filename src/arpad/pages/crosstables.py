"""The crosstable of an event: by rounds, player against player for a round robin, by teams and boards for a team event.

A player is named by starting number, as in the report, wherever an opponent is meant; the rank stands in a column of
its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.model.period import ROUND_ROBIN
from arpad.model.tournament import PLAYED
from arpad.pages.html import Cell, element, joined, quiet, table
from arpad.pages.numbers import NONE, halves
from arpad.pages.teams import heads, says, team_parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arpad.model.report import Report
    from arpad.model.tournament import Entry, Pairing
    from arpad.pages.html import Content, Fragment
    from arpad.pages.players import PlacesOfPlayers

_LAST = 10_000
"""A place behind all others, for players without one."""
_MOST_IN_A_GRID = 40
"""A round robin with more players is shown by rounds."""
_BYES = {"H": "half_bye", "F": "full_bye", "U": "bye"}


def crosstable(report: Report, event: int, places: PlacesOfPlayers) -> Iterator[Fragment]:
    """Give the crosstable of a report, as its kind of event is best read."""
    tournament = report.tournament
    entries = sorted(tournament.entries, key=lambda entry: (entry.rank or _LAST, -(entry.points or 0), entry.number))
    if report.system == ROUND_ROBIN and len(entries) <= _MOST_IN_A_GRID:
        yield _grid(entries, event, places)
        yield quiet(says("legend_of_grid"))
        return

    def cells(entry: Entry) -> Iterator[Content | Cell]:
        return _cells_of_rounds(entry, tournament.rounds, event, places)

    if tournament.teams:
        yield from team_parts(tournament, cells, lambda entry: _named(entry, event, places), says("legend_of_boards"))
        return
    head = [*heads("rank", "number", "name", "rating"), *range(1, tournament.rounds + 1), *heads("points")]
    yield table(head, ([entry.rank or NONE, *cells(entry)] for entry in entries), "cross sortable filtered")
    yield quiet(says("legend_of_rounds"))


def _cells_of_rounds(entry: Entry, rounds: int, event: int, places: PlacesOfPlayers) -> Iterator[Content | Cell]:
    """Give a line of a crosstable by rounds, from the starting number on."""
    yield from _player_cells(entry, event, places)
    yield from (_pairing(pairing) for pairing in entry.rounds)
    yield from [None] * (rounds - len(entry.rounds))
    yield halves(entry.points)


def _player_cells(entry: Entry, event: int, places: PlacesOfPlayers) -> Iterator[Content | Cell]:
    yield entry.number
    yield Cell(_named(entry, event, places), "name")
    yield entry.rating or NONE


def _named(entry: Entry, event: int, places: PlacesOfPlayers) -> Fragment:
    return places.of_number(event, entry.number, entry.name)


def _pairing(pairing: Pairing) -> Content:
    if pairing.opponent is None:
        bye = _BYES.get(pairing.result)
        return element("i", NONE if bye is None else says(bye))
    opponent = f"{pairing.opponent}{pairing.colour or ''}"
    if pairing.result in PLAYED:
        return f"{opponent}{_result(pairing)}"
    return element("i", f"{opponent}{_result(pairing) or '?'}")


def _result(pairing: Pairing) -> str:
    return {"=": "½", "-": "\u2212"}.get(pairing.result, pairing.result)


def _grid(entries: Sequence[Entry], event: int, places: PlacesOfPlayers) -> Fragment:
    """Write player against player; columns stand in the order of the lines."""
    numbers = (entry.number for entry in entries)
    head: list[Content | Cell] = [*heads("rank", "number", "name", "rating"), *numbers, *heads("points")]
    lines = (
        [
            entry.rank or NONE,
            *_player_cells(entry, event, places),
            *(_met(entry, other) for other in entries),
            halves(entry.points),
        ]
        for entry in entries
    )
    return table(head, lines, "cross grid filtered")


def _met(entry: Entry, other: Entry) -> Content | Cell:
    """Give the results of a player against another, in the order of the rounds."""
    if entry is other:
        return Cell(None, "self")
    results = (
        _result(pairing) if pairing.result in PLAYED else element("i", _result(pairing) or "?")
        for pairing in entry.rounds
        if pairing.opponent == other.number
    )
    return joined(results, " ")

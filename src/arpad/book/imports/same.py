"""The same report again: an event of the same name and days with the same games, whose players may have got numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.book.near_duplicates import name_keys

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from arpad.book.imports.rows import ReportRows, Row

CALLED = ("name", "kind", "start", "end", "federation")
"""By which the same event is found again."""
COUNTED_AS = ("system", "cycles", "official", "team_championship", "ratings")
"""What an event counts as: with another system it is rated otherwise, so it is not the same."""

_Player = int | str
"""A FIDE number, or where there is none what the spellings of the name share."""
_Game = tuple[int, _Player, _Player, int, int]
"""Round, white, black and the two scores."""


def is_same(report: ReportRows, event: dict[str, Any], games: list[_Game]) -> bool:
    """Tell whether an event, with its games, is the one that is reported."""
    asked = (*CALLED, *COUNTED_AS)
    return all(report.event[name] == event[name] for name in asked) and _are_same(games_of(report), games)


def games_of(report: ReportRows) -> list[_Game]:
    """Give the games of a report in a form in which two reports of the same event are the same."""
    keys = name_keys([row["name"] for row in report.players.values()])
    return comparable(
        report.games,
        {number: row["fide_id"] or key for (number, row), key in zip(report.players.items(), keys, strict=True)},
    )


def comparable(games: Iterable[Row], players: Mapping[int, _Player]) -> list[_Game]:
    """Give games in that form, with what is known of their players."""
    return [
        (game["round"], players[game["white"]], players[game["black"]], game["white_score"], game["black_score"])
        for game in games
    ]


def _may_be(player: _Player, other: _Player) -> bool:
    """Tell whether two players can be the same: of two without numbers only those of the same name are."""
    if isinstance(player, str) and isinstance(other, str):
        return player == other or not player or not other
    return player == other or isinstance(player, str) or isinstance(other, str)


def _are_same(games: list[_Game], others: list[_Game]) -> bool:
    """Tell whether the games of two reports are the same; a number may have come since, in the book or in a report."""
    if len(games) != len(others):
        return False
    left: dict[tuple[int, ...], list[tuple[_Player, _Player]]] = {}
    for turn, white, black, *scores in others:
        left.setdefault((turn, *scores), []).append((white, black))
    # A game of known players finds its own first, and leaves the others to players whose numbers are not known.
    for turn, white, black, *scores in sorted(games, key=lambda game: _unknown(game[1:3])):
        open_pairs = left.get((turn, *scores), [])
        fitting = [pair for pair in open_pairs if _may_be(pair[0], white) and _may_be(pair[1], black)]
        if not fitting:
            return False
        open_pairs.remove(min(fitting, key=lambda pair: (pair != (white, black), _unknown(pair))))
    return True


def _unknown(pair: tuple[_Player, ...]) -> int:
    return sum(isinstance(player, str) for player in pair)

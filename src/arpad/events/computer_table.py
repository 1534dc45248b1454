"""The numbers of the computer table of 2003 (11.3.1), worked out from a report by the rules of an edition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.formats.forms_2003.computer_table import ComputerRow
from arpad.model.meetings import meetings
from arpad.model.numbers import HALF_UP, rounded_quotient
from arpad.model.problems import RefusedError
from arpad.model.tournament import POINTS_OF
from arpad.regulations.rules.first_rating import FIRST_RATING
from arpad.regulations.rules.rated_event import RATED_EVENT
from arpad.regulations.terms.ints import ints

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.model.tournament import Entry, Tournament
    from arpad.regulations.edition import Edition

LEAST_RATED = 4
"""11.3.1 asks for four rated opponents, where 6.4.2 says three (erratum E 18)."""


def computer_table(tournament: Tournament, law: Edition) -> list[ComputerRow]:
    """Give a row for each player, in final order; only games against rated opponents count, as in a Swiss event."""
    players = tournament.by_number()
    games: dict[int, list[tuple[int, int]]] = {number: [] for number in players}
    for meeting in meetings(tournament):
        if meeting.played and meeting.second is not None and meeting.second_result is not None:
            for number, other, result in (
                (meeting.first, meeting.second, meeting.first_result),
                (meeting.second, meeting.first, meeting.second_result),
            ):
                rating = players[other].rating
                if rating is not None:
                    games[number].append((rating, POINTS_OF[result]))
    order = sorted(players.values(), key=lambda player: (player.rank or 10_000, -(player.points or 0), player.number))
    return [_row(place, player, games[player.number], law) for place, player in enumerate(order, 1)]


def _row(place: int, entry: Entry, games: list[tuple[int, int]], law: Edition) -> ComputerRow:
    count, score = len(games), sum(points for _, points in games)
    total = sum(rating for rating, _ in games)
    average = rounded_quotient(total, count, HALF_UP) if count else 0
    difference, ru = None, None
    if entry.rating is not None:
        difference = _sum(entry.rating, games, law)
    elif count < LEAST_RATED:
        average = 0
    else:
        ru = _first_rating(total, count, score, law)
    return ComputerRow(
        place,
        entry.name,
        entry.title,
        entry.federation,
        entry.fide_id,
        entry.rating,
        average,
        count,
        score,
        difference,
        ru,
    )


def _first_rating(opponents: int, games: int, score: int, law: Edition) -> int | None:
    """Give Ru; None where no point was scored and the table leaves that open."""
    inputs = {"opponents": opponents, "games": games, "score": score, "is_round_robin": False, "field": 0}
    try:
        return int(ints(FIRST_RATING, law).run(inputs, {}).whole["rating"])
    except RefusedError:
        if score:
            raise
        return None


def _sum(rating: int, games: list[tuple[int, int]], law: Edition) -> int:
    whole = dict.fromkeys(("was_unrated", "is_match", "is_round_robin", "is_scheveningen", "table_average"), False) | {
        "rating": rating
    }
    parts: dict[str, Sequence[Any]] = {
        "opponent": [opponent for opponent, _ in games],
        "unrated": [False] * len(games),
        "score": [score for _, score in games],
        "order": range(len(games)),
    }
    return int(ints(RATED_EVENT, law).run(whole, parts).whole["sum"])

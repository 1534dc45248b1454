"""A round robin's report as the crosstable that the editions to 2021 rate as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.events.participants import participants
from arpad.model.meetings import meetings
from arpad.model.tournament import POINTS_OF
from arpad.regulations.round_robin import Entrant, usual_meetings
from arpad.regulations.round_robin_parts import is_worked_out, robin_parts
from arpad.regulations.rules.rated_event import BY_AVERAGE

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from arpad.model.tournament import Tournament
    from arpad.regulations.edition import Edition
    from arpad.regulations.round_robin import RoundRobin
    from arpad.regulations.round_robin_parts import RobinPart


def as_round_robin(
    law: Edition,
    tournament: Tournament,
    ratings: Mapping[int, int | None],
    ks: Mapping[int, int | None],
    dropped: Container[tuple[int, int, int]] = (),
) -> tuple[RoundRobin | None, dict[int, RobinPart]]:
    """Work a report out as a round robin, if the edition does so and somebody is unrated; else give nothing.

    The table has those who take part (R-032), and the games that are rated. A game that is missing makes it a Swiss
    event; then, too, there are no parts, and games are taken one by one.
    """
    numbers = [one.number for one in participants(tournament, law)]
    if not is_worked_out(law, [ratings[number] for number in numbers]):
        return None, {}
    entrants = [Entrant(str(number), ratings[number], ks.get(number)) for number in numbers]
    made, parts = robin_parts(law, entrants, _cells(tournament, numbers, dropped))
    return made, dict(zip(numbers, parts, strict=True)) if parts else {}


def lacks_a_game(law: Edition, tournament: Tournament, dropped: Container[tuple[int, int, int]] = ()) -> bool:
    """Tell whether a round robin lacks a game, where an edition has another average then (10.5.1 and 6.4.3 of 2003)."""
    if law.rule("expectation") != BY_AVERAGE:
        return False
    numbers = [entry.number for entry in participants(tournament, law)]
    cells = _cells(tournament, numbers, dropped)
    met = [len(line[other]) for place, line in enumerate(cells) for other in range(place)]
    return min(met, default=1) < usual_meetings(met)


def _cells(
    tournament: Tournament, numbers: list[int], dropped: Container[tuple[int, int, int]]
) -> list[list[list[tuple[int, int]]]]:
    """Lay out the games: for each pair the rounds and scores of the one against the other."""
    place = {number: index for index, number in enumerate(numbers)}
    cells: list[list[list[tuple[int, int]]]] = [[[] for _ in numbers] for _ in numbers]
    for one in meetings(tournament):
        if one.played and one.second is not None and one.second_result is not None:
            if (one.round, min(one.first, one.second), max(one.first, one.second)) in dropped:
                continue
            first, second = place[one.first], place[one.second]
            cells[first][second].append((one.round, POINTS_OF[one.first_result]))
            cells[second][first].append((one.round, POINTS_OF[one.second_result]))
    return cells

"""A round robin's report as the crosstable that the editions to 2021 rate as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.meetings import meetings
from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import Game
from arpad.model.tournament import POINTS_OF
from arpad.regulations.round_robin import BY_AVERAGE, ROUND_ROBIN, Entrant, RoundRobin, round_robin

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.model.tournament import Tournament
    from arpad.regulations.edition import Edition
    from arpad.regulations.round_robin import Row


@dataclass(frozen=True, slots=True)
class RobinPart:
    """One player's part of the table: his games at the ratings the table gives his opponents."""

    games: tuple[Game, ...]
    system: str
    average: int | None
    cycles: int


def as_round_robin(
    law: Edition, tournament: Tournament, ratings: Mapping[int, int | None], ks: Mapping[int, int | None]
) -> tuple[RoundRobin | None, dict[int, RobinPart]]:
    """Work a report out as a round robin, if the edition does so and somebody is unrated; else give nothing.

    A game that was not played makes it a Swiss event; then, too, there are no parts, and games are taken one by one.
    """
    if not law.has("round_robin_method") or all(rating is not None for rating in ratings.values()):
        return None, {}
    numbers = list(ratings)
    cells = _cells(tournament, numbers)
    entrants = [Entrant(str(number), ratings[number], ks.get(number)) for number in numbers]
    made = round_robin(law, entrants, [[[score for _, score in cell] for cell in line] for line in cells])
    if made.method != ROUND_ROBIN:
        return made, {}
    rows = dict(zip(numbers, made.rows, strict=True))
    cycles = max((len(cell) for line in cells for cell in line), default=1)
    parts = {}
    for number, line in zip(numbers, cells, strict=True):
        row, is_rated = rows[number], ratings[number] is not None
        by_average = is_rated and law.rule("expectation") == BY_AVERAGE
        games = [
            Game(None if strength is None else Rating(strength), Hundredths(score), round_number)
            for other, cell in zip(numbers, line, strict=True)
            if not (row.dropped or rows[other].dropped)
            for strength in [row.rc_new if by_average else _strength(ratings[other], rows[other])]
            for round_number, score in cell
        ]
        unrated = not is_rated and not row.dropped
        parts[number] = RobinPart(
            tuple(games), "roundrobin" if unrated else "swiss", row.rc_new if unrated else None, cycles
        )
    return made, parts


def _strength(rating: int | None, row: Row) -> int | None:
    return row.ru_new if rating is None else rating


def _cells(tournament: Tournament, numbers: list[int]) -> list[list[list[tuple[int, int]]]]:
    """Lay out the games: for each pair the rounds and scores of the one against the other."""
    place = {number: index for index, number in enumerate(numbers)}
    cells: list[list[list[tuple[int, int]]]] = [[[] for _ in numbers] for _ in numbers]
    for one in meetings(tournament):
        if one.played and one.second is not None and one.second_result is not None:
            first, second = place[one.first], place[one.second]
            cells[first][second].append((one.round, POINTS_OF[one.first_result]))
            cells[second][first].append((one.round, POINTS_OF[one.second_result]))
    return cells

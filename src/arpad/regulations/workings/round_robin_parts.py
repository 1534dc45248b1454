"""Each player's part of a worked-out round robin: the games at the ratings that the table gives the opponents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import ROUND_ROBIN, SWISS, Game
from arpad.regulations.workings.round_robin import round_robin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.regulations.edition import Edition
    from arpad.regulations.workings.crosstable import CrosstableRow, Entrant, RoundRobin


@dataclass(frozen=True, slots=True)
class RobinPart:
    """One player's part of the table; `average` is there for an unrated player, and where rated ones have one."""

    games: tuple[Game, ...]
    opponents: tuple[int, ...]
    """The places in the table of those met in these games."""
    system: str
    average: int | None
    cycles: int
    field: int | None = None
    """How many opponents the player had, where play-off games make that less than games over cycles."""
    present_average: int | None = None
    """The average for an unrated player that has got a rating in the meantime, where an edition rates by it."""

    @property
    def of_unrated(self) -> bool:
        """True for an unrated player whose result counts."""
        return self.system == ROUND_ROBIN


def robin_parts(
    law: Edition,
    entrants: Sequence[Entrant],
    cells: Sequence[Sequence[Sequence[tuple[int, int]]]],
    announced: int | None = None,
) -> tuple[RoundRobin, list[RobinPart]]:
    """Work a table out, and give everybody's part of it, in the order of the table.

    Where a game was not played it is a Swiss event; then there are no parts, and games are taken one by one. How many
    there were to be says `announced`: how often everybody should have met everybody.
    """
    scores = [[[score for _, score in cell] for cell in line] for line in cells]
    table = round_robin(law, entrants, scores, announced)
    if table.method != ROUND_ROBIN:
        return table, []
    parts = []
    for entrant, row, line in zip(entrants, table.rows, cells, strict=True):
        own_games_count = not row.dropped or row.counts_for_player or entrant.present is not None
        met = [
            (
                place,
                Game(
                    None if strength is None else Rating(strength), Hundredths(score), round_number, opponent_id=place
                ),
            )
            for place, (other, cell) in enumerate(zip(table.rows, line, strict=True))
            if own_games_count and not other.dropped
            for strength in [_strength(other) if row.rc_used is None else row.rc_used]
            for round_number, score in cell
        ]
        opponents = len({place for place, _ in met})
        unrated = entrant.rating is None and own_games_count
        parts.append(
            RobinPart(
                tuple(game for _, game in met),
                tuple(place for place, _ in met),
                ROUND_ROBIN if unrated else SWISS,
                row.rc_new if unrated else row.rc_used,
                table.cycles,
                opponents if opponents != len(met) // table.cycles else None,
                row.rc_present,
            )
        )
    return table, parts


def _strength(row: CrosstableRow) -> int | None:
    return row.ru_new if row.entrant.rating is None else row.entrant.rating

"""A round robin as a program gives it: scores in points, made hundredths at the front door."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.library.scores import Score, score_of
from arpad.regulations.workings import round_robin as regulations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.regulations.edition import Edition
    from arpad.regulations.workings.crosstable import Entrant, RoundRobin


def round_robin(
    law: Edition,
    entrants: Sequence[Entrant],
    results: Sequence[Sequence[Sequence[Score | float | str]]],
    announced: int | None = None,
) -> RoundRobin:
    """Work out a round robin. `results[i][j]` holds the scores of i against j, one for each game.

    A score is `WIN`, `DRAW` or `LOSS`, or 1, 0.5, "½" or 0. `announced` says how often everybody should have met
    everybody; without it, as often as most pairs did.

    >>> import arpad
    >>> table = [[[], [0.5], [1]], [[0.5], [], [0.5]], [[0], [0.5], []]]
    >>> field = [arpad.Entrant("A", 2200), arpad.Entrant("B", None), arpad.Entrant("C", 2100)]
    >>> arpad.round_robin(arpad.edition("fide-2014-07"), field, table).rows[1].ru_new
    2150
    """
    cells = [[[int(score_of(score)) for score in cell] for cell in line] for line in results]
    return regulations.round_robin(law, entrants, cells, announced)

"""What a game is worth, looked up: where only the difference of two ratings matters, the rule is asked once for each.

From 2006 on, and outside the one upgrade of 2022 and 2023, W - We of a game depends on the difference and the result
alone, except for players from the exemption on and for gaps that may exclude a game. So the rule itself fills a table
over all differences, and games are looked up in it; the few others are asked of the rule. Nothing of the rule
is written here a second time, and a property test binds the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from arpad.engine.arrays import Arrays, Column
from arpad.engine.ids import BLOCK
from arpad.regulations.rules.rated_event import RATED_EVENT

if TYPE_CHECKING:
    from arpad.regulations.edition import Edition

LARGEST = 4000
"""No two ratings are further apart."""
RESULTS = 3
"""A loss, a draw, a win: half points of the player."""
ONE_GAME_BITS = 20
ONE_GAME = 1 << ONE_GAME_BITS
"""Added to W - We of every counted game, so that one sum carries both the points and the number of games."""
ONE_POINT = 100
_BOTH = 2 * RESULTS * LARGEST + RESULTS - 1
"""White's cell and black's together."""
_OF_HALF, _OF_HALF_BITS = 1311, 16
_ORDINARY = 1500
_NEVER = 1 << 30


@dataclass(frozen=True, slots=True)
class Worth:
    """W - We in hundredths plus `ONE_GAME`, by three times the difference plus the result; exact in float64."""

    table: Column
    special_rating: int
    """From this rating on a player's games are asked of the rule."""
    special_gap: int
    """From this difference on, too."""


def is_tabulated(law: Edition) -> bool:
    """Tell whether an edition values a game by its difference alone, apart from what `Worth` names.

    A printed table that contradicts itself is not looked up beforehand: only who asks for such a cell is refused.
    """
    alone = law.rule("expectation") == "game_by_game" and law.rule("cap_scope") == "every_game"
    return alone and law.table("expectation_table").is_complete()


@lru_cache(maxsize=64)
def worth(law: Edition) -> Worth:
    """Fill the table of an edition by its own rule."""
    special_rating = law.get("cap_exempt_from") or _NEVER
    special_gap = law.get("gap_exclusion") or _NEVER
    differences = np.arange(-LARGEST, LARGEST + 1, dtype=np.int64)
    own = np.full(differences.shape, _ORDINARY, dtype=np.int64)
    sums, _ = asked(law, own, own - differences, np.zeros_like(own))
    table = np.empty((len(differences), RESULTS))
    for result in range(RESULTS):
        table[:, result] = ONE_GAME + sums + 50 * result
    return Worth(table.ravel(), special_rating, special_gap)


def asked(law: Edition, own: Column, opponent: Column, score: Column) -> tuple[Column, Column]:
    """Ask the rule for W - We of single games, and whether each counts."""
    size = len(own)
    no = np.zeros(size, dtype=bool)
    whole = {
        "rating": own,
        "was_unrated": no,
        "is_match": no,
        "is_round_robin": no,
        "is_scheveningen": no,
        "table_average": no,
    }
    parts = {"opponent": opponent, "unrated": no, "score": score, "order": np.zeros(size, dtype=np.int64)}
    rated = Arrays(RATED_EVENT, law).run(whole, parts, np.arange(size))
    return rated.whole["sum"], rated.whole["games"]


def sums_and_games(  # noqa: PLR0913, PLR0917 - the columns of the games
    law: Edition,
    ratings: tuple[Column, Column],
    players: tuple[Column, Column],
    score: Column,
    size: int,
    left_out: Column | None = None,
) -> tuple[Column, Column]:
    """Give everybody's sum of W - We, in hundredths, and number of games.

    Given are white's and black's ratings (int32), both of them rated, their places among `size` players, and white's
    score in hundredths. A game whose points do not add up to one must be asked of the rule, one side at a time; it is
    among the rows that are `left_out` here.
    """
    how = worth(law)
    (of_white, of_black), (white, black) = ratings, players
    total = np.zeros(size)
    for start in range(0, len(score), BLOCK):
        rows = slice(start, start + BLOCK)
        cell = _cells(of_white[rows], of_black[rows], score[rows])
        np.add.at(total, white[rows], how.table[cell])
        np.subtract(_BOTH, cell, out=cell)
        np.add.at(total, black[rows], how.table[cell])
    if left_out is not None:
        cell = _cells(of_white[left_out], of_black[left_out], score[left_out])
        np.subtract.at(total, white[left_out], how.table[cell])
        np.subtract.at(total, black[left_out], how.table[_BOTH - cell])
    added = total.astype(np.int64)
    _mend(law, how, ratings, players, score, added, left_out)
    games = (added + ONE_GAME // 2) >> ONE_GAME_BITS
    return added - games * ONE_GAME, games


def not_counted(
    law: Edition, ratings: tuple[Column, Column], score: Column, left_out: Column | None = None
) -> Column | None:
    """Give the rows of games between rated players that are not rated, with those that are `left_out`; None: no row."""
    gap = worth(law).special_gap
    if gap == _NEVER:
        return left_out
    wide = np.abs(ratings[0] - ratings[1]) >= gap
    if left_out is not None:
        wide[left_out] = False
    rows = np.flatnonzero(wide)
    # The gap is the same from both sides.
    white, black = (rating[rows].astype(np.int64) for rating in ratings)
    rows = rows[asked(law, white, black, score[rows].astype(np.int64))[1] == 0]
    if left_out is None:
        return rows if len(rows) else None
    return np.concatenate([left_out, rows])


def _cells(of_white: Column, of_black: Column, score: Column) -> Column:
    """Give white's cells; black's are as far from the other end. Indices of int64 are the fastest to look up."""
    cell: Column = np.multiply(of_white - of_black, RESULTS, dtype=np.int64)
    # Half points, without a division: 50 becomes 1 and 100 becomes 2.
    cell += (score * _OF_HALF) >> _OF_HALF_BITS
    cell += RESULTS * LARGEST
    return cell


def _mend(  # noqa: PLR0913, PLR0917 - the columns of the games
    law: Edition,
    how: Worth,
    ratings: tuple[Column, Column],
    players: tuple[Column, Column],
    score: Column,
    added: Column,
    left_out: Column | None,
) -> None:
    """Replace what the table gave to games that must be asked of the rule."""
    for side in (0, 1):
        own, other = ratings[side], ratings[1 - side]
        special = own >= how.special_rating if how.special_rating < _NEVER else None
        if how.special_gap < _NEVER:
            wide = np.abs(own - other) >= how.special_gap
            special = wide if special is None else special | wide
        if special is None:
            continue
        if left_out is not None:
            special[left_out] = False
        rows = np.flatnonzero(special)
        if not len(rows):
            continue
        of_white = score[rows].astype(np.int64)
        scores = of_white if side == 0 else ONE_POINT - of_white
        own_rows, other_rows = own[rows].astype(np.int64), other[rows].astype(np.int64)
        sums, games = asked(law, own_rows, other_rows, scores)
        before = how.table[RESULTS * (own_rows - other_rows + LARGEST) + scores // 50].astype(np.int64)
        np.add.at(added, players[side][rows], np.where(games > 0, sums + ONE_GAME, 0) - before)

"""Games looked up in a table that the rule filled: the same sums as the rule, game by game, in every such edition."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import numpy as np
import pytest
from chances import SEEDS, Chance
from hypothesis import given

from arpad import edition
from arpad.engine.period.game_lookup import is_tabulated, lookup_table
from arpad.engine.period.game_sums import add_up
from arpad.engine.period.games import Games, Sources
from arpad.regulations.catalogue import shipped_files
from arpad.regulations.rules.rated_event import RATED_EVENT
from arpad.regulations.terms.ints import ints

if TYPE_CHECKING:
    from pathlib import Path

EDITIONS = [
    (name, kind) for name in shipped_files() for kind in edition(name).kinds if is_tabulated(edition(name, kind))
]
LIMITS = [1000, 1400, 1999, 2000, 2599, 2600, 2601, 2649, 2650, 2651, 2900]


DAY = date(2026, 11, 1)


@pytest.mark.parametrize(("name", "kind"), EDITIONS)
@given(seed=SEEDS)
def test_table_is_the_rule(name: str, kind: str, seed: int) -> None:
    """Everybody's W - We and number of games are those of the scalar rule, but for the games that are left out."""
    law, chance = edition(name, kind), Chance(seed)
    ratings = chance.some(lambda: chance.near(1000, 2900, LIMITS), 2, 8)
    games = chance.some(lambda: (*chance.sample(range(len(ratings)), 2), chance.randrange(3)), 0, 30)
    white, black, result = (np.array([game[index] for game in games], dtype=np.int32) for index in range(3))
    zero = np.zeros(len(games), dtype=np.int32)
    columns = Games(zero, white, black, 50 * result, 100 - 50 * result, zero, zero, None, zero, zero)
    sources = Sources(((DAY, law),), np.array(ratings, dtype=np.int32), len(ratings))
    added = add_up(lookup_table(law), columns, sources, np.zeros(1, dtype=bool))
    looked_up = [game for row, game in enumerate(games) if row not in added.left]
    for player, rating in enumerate(ratings):
        mine = [(ratings[other], 50 * points) for game, other, points in looked_up if game == player]
        mine += [(ratings[game], 100 - 50 * points) for game, other, points in looked_up if other == player]
        whole = dict.fromkeys(("was_unrated", "is_match", "is_round_robin", "is_scheveningen", "table_average"), False)
        parts = {
            "opponent": [opponent for opponent, _ in mine],
            "unrated": [False] * len(mine),
            "score": [score for _, score in mine],
            "order": range(len(mine)),
        }
        alone = ints(RATED_EVENT, law).run(whole | {"rating": rating}, parts).whole

        assert (alone["sum"], alone["games"]) == (added.sum[player], added.games[player])
    # Only what an exemption or a gap makes unusual is left out.
    exempt, gap = law.get("cap_exempt_from") or 9999, law.get("gap_exclusion") or 9999
    for row, (white_place, black_place, _) in enumerate(games):
        both = ratings[white_place], ratings[black_place]
        assert (row in added.left) == (max(both) >= exempt or abs(both[0] - both[1]) >= gap)


@pytest.mark.article("10.1b", edition="fide-2003-07")
def test_a_contradictory_table_is_asked_game_by_game(tmp_path: Path) -> None:
    """Where a print gives a difference twice (E 14), only a game with that difference is refused, not every list."""
    place = tmp_path / "club.toml"
    place.write_text(
        'id = "club"\nderives = "fide-2024-03"\ntitle = "2024 with the printed table of 2003"\n[provisions]\n'
        'expectation_table = { article = "8.1 b", table = "difference-2003-print" }\n',
        encoding="utf-8",
    )

    assert is_tabulated(edition("fide-2024-03"))
    assert not is_tabulated(edition(str(place)))

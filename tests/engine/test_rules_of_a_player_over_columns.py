"""Rules that look at one player or one event alone give the same for ints and over columns, under every edition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from chances import SEEDS, Chance
from hypothesis import given
from hypothesis import strategies as st

from arpad.engine.arrays import Arrays
from arpad.regulations.catalogue import edition, shipped_files
from arpad.regulations.rules import composition
from arpad.regulations.rules.activity import ACTIVITY, KEEPS_ACTIVE
from arpad.regulations.rules.development_coefficient import K_FACTS
from arpad.regulations.rules.event_basis import ALWAYS_RATED, GOVERNED, RATINGS_USED, WITH_UNRATED
from arpad.regulations.rules.first_rating import PUBLISHED
from arpad.regulations.rules.list_line import ADJUSTED, AT_THE_FLOOR, BASE_RATING
from arpad.regulations.rules.listing import KEPT_OFF, LIST_PARTS, LISTING
from arpad.regulations.rules.newcomer_event import (
    NEWCOMER_EVENT,
    NEWCOMER_POOL,
    RATED_FOR_UNRATED,
    RESULT_ON_LIST,
    TABLE_ENTRY,
)
from arpad.regulations.terms.ints import ints

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.regulations.terms.calculation import Calculation

LAWS = [edition(name, kind) for name in shipped_files() for kind in edition(name).kinds]
flags = (False, True)
# A limit as often as any other number.
ratings = (*range(900, 2901), *(0, 1000, 1199, 1200, 1201, 1399, 1400, 1401, 1801, 2000, 2200) * 180)
games = range(16)
scores = (0, 50, 100, 150, 300)
rarely = (*[False] * 7, True)
days = (20120601, 20120630, 20120701, 20120702, 20130101)
INPUTS: dict[str, tuple[Calculation, dict[str, Sequence[Any]]]] = {
    calculation.name: (calculation, inputs)
    for calculation, inputs in (
        (BASE_RATING, {"is_rated": flags, "is_standard": flags, "rating": ratings, "standard": ratings}),
        (AT_THE_FLOOR, {"reached": ratings}),
        (
            ADJUSTED,
            {
                **dict.fromkeys(("has_standard", "is_compressed"), flags),
                **dict.fromkeys(("reached", "standard", "below"), ratings),
                "per_cent": range(101),
                "within": (0, 100),
            },
        ),
        (
            PUBLISHED,
            {
                "has_rating": flags,
                "rating": ratings,
                "games": games,
                "team_games": games,
                "in_association": flags,
            },
        ),
        (
            RESULT_ON_LIST,
            {"has_due": flags, **dict.fromkeys(("due", "start", "end", "list_day", "kept_after"), days)},
        ),
        (RATED_FOR_UNRATED, dict.fromkeys(("is_match", "is_scheveningen", "met_unrated"), flags)),
        (
            NEWCOMER_EVENT,
            {
                **dict.fromkeys(("was_rated", "is_match", "is_scheveningen", "met_unrated"), rarely),
                "not_for_this_list": (0, 0, 0, 4, 5, 6),
                "is_table": flags,
                "needs_average": rarely,
                "games": games,
                "score": scores,
                "rated_games": games,
                "rated_opponents": games,
                "performance": ratings,
            },
        ),
        (
            K_FACTS,
            {
                **dict.fromkeys(("day_of_list_before", "start", "list_day"), days),
                **dict.fromkeys(("games_ended_before", "games_in_order_before"), games),
                **dict.fromkeys(("rating", "own_rating", "highest", "highest_by_start"), ratings),
            },
        ),
        (
            ACTIVITY,
            {
                **dict.fromkeys(("is_rated", "was_idle", "has_list_before", "has_last"), flags),
                **dict.fromkeys(("last", "window_from"), days),
                **dict.fromkeys(("games", "games_in_window"), range(6)),
                **dict.fromkeys(("knows_all_games", "played_before"), flags),
            },
        ),
        (GOVERNED, {"is_of_first_day": flags}),
        (
            RATINGS_USED,
            {**dict.fromkeys(("is_league", "is_declared"), flags), **dict.fromkeys(("end", "long_from"), days)},
        ),
        (
            WITH_UNRATED,
            {**dict.fromkeys(("is_scheveningen", "is_match"), flags), "unrated_players": range(4)},
        ),
        (ALWAYS_RATED, {"is_official": flags}),
        (KEEPS_ACTIVE, {"against_rated": flags}),
        (KEPT_OFF, dict.fromkeys(KEPT_OFF.wide_inputs, flags)),
        (
            LISTING,
            {"kept_off": range(6), **dict.fromkeys(("is_excluded_here", "is_standard", "is_gone"), flags)},
        ),
        (LIST_PARTS, dict.fromkeys(LIST_PARTS.wide_inputs, flags)),
        (
            TABLE_ENTRY,
            {**dict.fromkeys(("is_rated", "has_result", "has_part_result"), flags), "games": games, "score": scores},
        ),
        (composition.RATED_SHARE, dict.fromkeys(("players", "rated"), games)),
        (composition.SMALL_FIELD, dict.fromkeys(("players", "rated"), games)),
        (composition.DOUBLE_ROUND_ROBIN, {**dict.fromkeys(("players", "rated"), games), "is_double": flags}),
        (composition.REPORTED_AS_SWISS, {"lacks_a_game": flags}),
        (composition.COMPOSITION_ASKED, {"is_reported_as_swiss": flags}),
        (
            composition.NATIONAL_CHAMPIONSHIP,
            {"is_for_women": flags, **dict.fromkeys(("rated", "rated_women", "rated_men"), range(6))},
        ),
        (composition.SCHEVENINGEN, {"unrated": range(4)}),
        (composition.MATCH, {"unrated": range(3)}),
        (composition.GAME_RATED, dict.fromkeys(("was_played", "is_ruled_out"), flags)),
        (composition.STAGES, {"has_stages": flags}),
        (composition.MATCH_DECIDED, {"lead": scores, "games_left": range(4)}),
        (composition.LATE_GAMES, {"is_requested": flags}),
    )
}


@pytest.mark.parametrize("name", INPUTS)
@given(seed=SEEDS)
def test_the_same_either_way(name: str, seed: int) -> None:
    """Every quantity of every player, also where the other columns hold anybody else."""
    calculation, inputs = INPUTS[name]
    chance = Chance(seed)
    law = chance.choice(LAWS)
    rows = chance.some(lambda: {key: chance.choice(values) for key, values in inputs.items()}, 1, 8)
    whole = {key: np.array([row[key] for row in rows]) for key in inputs}
    columns = Arrays(calculation, law).run(whole, {}, None).whole
    for place, row in enumerate(rows):
        alone = ints(calculation, law).run(row, {}).whole
        noted = ints(calculation, law).explain(row, {}).whole

        assert alone == noted
        assert set(alone) == set(columns)
        assert alone == {key: column[place] for key, column in columns.items()}


def test_every_input_is_drawn() -> None:
    """A new input of a rule needs its values here."""
    for calculation, inputs in INPUTS.values():
        assert set(inputs) == set(calculation.wide_inputs)


codes = st.sampled_from([0, 0, 9, 11])


@given(st.lists(st.lists(st.tuples(codes, codes), max_size=5), min_size=1, max_size=5))
def test_the_pool_is_the_same_either_way(players: list[list[tuple[int, int]]]) -> None:
    """Until an event counts each is judged as the first, and those after it as later ones."""
    law = edition("fide-2024-03")
    owner = np.array([place for place, events in enumerate(players) for _ in events], dtype=np.int64)
    parts = {
        "order": np.arange(len(owner)),
        "as_first": np.array([first for events in players for first, _ in events], dtype=np.int64),
        "as_later": np.array([later for events in players for _, later in events], dtype=np.int64),
    }
    uncounted = Arrays(NEWCOMER_POOL, law).run({}, parts, owner).parts["uncounted"].tolist()
    expected = []
    for events in players:
        alone = {"order": range(len(events)), "as_first": [first for first, _ in events]}
        alone["as_later"] = [later for _, later in events]
        expected += ints(NEWCOMER_POOL, law).run({}, alone).parts["uncounted"]
        has_one = False
        for place, (first, later) in enumerate(events):
            assert expected[len(expected) - len(events) + place] == (later if has_one else first)
            has_one = has_one or first == 0

    assert uncounted == expected

"""Rules that look at one player alone give the same for one player and over columns, under every edition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.engine.arrays import Arrays
from arpad.regulations.catalogue import edition, shipped_files
from arpad.regulations.ints import ints
from arpad.regulations.rules.list_line import AT_THE_FLOOR, BASE_RATING

if TYPE_CHECKING:
    from arpad.regulations.calculation import Calculation

LAWS = [edition(name, kind) for name in shipped_files() for kind in edition(name).kinds]
flags = st.booleans()
ratings = st.integers(900, 2900) | st.sampled_from([0, 1000, 1199, 1200, 1201, 1399, 1400, 1401, 1801, 2000, 2200])
INPUTS: dict[str, tuple[Calculation, dict[str, st.SearchStrategy[Any]]]] = {
    one.name: (one, inputs)
    for one, inputs in (
        (BASE_RATING, {"is_rated": flags, "is_standard": flags, "rating": ratings, "standard": ratings}),
        (AT_THE_FLOOR, {"reached": ratings}),
    )
}


@pytest.mark.parametrize("name", INPUTS)
@given(data=st.data())
def test_the_same_either_way(name: str, data: st.DataObject) -> None:
    """Every quantity of every player, also where the other columns hold anybody else."""
    calculation, inputs = INPUTS[name]
    law = data.draw(st.sampled_from(LAWS))
    rows = data.draw(st.lists(st.fixed_dictionaries(inputs), min_size=1, max_size=8))
    whole = {key: np.array([row[key] for row in rows]) for key in inputs}
    found = Arrays(calculation, law).run(whole, {}, None).whole
    for place, row in enumerate(rows):
        alone = ints(calculation, law).run(row, {}).whole
        noted = ints(calculation, law).explain(row, {}).whole

        assert alone == noted
        assert set(alone) == set(found)
        assert alone == {key: column[place] for key, column in found.items()}


def test_every_input_is_drawn() -> None:
    """A new input of a rule needs a strategy here."""
    for calculation, inputs in INPUTS.values():
        assert set(inputs) == set(calculation.wide_inputs)

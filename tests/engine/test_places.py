"""FIDE numbers as places: the same by pages, in a run, and by a join; what is not there is -1."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.engine.places import Places

SPREADS = {"a run": 1, "blocks": 7, "pages of their own": 100_003, "too far apart": 10**9}


@pytest.mark.parametrize("spread", SPREADS.values(), ids=SPREADS.keys())
@given(data=st.data())
def test_places_are_those_in_the_sorted_order(spread: int, data: st.DataObject) -> None:
    """Whatever the order of the numbers, and also for numbers below, between and above them."""
    first = data.draw(st.integers(-50, 10**6))
    count = data.draw(st.integers(0, 60))
    numbers = [first + spread * place for place in range(count)]
    mixed = data.draw(st.permutations(numbers))
    near = st.integers(first - 3, first + spread * max(count, 1) + 3)
    wanted = data.draw(st.lists(st.one_of(near, st.sampled_from(numbers)) if numbers else near, max_size=80))
    places = Places(pl.Series(mixed, dtype=pl.Int64))

    known = {number: place for place, number in enumerate(numbers)}
    assert places.of(pl.Series(wanted, dtype=pl.Int64)).tolist() == [known.get(one, -1) for one in wanted]
    assert len(places) == count

"""FIDE numbers as places: the same by pages, in a run, and by a join; what is not there is -1."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.engine.ids import Places

SPREADS = {
    "a run": 1,
    "blocks": 7,
    "the last of a word": 31,
    "the first of each word": 32,
    "across words": 33,
    "across pages": 4095,
    "pages of their own": 100_003,
    "too far apart": 10**9,
}


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
    assert places.of(pl.Series(wanted, dtype=pl.Int64)).tolist() == [known.get(number, -1) for number in wanted]
    assert len(places) == count


def test_every_number_of_full_and_half_full_words() -> None:
    """Runs of numbers with gaps between them: every number from below the first to above the last."""
    numbers = [*range(100, 165), *range(200, 232), 4_295, 4_296, *range(70_000, 70_100, 3), 5_000_000]
    asked = [*range(80, 300), *range(4_290, 4_300), *range(69_990, 70_110), *range(4_999_990, 5_000_010)]
    places = Places(pl.Series(numbers, dtype=pl.Int64))

    known = {number: place for place, number in enumerate(numbers)}
    for kind in (np.int64, np.int32):
        places_of = places.of(pl.Series(asked, dtype=pl.Int64), kind)
        assert places_of.dtype == kind
        assert places_of.tolist() == [known.get(number, -1) for number in asked]

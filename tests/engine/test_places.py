"""FIDE numbers as places: the same by pages, in a run, and by a join; what is not there is -1."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from chances import SEEDS, Chance
from hypothesis import given

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
@given(seed=SEEDS)
def test_places_are_those_in_the_sorted_order(spread: int, seed: int) -> None:
    """Whatever the order of the numbers, and also for numbers below, between and above them."""
    chance = Chance(seed)
    first, count = chance.near(-50, 10**6, (0, 1)), chance.near(0, 60, (1, 2))
    numbers = [first + spread * place for place in range(count)]
    last = first + spread * max(count, 1)
    ends = [*range(first - 3, first + 1), *range(last, last + 4)]
    wanted = chance.some(lambda: chance.near(first - 3, last + 3, numbers or ends), 0, 80)
    places = Places(pl.Series(chance.shuffled(numbers), dtype=pl.Int64))

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

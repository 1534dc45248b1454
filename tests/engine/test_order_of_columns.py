"""Columns put in order and raised: by the quick way or not, it is what NumPy does number by number."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arpad.engine.columns import order_of, raise_to

NUMBER = st.integers(-3, 3) | st.sampled_from([-(1 << 40), 1 << 40, 1 << 61])


@given(st.lists(st.tuples(NUMBER, NUMBER, NUMBER), max_size=12))
def test_the_order_is_that_of_one_column_after_the_other(rows: list[tuple[int, int, int]]) -> None:
    """Rows that are the same in every column stay in the order in which they stand."""
    first, second, third = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    assert order_of(first, second, third).tolist() == np.lexsort((third, second, first)).tolist()


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(-9, 9)), max_size=12), st.booleans())
def test_a_column_is_raised_as_one_value_after_the_other_would(rows: list[tuple[int, int]], in_order: bool) -> None:
    """Whether the values of a place stand together or not."""
    table = np.array(sorted(rows) if in_order else rows, dtype=np.int64).reshape(-1, 2)
    column, usual = np.arange(-2, 3), np.arange(-2, 3)
    raise_to(column, table[:, 0], table[:, 1])
    np.maximum.at(usual, table[:, 0], table[:, 1])
    assert column.tolist() == usual.tolist()

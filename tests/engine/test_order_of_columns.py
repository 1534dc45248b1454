"""Rows in the order of several columns: packed into one number or not, the order is that of `np.lexsort`."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arpad.engine.columns import order_of

NUMBER = st.integers(-3, 3) | st.sampled_from([-(1 << 40), 1 << 40, 1 << 61])


@given(st.lists(st.tuples(NUMBER, NUMBER, NUMBER), max_size=12))
def test_the_order_is_that_of_one_column_after_the_other(rows: list[tuple[int, int, int]]) -> None:
    """Rows that are the same in every column stay in the order in which they stand."""
    first, second, third = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    assert order_of(first, second, third).tolist() == np.lexsort((third, second, first)).tolist()

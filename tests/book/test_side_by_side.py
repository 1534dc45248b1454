"""Rows of a frame, taken out in any order: the same as the frame itself gives, whatever stands in it."""

from __future__ import annotations

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from arpad.book.frames.side_by_side import SideBySide

SHORT = st.none() | st.sampled_from([0, 1, 2800, (1 << 16) - 2])
LONGEST = (1 << 16) - 1
ROW = st.tuples(SHORT, SHORT, SHORT, st.sampled_from(["", "GM"]), st.none() | st.integers(-5, 5))
SCHEMA = {"rating": pl.UInt16, "games": pl.UInt16, "k": pl.UInt16, "title": pl.String, "year": pl.Int32}


@given(st.lists(ROW, min_size=1, max_size=8), st.data())
def test_rows_are_those_of_the_frame(rows: list[tuple[object, ...]], data: st.DataObject) -> None:
    """Every number, and every number that is not known, stands in its row; columns keep their order and kinds."""
    frame = pl.DataFrame(rows, schema=SCHEMA, orient="row")
    places = data.draw(st.lists(st.integers(0, len(rows) - 1), max_size=10))
    wanted = pl.Series(places, dtype=pl.UInt32)
    columns = data.draw(st.lists(st.sampled_from([*SCHEMA]), unique=True, min_size=1))
    some = frame.select(columns)
    assert SideBySide(some).taken(wanted).rows() == some[wanted].rows()
    assert SideBySide(some).taken(wanted).schema == some.schema


def test_the_largest_short_number_is_a_number() -> None:
    """What stands for none elsewhere may be a number of its own in a column: it stays one."""
    schema = {"games": pl.UInt16, "k": pl.UInt16}
    frame = pl.DataFrame({"games": [LONGEST, None, 3], "k": [None, 10, 20]}, schema=schema)
    taken = SideBySide(frame).taken(pl.Series([2, 1, 0], dtype=pl.UInt32))
    assert taken.rows() == [(3, 20), (None, 10), (LONGEST, None)]

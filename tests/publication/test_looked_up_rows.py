"""The rows of a big table about some players: looked up where the table is in order, and joined where it is not."""

from __future__ import annotations

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from arpad.publication.listing import among, is_about, of_those

NUMBERS = st.lists(st.integers(-5, 30), max_size=20)


@given(NUMBERS, NUMBERS, st.booleans())
def test_looking_up_gives_the_rows_of_a_join(numbers: list[int], wanted: list[int], in_order: bool) -> None:
    """Whoever is not in the table adds nothing, neither twice nor in the place of somebody else."""
    given_numbers = sorted(set(numbers)) if in_order else numbers
    big = pl.DataFrame(
        {"fide_id": given_numbers, "line": range(len(given_numbers))}, schema_overrides={"fide_id": pl.Int64}
    )
    rows = pl.DataFrame({"fide_id": wanted}, schema={"fide_id": pl.Int64})
    assert of_those(big, rows).rows() == [row for row in big.rows() if row[0] in wanted]


@given(NUMBERS, NUMBERS, st.booleans())
def test_rows_about_players_are_told_in_any_order(numbers: list[int], wanted: list[int], in_order: bool) -> None:
    """Whether a table is in order or not, the rows of those who are asked for are told, and no others."""
    given_numbers = sorted(set(numbers)) if in_order else numbers
    frame = pl.DataFrame({"fide_id": given_numbers}, schema={"fide_id": pl.Int64})
    players = pl.Series(wanted, dtype=pl.Int64)
    assert is_about(frame, players).to_list() == [number in wanted for number in given_numbers]
    assert (among(frame, players) is False) == (not wanted)

"""Two numbers that may be one person: somebody who plays for this list has the name and the birth of another number.

A second number gives a person a second first rating and takes games away from the opponents. Nothing is merged by this;
whoever keeps the register looks at both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.near_duplicates import name_key

if TYPE_CHECKING:
    from collections.abc import Collection

    from arpad.book.view import BookView

MOST = 200
"""So many pairs are given at most."""


@dataclass(frozen=True, slots=True)
class Double:
    """Two numbers with the same name whose births do not contradict each other."""

    fide_id: int
    other: int
    name: str
    federations: tuple[str, str]
    is_certain_birth: bool
    """True where the year of birth of both is known, and the same."""


def doubles(view: BookView, events: Collection[int], distinct: Collection[tuple[int, int]] = ()) -> list[Double]:
    """Give the players of some events who may have another number; `distinct` are pairs that are known to be two."""
    games = view.table("games").filter(pl.col("event_id").is_in(list(events)))
    playing = pl.concat([games["white"], games["black"]]).unique()
    keyed = view.table("players").select(
        "fide_id", "name", "federation", "birth_year", "birth_date", key=name_key(pl.col("name"))
    )
    known = keyed.drop_nulls("key")
    own = known.filter(pl.col("fide_id").is_in(playing.implode()))
    both = own.join(known, on="key", how="inner", suffix="_other").filter(pl.col("fide_id") != pl.col("fide_id_other"))
    year, day = (
        (pl.col(name) == pl.col(f"{name}_other")).fill_null(value=True) for name in ("birth_year", "birth_date")
    )
    same = both.filter(year & day).with_columns(
        low=pl.min_horizontal("fide_id", "fide_id_other"), high=pl.max_horizontal("fide_id", "fide_id_other")
    )
    pairs = same.sort("fide_id", "fide_id_other").unique(["low", "high"], keep="first", maintain_order=True)
    # Two numbers of one federation, or with a year of birth on both, are looked at; mere namesakes abroad are not.
    is_certain = pl.col("birth_year").is_not_null() & pl.col("birth_year_other").is_not_null()
    close = pairs.filter(is_certain | (pl.col("federation") == pl.col("federation_other")))
    told_apart = {frozenset(pair) for pair in distinct}
    rows = [row for row in close.iter_rows(named=True) if frozenset((row["low"], row["high"])) not in told_apart]
    return [
        Double(
            row["fide_id"],
            row["fide_id_other"],
            row["name"],
            (row["federation"], row["federation_other"]),
            row["birth_year"] is not None and row["birth_year_other"] is not None,
        )
        for row in rows[:MOST]
    ]

"""The lines of a list over columns: the ratings to which changes are added, and the floor. 0 is unrated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays, Column
from arpad.engine.everybody import UNRATED
from arpad.regulations.rules.list_line import AT_THE_FLOOR
from arpad.regulations.workings.list_line import stands_in

if TYPE_CHECKING:
    from arpad.regulations.edition import Edition


def base_ratings(law: Edition, rating: Column, standard: Column) -> Column:
    """Give everybody the rating to which a change is added; in rapid and blitz the standard rating may stand in."""
    unrated, rated = stands_in(law)
    if not (unrated or rated):
        return rating
    if unrated and not rated:
        # What is unrated is 0, so it is added: no choice is made for everybody.
        base: Column = np.multiply(standard, rating == UNRATED, dtype=rating.dtype)
        base += rating
        return base
    is_standard = np.where(rating == UNRATED, unrated, rated)
    return np.where(is_standard, standard, rating).astype(rating.dtype, copy=False)


def is_high_enough(law: Edition, reached: Column) -> pl.Series:
    """Tell which ratings are not below the lowest one that is published."""
    return pl.Series(_is_high_enough(law, reached), dtype=pl.Boolean)


def listed_after_floor(law: Edition, reached: Column) -> Column:
    """Give everybody what was reached, if it is not below the lowest published rating."""
    return np.where(_is_high_enough(law, reached), reached, reached.dtype.type(UNRATED))


def _is_high_enough(law: Edition, reached: Column) -> Column:
    name = "is_high_enough"
    column: Column = Arrays(AT_THE_FLOOR, law).run({"reached": reached}, {}, None, (name,)).whole[name]
    return column

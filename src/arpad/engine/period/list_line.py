"""The lines of a list over columns: the ratings to which changes are added, and the floor. 0 is unrated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays, Column
from arpad.engine.everybody import UNRATED
from arpad.model.period import STANDARD
from arpad.regulations.rules.list_line import AT_THE_FLOOR, BASE_RATING

if TYPE_CHECKING:
    from arpad.regulations.edition import Edition

_OWN, _STANDARD = 1, 2
"""Which of the two ratings the rule takes."""


def base_ratings(law: Edition, rating: Column, standard: Column) -> Column:
    """Give everybody the rating to which a change is added; in rapid and blitz the standard rating may stand in.

    The rule takes one of the two ratings, and which one is the same for all who are rated, and for all who are not. So
    it is asked for these two, and not for everybody.
    """
    cases = {
        "is_rated": np.array([False, True]),
        "is_standard": np.full(2, law.kind == STANDARD),
        "rating": np.array([_OWN, _OWN]),
        "standard": np.array([_STANDARD, _STANDARD]),
    }
    unrated, rated = Arrays(BASE_RATING, law).run(cases, {}, None).whole["base_rating"].tolist()
    if unrated == rated:
        return rating if rated == _OWN else standard.astype(rating.dtype, copy=False)
    is_own = (rating != UNRATED) == (rated == _OWN)
    return np.where(is_own, rating, standard).astype(rating.dtype, copy=False)


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

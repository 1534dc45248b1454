"""The columns of a frame as a line program asks for them: as they stand in memory, without a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from arpad.book.frames.columns import SPELLING, written
from arpad.formats.lists.values import NUMBERS
from arpad.model.period import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.model.rating_list import ColumnStyle


def line_columns(frame: pl.DataFrame, styles: Sequence[ColumnStyle]) -> pl.DataFrame:
    """Give which rows are left out, the numbers or texts of each style, and the ratings, which say who is rated."""
    columns = [pl.col(SPELLING)]
    columns += [pl.col(style.name) if style.name in NUMBERS else written(style) for style in styles]
    columns += [pl.col(f"{kind}_rating") for kind in KINDS]
    return frame.select(column.alias(str(place)) for place, column in enumerate(columns))

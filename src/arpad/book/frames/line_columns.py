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
    columns += [_numbers(frame, style.name) if style.name in NUMBERS else written(style) for style in styles]
    columns += [_numbers(frame, f"{kind}_rating") for kind in KINDS]
    return frame.select(column.alias(str(place)) for place, column in enumerate(columns))


def _numbers(frame: pl.DataFrame, name: str) -> pl.Expr:
    """Give the numbers of a column; those of kinds that no list has are made longer."""
    return pl.col(name) if frame.schema[name] == pl.UInt16 else pl.col(name).cast(pl.Int64)

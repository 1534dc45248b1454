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
    columns = [frame[SPELLING]]
    columns += [_numbers(frame[style.name]) if style.name in NUMBERS else _texts(frame, style) for style in styles]
    columns += [_numbers(frame[f"{kind}_rating"]) for kind in KINDS]
    return pl.DataFrame([column.alias(str(place)) for place, column in enumerate(columns)])


def _texts(frame: pl.DataFrame, style: ColumnStyle) -> pl.Series:
    """Give the texts of a column; next to all are written as they stand, and then the frame is not asked to write."""
    text = written(style)
    return frame[style.name] if text.meta.is_column() else frame.select(text.alias(style.name)).to_series()


def _numbers(column: pl.Series) -> pl.Series:
    """Give the numbers of a column; those of kinds that no list has are made longer."""
    return column if column.dtype == pl.UInt16 else column.cast(pl.Int64)

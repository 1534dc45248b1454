"""The columns of a frame as a line program asks for them: whole numbers, and texts one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from arpad.book.frames.columns import SPELLING, written
from arpad.formats.lists.line_program import NO_GAMES, NOT_WRITTEN, NOTHING
from arpad.formats.lists.values import NUMBERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arpad.model.rating_list import ColumnStyle


class LineColumns:
    """Gives for pieces of a frame what a line program asks for."""

    def __init__(self, styles: Iterable[ColumnStyle]) -> None:
        texts = {style.name: written(style) for style in styles if style.name not in NUMBERS}
        left_out = pl.any_horizontal(pl.col(SPELLING).is_not_null(), *(text.is_null() for text in texts.values()))
        self._columns = [left_out.cast(pl.UInt8).alias(SPELLING)]
        for style in styles:
            column = _numbers(style) if style.name in NUMBERS else texts[style.name].str.len_bytes().fill_null(0)
            self._columns.append(column.alias(style.name))
        self._texts = [text.str.join("").alias(name) for name, text in texts.items()]

    def of(self, piece: pl.DataFrame) -> tuple[object, ...]:
        """Give which rows are left out, and for each style its numbers, or the lengths of its texts and the texts."""
        whole = piece.select(self._texts).row(0, named=True)
        columns: list[object] = []
        for column in piece.select(self._columns):
            columns.append(column.to_numpy())
            if column.name in whole:
                columns.append(whole[column.name].encode())
        return tuple(columns)


def _numbers(style: ColumnStyle) -> pl.Expr:
    """Give the numbers of a column, with what stands in it for none."""
    column = pl.col(style.name).cast(pl.Int64)
    if style.name == "fide_id":
        column = pl.when(column < 0).then(NOT_WRITTEN).otherwise(column)
    numbers = column.fill_null(NOTHING)
    kind, _, part = style.name.rpartition("_")
    if part == "games" and style.empty:
        rated = pl.col(style.name).is_null() & pl.col(f"{kind}_rating").is_not_null()
        return pl.when(rated).then(pl.lit(NO_GAMES, dtype=pl.Int64)).otherwise(numbers)
    return numbers

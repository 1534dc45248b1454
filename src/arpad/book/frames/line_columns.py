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


def line_columns(piece: pl.DataFrame, styles: Iterable[ColumnStyle]) -> tuple[object, ...]:
    """Give which rows are left out, and then for each style its numbers, or the ends of its texts and the texts."""
    texts = {str(place): written(style) for place, style in enumerate(styles) if style.name not in NUMBERS}
    ends = [_numbers(style) if style.name in NUMBERS else _ends(written(style)) for style in styles]
    left_out = pl.any_horizontal(pl.col(SPELLING).is_not_null(), *(text.is_null() for text in texts.values()))
    columns = piece.select(
        left_out.cast(pl.UInt8).alias(SPELLING), *(column.alias(str(place)) for place, column in enumerate(ends))
    )
    whole = piece.select(text.str.join("").alias(place) for place, text in texts.items()).row(0, named=True)
    buffers: list[object] = [columns[SPELLING].to_numpy()]
    for place, _ in enumerate(ends):
        buffers.append(columns[str(place)].to_numpy())
        if str(place) in whole:
            buffers.append(whole[str(place)].encode())
    return tuple(buffers)


def _ends(text: pl.Expr) -> pl.Expr:
    return text.str.len_bytes().fill_null(0).cast(pl.Int64).cum_sum()


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

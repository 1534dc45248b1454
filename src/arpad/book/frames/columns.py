"""The columns of a rating list as a frame: from texts to values and back, the same as row by row, but all at once.

A column of texts has few different ones, names and IDs apart. So each different text is read once, by the very
function that reads it in a row; a line with anything unusual is left to the row reader.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.formats.lists.values import (
    BLANKS,
    COLUMNS,
    NUMBERS,
    TITLE_STYLES,
    TITLES,
    ReadCell,
    cell,
    listed,
    padded,
    values_of,
)
from arpad.model.period import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arpad.model.rating_list import ColumnStyle, Listed

SPELLING = "spelling"
SCHEMA: dict[str, pl.DataType] = {
    name: pl.Int64() if name == "fide_id" else pl.UInt16() if name in NUMBERS else pl.String() for name in COLUMNS
} | {SPELLING: pl.Binary()}
"""The columns of every frame of a list. Texts are never null; numbers are, where nothing is known."""
UNUSUAL = "unusual"
_WOMEN = ["w", "wi"]


def typed(raw: pl.DataFrame, styles: Sequence[ColumnStyle]) -> pl.DataFrame:
    """Give the values of columns of texts (`0`, `1`, … in the order of the styles), and which rows are unusual."""
    if not raw.height:
        return pl.DataFrame(schema=SCHEMA | {UNUSUAL: pl.Boolean()})
    places = {style.name: str(index) for index, style in enumerate(styles) if style.name}
    few = [index for index, style in enumerate(styles) if style.name not in {"fide_id", "name"}]
    different = raw.select(pl.col(str(index)).unique().implode() for index in few) if few else raw.select()
    columns: list[pl.Expr] = []
    doubts: list[pl.Expr] = []
    for index, style in enumerate(styles):
        place = str(index)
        if style.name in {"fide_id", "name"}:
            value, doubt = (_id if style.name == "fide_id" else _name)(place, style)
            columns.append(value.alias(style.name))
            doubts.append(doubt)
            continue
        texts: list[str] = different[place][0].to_list()
        cells = [_cell(style, text) for text in texts]
        strange = [text for text, read_cell in zip(texts, cells, strict=True) if not read_cell.conforms]
        if strange:
            doubts.append(pl.col(place).is_in(strange))
        if style.name:
            columns.append(_mapped(place, style, texts, [read_cell.value for read_cell in cells]).alias(style.name))
    frame = raw.with_columns(columns) if columns else raw
    frame, more = _settled(frame, styles, places, different)
    doubts += more
    if "fide_id" not in places:
        doubts.append(pl.lit(value=True))
    frame = frame.with_columns(pl.any_horizontal(doubts).fill_null(value=True).alias(UNUSUAL))
    return completed(frame, UNUSUAL)


@lru_cache(maxsize=50_000)
def _cell(style: ColumnStyle, text: str) -> ReadCell:
    """Remember what a text means in a column: the pieces of a file have the same texts."""
    return cell(style, text)


def _id(place: str, style: ColumnStyle) -> tuple[pl.Expr, pl.Expr]:
    """Give the IDs, and where one is doubtful, in words of the column that is made of them."""
    value, fide_id = pl.col(place).str.strip_chars(" ").cast(pl.Int64, strict=False), pl.col("fide_id")
    if style.right or style.edge:
        usual = pl.col(place) == in_column(fide_id.cast(pl.String), style)
    else:
        # A number that begins where its column does, with no sign and no zero, is written as we would.
        usual = pl.col(place).str.contains("^[1-9]")
        if not style.width:
            usual &= ~pl.col(place).str.ends_with(" ")
    return value, ~usual | (fide_id < 1) | (fide_id >= 10**15)


def _name(place: str, style: ColumnStyle) -> tuple[pl.Expr, pl.Expr]:
    """Give the names, and where one is spelled in a way of its own, in words of the column that is made of them."""
    doubt = pl.col("name").str.contains(r"^ |[\x00-\x1f\x{fffe}\x{ffff}]")
    if not style.width:
        doubt |= pl.col(place).str.ends_with(" ")
    return pl.col(place).str.strip_chars_end(" "), doubt


def _mapped(place: str, style: ColumnStyle, texts: list[str], values: list[Any]) -> pl.Expr:
    kind = SCHEMA[style.name]
    if len(set(values)) == 1:
        return pl.lit(values[0], dtype=kind)
    return pl.col(place).replace_strict(
        pl.Series(texts, dtype=pl.String), pl.Series(values, dtype=kind), return_dtype=kind
    )


def _settled(
    frame: pl.DataFrame, styles: Sequence[ColumnStyle], places: dict[str, str], different: pl.DataFrame
) -> tuple[pl.DataFrame, list[pl.Expr]]:
    """Settle what more than one column decides: the games of the unrated, and flags against the sex."""
    doubts: list[pl.Expr] = []
    changes: list[pl.Expr] = []
    for kind in KINDS:
        rating, games = f"{kind}_rating", f"{kind}_games"
        if rating in places and games in places:
            none = pl.col(rating).is_null() & (pl.col(games).fill_null(0) == 0)
            style = styles[int(places[games])]
            usual = padded(style, style.empty)
            if any(text != usual and not text.strip(f"0{BLANKS}") for text in different[places[games]][0]):
                doubts.append(none & (pl.col(places[games]) != usual))
            changes.append(pl.when(~none).then(pl.col(games)).alias(games))
    if "sex" in places and "flag" in places:
        woman = pl.col("flag").is_in(_WOMEN)
        doubts.append(((pl.col("sex") == "F") & ~woman) | ((pl.col("sex") == "M") & woman))
    # The doubts are about the games as they stand, so they are worked out before the games change.
    names = [f"doubt {index}" for index in range(len(doubts))]
    frame = frame.with_columns(doubt.alias(name) for doubt, name in zip(doubts, names, strict=True))
    return frame.with_columns(changes), [pl.col(name) for name in names]


def completed(frame: pl.DataFrame, *others: str) -> pl.DataFrame:
    """Give exactly the columns of a list, those that a file lacks filled with nothing, and others if named."""
    given = set(frame.columns)
    columns = [
        pl.col(name) if name in given else pl.lit("" if kind == pl.String() else None, dtype=kind).alias(name)
        for name, kind in SCHEMA.items()
    ]
    return frame.select(*columns, *others)


def in_column(text: pl.Expr, style: ColumnStyle) -> pl.Expr:
    """Give texts in their column, as `padded` does."""
    if not style.width:
        return text
    if style.right:
        text = text.str.pad_start(style.edge)
    elif style.edge:
        text = pl.concat_str(pl.lit(" " * style.edge), text)
    return text.str.pad_end(style.width)


def written(style: ColumnStyle) -> pl.Expr:
    """Give the texts of a column without padding, as `texts_of` does."""
    if not style.name:
        return pl.lit("")
    column = pl.col(style.name)
    if style.name in NUMBERS:
        text = column.cast(pl.String).fill_null(style.empty)
        kind, _, part = style.name.rpartition("_")
        if part == "games" and style.empty:
            rated = column.is_null() & pl.col(f"{kind}_rating").is_not_null()
            return pl.when(rated).then(pl.lit("")).otherwise(text)
        return text
    if style.titles != "codes" and style.name in {"title", "womens_title"}:
        form = TITLE_STYLES.index(style.titles) - 1
        return column.replace({code: forms[form] for code, forms in TITLES.items()})
    return column


def frame_of(players: Iterable[tuple[Listed, bytes | None]]) -> pl.DataFrame:
    """Make a frame of players and their spellings."""
    columns: dict[str, list[Any]] = {name: [] for name in SCHEMA}
    for player, spelling in players:
        for name, value in values_of(player).items():
            columns[name].append(value)
        columns[SPELLING].append(spelling)
    return pl.DataFrame(columns, schema=SCHEMA)


def players_of(frame: pl.DataFrame) -> list[Listed]:
    """Give the players of a frame."""
    return [listed(row) for row in frame.select(COLUMNS).iter_rows(named=True)]

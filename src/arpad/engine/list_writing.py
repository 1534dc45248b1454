"""Writing frames of rating lists as fixed columns or XML: column by column, unusual players one by one."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, BinaryIO

import polars as pl

from arpad.engine.list_columns import SPELLING, in_column, players_of, written
from arpad.formats.list_writer import ListWriter, TextFormer, XmlFormer
from arpad.model.period import KINDS
from arpad.model.rating_list import ListLine, TextDialect, XmlDialect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.formats.list_codes import Findings
    from arpad.model.rating_list import ColumnStyle, RatingList

SLICE = 100_000
_UNWRITABLE = r"[\x00-\x1f\x{fffe}\x{ffff}]"
_MARKUP = r"[&<>\x00-\x1f\x{fffe}\x{ffff}]"
_TEXT_COLUMNS = ("name", "federation", "sex", "title", "womens_title", "other_titles", "foa_title", "flag")


def write_frame(out: BinaryIO, frame: pl.DataFrame, about: RatingList, findings: Findings) -> None:
    """Write a frame in a dialect; the bytes are those that the row writer gives."""
    writer = ListWriter(out, about, findings)
    former: TextFormer | XmlFormer
    if isinstance(about.dialect, TextDialect):
        former, usual, special = TextFormer(about.dialect, findings), *_lines(about.dialect)
        encoding, end = about.dialect.encoding, about.dialect.line_end
    elif isinstance(about.dialect, XmlDialect):
        former = XmlFormer(about.dialect, KINDS[0] if len(about.kinds) > 1 else about.kinds[0], findings)
        usual, special = _elements(former.dialect)
        encoding, end = about.dialect.encoding, ""
    else:
        raise TypeError("A list is written in a dialect; make one with `new_list`.")
    for piece in _slices(frame, [place for place, _ in about.strays]):
        made = piece.select(usual.alias("line"), special.fill_null(value=True).alias("special"))
        lines: list[str] = made["line"].to_list()
        unusual = made["special"].arg_true().to_list()
        if not unusual:
            writer.put((end.join(lines) + end).encode(encoding), len(lines))
            continue
        raws = [(line or "").encode(encoding, "replace") + end.encode("ascii") for line in lines]
        rows = piece[unusual]
        spellings = rows[SPELLING].to_list()
        for place, player, spelling in zip(unusual, players_of(rows), spellings, strict=True):
            raws[place] = former.line(ListLine(0, player, spelling))
        ended = [raw if raw.endswith((b"\n", b"\r")) or not end else raw + end.encode("ascii") for raw in raws[:-1]]
        writer.put(b"".join([*ended, raws[-1]]), len(raws))
    writer.close(about)


def _slices(frame: pl.DataFrame, places: list[int]) -> Iterator[pl.DataFrame]:
    """Cut a frame into pieces, also where lines that are no players stand between."""
    cuts = sorted({*range(0, frame.height, SLICE), *(place for place in places if place < frame.height), frame.height})
    for start, end in itertools.pairwise(cuts):
        yield frame.slice(start, end - start)


def _lines(dialect: TextDialect) -> tuple[pl.Expr, pl.Expr]:
    """Give the line of a player, and whether it is one for the row writer."""
    line = pl.concat_str([in_column(written(column), column) for column in dialect.columns])
    if dialect.trimmed:
        line = line.str.strip_chars_end(" ")
    special = [pl.col(SPELLING).is_not_null(), *(_too_long(column) for column in dialect.columns if column.name)]
    special += [pl.col(name).str.contains(_UNWRITABLE) for name in _TEXT_COLUMNS]
    if dialect.encoding != "utf-8":
        special.append(line.str.len_bytes() != line.str.len_chars())
    return line, pl.any_horizontal(special)


def _too_long(column: ColumnStyle) -> pl.Expr:
    room = column.edge if column.right else column.width - column.edge
    return written(column).str.len_chars() > room


def _elements(dialect: XmlDialect) -> tuple[pl.Expr, pl.Expr]:
    parts = [pl.lit(f"{dialect.between}<player>")]
    for column in dialect.columns:
        parts += [pl.lit(f"{column.before}<{column.tag}>"), written(column), pl.lit(f"</{column.tag}>")]
    line = pl.concat_str([*parts, pl.lit(f"{dialect.closing}</player>")])
    special = [pl.col(SPELLING).is_not_null(), *(pl.col(name).str.contains(_MARKUP) for name in _TEXT_COLUMNS)]
    if dialect.encoding != "utf-8":
        special.append(line.str.len_bytes() != line.str.len_chars())
    return line, pl.any_horizontal(special)

"""The public form of a list: a line for everybody on some part of it, of a birth date the year and nothing more.

Some editions print the day of birth in the list itself (2003 9.1.2a, 2014 7.12). What everybody may download has the
year in its place; nothing else of what the edition prints is left out. Beside it stands what two lists together tell:
the rating of the list before, and whether the rating is a personal best.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from arpad.book.frames.columns import SCHEMA, completed
from arpad.formats.lists.csv import FORMULA
from arpad.model.period import KINDS, STANDARD
from arpad.publication.parts import LIST_PART

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import BinaryIO

GROUP = 1 << 16
"""So many lines stand in a group of rows: who reads some of them reads no more."""
TITLES = ("womens_title", "other_titles", "foa_title")
"""What lists as tables leave out, and FIDE's files have."""
_TEXTS = ("name", "federation", "sex", "title", *TITLES)
_BORN = "birth_date"
PUBLIC = {
    "fide_id": pl.Int64(),
    **dict.fromkeys(_TEXTS, pl.String()),
    "birth_year": pl.Int32(),
    "flag": pl.String(),
    "part": pl.String(),
    **{f"{kind}_{name}": pl.Int32() for kind in KINDS for name in ("rating", "games", "k", "before")},
    **{f"{kind}_best": pl.Boolean() for kind in KINDS},
    **{f"{kind}_status": pl.String() for kind in KINDS},
    **{f"{kind}_inactive": pl.Boolean() for kind in KINDS if kind != STANDARD},
}
"""The columns that every public form has, whatever its edition prints besides."""


def public_list(
    parts: Mapping[str, pl.DataFrame],
    titles: pl.DataFrame,
    before: pl.DataFrame | None,
    highest: pl.DataFrame,
    idle: pl.DataFrame | None = None,
) -> pl.DataFrame:
    """Give the public form of a list, the best rated first.

    `titles` are the other titles of its players, `before` is the public form of the list before, `highest` has the
    highest rating ever published of everybody with this list and the one before (see `highest_of`), `idle` says who is
    inactive in rapid and in blitz; the flag of the list is that of standard chess.
    """
    lines = pl.concat(
        [_lines(frame, part) for part, frame in parts.items() if part != "delisted"], how="diagonal_relaxed"
    )
    lines = lines.unique("fide_id", keep="first", maintain_order=True)
    known = [name for name in TITLES if name in titles.columns and name not in lines.columns]
    lines = lines.join(titles.select("fide_id", *known), on="fide_id", how="left", maintain_order="left")
    if idle is not None:
        lines = lines.join(idle, on="fide_id", how="left", maintain_order="left")
    lines = _with_before(lines, before).join(highest, on="fide_id", how="left", maintain_order="left")
    more = [name for name in lines.columns if name not in PUBLIC and not name.endswith("_highest")]
    lines = lines.with_columns(_best(lines, kind) for kind in KINDS)
    lacking = [pl.lit(None).alias(name) for name in PUBLIC if name not in lines.columns]
    whole = lines.with_columns(lacking).select(
        *(
            pl.col(name).cast(kind) if kind != pl.String() else pl.col(name).cast(kind).fill_null("")
            for name, kind in PUBLIC.items()
        ),
        *more,
    )
    return whole.sort(by_rating(KINDS[0]), descending=[True, False, False], nulls_last=True)


def by_rating(kind: str) -> list[str]:
    """Name the columns by which a list stands in the order of a rating; only the rating falls."""
    return [f"{kind}_rating", "name", "fide_id"]


def _lines(frame: pl.DataFrame, part: str) -> pl.DataFrame:
    """Give the lines of a part with the year of birth alone."""
    born = [pl.col("birth_year").cast(pl.Int32)] if "birth_year" in frame.columns else []
    born += [pl.col(_BORN).dt.year()] if _BORN in frame.columns else []
    year = pl.coalesce(born) if born else pl.lit(None, pl.Int32)
    whole = frame.with_columns(pl.col("fide_id").cast(pl.Int64), birth_year=year, part=pl.lit(part))
    return whole.drop(_BORN, strict=False)


def _with_before(lines: pl.DataFrame, before: pl.DataFrame | None) -> pl.DataFrame:
    if before is None:
        return lines
    then = before.select(
        pl.col("fide_id").cast(pl.Int64),
        *(pl.col(f"{kind}_rating").alias(f"{kind}_before") for kind in KINDS if f"{kind}_rating" in before.columns),
    )
    return lines.join(then, on="fide_id", how="left", maintain_order="left")


def highest_of(now: pl.DataFrame, before: pl.DataFrame | None) -> pl.DataFrame:
    """Give the highest ratings ever published of everybody with a list and with the one before."""
    names = [f"{kind}_highest" for kind in KINDS]
    numbers = pl.col("fide_id").cast(pl.Int64)
    highest = now.select(numbers, *names)
    if before is None:
        return highest.with_columns(pl.lit(None, pl.Int32).alias(f"was_{name}") for name in names)
    then = before.select(numbers, *(pl.col(name).alias(f"was_{name}") for name in names))
    return highest.join(then, on="fide_id", how="left", maintain_order="left")


def _best(lines: pl.DataFrame, kind: str) -> pl.Expr:
    """Tell who is rated higher than ever before; a first rating is none."""
    if f"{kind}_rating" not in lines.columns or f"{kind}_highest" not in lines.columns:
        return pl.lit(value=False).alias(f"{kind}_best")
    now, was = pl.col(f"{kind}_highest"), pl.col(f"was_{kind}_highest")
    is_shown = pl.col(f"{kind}_rating").is_not_null()
    return (is_shown & (now > was)).fill_null(value=False).alias(f"{kind}_best")


def write_table(lines: pl.DataFrame, out: BinaryIO) -> None:
    """Write the public form as Parquet, in groups of rows."""
    lines.rechunk().write_parquet(out, compression="zstd", compression_level=1, row_group_size=GROUP)


def write_csv(lines: pl.DataFrame, out: BinaryIO) -> None:
    """Write the public form as CSV; a text that a spreadsheet would take for a formula stays text."""
    for number, piece in enumerate(lines.iter_slices(GROUP)):
        texts = pl.col(pl.String)
        plain = piece.with_columns(
            pl.when(texts.str.contains(FORMULA)).then(pl.lit("'") + texts).otherwise(texts).name.keep()
        )
        plain.write_csv(out, include_header=number == 0, line_terminator="\r\n")


def as_list(lines: pl.DataFrame) -> pl.DataFrame:
    """Give the lines of the list itself, by name, in the columns of FIDE's files."""
    of_list = lines.filter(pl.col("part") == LIST_PART).sort("name", "fide_id")
    return completed(of_list.select(pl.col(name).cast(SCHEMA[name]) for name in SCHEMA if name in of_list.columns))

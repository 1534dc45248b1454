"""The tables of a book as files: read from Parquet or CSV with everything that is wrong with their columns.

A table is one file, or a folder of files whose rows are taken together; the order of files and rows never matters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.bounded_tables import BROKEN, csv_table, parquet_table, why
from arpad.book.problems import problem
from arpad.book.schema import CSV, FORMS, PARQUET, TABLES

if TYPE_CHECKING:
    from collections.abc import Collection
    from io import BytesIO
    from pathlib import Path

    from arpad.book.schema import BookColumn, BookTable
    from arpad.model.problems import FileProblem

SHOWN = 3
"""So many rows are named of those with the same fault."""
_TRUTH = {"true": True, "false": False}
_GROUP = 1 << 22
"""So many rows are packed together: a column that was packed as a whole is one piece when it is read."""
State = tuple[tuple[str, int, int, int], ...]
"""By which files are told from those that stand in their place later: name, time, size and number of each."""
ABSENT: State = (("", 0, 0, 0),)
"""The state of a table that is not there."""


@dataclass(frozen=True, slots=True)
class TableFile:
    """A table as it was read: the columns that could be, and whether rows are counted as lines of a text."""

    name: str
    frame: pl.DataFrame
    is_text: bool

    def has(self, *columns: str) -> bool:
        """Tell whether the columns could be read."""
        return set(columns) <= set(self.frame.columns)

    def where(self, wrong: pl.Series) -> dict[str, Any]:
        """Name the first of the rows for which something is true, and count the others: facts of a sentence."""
        rows = wrong.fill_null(value=False).arg_true()
        first = [row + (2 if self.is_text else 1) for row in rows.head(SHOWN).to_list()]
        return {
            "table": self.name,
            "is_text": self.is_text,
            "rows": len(rows),
            "shown": first,
            "more": len(rows) - len(first),
        }


def places(folder: Path, name: str) -> list[Path]:
    """Give the files and folders in which a table stands; more than one is a fault."""
    files = [place for form in FORMS if (place := folder.joinpath(f"{name}.{form}")).is_file()]
    return [*files, *(place for place in (folder.joinpath(name),) if place.is_dir())]


def inside(folder: Path, name: str) -> list[Path]:
    """Give what stands in a folder of the book that may be missing; hidden files are nothing."""
    place = folder.joinpath(name)
    return [path for path in (sorted(place.iterdir()) if place.is_dir() else ()) if not path.name.startswith(".")]


def parts_of(place: Path) -> list[Path]:
    """Give the files of a table that stands in a folder, in the order of their names."""
    return sorted(path for form in FORMS for path in place.glob(f"*.{form}") if not path.name.startswith("."))


def form_of(folder: Path) -> str:
    """Tell how new tables of a book are written: as the players are, or else the first table that has a file."""
    for place in (place for name in TABLES for place in places(folder, name)):
        for file in parts_of(place) if place.is_dir() else [place]:
            return file.suffix[1:]
    return PARQUET


def state_of(place: Path) -> State:
    """Give what tells whether a table was written anew: a file or its parts."""
    files = parts_of(place) if place.is_dir() else [place]
    stats = [(file.name, file.stat()) for file in files]
    return tuple((name, stat.st_mtime_ns, stat.st_size, stat.st_ino) for name, stat in stats)


def read_table(place: Path, name: str, table: BookTable) -> tuple[TableFile | None, list[FileProblem]]:
    """Read a table; give it with the columns that fit, and everything that is wrong with the others."""
    if place.is_dir():
        return _read_parts(place, name, table)
    is_text = place.suffix == f".{CSV}"
    try:
        frame = csv_table(place) if is_text else parquet_table(place)
    except BROKEN as fault:
        return None, [problem("table_unreadable", table=name, why=why(fault))]
    problems: list[FileProblem] = []
    problems += [
        problem("column_missing", table=name, column=column_name, meaning=column.words)
        for column_name, column in table.columns.items()
        if column_name not in frame.columns and not column.may_lack
    ]
    problems += [
        problem("column_unknown", table=name, column=column) for column in frame.columns if column not in table.columns
    ]
    columns: list[pl.Series] = []
    whole = TableFile(name, frame, is_text)
    texts = _values_of_texts(frame, table) if is_text else frame
    for column_name, column in table.columns.items():
        if column_name in frame.columns:
            series, faults = (_of_text if is_text else _of_frame)(texts[column_name], column, whole)
            problems += faults
            columns += [] if series is None else [series]
        elif column.may_lack:
            columns.append(pl.Series(column_name, dtype=column.kind).extend_constant(None, frame.height))
    return TableFile(name, pl.DataFrame(columns), is_text), problems


def read_columns(place: Path, table: BookTable, names: Collection[str]) -> pl.DataFrame | None:
    """Read some columns of a table from Parquet, not the others; None where they are not as they should."""
    try:
        frame = parquet_table(place, columns=list(names))
    except BROKEN:
        return None
    return frame if frame.schema == {name: table.schema[name] for name in names} else None


def _read_parts(place: Path, name: str, table: BookTable) -> tuple[TableFile | None, list[FileProblem]]:
    """Read the files of a folder; columns that one of them lacks are left out of all."""
    read = [read_table(part, f"{name}/{part.name}", table) for part in parts_of(place)]
    problems = [fault for _, faults in read for fault in faults]
    frames = [table_file.frame for table_file, _ in read if table_file is not None]
    if len(frames) < len(read):
        return None, problems
    if not frames:
        return TableFile(name, table.empty(), is_text=False), problems
    shared = [column for column in table.columns if all(column in frame.columns for frame in frames)]
    return TableFile(name, pl.concat([frame.select(shared) for frame in frames]), is_text=False), problems


def _values_of_texts(frame: pl.DataFrame, table: BookTable) -> pl.DataFrame:
    """Read the columns of texts, all at once; a text that is no value becomes nothing."""
    return frame.select(_value_of_text(name, column) for name, column in table.columns.items() if name in frame.columns)


def _value_of_text(name: str, column: BookColumn) -> pl.Expr:
    text = pl.col(name)
    if column.kind == pl.String():
        return text.replace("", None) if column.null else text.fill_null("")
    text = _stripped(text)
    if column.kind == pl.Boolean():
        return text.str.to_lowercase().replace_strict(_TRUTH, default=None, return_dtype=pl.Boolean)
    if column.kind == pl.Date():
        return text.str.to_date("%Y-%m-%d", strict=False)
    return text.cast(column.kind, strict=False)


def _stripped(text: pl.Expr) -> pl.Expr:
    return text.str.strip_chars(" \t").replace("", None)


def _of_text(values: pl.Series, column: BookColumn, whole: TableFile) -> tuple[pl.Series | None, list[FileProblem]]:
    """Take the values of a column of texts, unless some text that stands there is none."""
    if column.kind == pl.String() or not values.null_count():
        return values, []
    texts = whole.frame.select(_stripped(pl.col(values.name))).to_series()
    wrong = texts.is_not_null() & values.is_null()
    if not wrong.any():
        return values, []
    asked = {pl.Boolean(): "flag", pl.Date(): "date"}.get(column.kind, "number")
    first = texts.filter(wrong)[0]
    # What could not be read is told once; it is not missing besides.
    return None, [problem("value_kind", at=whole.where(wrong), column=values.name, text=first[:40], asked=asked)]


def _of_frame(series: pl.Series, column: BookColumn, whole: TableFile) -> tuple[pl.Series | None, list[FileProblem]]:
    """Take a column of a frame; whole numbers of another width are fine as long as they fit."""
    if series.dtype == column.kind:
        return series, []
    alike = (series.dtype.is_integer() and column.kind.is_integer()) or series.dtype == pl.Null()
    alike = alike or (column.kind == pl.String() and series.dtype in {pl.Categorical, pl.Enum})
    converted = series.cast(column.kind, strict=False) if alike else None
    if converted is not None and converted.null_count() == series.null_count():
        return converted, []
    kinds = {"kind": str(series.dtype), "asked": str(column.kind)}
    return None, [problem("column_kind", table=whole.name, column=series.name, **kinds)]


def fitted(frame: pl.DataFrame, table: BookTable) -> pl.DataFrame:
    """Give exactly the columns of a table, in their order and kinds; what is not there is nothing, or empty text."""
    there = frame.schema
    if list(there.items()) == list(table.schema.items()):
        return frame
    return frame.select(
        pl.col(name)
        if there.get(name) == column.kind
        else (pl.col(name) if name in there else pl.lit(_default(column)).alias(name)).cast(column.kind)
        for name, column in table.columns.items()
    )


def _default(column: BookColumn) -> str | int | bool | None:
    if column.null:
        return None
    if column.kind == pl.String():
        return ""
    return False if column.kind == pl.Boolean() else 0


def write_packed(frame: pl.DataFrame, target: Path | BytesIO) -> None:
    """Write a table as Parquet; packed lightly, which takes no more room, and without figures that nobody reads."""
    frame.rechunk().write_parquet(
        target, compression="zstd", compression_level=1, statistics=False, row_group_size=_GROUP
    )

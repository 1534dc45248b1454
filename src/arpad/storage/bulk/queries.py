"""What is asked of a database in bulk, and how the kinds of a frame are kept by SQLite, without Django.

SQLite has no days, moments, or yes and no: they are text and numbers there. Whatever is read is therefore cast to the
schema that was asked for, on every database, so that an empty table has the same kinds as a full one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Schema = dict[str, pl.DataType]
MOMENT = pl.Datetime("us", "UTC")
_MOMENT_WRITTEN = "%Y-%m-%d %H:%M:%S%.6f"


@dataclass(frozen=True, slots=True)
class Query:
    """A question whose answer is a frame: the SQL gives exactly the columns of the schema, in its order.

    Parameters stand as `%s`.
    """

    sql: str
    schema: Schema
    parameters: tuple[Any, ...] = field(default=())


def selected(
    table: str,
    schema: Mapping[str, pl.DataType],
    where: str = "",
    parameters: Sequence[Any] = (),
    order: Sequence[str] = (),
) -> Query:
    """Ask for columns of a table, as far as rows fulfil a condition, in an order where one is given.

    >>> selected("storage_playerrow", {"fide_id": pl.Int64()}, "system_id = %s", [1], ["fide_id"]).sql
    'SELECT "fide_id" FROM "storage_playerrow" WHERE system_id = %s ORDER BY "fide_id"'
    """
    sql = f"SELECT {', '.join(map(quoted, schema))} FROM {quoted(table)}"  # noqa: S608 - names of our own tables
    sql += f" WHERE {where}" if where else ""
    sql += f" ORDER BY {', '.join(map(quoted, order))}" if order else ""
    return Query(sql, dict(schema), tuple(parameters))


def quoted(name: str) -> str:
    """Give the name of a table or column as SQL has it.

    >>> quoted("end")
    '"end"'
    """
    return '"' + name.replace('"', '""') + '"'


def plain_kind(kind: pl.DataType) -> pl.DataType:
    """Give the kind as which SQLite keeps another: whole numbers, text or bytes."""
    if kind.is_integer() or kind == pl.Boolean:
        return pl.Int64()
    return pl.Binary() if kind == pl.Binary else pl.String()


def plain(frame: pl.DataFrame) -> pl.DataFrame:
    """Give a frame as SQLite keeps it."""
    columns = []
    for name, kind in frame.schema.items():
        column = pl.col(name)
        if isinstance(kind, pl.Datetime):
            moment = column if kind.time_zone is None else column.dt.convert_time_zone("UTC")
            # Without a fraction where there is none: as Django writes it, so that texts compare as moments do.
            columns.append(moment.dt.strftime(_MOMENT_WRITTEN).str.strip_suffix(".000000"))
        elif kind == pl.Date:
            columns.append(column.dt.strftime("%Y-%m-%d"))
        elif kind == pl.Boolean or kind.is_integer():
            columns.append(column.cast(pl.Int64))
        else:
            columns.append(column)
    return frame.select(columns)


def cast(frame: pl.DataFrame, schema: Mapping[str, pl.DataType]) -> pl.DataFrame:
    """Give a frame of plain kinds the kinds that were asked for; what does not fit is a fault."""
    return frame.select(_cast(name, frame.schema[name], kind) for name, kind in schema.items())


def _cast(name: str, given: pl.DataType, wanted: pl.DataType) -> pl.Expr:
    column = pl.col(name)
    if given == wanted:
        return column
    if given == pl.String and wanted == pl.Date:
        return column.str.to_date("%Y-%m-%d", strict=True)
    if given == pl.String and isinstance(wanted, pl.Datetime):
        moment = column.str.strip_suffix("+00").str.to_datetime("%Y-%m-%d %H:%M:%S%.f", time_unit="us", strict=True)
        return moment.dt.replace_time_zone("UTC")
    if given == pl.String and wanted == pl.Boolean:
        return pl.when(column.is_not_null()).then(column.is_in(["t", "true", "1"]))
    return column.cast(wanted, strict=True)

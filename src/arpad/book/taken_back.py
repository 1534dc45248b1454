"""Tables with what the log says of a change taken back: the rows from before it in the place of those after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.change import described

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.book.log import BookLogEntry


def taken_back(frame: pl.DataFrame, name: str, entry: BookLogEntry) -> pl.DataFrame:
    """Put the rows from before a change in the place of those after it."""
    before, after = (logged_rows(rows, name, frame) for rows in (entry.before, entry.after))
    key = list(described(name).key)
    others = frame.join(pl.concat([before, after]), on=key, how="anti", nulls_equal=True)
    return pl.concat([others, before]).sort(key)


def stands(frame: pl.DataFrame, name: str, entry: BookLogEntry) -> bool:
    """Tell whether a table is, in the rows of a change, as the change left it: nothing has touched them since."""
    before, after = (logged_rows(rows, name, frame) for rows in (entry.before, entry.after))
    key = list(described(name).key)
    gone = before.join(after, on=key, how="anti", nulls_equal=True)
    missing = after.join(frame, on=frame.columns, how="anti", nulls_equal=True)
    return missing.is_empty() and gone.join(frame, on=key, how="semi", nulls_equal=True).is_empty()


def logged_rows(tables: Mapping[str, Any], name: str, like: pl.DataFrame) -> pl.DataFrame:
    """Give the rows that the log keeps of a table; of many it keeps only their number."""
    kept = tables.get(name, ())
    rows = kept if isinstance(kept, list) else []
    days = [column for column, dtype in like.schema.items() if dtype == pl.Date]
    as_written = {**like.schema, **dict.fromkeys(days, pl.String())}
    frame = pl.DataFrame([{name: row.get(name) for name in as_written} for row in rows], schema=as_written)
    return frame.with_columns(pl.col(days).str.to_date())

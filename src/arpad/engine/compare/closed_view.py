"""A book as a list that was closed in it knew it: the events that it rated, and the facts before later decisions.

What came into a book after a list was closed is for later lists: reports, withdrawals, corrected births. Whoever
explains or verifies that list once more has to leave it out, or a sound list would seem wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.log import entries
from arpad.book.schema import TABLES
from arpad.book.view import Instead

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from arpad.book.log import LogEntry
    from arpad.book.view import BookView

_CLOSED = frozenset(("close", "republish"))
_DECIDED = frozenset(("correct", "exclude"))
"""The deeds that change facts; a new number of a player is put into old lists too, and is nothing to take back."""
_FACTS = ("players", "coefficients", "exclusions")


def as_closed(view: BookView, list_date: date) -> BookView:
    """Give a book as it was when the list of a day was closed, as far as the list depends on it."""
    events = view.table("events")
    rated = pl.col("rated_for")
    # The list did rate an event of its own, whatever was decided about it since.
    own = rated == list_date
    known = events.filter(rated <= list_date).with_columns(
        withdrawn=pl.col("withdrawn") & ~own, withdrawn_for=pl.when(~own).then("withdrawn_for")
    )
    return Instead(view, {"events": known, **_facts_then(view, list_date)})


def _facts_then(view: BookView, list_date: date) -> dict[str, pl.DataFrame]:
    """Give the tables of facts without what was decided after a list was closed, where anything was."""
    log = entries(view)
    closed = max((entry.number for entry in log if entry.deed in _CLOSED and entry.list_date == list_date), default=0)
    later = [entry for entry in reversed(log) if entry.number > closed and entry.deed in _DECIDED]
    tables = {}
    for name in _FACTS:
        touching = [entry for entry in later if name in entry.before or name in entry.after]
        if touching:
            tables[name] = _taken_back(view.table(name), name, touching)
    return tables


def _taken_back(frame: pl.DataFrame, name: str, newest_first: Iterable[LogEntry]) -> pl.DataFrame:
    """Put the rows from before some changes in the place of those after them, the newest change first."""
    for entry in newest_first:
        before, after = (_rows(entry_rows, name, frame) for entry_rows in (entry.before, entry.after))
        key = list(TABLES[name].key)
        frame = pl.concat([frame.join(pl.concat([before, after]), on=key, how="anti", nulls_equal=True), before])
    return frame.sort(TABLES[name].key)


def _rows(tables: Mapping[str, Any], name: str, like: pl.DataFrame) -> pl.DataFrame:
    """Give the rows that the log keeps of a table; of many it keeps only their number."""
    kept = tables.get(name, ())
    rows = kept if isinstance(kept, list) else []
    columns = {
        column: pl.Series(column, [row.get(column) for row in rows]).cast(dtype, strict=False)
        for column, dtype in like.schema.items()
    }
    return pl.DataFrame(columns, schema=like.schema)

"""A book as a list that was closed in it knew it: the events that it rated, and what was known before later decisions.

What came into a book after a list was closed is for later lists: reports, withdrawals, corrected births, two numbers
put together. Whoever explains or verifies that list once more has to leave it out, or a sound list would seem wrong.
The log of the book says what stood there before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from arpad.book.change import After, changed
from arpad.book.log import entries
from arpad.book.taken_back import taken_back

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arpad.book.log import BookLogEntry
    from arpad.book.view import BookView

_CLOSED = frozenset(("close", "republish"))
_FACTS = {"correct": ("players",), "exclude": ("exclusions",)}
"""The deeds that change what lists ask of players, and where; two numbers put together change every table."""
_MERGE = "merge"


def as_closed(view: BookView, list_date: date) -> BookView:
    """Give a book as it was when the list of a day was closed, as far as the list depends on it."""
    tables = _tables_then(view, list_date)
    rated = pl.col("rated_for")
    # The list did rate an event of its own, whatever was decided about it since.
    own = rated == list_date
    events = tables.get("events", view.table("events"))
    tables["events"] = events.filter(rated <= list_date).with_columns(
        withdrawn=pl.col("withdrawn") & ~own, withdrawn_for=pl.when(~own).then("withdrawn_for")
    )
    return After(view, changed(view, tables))


def _tables_then(view: BookView, list_date: date) -> dict[str, pl.DataFrame]:
    """Give the tables from which decisions after the closing of a list are taken back, the newest decision first."""
    tables: dict[str, pl.DataFrame] = {}
    for entry in _later(view, list_date):
        for name in _touched(entry):
            frame = tables.get(name, view.table(name)) if view.has(name) else None
            if frame is not None:
                tables[name] = taken_back(frame, name, entry)
    return tables


def _later(view: BookView, list_date: date) -> Iterator[BookLogEntry]:
    """Give the entries of the log after the closing of a list, the newest first; all of a list without an entry.

    What a revised list left for the next one is later than it, too.
    """
    log = entries(view)
    closings = [entry for entry in log if entry.deed in _CLOSED and entry.list_date == list_date]
    closed = closings[-1].number if closings else 0
    waits = set(closings[-1].facts.get("waits", ())) if closings else set()
    yield from (entry for entry in reversed(log) if entry.number > closed or entry.number in waits)


def _touched(entry: BookLogEntry) -> list[str]:
    """Name the tables that are taken back: those of a decision about facts, and all of two numbers put together."""
    if entry.deed == _MERGE:
        return [name for name, rows in {**entry.before, **entry.after}.items() if isinstance(rows, list)]
    # A corrected number is put into old lists, too; there is nothing to take back.
    names = () if "number" in entry.facts else _FACTS.get(entry.deed, ())
    return [name for name in names if name in entry.before or name in entry.after]

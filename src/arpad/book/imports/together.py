"""All lists and reports of an import as one change, so that what stops in the middle leaves the book as it was."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from arpad.book.change import After, Change, TableChange
from arpad.book.parquet_size import ParquetError, parquet_size
from arpad.formats.lists.problems import Findings
from arpad.formats.lists.source import opened

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from arpad.book.log import BookLogEntry
    from arpad.book.view import BookView

MOST_AT_ONCE = 2 << 30
"""Lists of so many bytes of text are taken in one change: half a dozen of the whole world. A book holds them in memory
until all are read, each in about half of its bytes."""
_BYTES_A_PLAYER = 160
"""A line of a list in text; of a list in Parquet only the number of its players says how large it is."""


def fit_at_once(lists: Iterable[Path]) -> bool:
    """Tell whether lists are so few, and so small, that they can be one change."""
    return sum(_size(place) for place in lists) <= MOST_AT_ONCE


def _size(place: Path) -> int:
    """Give the bytes of a list as text, as far as it can be told without reading it; what is no list has none."""
    with place.open("rb") as stream:
        source = opened(str(place), stream, Findings())
        if source is None:
            return 0
        if source.form != "parquet" or source.path is None:
            return source.size or 0
        try:
            return _BYTES_A_PLAYER * parquet_size(stream).rows
        except ParquetError:
            return 0


class Gathered:
    """A book with the changes that came so far, none of which is written yet."""

    def __init__(self, book: BookView) -> None:
        self._book = book
        self.change = Change({})

    @property
    def view(self) -> BookView:
        """The book as it will be."""
        return After(self._book, self.change)

    @property
    def is_empty(self) -> bool:
        """True where nothing has come."""
        return not self.change.tables

    def add(self, change: Change) -> None:
        """Let a change follow that was worked out from the view."""
        self.change = together(self.change, change)


def together(first: Change, second: Change) -> Change:
    """Give two changes of tables as one, where the second was worked out from the book after the first."""
    tables = {
        name: TableChange(first.tables[name].before if name in first.tables else table.before, table.after)
        for name, table in second.tables.items()
    }
    return replace(
        first,
        tables={**first.tables, **tables},
        reasons=(*first.reasons, *second.reasons),
        entry=_both(first.entry, second.entry),
    )


def _both(first: BookLogEntry | None, second: BookLogEntry | None) -> BookLogEntry | None:
    """Give the entry of both: facts that are lists go on, and of two lists that they concern none is named."""
    if first is None or second is None:
        return first or second
    facts: dict[str, Any] = {**first.facts, **second.facts}
    facts |= {
        name: [*first.facts[name], *second.facts[name]]
        for name in first.facts.keys() & second.facts.keys()
        if isinstance(facts[name], list)
    }
    days = {entry.list_date for entry in (first, second)} - {None}
    return replace(
        second,
        facts=facts,
        list_date=days.pop() if len(days) == 1 else None,
        before={**first.before, **second.before},
        after={**first.after, **second.after},
    )

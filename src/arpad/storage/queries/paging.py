"""What is asked of a long table, and what is given: filters, an order, and so many rows of how many."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from django.db.models import QuerySet

ROWS = 50
"""So many rows stand on a page."""
MOST_EXPORTED = 100_000
"""So many rows are exported at most; more are downloaded as a list."""
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class AskedRows:
    """The filters by name, the order (`-` before it for falling), and which page of how many rows."""

    filters: Mapping[str, str] = field(default_factory=dict)
    order: str = ""
    page: int = 1
    size: int = ROWS

    def ordered(self, usual: str) -> AskedRows:
        """Give the same in the usual order, where none is asked for."""
        return self if self.order else replace(self, order=usual)

    def wanted(self, name: str) -> str:
        """Give what is asked of a filter; empty where nothing is."""
        return self.filters.get(name, "").strip()

    def whole_number(self, name: str) -> int | None:
        """Give the number that is asked of a filter; None where nothing or no number is."""
        text = self.wanted(name)
        return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None  # noqa: PLR2004 - 63 bits


@dataclass(frozen=True, slots=True)
class RowsOfTable(Generic[Row]):
    """Some rows of a table, and how many there are in all."""

    rows: Sequence[Row]
    total: int
    is_behind: bool = False
    """True where a search answered from the list before the newest."""
    is_cut: bool = False
    """True where there are more than were looked for."""


def paged(
    rows: QuerySet[Any],
    asked: AskedRows,
    orders: Mapping[str, Sequence[str]],
    shown: Callable[[Any], Row],
    total: int | None = None,
) -> RowsOfTable[Row]:
    """Give a page of a query in the order that is asked, or else in the first of its orders.

    Each order ends by what is unique, so that no row stands on two pages. `total` is how many rows there are, where
    that is known without counting.
    """
    falling, name = asked.order.startswith("-"), asked.order.removeprefix("-")
    columns = list(orders.get(name) or next(iter(orders.values())))
    if falling and name in orders:
        columns = [column.removeprefix("-") if column.startswith("-") else f"-{column}" for column in columns]
    ordered = rows.order_by(*columns)
    first = max(asked.page - 1, 0) * asked.size
    some = list(ordered[first : first + asked.size])
    whole = first + len(some) if some and len(some) < asked.size else rows.count() if total is None else total
    return RowsOfTable([shown(row) for row in some], whole)

"""Tables as people work with them: filters and orders are addresses, and what is seen is exported.

A page says which columns there are and which filters; the rows are its own. The order and the filters stand in the
address, so that it can be sent to somebody or kept as a bookmark.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse

from arpad.storage.queries.paging import MOST_EXPORTED, ROWS, AskedRows, RowsOfTable
from arpad.web.middleware import DOWNLOADED
from arpad.web.wording import known

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from django.http import HttpRequest, QueryDict

_ORDER, _PAGE = "order", "page"
_MOST_PAGE = 1_000_000
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""With these a formula begins; some programs take the wide forms of the East for the same."""
_UNSEEN = " \u00a0\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
"""Signs that are not seen, and may stand before a formula."""
_NUMBER = re.compile(r"-\d+(\.\d+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column: its name in the words, whether it holds numbers, can be ordered by, and gives way on a phone."""

    name: str
    number: bool = False
    order: str = ""
    wide: bool = False
    falls_first: bool = False
    """True where most people want the largest first."""


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter: its name in the address, and the values among which is chosen; with none, text is typed."""

    name: str
    choices: tuple[tuple[str, str], ...] = ()
    kind: str = "search"


@dataclass(frozen=True, slots=True)
class ColumnHead:
    """The head of a column as it is shown."""

    words: str
    number: bool
    wide: bool
    address: str
    sorted: str


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter that is on, and the address without it."""

    words: str
    address: str


@dataclass(frozen=True, slots=True)
class FilterField:
    """A filter as a field: what it is called, what it says now, and what it may say."""

    name: str
    words: str
    value: str
    kind: str
    choices: tuple[tuple[str, str], ...]


class TableOnPage:
    """A table on a page: its rows, and the addresses of everything that can be done with it."""

    def __init__(
        self, request: HttpRequest, columns: Sequence[TableColumn], order: str, filters: Sequence[Filter], name: str
    ) -> None:
        self._given, self.columns, self.filters, self.name = request.GET, columns, filters, name
        self._usual = order
        self.path = request.path
        self.page: RowsOfTable[Any] = RowsOfTable([], 0)

    @property
    def asked(self) -> AskedRows:
        """What the address asks for."""
        values = {each.name: self._given.get(each.name, "").strip()[:100] for each in self.filters}
        known_orders = {column.order for column in self.columns if column.order}
        order = self._given.get(_ORDER, self._usual)
        if order.removeprefix("-") not in known_orders:
            order = self._usual
        return AskedRows({name: value for name, value in values.items() if value}, order, self._page_number())

    def _page_number(self) -> int:
        text = self._given.get(_PAGE, "1")
        return min(int(text), _MOST_PAGE) if text.isascii() and text.isdigit() and len(text) < 9 else 1  # noqa: PLR2004 - short

    def fill(self, query: Callable[[AskedRows], RowsOfTable[Any]]) -> TableOnPage:
        """Put the rows in, as a query gives them."""
        self.page = query(self.asked)
        return self

    @property
    def rows(self) -> Sequence[Any]:
        """The rows of the page."""
        return self.page.rows

    @property
    def is_filtered(self) -> bool:
        """Tell whether a filter is on."""
        return bool(self.asked.filters)

    @property
    def heads(self) -> Iterator[ColumnHead]:
        """The heads of the columns; that by which the rows are ordered says so, and its link turns the order round."""
        now = self.asked.order
        for column in self.columns:
            first = f"-{column.order}" if column.falls_first else column.order
            other = column.order if column.falls_first else f"-{column.order}"
            falling = now == f"-{column.order}"
            is_by = bool(column.order) and now.removeprefix("-") == column.order
            address = self._with(**{_ORDER: other if now == first else first, _PAGE: ""}) if column.order else ""
            state = ("descending" if falling else "ascending") if is_by else ""
            yield ColumnHead(known("column", column.name), column.number, column.wide, address, state)

    @property
    def fields(self) -> Iterator[FilterField]:
        """The filters as fields."""
        for each in self.filters:
            value = self.asked.filters.get(each.name, "")
            yield FilterField(each.name, known("filter", each.name), value, each.kind, each.choices)

    @property
    def chips(self) -> Iterator[Chip]:
        """The filters that are on."""
        for each in self.filters:
            value = self.asked.filters.get(each.name)
            if value:
                words = dict(each.choices).get(value, value)
                yield Chip(f"{known('filter', each.name)}: {words}", self._with(**{each.name: "", _PAGE: ""}))

    @property
    def order(self) -> str:
        """The order, where it is not the usual one."""
        return self.asked.order if self.asked.order != self._usual else ""

    @property
    def first(self) -> int:
        """The place of the first row on the page."""
        return (self._page_number() - 1) * ROWS + 1 if self.rows else 0

    @property
    def last(self) -> int:
        """The place of the last row on the page."""
        return (self._page_number() - 1) * ROWS + len(self.rows) if self.rows else 0

    @property
    def before(self) -> str:
        """The address of the page before; empty on the first."""
        number = self._page_number()
        return self._with(**{_PAGE: str(number - 1) if number > 2 else ""}) if number > 1 else ""  # noqa: PLR2004 - the first is plain

    @property
    def after(self) -> str:
        """The address of the page after; empty on the last."""
        return self._with(**{_PAGE: str(self._page_number() + 1)}) if self.last < self.page.total else ""

    @property
    def csv(self) -> str:
        """The address of the same as a file."""
        return f"{self.path.removesuffix('/')}.csv{self._with(**{_PAGE: ''}).removeprefix(self.path)}"

    @property
    def most_exported(self) -> int:
        """How many rows the file has at most, where that is fewer than there are; else 0."""
        return MOST_EXPORTED if self.page.total > MOST_EXPORTED else 0

    def address_with(self, **changes: str) -> str:
        """Give the address of the same with filters changed, on its first page."""
        return self._with(**changes, **{_PAGE: ""})

    def _with(self, **changes: str) -> str:
        given: QueryDict = self._given.copy()
        for name, value in changes.items():
            if value:
                given[name] = value
            else:
                given.pop(name, None)
        return f"{self.path}?{given.urlencode()}" if given else self.path

    def exported(
        self, query: Callable[[AskedRows], RowsOfTable[Any]], cells: Callable[[Any], Mapping[str, Any]]
    ) -> HttpResponse:
        """Give what is seen, on all its pages, as CSV."""
        asked = self.asked
        page = query(AskedRows(asked.filters, asked.order, 1, MOST_EXPORTED))
        return csv_answer(self.name, (cells(row) for row in page.rows))


def csv_answer(name: str, rows: Iterable[Mapping[str, Any]]) -> HttpResponse:
    """Give rows as a CSV file; text that a spreadsheet would take for a formula stays text."""
    text = io.StringIO(newline="")
    writer = None
    for row in rows:
        if writer is None:
            writer = csv.DictWriter(text, list(row), lineterminator="\r\n")
            writer.writeheader()
        writer.writerow({column: _plain(value) for column, value in row.items()})
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"', "Content-Security-Policy": DOWNLOADED}
    return HttpResponse(text.getvalue().encode(), content_type="text/csv; charset=utf-8", headers=headers)


def _plain(value: Any) -> Any:  # noqa: ANN401 - a cell
    if not isinstance(value, str):
        return value
    begins = value.lstrip(_UNSEEN)
    return f"'{value}" if begins.startswith(_FORMULA) and not _NUMBER.fullmatch(value) else value

"""The two conversion tables in their printed form: percentage to rating difference (a), difference to expectation (b).

The tables are kept as CSV in the Handbook's own rows, so that a person can check them with a finger, and expanded
here. A cell a print leaves blank is *undefined*, one that it gives twice with different values is *contradictory*;
asking for either is refused with a sentence, never guessed.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from arpad.model.bounded import MOST_IN_TOML, read_whole
from arpad.model.numbers import hundredths
from arpad.model.problems import EditionError, Problem, RefusedError
from arpad.regulations import package_data
from arpad.regulations.package_data import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable

_BEYOND = "> "
MOST_DIFFERENCE = 10_000
"""No table goes beyond: ratings have four digits."""


class ConversionTable:
    """A conversion table: `at(key)` gives the cell. Keys and values are whole numbers or hundredths."""

    __slots__ = ("_cells", "_doubt", "_last", "name")

    def __init__(self, name: str, cells: dict[int, int], doubt: dict[int, Problem], last: int | None) -> None:
        self.name = name
        self._cells = cells
        self._doubt = doubt
        self._last = last

    def at(self, key: int) -> int:
        """Give the cell for `key`, or refuse with the reason why there is none."""
        value = self._cells.get(key)
        if value is not None:
            return value
        if key in self._doubt:
            raise RefusedError([self._doubt[key]])
        if self._last is not None and abs(key) > self._last:
            return self._cells[self._last if key > 0 else -self._last]
        raise RefusedError.of(WORDS, "table_cell", table=self.name, key=key)

    def has(self, key: int) -> bool:
        """Tell whether the table gives one value for a key."""
        return key in self._cells or (self._last is not None and abs(key) > self._last)

    def range(self) -> tuple[int, int]:
        """Give the smallest and the largest key with a cell of its own."""
        return min(self._cells), max(self._cells)

    def cells(self) -> dict[int, int]:
        """Give all cells with a value of their own, expanded from the printed rows."""
        return dict(self._cells)

    def is_complete(self) -> bool:
        """Tell whether every key between the smallest and the largest has one value."""
        low, high = self.range()
        return len(self._cells) == high - low + 1

    def open_ended(self) -> bool:
        """Tell whether keys beyond the last row have the last row's value."""
        return self._last is not None


def own_table(place: str, name: str) -> ConversionTable:
    """Read a conversion table that stands beside a federation's own edition."""
    try:
        text = read_whole(place, MOST_IN_TOML).decode("utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise EditionError.of(WORDS, "table_not_readable", table=name, why=str(fault)) from fault
    return read_table(text, name)


@cache
def shipped_table(by: str, name: str) -> ConversionTable:
    """Read a conversion table of the package, which the edition `by` names."""
    if name not in package_data.names("tables", ".csv"):
        raise EditionError.of(WORDS, "missing_table", edition=by, table=name)
    return read_table(package_data.text("tables", f"{name}.csv"), name)


def read_table(text: str, name: str) -> ConversionTable:
    """Read a table in printed form; its header says which of the two it is."""
    rows = [[cell.strip() for cell in line.split(",")] for line in text.splitlines() if line.strip()]
    readers = {("p", "dp"): _percentage_table, ("D", "H", "L"): _difference_table}
    header = tuple(rows[0]) if rows else ()
    if header not in readers:
        raise EditionError.of(WORDS, "table_header", table=name)
    wrong = next((row for row in rows if len(row) != len(header)), None)
    if wrong is not None:
        raise EditionError.of(WORDS, "table_row", table=name, row=",".join(wrong), cells=len(header))
    try:
        return readers[header](name, rows[1:])
    except ValueError as fault:
        raise EditionError.of(WORDS, "table_row", says="table_unreadable", table=name, why=str(fault)) from fault


def _percentage_table(name: str, rows: Iterable[list[str]]) -> ConversionTable:
    differences: dict[int, set[int]] = {}
    blank: set[int] = set()
    for percentage, difference in rows:
        key = hundredths("0" + percentage if percentage.startswith(".") else percentage)
        if difference:
            differences.setdefault(key, set()).add(int(difference))
        else:
            blank.add(key)
    doubt = {key: Problem.of(WORDS, "table_cell", says="table_cell_undefined", percentage=key) for key in blank}
    doubt |= {
        key: Problem.of(WORDS, "table_cell", says="table_cell_missing", percentage=key)
        for key in range(101)
        if key not in differences and key not in blank
    }
    return _settled(name, differences, doubt, None)


def _difference_table(name: str, rows: Iterable[list[str]]) -> ConversionTable:
    probabilities: dict[int, set[int]] = {}
    last: int | None = None
    for interval, higher, lower in rows:
        if interval.startswith(_BEYOND):
            last = int(interval.removeprefix(_BEYOND)) + 1
            keys = range(last, last + 1)
        else:
            first, _, end = interval.partition("-")
            keys = range(int(first), int(end) + 1)
        if not 0 <= keys.start <= keys.stop <= MOST_DIFFERENCE:
            raise ValueError(interval)
        above, below = _probability(higher), _probability(lower)
        for key in keys:
            probabilities.setdefault(key, set()).add(above)
            probabilities.setdefault(-key, set()).add(below)
    return _settled(name, probabilities, {}, last)


def _probability(printed: str) -> int:
    return hundredths("0" + printed if printed.startswith(".") else printed)


def _settled(name: str, printed: dict[int, set[int]], doubt: dict[int, Problem], last: int | None) -> ConversionTable:
    cells = {key: next(iter(values)) for key, values in printed.items() if len(values) == 1}
    for key, values in printed.items():
        if len(values) > 1:
            doubt[key] = Problem.of(WORDS, "table_cell", says="table_cell_twice", key=key, values=sorted(values))
    return ConversionTable(name, cells, doubt, last)

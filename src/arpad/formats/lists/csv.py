"""Rating lists as CSV: one column for each of arpad's, named in the first line, in any order."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, BinaryIO

from arpad.formats.lists.rows import RowReader
from arpad.formats.lists.text import BOM, CHUNK, MOST_IN_LINE, bounded_lines
from arpad.formats.lists.values import COLUMNS, values_of
from arpad.model.period import KINDS
from arpad.model.rating_list import ColumnStyle, ListLine, RatingList

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

    from arpad.formats.lists.problems import Findings
    from arpad.formats.lists.values import Value
    from arpad.model.rating_list import Listed

NEEDED = ("fide_id", "name")
FORMULA = r"^'*[=+\-@\t\r]"
"""How a text begins that a spreadsheet would work out, or one that was already kept from it."""
KEPT = r"^'('*[=+\-@\t\r])"
"""How a text begins that was kept from it by an apostrophe, which is taken away again."""
_FORMULA, _KEPT = re.compile(FORMULA), re.compile(KEPT)


class CsvReader:
    """Reads a list from CSV; `about` is None where the first line does not name the columns."""

    def __init__(self, stream: BinaryIO, findings: Findings, *, list_date: date | None = None) -> None:
        self.findings = findings
        self.about: RatingList | None = None
        start = stream.read(CHUNK).removeprefix(BOM)
        self._rows = csv.reader(self._lines(bounded_lines(start, stream, b"\n")))
        self.columns = [name.strip().lower() for name in self._next() or []]
        missing = [name for name in NEEDED if name not in self.columns]
        for name in missing:
            findings.add("table_column_missing", 1, name=name)
        for name in self.columns:
            if name not in COLUMNS:
                findings.add("column_unknown", 1, name=name)
        if not missing:
            self.about = RatingList("csv", "", KINDS, list_date)

    def _lines(self, lines: Iterable[bytes | None]) -> Iterator[str]:
        for number, line in enumerate(lines, start=1):
            if line is None:
                self.findings.add("line_too_long", number, most=MOST_IN_LINE)
                continue
            try:
                yield line.decode("utf-8")
            except UnicodeDecodeError:
                self.findings.add("encoding_mixed", number)
                yield line.decode("latin-1")

    def _next(self) -> list[str] | None:
        try:
            return next(self._rows, None)
        except csv.Error as fault:
            self.findings.add("table_unreadable", self._rows.line_num, why=str(fault))
            return None

    def __iter__(self) -> Iterator[ListLine]:
        """Give row by row."""
        if self.about is None:
            return
        places = {name: index for index, name in reversed(list(enumerate(self.columns)))}
        parser = RowReader([ColumnStyle(name) for name in COLUMNS], self.findings, written=places)
        row: list[str] | None
        while (row := self._next()) is not None:
            if any(row):
                texts = [row[places[name]] if name in places and places[name] < len(row) else "" for name in COLUMNS]
                texts = [_KEPT.sub(r"\1", text) if text.startswith("'") else text for text in texts]
                listed, _ = parser.row(texts, self._rows.line_num)
                if listed is not None:
                    yield ListLine(self._rows.line_num, listed)


def write_csv(out: BinaryIO, players: Iterable[Listed], *, raw: bool = False) -> None:
    """Write players as CSV; unless `raw`, a text that a spreadsheet would take for a formula begins with '."""
    text = io.TextIOWrapper(out, encoding="utf-8", newline="", write_through=False)
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for player in players:
        values = values_of(player)
        writer.writerow(["" if values[name] is None else _cell(values[name], raw=raw) for name in COLUMNS])
    text.flush()
    text.detach()


def _cell(value: Value, *, raw: bool) -> Value:
    return f"'{value}" if not raw and isinstance(value, str) and _FORMULA.match(value) else value

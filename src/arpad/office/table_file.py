"""A table that somebody hands in as CSV, line by line: UTF-8, its cells kept apart by commas, semicolons or tabs."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from arpad.model.problems import RefusedError
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator


def table_lines(data: bytes, name: str) -> Iterator[tuple[int, list[str]]]:
    """Give the lines of a table with their numbers, each cell without blanks around it; refused where it is none."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise _unreadable(name, data[: fault.start].count(b"\n") + 1) from fault
    separator = max(",;\t", key=text.partition("\n")[0].count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        for cells in reader:
            yield reader.line_num, [cell.strip() for cell in cells]
    except csv.Error as fault:
        raise _unreadable(name, reader.line_num) from fault


def _unreadable(name: str, line: int) -> RefusedError:
    return RefusedError.of(WORDS, "table_not_text", name, file=name, line=line)

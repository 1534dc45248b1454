"""What a command gives: data for machines, a text for people, and the working behind both."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.cli.output import put, put_content, put_json
from arpad.cli.terminal import LEAST, cut, fitted, painted, wrapped
from arpad.regulations.workings.explained_lines import explanation_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arpad.model.problems import Problem
    from arpad.regulations.workings.explained_lines import ExplainedLine
    from arpad.regulations.workings.warnings import Notice


_BETWEEN = "  "
_DAY = re.compile(r"\d{4}-\d\d(-\d\d)?")
_STYLE_OF_SIGN = {"+": "green", "-": "loss"}
"""The colours of a gain and of a loss."""


class OfficeRemark(NamedTuple):
    """Something that a person should know, as it is said where the answer is given."""

    message: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: `data` becomes the JSON, `text` is what a person reads, `lines` explain the numbers."""

    data: dict[str, Any]
    text: str
    lines: Sequence[ExplainedLine] | None = None
    """The working; None where the answer is no number."""
    warnings: Sequence[Problem | Notice | OfficeRemark] = field(default_factory=tuple)
    headings: Sequence[str] = ()
    """What the parts of the working are called, where they are not events of a period."""
    events: Sequence[str] = ()
    """The names of the events of a period, where they are known."""
    code: int = 0
    """The exit code: 1 where the content was read and has errors."""
    is_content: bool = False
    """True where the text is the content of a file, to be taken as it is."""

    def show(self, *, as_json: bool, explained: bool) -> None:
        """Print the answer."""
        if as_json:
            from arpad.documents.parts import as_text  # noqa: PLC0415 - only an answer in JSON needs it

            put_json(as_text(self.whole()))
            return
        shown = [self.text]
        if explained and self.lines:
            shown += ["", *explanation_text(self.lines, self.headings, self.events)]
        notes = [wrapped(f"Note: {warning.message}") for warning in self.warnings]
        shown += [note.replace("Note:", painted("Note:", "yellow"), 1) for note in notes]
        (put_content if self.is_content else put)("\n".join(shown))

    def whole(self) -> dict[str, Any]:
        """Give the data with the explanation."""
        from arpad.documents.parts import with_explanation  # noqa: PLC0415 - only an answer in JSON needs it

        return self.data if self.lines is None else with_explanation(self.data, self.lines)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table for a terminal: numbers to the right, text to the left, as wide as the terminal is.

    >>> print(table(["opponent", "score"], [(1787, "1"), (2505, "0.5")]))
    opponent  score
        1787      1
        2505    0.5
    """
    written = [[("" if cell is None else str(cell)) for cell in row] for row in rows]
    widths = [max(len(cell) for cell in column) for column in zip(head, *written, strict=True)]
    numeric = [all(_is_number(cell) for cell in column if cell) for column in zip(*written, strict=True)]
    right = numeric or [False] * len(head)
    columns = list(zip(*written, strict=True)) or [()] * len(head)
    least = [None if to_right else _least(column) for to_right, column in zip(right, columns, strict=True)]
    widths = fitted(widths, least, len(_BETWEEN))

    def line(cells: Sequence[str], style: str = "") -> str:
        padded = [
            cell.rjust(width) if to_right else cut(cell, width).ljust(width)
            for cell, width, to_right in zip(cells, widths, right, strict=True)
        ]
        styles = [
            style or _STYLE_OF_SIGN.get(cell[:1], "") if to_right else style
            for cell, to_right in zip(cells, right, strict=True)
        ]
        padded[-1] = padded[-1].rstrip()
        return _BETWEEN.join(map(painted, padded, styles)).rstrip()

    return "\n".join([line(list(head), "bold"), *map(line, written)])


def _least(cells: Iterable[str]) -> int:
    """Give how narrow a column of text may become: no day in it is cut."""
    return max((len(cell) for cell in cells if _DAY.fullmatch(cell)), default=LEAST)


def _is_number(cell: str) -> bool:
    return cell.lstrip("+-").replace(".", "", 1).isdigit()

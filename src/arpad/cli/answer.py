"""What a command gives: data for machines, a text for people, and the working behind both."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arpad.model.numbers import decimal
from arpad.regulations.calculation import POINTS, WHOLE
from arpad.regulations.wording import words
from arpad.regulations.working import explanation_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arpad.model.problems import Problem
    from arpad.regulations.edition import Citation
    from arpad.regulations.working import ExplainedLine


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: `data` becomes the JSON, `text` is what a person reads, `lines` explain the numbers."""

    data: dict[str, Any]
    text: str
    lines: Sequence[ExplainedLine] | None = None
    """The working; None where the answer is no number."""
    warnings: Sequence[Problem] = field(default_factory=tuple)
    headings: Sequence[str] = ()
    """What the parts of the working are called, where they are not events of a period."""
    code: int = 0
    """The exit code: 1 where the content was read and has errors."""

    def show(self, *, as_json: bool, explained: bool) -> None:
        """Print the answer."""
        if as_json:
            print(as_text(self.whole()))
            return
        said = [self.text]
        if explained and self.lines:
            said += ["", *explanation_text(self.lines, self.headings)]
        said += [f"Note: {warning.message}" for warning in self.warnings]
        print("\n".join(said))

    def whole(self) -> dict[str, Any]:
        """Give the data with the explanation."""
        return self.data if self.lines is None else {**self.data, "explanation": explanation_data(self.lines)}


def as_text(data: Any) -> str:  # noqa: ANN401 - any JSON
    """Write JSON the same way everywhere."""
    import json  # noqa: PLC0415 - only an answer in JSON needs it

    return json.dumps(data, indent=2, ensure_ascii=False)


def points(value: int | None) -> str | None:
    """Write hundredths, or nothing."""
    return None if value is None else decimal(value)


def problems_as_json(problems: Iterable[Problem]) -> str:
    """Write problems as the JSON every command gives when something is wrong."""
    return as_text({"problems": [problem_data(problem) for problem in problems]})


def problem_data(problem: Problem) -> dict[str, str]:
    """Give a problem or warning as data."""
    return {"code": problem.code, "where": problem.where, "message": problem.message}


def explanation_data(lines: Iterable[ExplainedLine]) -> list[dict[str, Any]]:
    """Give the working as data."""
    return [
        {
            "name": line.name,
            "title": words("line", line.name),
            "value": line.value if line.unit == WHOLE else line.shown,
            "unit": "hundredths" if line.unit == POINTS else line.unit,
            "event": line.event,
            "game": line.game,
            "citations": [citation_data(one) for one in line.citations],
            "printed": line.printed,
        }
        for line in lines
    ]


def citation_data(one: Citation) -> dict[str, Any]:
    """Give a citation as data."""
    return {
        "edition": one.edition,
        "article": one.article,
        "provisions": list(one.provisions),
        "origin": one.origin,
        "reconstructed": one.reconstructed,
        "after": one.after,
        "confidence": one.confidence,
        "readings": list(one.readings),
        "errata": list(one.errata),
    }


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table for a terminal: numbers to the right, text to the left.

    >>> print(table(["opponent", "score"], [(1787, "1"), (2505, "0.5")]))
    opponent  score
        1787      1
        2505    0.5
    """
    written = [[("" if cell is None else str(cell)) for cell in row] for row in rows]
    widths = [max(len(cell) for cell in column) for column in zip(head, *written, strict=True)]
    numeric = [all(_is_number(cell) for cell in column if cell) for column in zip(*written, strict=True)]
    right = numeric or [False] * len(head)

    def line(cells: Sequence[str]) -> str:
        padded = [
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(cells, widths, right, strict=True)
        ]
        return "  ".join(padded).rstrip()

    return "\n".join(line(cells) for cells in [list(head), *written])


def _is_number(cell: str) -> bool:
    return cell.lstrip("+-").replace(".", "", 1).isdigit()

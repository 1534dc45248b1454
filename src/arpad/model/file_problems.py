"""Faults of a file: where they are, how bad they are, what they mean, what to do. All of them, never only the first."""

from __future__ import annotations

from dataclasses import dataclass

ERROR = "error"
WARNING = "warning"
NOTE = "note"
SEVERITIES = (ERROR, WARNING, NOTE)


@dataclass(frozen=True, slots=True)
class FileProblem:
    """One fault, doubt or repair in a file. Lines and columns count from 1; None where a fault has no place."""

    code: str
    severity: str
    message: str
    """What was found, and why it matters."""
    fix: str = ""
    """What to do about it; empty where nothing needs to be done."""
    line: int | None = None
    column: int | None = None

    @property
    def order(self) -> tuple[int, int, int, str]:
        """The place in a report: by line, then column, then severity."""
        return self.line or 0, self.column or 0, SEVERITIES.index(self.severity), self.code


def worst(problems: list[FileProblem] | tuple[FileProblem, ...]) -> str | None:
    """Give the worst severity among problems, or None where there are none.

    >>> worst([FileProblem("a", NOTE, "x"), FileProblem("b", WARNING, "y")])
    'warning'
    """
    return min((one.severity for one in problems), key=SEVERITIES.index, default=None)

"""Faults as data, and the faults of a caller as exceptions that say what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault or doubt in what was given: what was found, where, why it matters, what to do."""

    code: str
    where: str
    message: str


class ArpadError(Exception):
    """A request that cannot be carried out; its text says what was found and what to do."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(" ".join(problem.message for problem in problems))
        self.problems = problems

    @classmethod
    def of(cls, code: str, message: str, where: str = "") -> Self:
        """Make an error of a single problem."""
        return cls([Problem(code, where, message)])


class EditionError(ArpadError):
    """An edition that is unknown, unreadable, contradicts itself, or is not in force that day."""


class RefusedError(ArpadError):
    """Content that was read and has errors."""

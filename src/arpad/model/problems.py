"""Faults as data: of a file, all of them with their places; of a caller, as exceptions that say what to do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Self

from arpad.model.wording import LANGUAGE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.model.wording import Wording

ERROR = "error"
WARNING = "warning"
NOTE = "note"
SEVERITIES = (ERROR, WARNING, NOTE)


@dataclass(frozen=True, slots=True)
class FileProblem:
    """One fault, doubt or repair in a file. Lines and columns count from 1; None where a fault has no place.

    Each format has a class of its own, which knows the words for its codes.
    """

    WORDS: ClassVar[Wording]

    code: str
    severity: str
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """What its sentence tells: plain values."""
    line: int | None = None
    column: int | None = None
    says: str = "message"
    """The name of its sentence, in the section of its code; a code that is met in several ways has several."""
    mends: str = "fix"
    """The name of the sentence that says what to do; where the section has none, nothing needs to be done."""
    file: str = ""
    """Which file it is in, where several were read."""

    @property
    def message(self) -> str:
        """What was found, and why it matters, in English."""
        return self.sentence()

    @property
    def fix(self) -> str:
        """What to do about it, in English; empty where nothing needs to be done."""
        return self.advice()

    def sentence(self, language: str = LANGUAGE) -> str:
        """Say what was found, in a language."""
        words = self.WORDS.say(self.code, self.says, self.facts, language)
        return f"{self.file}: {words}" if self.file else words

    def advice(self, language: str = LANGUAGE) -> str:
        """Say what to do about it, in a language."""
        known = self.mends in self.WORDS.sections(language)[self.code]
        return self.WORDS.say(self.code, self.mends, self.facts, language) if known else ""

    @property
    def order(self) -> tuple[int, int, int, str]:
        """The place in a report: by line, then column, then severity."""
        return self.line or 0, self.column or 0, SEVERITIES.index(self.severity), self.code


def worst(problems: list[FileProblem] | tuple[FileProblem, ...]) -> str | None:
    """Give the worst severity among problems, or None where there are none.

    >>> worst([FileProblem("a", NOTE), FileProblem("b", WARNING)])
    'warning'
    """
    return min((problem.severity for problem in problems), key=SEVERITIES.index, default=None)


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

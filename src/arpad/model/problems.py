"""Faults as data: of a file, all of them with their places; of a caller, as exceptions that say what to do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Self

from arpad.model.wording import LANGUAGE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arpad.model.wording import Wording

ERROR = "error"
WARNING = "warning"
NOTE = "note"
SEVERITIES = (ERROR, WARNING, NOTE)
ProblemFacts = dict[str, Any]
"""What a sentence tells: plain values, lists and records of them."""


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


@dataclass(frozen=True, slots=True)
class Advised:
    """A problem of a file together with what to do about it."""

    fault: FileProblem

    def sentence(self, language: str = LANGUAGE) -> str:
        """Say both, in a language."""
        return f"{self.fault.sentence(language)} {self.fault.advice(language)}".rstrip()


def worst(problems: list[FileProblem] | tuple[FileProblem, ...]) -> str | None:
    """Give the worst severity among problems, or None where there are none.

    >>> worst([FileProblem("a", NOTE), FileProblem("b", WARNING)])
    'warning'
    """
    return min((problem.severity for problem in problems), key=SEVERITIES.index, default=None)


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault or doubt in what was given: its code, how bad it is, the facts of it, and where it is.

    Its sentence stands in the section `problem` of the words of its room, under the code or, where a code is met in
    several ways, under a name of its own. A fact may be a problem or a refusal itself; it speaks the same language.
    """

    words: Wording = field(repr=False, compare=False)
    code: str
    where: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)
    severity: str = ERROR
    says: str = ""
    """The name of its sentence, where that is not the code."""

    @classmethod
    def of(
        cls,
        words: Wording,
        code: str,
        where: str = "",
        *,
        severity: str = ERROR,
        says: str = "",
        **facts: Any,  # noqa: ANN401 - plain values
    ) -> Self:
        """Make a problem, with its facts by name."""
        return cls(words, code, where, facts, severity, says)

    @property
    def message(self) -> str:
        """What was found, why it matters and what to do, in English."""
        return self.sentence()

    def sentence(self, language: str = LANGUAGE) -> str:
        """Say it in a language."""
        return self.words.say("problem", self.says or self.code, self.facts, language)


class ArpadError(Exception):
    """A request that cannot be carried out; its text says what was found and what to do."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems)
        self.problems = list(problems)

    def __str__(self) -> str:
        return self.sentence()

    def sentence(self, language: str = LANGUAGE) -> str:
        """Say everything that is wrong, in a language."""
        return " ".join(problem.sentence(language) for problem in self.problems)

    @classmethod
    def of(cls, words: Wording, code: str, where: str = "", *, says: str = "", **facts: Any) -> Self:  # noqa: ANN401 - plain values
        """Make an error of a single problem, with its facts by name."""
        return cls([Problem.of(words, code, where, says=says, **facts)])


class EditionError(ArpadError):
    """An edition that is unknown, unreadable, contradicts itself, or is not in force that day."""


class RefusedError(ArpadError):
    """Content that was read and has errors."""


class DamagedError(RefusedError):
    """Files that are not as arpad wrote them."""

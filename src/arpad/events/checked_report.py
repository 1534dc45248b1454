"""A report that was checked, in the groups that people know: errors, warnings, open questions, notes, what is in order.

An error is that for which the event or its report is refused, a warning what should be mended or made sure of, games
that are left out first, and an open question what nobody has said yet. Every group counts what it shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from arpad.events.verdict import DROPS, NO, NOTE, OPEN, PASSES, REFUSES, UNKNOWN, WARNING, YES
from arpad.events.wording import WORDS
from arpad.model import problems as file_problems

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.events.defaults import TakenDefault
    from arpad.events.verdict import Finding, Verdict
    from arpad.model.problems import FileProblem, Problem
    from arpad.regulations.edition import Citation

ERRORS, WARNINGS, QUESTIONS, NOTES, IN_ORDER = GROUPS = ("errors", "warnings", "questions", "notes", "in_order")
STATES = ("rateable", "open", "refused", "not_read")
"""As what a report counts among several."""
_OF_SEVERITY = {
    REFUSES: ERRORS, DROPS: WARNINGS, WARNING: WARNINGS, UNKNOWN: QUESTIONS, NOTE: NOTES, PASSES: IN_ORDER,
}  # fmt: skip
_FOUND_BY_THE_CHECK = ("fide_id_missing", "round_dates_missing", "round_date_outside", "header_missing")
"""Problems of a report about which the check has a finding of its own."""


class Point(NamedTuple):
    """One thing that is said of a report."""

    code: str
    message: str
    fix: str = ""
    citations: tuple[Citation, ...] = ()
    line: int | None = None
    """The line of the file, and the column, where it is about a place in it."""
    column: int | None = None
    decides: bool = True
    """Of an open question: True where the answer could refuse the event or drop games."""


@dataclass(frozen=True)
class CheckedReport:
    """What the check of one file gave."""

    name: str
    """The name of the file, as people are told."""
    verdict: Verdict | None
    """None where nothing could be checked."""
    faults: tuple[FileProblem, ...] = ()
    """For which the report is refused as a whole."""
    problems: tuple[FileProblem, ...] = ()
    """Everything else that was found in the file."""
    of_lists: tuple[FileProblem, ...] = ()
    """What was found in the rating lists."""
    refusals: tuple[Problem, ...] = ()
    """Why its facts are refused, or why it could not be read at all."""
    defaults: tuple[TakenDefault, ...] = ()
    """What was taken from files of defaults."""
    is_read: bool = True
    """False where the file could not be opened."""

    @property
    def is_broken(self) -> bool:
        """True where the file itself is refused."""
        return bool(self.faults) or not self.is_read

    @property
    def rateable(self) -> str:
        """`no` where something refuses the event, `unknown` where a missing or wrong fact could, else `yes`."""
        if not self.is_read:
            return OPEN
        if self.faults or self.verdict is None:
            return NO
        return OPEN if self.refusals and self.verdict.rateable == YES else self.verdict.rateable

    @property
    def doubts(self) -> tuple[FileProblem, ...]:
        """What stands beside the findings: of the report what the check does not find itself, all of the lists."""
        is_checked = self.verdict is not None and self.verdict.edition is not None
        has_found = _FOUND_BY_THE_CHECK if is_checked else ()
        beside = (problem for problem in self.problems if problem.code not in has_found)
        return (*(problem for problem in beside if problem.severity == file_problems.WARNING), *self.of_lists)

    @cached_property
    def groups(self) -> dict[str, tuple[Point, ...]]:
        """Everything that is said of it, by group; in each the gravest first, and what has the same code together."""
        findings = self.verdict.findings if self.verdict is not None else ()
        points: dict[str, list[Point]] = {group: [] for group in GROUPS}
        points[ERRORS] += (Point(refusal.code, refusal.message) for refusal in self.refusals)
        points[ERRORS] += map(_of_file, self.faults)
        for finding in findings:
            points[_OF_SEVERITY[finding.severity]].append(_of_finding(finding))
        for doubt in self.doubts:
            points[NOTES if doubt.severity == file_problems.NOTE else WARNINGS].append(_of_file(doubt))
        points[QUESTIONS].sort(key=lambda point: not point.decides)
        return {group: _by_code(of_group) for group, of_group in points.items()}

    def heading(self, group: str) -> str:
        """Give the heading of a group, with how many there are in it."""
        points = self.groups[group]
        deciding = sum(point.decides for point in points)
        is_mixed = group == QUESTIONS and 0 < deciding < len(points)
        return WORDS.say("group", "some_decide" if is_mixed else group, {"count": len(points), "deciding": deciding})

    def is_faultless(self, *, strict: bool) -> bool:
        """Tell whether nothing refuses it; strictly, whether nothing is to be mended or answered either."""
        decides = any(point.decides for point in self.groups[QUESTIONS])
        return not self.groups[ERRORS] and not (strict and (self.groups[WARNINGS] or decides))

    @property
    def summary(self) -> str:
        """The verdict in a sentence."""
        if not self.is_read:
            return WORDS.say("verdict", "not_read", {})
        if self.verdict is None:
            return WORDS.say("verdict", "nothing_checked", {})
        if self.faults:
            return WORDS.say("verdict", "broken" if self.verdict.edition is not None else "no_law", {})
        if self.refusals:
            return WORDS.say("verdict", "facts_refused", {})
        return self.verdict.summary

    @property
    def counted(self) -> str:
        """How many errors, warnings and open questions there are."""
        return counts_text({group: len(points) for group, points in self.groups.items()})


def _by_code(points: list[Point]) -> tuple[Point, ...]:
    """Put points of the same code together, where the first of them stands."""
    together: dict[tuple[str, bool], list[Point]] = {}
    for point in points:
        together.setdefault((point.code, point.decides), []).append(point)
    return tuple(point for of_code in together.values() for point in of_code)


def counts_text(counts: dict[str, int]) -> str:
    """Say how many errors, warnings and open questions there are.

    >>> counts_text({"errors": 0, "warnings": 1, "questions": 4})
    '0 errors, 1 warning, 4 open questions'
    """
    return WORDS.say("verdict", "counts", {group: counts[group] for group in (ERRORS, WARNINGS, QUESTIONS)})


def state_of(checked: CheckedReport) -> str:
    """Give as what a report counts among several."""
    return "not_read" if not checked.is_read else {YES: "rateable", NO: "refused", OPEN: "open"}[checked.rateable]


def files_text(reports: Sequence[CheckedReport]) -> str:
    """Say how many reports there are, and how many of them can be rated, are open, refused, or not read."""
    states = [state_of(checked) for checked in reports]
    counted = [{"state": state, "count": states.count(state)} for state in STATES if state in states]
    return WORDS.say("verdict", "files", {"files": len(reports), "states": counted})


def _of_finding(finding: Finding) -> Point:
    fix = "" if finding.severity == PASSES else finding.fix
    return Point(finding.code, finding.message, fix, finding.citations, decides=finding.decides)


def _of_file(problem: FileProblem) -> Point:
    fix = "" if problem.severity == file_problems.NOTE else problem.fix
    return Point(problem.code, problem.message, fix, (), problem.line, problem.column)

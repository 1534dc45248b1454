"""Problems of a file for people: the worst first, in groups of a code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.model.problems import ERROR, SEVERITIES, WARNING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arpad.model.problems import FileProblem

SHOWN_OF_A_CODE = 5


def counted(problems: Sequence[FileProblem]) -> str:
    """Say how many there are of each severity."""
    counts = {severity: sum(problem.severity == severity for problem in problems) for severity in SEVERITIES}
    return (
        ", ".join(f"{count} {severity}{'s' if count != 1 else ''}" for severity, count in counts.items() if count)
        or "no problems"
    )


def problems_text(problems: Iterable[FileProblem], *, every: bool = False, advised: bool = True) -> list[str]:
    """Write problems for a person: the worst first; of one code the first few, unless every one is asked for.

    Without `advised`, what to do about each is left out.
    """
    groups: dict[tuple[int, str], list[FileProblem]] = {}
    for problem in problems:
        groups.setdefault((SEVERITIES.index(problem.severity), problem.code), []).append(problem)
    lines: list[str] = []
    for (_, code), of_code in sorted(groups.items(), key=lambda group: (group[0][0], group[1][0].order)):
        shown = of_code if every or len(of_code) <= SHOWN_OF_A_CODE + 1 else of_code[:SHOWN_OF_A_CODE]
        lines += [line for problem in shown for line in _lines(problem)[: None if advised else 1]]
        if len(of_code) > len(shown):
            lines.append(f"{'':9}… and {len(of_code) - len(shown)} more of {code}; --all shows them.")
    return lines


def _lines(problem: FileProblem) -> list[str]:
    place = "" if problem.line is None else f"line {problem.line}"
    place += "" if problem.column is None or problem.line is None else f", column {problem.column}"
    first = f"{problem.severity:7}  {problem.code}{f' ({place})' if place else ''}: {problem.message}"
    return [first, f"{'':9}{problem.fix}"] if problem.fix and problem.severity in {ERROR, WARNING} else [first]

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
    counts = {severity: sum(one.severity == severity for one in problems) for severity in SEVERITIES}
    return (
        ", ".join(f"{count} {severity}{'s' if count != 1 else ''}" for severity, count in counts.items() if count)
        or "no problems"
    )


def problems_text(problems: Iterable[FileProblem], *, every: bool = False) -> list[str]:
    """Write problems for a person: the worst first; of one code the first few, unless every one is asked for."""
    groups: dict[tuple[int, str], list[FileProblem]] = {}
    for one in problems:
        groups.setdefault((SEVERITIES.index(one.severity), one.code), []).append(one)
    said: list[str] = []
    for (_, code), ones in sorted(groups.items(), key=lambda item: (item[0][0], item[1][0].order)):
        shown = ones if every or len(ones) <= SHOWN_OF_A_CODE + 1 else ones[:SHOWN_OF_A_CODE]
        said += [line for one in shown for line in _lines(one)]
        if len(ones) > len(shown):
            said.append(f"{'':9}… and {len(ones) - len(shown)} more of {code}; --all shows them.")
    return said


def _lines(one: FileProblem) -> list[str]:
    place = "" if one.line is None else f"line {one.line}"
    place += "" if one.column is None or one.line is None else f", column {one.column}"
    first = f"{one.severity:7}  {one.code}{f' ({place})' if place else ''}: {one.message}"
    return [first, f"{'':9}{one.fix}"] if one.fix and one.severity in {ERROR, WARNING} else [first]

"""A checked report for a terminal: the verdict, the counts, then errors, warnings, open questions and the rest."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from arpad.cli.terminal import painted, wrapped
from arpad.cli.wording import WORDS
from arpad.events.checked_report import ERRORS, GROUPS, IN_ORDER, NOTES, QUESTIONS, WARNINGS, counts_text, files_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arpad.events.checked_report import CheckedReport, Point

SHOWN_OF_A_CODE = 5
_STYLES = {ERRORS: "red", WARNINGS: "yellow", QUESTIONS: "blue", NOTES: "bold", IN_ORDER: "green"}
_DAYS_GIVEN = frozenset({"start_missing", "date_unreadable"})


def heads_text(reports: Sequence[CheckedReport]) -> list[str]:
    """Say of each report in a line what came out, and of several together how many there are of each kind."""
    heads = [f"{checked.name}: {checked.summary} {checked.counted}." for checked in reports]
    return [*heads, *_together(reports)]


def reports_text(reports: Sequence[CheckedReport], *, every: bool) -> str:
    """Write everything that is said of some reports."""
    lines: list[str] = []
    for checked in reports:
        lines += [*([""] if lines else []), *report_lines(checked, every=every)]
    together = _together(reports)
    return "\n".join([*lines, *([""] if together else []), *together])


def _together(reports: Sequence[CheckedReport]) -> list[str]:
    if len(reports) == 1:
        return []
    counts = {group: sum(len(checked.groups[group]) for checked in reports) for group in GROUPS}
    return [f"{files_text(reports)} {counts_text(counts)}."]


def report_lines(checked: CheckedReport, *, every: bool) -> Iterator[str]:
    """Write what is said of a report, group by group; what is in order in a line, unless everything is asked for."""
    yield painted(wrapped(f"{checked.name}: {checked.summary}"), "bold")
    yield checked.counted
    if checked.defaults:
        yield from ("", WORDS.say("check", "from_defaults", {}))
        yield from (f"  {taken.sentence()}" for taken in checked.defaults)
    for group in GROUPS:
        points = checked.groups[group]
        if not points:
            continue
        yield ""
        if group == IN_ORDER and not every:
            codes = tuple(dict.fromkeys(point.code for point in points))
            yield wrapped(WORDS.say("check", "in_order", {"heading": checked.heading(group), "codes": codes}))
            continue
        yield painted(checked.heading(group), _STYLES[group])
        yield from _points(points, every=every or group == QUESTIONS)
        if group == ERRORS and {fault.code for fault in checked.faults} & _DAYS_GIVEN:
            yield f"  {WORDS.say('check', 'give_days', {})}"


def _points(points: Sequence[Point], *, every: bool) -> Iterator[str]:
    """Write the points of a group; of a code the first few, unless every one is asked for."""
    for code, same in groupby(points, key=lambda point: point.code):
        of_code = list(same)
        shown = of_code if every else of_code[:SHOWN_OF_A_CODE]
        for point in shown:
            yield from _lines(point)
        if len(of_code) > len(shown):
            yield f"  {WORDS.say('check', 'more', {'count': len(of_code) - len(shown), 'code': code})}"


def _lines(point: Point) -> Iterator[str]:
    place = "" if point.line is None else f" (line {point.line}"
    place += "" if not place else ")" if point.column is None else f", column {point.column})"
    cited = "; ".join(map(str, point.citations))
    yield wrapped(f"  {point.code}{place}: {point.message}{f' [{cited}]' if cited else ''}", "    ")
    if point.fix:
        yield wrapped(f"    {point.fix}", "    ")

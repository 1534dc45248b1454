"""What `arpad rate` and `arpad tpr` read: the reports, the facts beside them, and the rating lists."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.trf import read_bytes
from arpad.events.rate import Lists, NoLists, Reported
from arpad.formats.trf_codes import RATING
from arpad.formats.trf_reader import read_trf
from arpad.formats.trf_text import MAX_BYTES
from arpad.model.file_problems import ERROR
from arpad.model.problems import Problem, RefusedError

if TYPE_CHECKING:
    import argparse

    from arpad.formats.trf_reader import TrfReport


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything that was read."""

    reports: list[Reported]
    kind: str
    lists: Lists
    findings: list[Any] = field(default_factory=list)


def read_reports(given: argparse.Namespace) -> Reading:
    """Read all files; refuse all that cannot be rated, with every reason at once."""
    refused: list[Problem] = []
    reports = []
    for name in given.files:
        report = read_trf(read_bytes(name, MAX_BYTES + 1), profile=RATING)
        shown = "standard input" if name == "-" else Path(name).name
        refused += _refusals(report, shown)
        reports.append(Reported(shown, report.tournament, given.system or "swiss"))
    if refused:
        raise RefusedError(refused)
    return Reading(reports, given.kind or "standard", NoLists())


def _refusals(report: TrfReport, name: str) -> list[Problem]:
    """Say what makes a report unfit to be rated: nothing is computed from half of it."""
    return [
        Problem(
            one.code, f"{name}:{one.line or ''}", f"{name}{f', line {one.line}' if one.line else ''}: {one.message}"
        )
        for one in report.problems
        if one.severity == ERROR
    ]

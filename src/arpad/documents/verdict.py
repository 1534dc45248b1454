"""The verdict on an event as the documented JSON: can it be rated, every finding with its articles, games left out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from arpad.documents.parts import citation_data, file_problem_data
from arpad.events.verdict import NO, UNKNOWN
from arpad.model.problems import NOTE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arpad.events.verdict import DroppedGame, Finding, Verdict
    from arpad.model.problems import FileProblem

_FOUND_BY_THE_CHECK = ("fide_id_missing", "round_dates_missing", "round_date_outside", "header_missing")
"""Problems of a report about which the check has a finding of its own."""


def verdict_data(verdict: Verdict, name: str, problems: Iterable[FileProblem]) -> dict[str, Any]:
    """Give the verdict on an event, with what is wrong with its files."""
    return {
        "file": name,
        "rateable": verdict.rateable,
        "broken": False,
        "before_play": verdict.before_play,
        "edition": verdict.edition,
        "kind": verdict.kind,
        "system": verdict.system,
        "cycles": verdict.cycles,
        "taken_from": {what: source.sentence() for what, source in verdict.used.items()},
        "findings": [finding_data(finding) for finding in verdict.findings],
        "dropped": [_dropped_game_data(game) for game in verdict.dropped],
        "problems": [file_problem_data(problem) for problem in problems],
    }


def broken_report_data(name: str, problems: Iterable[FileProblem]) -> dict[str, Any]:
    """Give the verdict on a report that is broken, so that nothing was checked."""
    return {
        "file": name,
        "rateable": NO,
        "broken": True,
        "before_play": False,
        **dict.fromkeys(("edition", "kind", "system", "cycles", "taken_from")),
        "findings": [],
        "dropped": [],
        "problems": [file_problem_data(problem) for problem in problems],
    }


def doubts(of_report: Iterable[FileProblem], of_lists: Iterable[tuple[str, FileProblem]] = ()) -> list[FileProblem]:
    """Choose the problems that stand beside a verdict: of the report what the check does not find, all of the lists."""
    kept = [problem for problem in of_report if problem.severity != NOTE and problem.code not in _FOUND_BY_THE_CHECK]
    return [*kept, *(replace(problem, file=name) for name, problem in of_lists)]


def finding_data(finding: Finding) -> dict[str, Any]:
    """Give a finding as data."""
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "fix": finding.fix or None,
        "decides": finding.decides if finding.severity == UNKNOWN else None,
        "players": list(finding.players),
        "rounds": list(finding.rounds),
        "citations": [citation_data(citation) for citation in finding.citations],
    }


def _dropped_game_data(game: DroppedGame) -> dict[str, Any]:
    return {
        "round": game.round,
        "first": game.first,
        "second": game.second,
        "reason": game.reason,
        "citation": citation_data(game.citation) if game.citation else None,
    }

"""The verdict on an event as the documented JSON: can it be rated, every finding with its articles, games left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.documents.parts import citation_data, file_problem_data
from arpad.events.checked_report import ERRORS, QUESTIONS, STATES, WARNINGS, state_of
from arpad.events.verdict import UNKNOWN
from arpad.model.problems import ERROR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.events.checked_report import CheckedReport
    from arpad.events.defaults import TakenDefault
    from arpad.events.verdict import DroppedGame, Finding
    from arpad.model.problems import Problem


def checked_report_data(checked: CheckedReport) -> dict[str, Any]:
    """Give the verdict on an event, with what is wrong with its files; of a broken one what could be known."""
    verdict = checked.verdict
    by_law = {
        "edition": verdict.edition,
        "kind": verdict.kind,
        "system": verdict.system,
        "cycles": verdict.cycles,
        "taken_from": {what: source.sentence() for what, source in verdict.used.items()},
    } if verdict is not None else dict.fromkeys(("edition", "kind", "system", "cycles", "taken_from"))  # fmt: skip
    in_files = checked.doubts
    if checked.faults:
        in_files = (*sorted((*checked.faults, *checked.problems), key=lambda problem: problem.order), *checked.of_lists)
    return {
        "file": checked.name,
        "rateable": checked.rateable,
        "broken": checked.is_broken,
        "before_play": verdict is not None and verdict.before_play,
        **by_law,
        "findings": [finding_data(finding) for finding in verdict.findings] if verdict is not None else [],
        "dropped": [_dropped_game_data(game) for game in verdict.dropped] if verdict is not None else [],
        "problems": [
            *(_refusal_data(refusal) for refusal in checked.refusals),
            *(file_problem_data(problem) for problem in in_files),
        ],
        **defaults_data(checked.defaults),
    }


def defaults_data(defaults: Sequence[TakenDefault]) -> dict[str, Any]:
    """Give what was taken from files of defaults, where anything was."""
    return {"defaults": [taken._asdict() for taken in defaults]} if defaults else {}


def checked_reports_data(reports: Sequence[CheckedReport]) -> dict[str, Any]:
    """Give the verdicts on several events, with how many there are of each kind of verdict and of each group."""
    states = [state_of(checked) for checked in reports]
    return {
        "files": [checked_report_data(checked) for checked in reports],
        "counts": {
            "files": len(reports),
            **{state: states.count(state) for state in STATES},
            **{
                group: sum(len(checked.groups[group]) for checked in reports) for group in (ERRORS, WARNINGS, QUESTIONS)
            },
        },
    }


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


def _refusal_data(refusal: Problem) -> dict[str, Any]:
    """Give why facts are refused, or a file was not read, in the form of a problem of a file."""
    place = {"line": None, "column": None}
    return {"code": refusal.code, "severity": ERROR, **place, "message": refusal.message, "fix": None}


def _dropped_game_data(game: DroppedGame) -> dict[str, Any]:
    return {
        "round": game.round,
        "first": game.first,
        "second": game.second,
        "reason": game.reason,
        "citation": citation_data(game.citation) if game.citation else None,
    }

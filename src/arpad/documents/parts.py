"""What documents have in common: points and averages as text, problems, citations, and the working of a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.model.numbers import DRAW, HALF_UP, LOSS, WIN, decimal, rounded_quotient
from arpad.regulations.package_data import words
from arpad.regulations.terms.calculation import POINTS, WHOLE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date
    from fractions import Fraction

    from arpad.model.period import Game
    from arpad.model.problems import FileProblem, Problem
    from arpad.regulations.edition import Citation
    from arpad.regulations.workings.explained_lines import ExplainedLine
    from arpad.regulations.workings.warnings import Notice

SCORES = {"1": WIN, "0.5": DRAW, "0": LOSS}
"""The score of a game, as documents write it."""
READ_SCORES = {**SCORES, "½": DRAW, "1/2": DRAW}
"""The score of a game, as it may be given."""
_WRITTEN: dict[int, str] = {score: text for text, score in SCORES.items()}


def as_text(document: Any) -> str:  # noqa: ANN401 - any JSON
    """Write JSON the same way everywhere."""
    import json  # noqa: PLC0415 - only an answer in JSON needs it

    return json.dumps(document, indent=2, ensure_ascii=False)


def points(value: int | None) -> str | None:
    """Write hundredths as a decimal, or nothing."""
    return None if value is None else decimal(value)


def fraction(value: Fraction | None) -> str | None:
    """Write an exact average with two decimals."""
    if value is None:
        return None
    return decimal(rounded_quotient(100 * value.numerator, value.denominator, HALF_UP))


def day_text(day: date | None) -> str | None:
    """Write a day as YYYY-MM-DD, or nothing."""
    return None if day is None else day.isoformat()


def game_data(game: Game) -> dict[str, Any]:
    """Give a game as it was given."""
    return {
        "opponent": game.opponent,
        "score": _WRITTEN[game.score],
        "round": game.round,
        "date": day_text(game.date),
    }


def problems_document(problems: Iterable[Problem]) -> dict[str, Any]:
    """Give the document that stands for every other one when something is wrong."""
    return {"problems": [problem_data(problem) for problem in problems]}


def problem_data(problem: Problem | Notice) -> dict[str, str]:
    """Give a problem or warning as data."""
    return {"code": problem.code, "where": problem.where, "message": problem.message}


def file_problem_data(problem: FileProblem) -> dict[str, Any]:
    """Give a problem of a file as data."""
    return {
        "code": problem.code,
        "severity": problem.severity,
        "line": problem.line,
        "column": problem.column,
        "message": problem.message,
        "fix": problem.fix or None,
    }


def with_explanation(data: dict[str, Any], lines: Iterable[ExplainedLine]) -> dict[str, Any]:
    """Give a document with the working behind its numbers."""
    return {**data, "explanation": explanation_data(lines)}


def explanation_data(lines: Iterable[ExplainedLine]) -> list[dict[str, Any]]:
    """Give the working as data."""
    return [
        {
            "name": line.name,
            "title": words("line", line.name),
            "value": line.value if line.unit == WHOLE else line.shown,
            "unit": "hundredths" if line.unit == POINTS else line.unit,
            "event": line.event,
            "game": line.game,
            "citations": [citation_data(citation) for citation in line.citations],
            "printed": line.printed,
        }
        for line in lines
    ]


def citation_data(citation: Citation) -> dict[str, Any]:
    """Give a citation as data."""
    return {
        "edition": citation.edition,
        "article": citation.article,
        "provisions": list(citation.provisions),
        "origin": citation.origin,
        "reconstructed": citation.reconstructed,
        "after": citation.after,
        "confidence": citation.confidence,
        "readings": list(citation.readings),
        "errata": list(citation.errata),
    }

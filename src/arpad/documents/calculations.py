"""Single calculations as the documented JSON: expected score, K, performance, estimate, the first rating of a score.

Without their explanations, which every document has in the same way (`parts.with_explanation`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.model.numbers import decimal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arpad.library.needed import Needed
    from arpad.regulations.workings.expected_score import ExpectedScore
    from arpad.regulations.workings.explained_coefficient import ExplainedCoefficient
    from arpad.regulations.workings.performance_rating import PerformanceRating, QuickEstimate
    from arpad.regulations.workings.rating_of_score import RatingOfScore
    from arpad.regulations.workings.warnings import Notice


def expected_data(player: ExpectedScore, opponent: ExpectedScore) -> dict[str, Any]:
    """Give the expected score of a game, seen from both sides."""
    law = player.law
    return {"edition": law.id, "kind": law.kind, "player": _side_data(player), "opponent": _side_data(opponent)}


def _side_data(side: ExpectedScore) -> dict[str, Any]:
    return {
        "rating": side.rating,
        "difference": side.difference,
        "counted_difference": side.counted_difference,
        "expected": None if side.expected is None else decimal(side.expected),
        "counted": side.reason is None,
        "reason": side.reason,
        "article": side.article,
    }


def coefficient_data(result: ExplainedCoefficient) -> dict[str, Any]:
    """Give K on a day, or what it may be and why it is not known."""
    from arpad.documents.parts import problem_data  # noqa: PLC0415 - an expected score starts quicker without it

    decided = result.decided
    return {
        "edition": decided.law.id,
        "kind": decided.law.kind,
        "on": decided.day.isoformat(),
        "k": decided.k,
        "possible": list(decided.possible),
        "missing": list(decided.missing),
        "reason": result.reason,
        "ends": [
            {
                "k": end.k,
                "from": None if end.day is None else end.day.isoformat(),
                "rating": end.rating,
                "games": end.games,
            }
            for end in result.ends
        ],
        "warnings": [problem_data(warning) for warning in result.warnings],
    }


def performance_data(result: PerformanceRating) -> dict[str, Any]:
    """Give a performance rating."""
    return {
        "edition": result.law.id,
        "games": result.games,
        "score": decimal(result.score),
        "percentage": decimal(result.percentage),
        "dp": result.dp,
        "performance": result.performance,
    }


def estimate_data(result: QuickEstimate, warnings: Iterable[Notice] = ()) -> dict[str, Any]:
    """Give a quick estimate, marked as one."""
    from arpad.documents.parts import problem_data  # noqa: PLC0415 - an expected score starts quicker without it

    return {
        "edition": result.law.id,
        "estimate": True,
        "rating": result.rating,
        "average": result.average,
        "games": result.games,
        "score": decimal(result.score),
        "difference": result.difference,
        "expected": decimal(result.expected),
        "sum": decimal(result.sum),
        "k": result.k,
        "unrounded": decimal(result.unrounded),
        "change": result.change,
        "warnings": [problem_data(warning) for warning in warnings],
    }


def initial_data(result: RatingOfScore) -> dict[str, Any]:
    """Give the first rating of a score, and why it is none yet."""
    from arpad.documents.parts import fraction  # noqa: PLC0415 - an expected score starts quicker without it

    return {
        "edition": result.law.id,
        "games": result.games,
        "score": decimal(result.score),
        "ra": fraction(result.ra),
        "p": decimal(result.percentage),
        "dp": result.dp,
        "ru": fraction(result.ru),
        "rating": result.rating,
        "published": None if result.reasons else result.rating,
        "reasons": list(result.reasons),
    }


def needed_data(result: Needed) -> dict[str, Any]:
    """Give the least score that reaches a rating, with what it gives and what half a point less would."""
    from arpad.documents.parts import problem_data  # noqa: PLC0415 - an expected score starts quicker without it
    from arpad.regulations.workings.warnings import notices  # noqa: PLC0415 - the same

    reached, below = result.result, result.below
    return {
        "edition": reached.law.id,
        "kind": reached.law.kind,
        "list": reached.period.list_date.isoformat(),
        "rating": reached.period.player.rating,
        "target": result.target,
        "games": result.games,
        "score": None if result.score is None else decimal(result.score),
        "change": reached.change,
        "new_rating": reached.new_rating,
        "half_a_point_less": None if below is None else below.new_rating,
        "warnings": [problem_data(warning) for warning in notices(reached)],
    }

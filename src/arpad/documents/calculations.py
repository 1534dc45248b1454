"""Single calculations as the documented JSON: expected score, K, performance, estimate, the first rating of a score.

Without their explanations, which every document has in the same way (`parts.with_explanation`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.model.numbers import decimal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arpad.model.problems import Problem
    from arpad.regulations.edition import Edition
    from arpad.regulations.workings.coefficient import Coefficient
    from arpad.regulations.workings.expected_score import ExpectedScore
    from arpad.regulations.workings.performance_rating import PerformanceRating
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


def coefficient_data(decided: Coefficient, reason: str | None, warnings: Iterable[Problem | Notice]) -> dict[str, Any]:
    """Give K on a day, or what it may be and why it is not known."""
    from arpad.documents.parts import problem_data  # noqa: PLC0415 - an expected score starts quicker without it

    return {
        "edition": decided.law.id,
        "kind": decided.law.kind,
        "on": decided.day.isoformat(),
        "k": decided.k,
        "possible": list(decided.possible),
        "missing": list(decided.missing),
        "reason": reason,
        "warnings": [problem_data(warning) for warning in warnings],
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


def estimate_data(law: Edition, given: Mapping[str, int], worked_out: Mapping[str, int]) -> dict[str, Any]:
    """Give a quick estimate, marked as one, from what its calculation was given and what it worked out."""
    return {
        "edition": law.id,
        "estimate": True,
        "rating": given["rating"],
        "average": given["average"],
        "games": given["games"],
        "score": decimal(given["score"]),
        "difference": worked_out["difference"],
        "expected": decimal(worked_out["expected"]),
        "sum": decimal(worked_out["sum"]),
        "k": given["k"],
        "unrounded": decimal(worked_out["unrounded"]),
        "change": worked_out["change"],
    }


def initial_data(
    law: Edition, given: Mapping[str, int], worked_out: Mapping[str, int], reasons: Sequence[str]
) -> dict[str, Any]:
    """Give the first rating of a score, from what its calculation was given and worked out, and why it is none yet."""
    from fractions import Fraction  # noqa: PLC0415 - only here

    from arpad.documents.parts import fraction  # noqa: PLC0415 - an expected score starts quicker without it

    rating = worked_out["rating"]
    return {
        "edition": law.id,
        "games": given["games"],
        "score": decimal(given["score"]),
        "ra": fraction(Fraction(worked_out["opponents_taken"], worked_out["games_taken"])),
        "p": decimal(worked_out["percentage"]),
        "dp": worked_out["percentage_difference"],
        "ru": fraction(Fraction(worked_out["ru_over"], worked_out["ru_under"])),
        "rating": rating,
        "published": None if reasons else rating,
        "reasons": list(reasons),
    }

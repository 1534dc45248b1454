"""The performance rating: that of which a score against these opponents would be expected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.numbers import decimal
from arpad.regulations.rules.performance import PERFORMANCE
from arpad.regulations.terms.ints import ints
from arpad.regulations.twins import explain_with_print
from arpad.regulations.workings.explained_lines import ExplainedLine, worked

if TYPE_CHECKING:
    from arpad.regulations.edition import Edition


@dataclass(frozen=True, slots=True)
class PerformanceRating:
    """A performance and what it comes from; None where the edition gives none (0 and 100 % in 2003)."""

    law: Edition
    games: int
    score: int
    """In hundredths."""
    percentage: int
    """In hundredths."""
    dp: int | None
    performance: int | None
    lines: tuple[ExplainedLine, ...]

    def __repr__(self) -> str:
        return f"<PerformanceRating {self.performance}: {decimal(self.score)} from {self.games}, {self.law.id}>"

    def __str__(self) -> str:
        return (
            f"Performance {self.performance}: {decimal(self.score)} from {self.games}, p = {decimal(self.percentage)}, "
            f"dp = {self.dp} ({self.law.id})"
        )


def performance_rating(law: Edition, opponents: int, games: int, score: int) -> PerformanceRating:
    """Give the performance of a score, in hundredths, against opponents whose ratings have this sum."""
    inputs = {"opponents": opponents, "games": games, "score": score}

    def work_out(under: Edition) -> list[ExplainedLine]:
        return worked(ints(PERFORMANCE, under).explain(inputs, {}).lines, under)

    whole = ints(PERFORMANCE, law).run(inputs, {}).whole
    lines = explain_with_print(work_out(law), law, work_out)
    dp, performance = whole["percentage_difference"], whole["performance"]
    return PerformanceRating(law, games, score, whole["percentage"], dp, performance, tuple(lines))

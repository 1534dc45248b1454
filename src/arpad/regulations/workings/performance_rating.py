"""The performance rating, of which a score would be expected; and the quick estimate of a change from an average."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.numbers import HALF_UP, decimal, rounded_quotient
from arpad.regulations.package_data import words
from arpad.regulations.rules.performance import PERFORMANCE, QUICK_ESTIMATE
from arpad.regulations.terms.ints import ints
from arpad.regulations.twins import explain_with_print
from arpad.regulations.workings.explained_lines import ExplainedLine, worked
from arpad.regulations.workings.in_words import signed

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
        return words(
            "calculated", "performance", performance=self.performance, score=decimal(self.score), games=self.games,
            percentage=decimal(self.percentage), dp=self.dp, edition=self.law.id,
        )  # fmt: skip


def performance_rating(law: Edition, opponents: int, games: int, score: int) -> PerformanceRating:
    """Give the performance of a score, in hundredths, against opponents whose ratings have this sum."""
    inputs = {"opponents": opponents, "games": games, "score": score}

    def work_out(under: Edition) -> list[ExplainedLine]:
        return worked(ints(PERFORMANCE, under).explain(inputs, {}).lines, under)

    whole = ints(PERFORMANCE, law).run(inputs, {}).whole
    lines = explain_with_print(work_out(law), law, work_out)
    dp, performance = whole["percentage_difference"], whole["performance"]
    return PerformanceRating(law, games, score, whole["percentage"], dp, performance, tuple(lines))


@dataclass(frozen=True, slots=True)
class QuickEstimate:
    """What a change would be if all opponents had their average rating. It is no rated result."""

    law: Edition
    rating: int
    average: int
    games: int
    score: int
    """In hundredths."""
    k: int
    difference: int
    expected: int
    """In hundredths, as are `sum` and `unrounded`."""
    sum: int
    unrounded: int
    change: int
    lines: tuple[ExplainedLine, ...]

    def __repr__(self) -> str:
        return f"<QuickEstimate {signed(self.change)}: {decimal(self.score)} from {self.games}, {self.law.id}>"

    def __str__(self) -> str:
        return (
            f"Estimate: change {signed(self.change)} ({decimal(self.unrounded)}); expected {decimal(self.expected)} "
            f"of {self.games} against an average of {self.average}. Only each opponent's own rating gives the exact "
            "change."
        )


def quick_estimate(law: Edition, rating: int, opponents: int, games: int, score: int, k: int) -> QuickEstimate:  # noqa: PLR0913, PLR0917 - what an estimate is made of
    """Estimate the change of a score, in hundredths, against opponents whose ratings have this sum."""
    law.value("quick_estimate")
    average = rounded_quotient(opponents, games, HALF_UP)
    inputs = {"rating": rating, "average": average, "games": games, "score": score, "k": k}
    working = ints(QUICK_ESTIMATE, law).explain(inputs, {})
    lines = worked(working.lines, law, renamed={"change": "estimated_change"})
    numbers = {name: working.whole[name] for name in ("difference", "expected", "sum", "unrounded", "change")}
    return QuickEstimate(law, rating, average, games, score, k, **numbers, lines=tuple(lines))

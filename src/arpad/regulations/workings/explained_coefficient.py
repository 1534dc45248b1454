"""K on a day with its working: what it is or may be, why it is not known, and what to be told about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.regulations.twins import explain_with_print
from arpad.regulations.workings.coefficient import Coefficient, Facts, coefficient
from arpad.regulations.workings.ends_of_k import ends_in_words, ends_of_k
from arpad.regulations.workings.explained_lines import ExplainedLine, worked
from arpad.regulations.workings.in_words import unknown_k
from arpad.regulations.workings.warnings import Notice, born_year_only, highest_below, rests_on_birthday

if TYPE_CHECKING:
    from datetime import date

    from arpad.regulations.edition import Edition
    from arpad.regulations.workings.ends_of_k import EndOfK


@dataclass(frozen=True, slots=True)
class ExplainedCoefficient:
    """K, with its lines as the print would have them too."""

    decided: Coefficient
    reason: str | None
    """Why it is not known; None where it is."""
    warnings: tuple[Notice, ...]
    lines: tuple[ExplainedLine, ...]
    ends: tuple[EndOfK, ...] = ()
    """What would give the player another K."""

    def __repr__(self) -> str:
        return f"<ExplainedCoefficient {self.decided!r}>"

    def __str__(self) -> str:
        decided = self.decided
        if self.reason is not None:
            return self.reason
        k, end = f"K = {decided.k} on {decided.day} ({decided.law.id})", ends_in_words(decided, self.ends)
        return f"{k}\n{end}" if end else k


def explained_coefficient(law: Edition, facts: Facts, day: date) -> ExplainedCoefficient:
    """Give K under an edition on a day, with its working."""
    decided = coefficient(law, facts, day, explained=True)

    def work_out(under: Edition) -> list[ExplainedLine]:
        return worked(coefficient(under, facts, day, explained=True).lines, under)

    lines = explain_with_print(worked(decided.lines, law), law, work_out)
    reason = None if decided.k is not None else unknown_k(law, decided, "k_open", "k_of_officer")
    warnings = (born_year_only(),) if rests_on_birthday(law, decided) else ()
    if facts.highest is not None and facts.highest < facts.rating:
        warnings = (*warnings, highest_below(facts.highest, facts.rating))
    return ExplainedCoefficient(decided, reason, warnings, tuple(lines), ends_of_k(decided))

"""The lines of a working as people and programs read them, without the period they belong to."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.model.numbers import decimal
from arpad.regulations.calculation import CODE, POINTS
from arpad.regulations.rules import rated_event

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from arpad.regulations.edition import Citation, Edition
    from arpad.regulations.ints import Line

TEXT = "text"

REASONS = {
    rated_event.COUNTED: "counted",
    rated_event.OPPONENT_UNRATED: "opponent_unrated",
    rated_event.MATCH_WITH_UNRATED: "match_with_unrated",
    rated_event.NEEDS_CROSSTABLE: "needs_crosstable",
    rated_event.GAP_TOO_LARGE: "gap_too_large",
    rated_event.SCHEVENINGEN_WITH_UNRATED: "scheveningen_with_unrated",
    rated_event.BECAME_RATED_LATER: "became_rated_later",
}


class ExplainedLine(NamedTuple):
    """A line of an explanation: the quantity, of which event and game, its value, where it comes from."""

    name: str
    value: Any
    unit: str
    citations: tuple[Citation, ...]
    event: int | None = None
    game: int | None = None
    printed: str | None = None
    """What the document prints or would give, where that is something else."""
    facts: Mapping[str, Any] = MappingProxyType({})
    """Numbers of the edition that the words of a reason need."""

    @property
    def shown(self) -> str | None:
        """The value as text: hundredths with two decimals, everything else as it is."""
        return shown(self.value, self.unit)


def shown(value: Any, unit: str) -> str | None:  # noqa: ANN401 - a number, a code or text
    """Write a value in its unit."""
    if value is None:
        return None
    if unit == POINTS:
        return decimal(value)
    return REASONS[value] if unit == CODE else str(value)


def worked(
    lines: Iterable[Line], law: Edition, event: int | None = None, renamed: dict[str, str] | None = None
) -> list[ExplainedLine]:
    """Make explained lines of an interpreter's lines."""
    other = renamed or {}
    found = [
        ExplainedLine(other.get(step.name, step.name), value, step.unit, citations, event, part)
        for step, part, value, citations in lines
    ]
    return [line._replace(facts=reason_facts(law)) if line.unit == CODE else line for line in found]


def reason_facts(law: Edition) -> dict[str, Any]:
    """Give the numbers of an edition that the words of a reason may name."""
    return {key: law.get(key) for key in ("gap_exclusion", "gap_exclusion_above")}

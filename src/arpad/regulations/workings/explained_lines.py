"""The lines of a working as people and programs read them, without the period they belong to."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.model.numbers import decimal
from arpad.regulations.package_data import words
from arpad.regulations.rules import rated_event
from arpad.regulations.terms.calculation import CODE, POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arpad.regulations.edition import Citation, Edition
    from arpad.regulations.terms.ints import WorkingLine

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
_NO_FACTS: Mapping[str, Any] = MappingProxyType({})


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
    facts: Mapping[str, Any] = _NO_FACTS
    """Numbers of the edition that the words of a reason need."""

    @property
    def shown(self) -> str | None:
        """The value as text: hundredths with two decimals, everything else as it is."""
        return shown(self.value, self.unit)

    def __str__(self) -> str:
        """Write what it is, its value, its articles, and the print where that differs."""
        value = words("reason", self.shown or "", **self.facts) if self.name == "uncounted" else self.shown
        cited = "; ".join(str(citation) for citation in self.citations) or "as given"
        printed = f"  — as printed: {self.printed}" if self.printed is not None else ""
        return f"{words('line', self.name)}: {value}  [{cited}]{printed}"


def shown(value: Any, unit: str) -> str | None:  # noqa: ANN401 - a number, a code or text
    """Write a value in its unit."""
    if value is None:
        return None
    if unit == POINTS:
        return decimal(value)
    return REASONS[value] if unit == CODE else str(value)


def worked(
    lines: Iterable[WorkingLine], law: Edition, event: int | None = None, renamed: dict[str, str] | None = None
) -> list[ExplainedLine]:
    """Make explained lines of an interpreter's lines."""
    names = renamed or {}
    new, none = tuple.__new__, _NO_FACTS
    # There are many lines: the tuple's own maker takes half as long as a call of the class.
    return [
        new(
            ExplainedLine,
            (
                names.get(step.name, step.name) if names else step.name,
                value,
                step.unit,
                cited,
                event,
                part,
                None,
                reason_facts(law) if step.unit == CODE else none,
            ),
        )
        for step, part, value, cited in lines
    ]


def reason_facts(law: Edition) -> dict[str, Any]:
    """Give the numbers of an edition that the words of a reason may name."""
    return {key: law.get(key) for key in ("gap_exclusion", "gap_exclusion_above")}


def explanation_text(
    lines: Iterable[ExplainedLine], headings: Sequence[str] = (), events: Sequence[str] = ()
) -> list[str]:
    """Give the working as lines of text: what it is, its value, its articles, and the print where it differs.

    `events` are the names of the events of a period; `headings` name the parts of a working that is no period.
    """
    texts: list[str] = []
    heading: tuple[int | None, int | None] | None = None
    for line in sorted(lines, key=_reading_order):
        place = (line.event, None if headings else line.game)
        if place != heading:
            heading = place
            texts += _heading(*place, headings, events)
        indent = "  " * ((line.event is not None) + (line.game is not None))
        texts.append(f"{indent}{line}")
    return texts


def _reading_order(line: ExplainedLine) -> tuple[bool, int, bool, int]:
    """Games of an event first, then the event, then the period; within each, the order of the working."""
    return line.event is None, line.event or 0, line.game is None, line.game or 0


def _heading(event: int | None, game: int | None, headings: Sequence[str], events: Sequence[str]) -> list[str]:
    if event is None:
        return [] if headings else ["Period"]
    if headings:
        return [headings[event]]
    name = (events[event] if events else "") or f"Event {event + 1}"
    return [name] if game is None else [f"  {name}, game {game + 1}"]

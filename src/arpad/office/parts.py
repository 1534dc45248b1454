"""The parts of a long event: one for each month, where the edition has it reported so; each has its own report.

Which month is missing is named; one in which nothing was played is declared empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from arpad.regulations.durations import shifted_months
from arpad.regulations.workings.decisions import is_reported_in_parts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.regulations.edition import Edition


@dataclass(frozen=True, slots=True)
class PartOfEvent:
    """A part: its number from 1 on, and its days."""

    number: int
    first_day: date
    last_day: date

    @property
    def month(self) -> str:
        """The month that it is about."""
        return f"{self.first_day:%Y-%m}"


def parts_of(law: Edition, start: date, end: date) -> tuple[PartOfEvent, ...]:
    """Give the monthly parts of an event; none where it is reported as a whole.

    >>> from arpad.regulations.catalogue import edition
    >>> [part.month for part in parts_of(edition("fide-2024-03"), date(2025, 1, 20), date(2025, 3, 2))]
    ['2025-01', '2025-02', '2025-03']
    """
    if is_reported_in_parts(law, start, end) is None:
        return ()
    parts: list[PartOfEvent] = []
    first = start
    while first <= end:
        following = shifted_months(first.replace(day=1), 1)
        parts.append(PartOfEvent(len(parts) + 1, first, min(end, following - timedelta(days=1))))
        first = following
    return tuple(parts)


def missing_parts(
    parts: tuple[PartOfEvent, ...], stages: Mapping[int, str], today: date, answered: tuple[str, ...]
) -> tuple[PartOfEvent, ...]:
    """Give the parts that are over and neither reported nor declared empty; `answered` are the stages that are."""
    over = (part for part in parts if part.last_day < today)
    return tuple(part for part in over if stages.get(part.number) not in answered)

"""What an edition leaves to the office, as far as it was decided: K, monthly lists, one-offs; by which decisions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from arpad.office.roles import may
from arpad.regulations.adjustments import every_adjustment
from arpad.storage.models import AdjustmentRow, CoefficientRow, LogEntry, TableState
from arpad.storage.queries.players import player_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.office.person import Person
    from arpad.regulations.adjustments import Adjustment
    from arpad.storage.models import RatingSystem

DEED = "law.decide"
_SHOWN = 50


@dataclass(frozen=True, slots=True)
class DecidedLaw:
    """What holds now of everything that editions leave open."""

    coefficients: Sequence[tuple[CoefficientRow, str]]
    """K as it was set, with the name of the player."""
    monthly_days: Sequence[date]
    adjustments: Sequence[tuple[date, str, str]]
    """List, kind and name of every one-off that is named; empty where none is."""
    names_adjustments: bool
    """False where nothing was decided of one-offs: then those of the authority hold."""
    decisions: Sequence[LogEntry]


def decided_law(person: Person, system: RatingSystem) -> DecidedLaw:
    """Give what was decided of everything that editions leave open, the newest decision first."""
    rows = list(CoefficientRow.objects.filter(rating_system=system).order_by("-since", "kind", "fide_id")[:_SHOWN])
    names = player_names(system, [row.fide_id for row in rows if row.fide_id is not None])
    coefficients = [(row, "" if row.fide_id is None else names.get(row.fide_id, "")) for row in rows]
    monthly = system.monthly_regime
    days = [date.fromisoformat(day) for day in monthly] if isinstance(monthly, list) else []
    named = AdjustmentRow.objects.filter(rating_system=system).order_by("list", "kind", "adjustment")
    entries = LogEntry.objects.filter(code=DEED).order_by("-number")[:_SHOWN] if may(person, "log.read") else ()
    return DecidedLaw(
        coefficients,
        days,
        list(named.values_list("list", "kind", "adjustment")),
        TableState.objects.filter(rating_system=system, name="adjustments").exists(),
        list(entries),
    )


def known_adjustments() -> dict[str, Adjustment]:
    """Give the one-offs that are known here, by name."""
    return {adjustment.id: adjustment for adjustment in every_adjustment()}

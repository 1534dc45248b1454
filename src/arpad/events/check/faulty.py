"""A report with faults is refused whole; but what it has besides is looked at too, as far as that can be known.

A check that goes by a part of the report in which there is a fault says nothing: what it found would come from the
fault, and be told twice. And of a report with faults nothing is said to be in order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arpad.model.problems import FileProblem

FIRST_DAY, DAYS, GAMES = "first_day", "days", "games"
"""The parts of a report by which checks go: its first day, all its days, its games with their players."""
UNREADABLE = frozenset({"not_a_trf", "too_large", "too_many_players", "vega_file", "no_players"})
"""Faults after which nothing is left that could be looked at."""
_OF_DAYS = frozenset({"date_unreadable", "dates_reversed", "start_missing"})
_OF_NUMBERS = frozenset({"fide_id_twice", "fide_id_unreadable"})
"""Faults about who somebody is; the games are known all the same."""


def is_checkable(faults: Iterable[FileProblem]) -> bool:
    """Tell whether a report with these faults has anything that can be looked at."""
    return not any(fault.code in UNREADABLE for fault in faults)


def spoiled_by(faults: Iterable[FileProblem]) -> frozenset[str]:
    """Give the parts of a report by which nobody can go."""
    parts: set[str] = set()
    for fault in faults:
        if fault.code in _OF_DAYS:
            parts |= {DAYS} if fault.facts.get("which") == "end" or "round" in fault.facts else {FIRST_DAY, DAYS}
        elif fault.code not in _OF_NUMBERS:
            parts.add(GAMES)
    return frozenset(parts)

"""The order of a player's events within a period (settled reading 4): by end, start and number.

K event by event, the first event of a newcomer and the tables of round robins all go by it. An event without a number
comes before those with one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from arpad.model.period import Event

    Place = tuple[date, date, int]
    """The place of an event among others: last day, first day, number."""


def place_of(end: date, start: date, number: int | None) -> Place:
    """Give the place of an event among others: the earlier one is the smaller."""
    return end, start, number or 0


def event_order(event: Event) -> tuple[Any, ...]:
    """Order events by their place; where that is the same, as without numbers, by who was met.

    So the order in which they are given never matters. Of two events against the same opponents the better one comes
    first, so that more points never cost points.
    """
    opponents = [game.opponent or 0 for game in event.games]
    squares = sum(opponent * opponent for opponent in opponents)
    score = sum(game.score for game in event.games)
    return *place_of(event.end, event.start, event.number), len(opponents), sum(opponents), squares, -score


def in_order(events: Sequence[Event]) -> list[int]:
    """Give the indices of events in their order, whatever the order in which they are given.

    >>> from datetime import date
    >>> from arpad.model.period import Event
    >>> late, early = (Event(date(2025, 5, 1), date(2025, 5, day), None, ()) for day in (9, 4))
    >>> in_order([late, early])
    [1, 0]
    """
    return sorted(range(len(events)), key=lambda place: (*event_order(events[place]), place))

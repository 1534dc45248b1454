"""Two that look like one are two: events that were both played, and namesakes who are two people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.book.duplicate_checks import distinct, distinct_players

if TYPE_CHECKING:
    from arpad.book.change import Change
    from arpad.book.view import BookView


@dataclass(frozen=True, slots=True)
class KeepEventsApart:
    """Two events that are nearly the same, and why both were played."""

    event: int
    other: int
    why: str


@dataclass(frozen=True, slots=True)
class KeepPlayersApart:
    """A player without a FIDE number and a namesake, and why they are two people."""

    player: int
    other: int
    why: str


def events_kept_apart(view: BookView, request: KeepEventsApart) -> Change:
    """Give the change that keeps in the log that both events were played."""
    return distinct(view, request.event, request.other, request.why)


def players_kept_apart(view: BookView, request: KeepPlayersApart) -> Change:
    """Give the change that keeps in the log that a player and a namesake are two."""
    return distinct_players(view, request.player, request.other, request.why)

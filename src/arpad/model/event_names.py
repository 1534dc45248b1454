"""What an event of a period is called, and whom the player met there; rules know neither."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class EventNames(NamedTuple):
    """What an event of a period is called, and whom the player met there: number and name, game by game."""

    event: str
    opponents: Sequence[tuple[int | None, str]] = ()

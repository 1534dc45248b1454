"""Part results that a book keeps for newcomers, as events of their periods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import Event, Game

if TYPE_CHECKING:
    from collections.abc import Mapping

_WHOLE = 100


def pooled_event(row: Mapping[str, Any]) -> Event:
    """Make an event of a part result: the sums of opponents and scores are all that matters of it."""
    count, score, opponents = row["games"], row["score"], row["met"]
    each, more = divmod(row["opponents"], count) if count else (0, 0)
    games = []
    for index in range(count):
        part = min(_WHOLE, score)
        score -= part
        opponent = None if opponents is None else index % opponents
        games.append(Game(Rating(each + (index < more)), Hundredths(part), opponent_id=opponent))
    average = None if row["average"] is None else Rating(row["average"])
    return Event(
        row["start"], row["end"], None, tuple(games), None, row["system"], average=average,
        cycles=row["cycles"], team_championship=row["team_championship"], number=row["event_id"], due=row["due"],
        field=row["field"],
    )  # fmt: skip

"""Who was met: rated opponents counted once, and games against somebody who was met before.

A game may say who the opponent was (`opponent_id`). Where it does not, the opponent is somebody else in every game; in
a match there is only one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arpad.model.period import Event


def rated_opponents(event: Event) -> int:
    """Count the rated opponents of an event, each once.

    >>> from arpad.model.period import Event, Game
    >>> from datetime import date
    >>> games = (Game(2000, 50, opponent_id="A"), Game(2000, 50, opponent_id="A"), Game(2100, 50), Game(2100, 50))
    >>> rated_opponents(Event(date(2004, 5, 1), date(2004, 5, 9), None, games))
    3
    """
    rated = [game for game in event.games if game.opponent is not None]
    if event.system == "match":
        return min(1, len(rated))
    named = {game.opponent_id for game in rated if game.opponent_id is not None}
    return len(named) + sum(game.opponent_id is None for game in rated)


def met_before(opponents: Iterable[int | str | None]) -> list[bool]:
    """Tell for each game, by its opponent, whether this one was met in an earlier game.

    >>> met_before(["A", "B", "A", None, None])
    [False, False, True, False, False]
    """
    seen: set[int | str] = set()
    found = []
    for opponent in opponents:
        found.append(opponent in seen)
        if opponent is not None:
            seen.add(opponent)
    return found

"""Who was met: rated opponents counted once, and games against somebody who was met before.

A game may say who the opponent was (`opponent_id`). Where it does not, the opponent is somebody else in every game; in
a match there is only one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.model.problems import RefusedError
from arpad.regulations.package_data import WORDS
from arpad.regulations.rules import event_basis
from arpad.regulations.rules.event_basis import WITH_UNRATED
from arpad.regulations.terms.ints import ints

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arpad.model.period import Event
    from arpad.regulations.edition import Edition

UNREADABLE = "unreadable"


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


def unrated_players(event: Event) -> int:
    """Count the unrated players of whom an event is known to have had: the player, and opponents, each once."""
    unrated = [game.opponent_id for game in event.games if game.opponent is None]
    named = {opponent_id for opponent_id in unrated if opponent_id is not None}
    others = min(1, len(unrated)) if event.system == "match" else len(named) + unrated.count(None)
    return others + (event.rating is None)


def unrateable(law: Edition, system: str, unrated: int) -> int:
    """Ask whether an event with so many unrated players is rated: RATEABLE, NOT_RATED, or UNREADABLE in a print."""
    facts = {"is_scheveningen": system == "scheveningen", "is_match": system == "match", "unrated_players": unrated}
    answer: int = ints(WITH_UNRATED, law).run(facts, {}).whole["unrateable"]
    return answer


def refuse_unreadable(law: Edition, event: Event) -> None:
    """Refuse an event where a print does not say whether it is rated with its unrated players (6.4 of 2003, E 19)."""
    # Only these systems are asked about, so only in these are unrated players counted.
    if event.system not in {"match", "scheveningen"}:
        return
    if unrateable(law, event.system, unrated_players(event)) == event_basis.UNREADABLE:
        raise unreadable(law, event.system)


def unreadable(law: Edition, system: str) -> RefusedError:
    """Say that the print cannot decide about a match or Scheveningen event with more than one unrated player."""
    article = law.provisions["match_with_unrated"].article
    return RefusedError.of(
        WORDS, UNREADABLE, says="unreadable", edition=law.id, article=article, is_match=system == "match"
    )


def met_before(opponents: Iterable[int | str | None]) -> list[bool]:
    """Tell for each game, by its opponent, whether this one was met in an earlier game.

    >>> met_before(["A", "B", "A", None, None])
    [False, False, True, False, False]
    """
    seen: set[int | str] = set()
    met = []
    for opponent in opponents:
        met.append(opponent in seen)
        if opponent is not None:
            seen.add(opponent)
    return met

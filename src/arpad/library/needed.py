"""What is needed: the least score against given opponents that brings a player to a rating.

Nothing is worked out in a second way: every score that is looked at is rated as an event of its own, by the edition in
force. A player who scores more never gets less, so the least score is found by halving.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arpad.library.calculations import given_rating, kind_of, single_event
from arpad.library.periods import Event, Player
from arpad.library.wording import WORDS
from arpad.model import period as model
from arpad.model.clock import today
from arpad.model.numbers import Hundredths, Rating, decimal
from arpad.model.problems import ArpadError, RefusedError
from arpad.model.tournament import DRAW, LOSS, POINTS_OF, WIN
from arpad.regulations.workings.period import rate_player

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date
    from pathlib import Path

    from arpad.regulations.workings.period import PlayerResult

MOST_GAMES = 1000
"""So many games may be asked about."""
_HALF = 50


@dataclass(frozen=True, slots=True)
class Needed:
    """The least score that reaches a rating, and what the player then gets; no score where none reaches it."""

    target: int
    games: int
    score: Hundredths | None
    result: PlayerResult
    """With that score; with every game won where no score reaches the rating."""
    below: PlayerResult | None
    """With half a point less, where that is possible."""

    def __str__(self) -> str:
        best = self.result.new_rating
        if self.score is None:
            return WORDS.say("needed", "not_reached", {"target": self.target, "games": self.games, "rating": best})
        below = None if self.below is None else self.below.new_rating
        facts = {"score": decimal(self.score), "is_one": self.score == POINTS_OF[WIN], "games": self.games}
        return WORDS.say("needed", "score", {**facts, "target": self.target, "rating": best, "below": below})


def needed(  # noqa: PLR0913 - what is known of the player and of the event
    rating: int,
    target: int,
    opponents: Iterable[int],
    *,
    k: int | None = None,
    born: model.Born | None = None,
    games_before: int | None = None,
    highest: int | None = None,
    on: date | None = None,
    kind: str | None = None,
    edition: str | Path | None = None,
) -> Needed:
    """Give the least score against opponents of these ratings that brings a player to a rating.

    As if the event were the only one of its period; K is given, or decided as for `change`.

    >>> import arpad
    >>> from datetime import date
    >>> print(arpad.needed(1956, 2000, [1900, 1950, 2000, 2050, 2100], k=40, on=date(2025, 5, 2)))
    3.50 points of 5 are needed to reach 2000: that gives 2008, half a point less 1988.
    """
    day = on or today()
    player = Player(given_rating(rating, "rating"), k, born, games_before, highest)
    ratings = [given_rating(opponent, f"opponents[{place}]") for place, opponent in enumerate(opponents)]
    name = None if edition is None else str(edition)
    event = Event(day, day, rating, [model.Game(Rating(opponent), Hundredths(0)) for opponent in ratings])
    period = single_event(player, event, kind_of(name, kind), name, None)
    if period is None:
        raise ArpadError.of(WORDS, "no_list", "list_date", end=day)
    return least_score(period, given_rating(target, "target"))


def least_score(period: model.RatingPeriod, target: int) -> Needed:
    """Give the least score in the event of a period that brings its player to a rating, whatever its results say."""
    (event,) = period.events
    count = len(event.games)
    if not 0 < count <= MOST_GAMES:
        raise ArpadError.of(WORDS, "games_asked", "opponents", games=count, most=MOST_GAMES)

    def scored(halves: int) -> PlayerResult:
        games = tuple(replace(game, score=_of_game(halves, place)) for place, game in enumerate(event.games))
        return rate_player(replace(period, events=(replace(event, games=games),)))

    best = scored(2 * count)
    if best.new_rating is None:
        raise RefusedError.of(WORDS, "nothing_to_reach", "opponents", why=str(best))
    if best.new_rating < target:
        return Needed(target, count, None, best, scored(2 * count - 1))
    halves = bisect_left(range(2 * count), target, key=lambda half: scored(half).new_rating or 0)
    below = scored(halves - 1) if halves else None
    return Needed(target, count, Hundredths(halves * _HALF), scored(halves), below)


def _of_game(halves: int, place: int) -> Hundredths:
    """Give the score of a game where a player has so many half points: the first games are won."""
    won, drawn = divmod(halves, 2)
    return Hundredths(POINTS_OF[WIN if place < won else DRAW if place == won and drawn else LOSS])

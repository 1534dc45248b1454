"""Where a player stands on the newest list, as a calculator takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arpad.model.numbers import decimal
from arpad.model.problems import ArpadError
from arpad.regulations.workings.first_rating import FirstRating
from arpad.storage.models import PlayerRow
from arpad.storage.queries.next_list import next_day
from arpad.storage.queries.players import standings_of
from arpad.storage.site.player_sheet import CURRENT
from arpad.storage.site.public_line import public_line
from arpad.storage.site.shown import shown_player

if TYPE_CHECKING:
    from arpad.storage.models import RatingSystem


class PlayerState(NamedTuple):
    """What a list and the tables say of a player in a kind of chess; of the birth date only the year."""

    number: int
    name: str
    rating: int | None
    k: int | None
    games_before: int | None
    highest: int | None
    born: int | None
    opponents: str | None = None
    """Of an unrated player, the ratings of the opponents whose games count towards a first rating so far."""
    score: str | None = None
    """The points of these games."""


def player_state(system: RatingSystem, number: int, kind: str) -> PlayerState | None:
    """Give the state of a player; None of whoever stands not on the newest list, of which nothing newer is shown.

    A rating that the list does not show is not given, nor what goes with it.
    """
    row = PlayerRow.objects.filter(rating_system=system, fide_id=number).first()
    shown = None if row is None else shown_player(system, number)
    if row is None or shown is None or shown.presence not in CURRENT:
        return None
    standing, rating = standings_of(system, [number]).get(number), shown.ratings[kind]
    k, highest = (None if rating is None else getattr(standing, f"{kind}_{name}", None) for name in ("k", "highest"))
    played = getattr(standing, f"{kind}_played", None)
    return PlayerState(number, row.name, rating, k, played, highest, row.birth_year)


def with_results(system: RatingSystem, state: PlayerState, kind: str) -> PlayerState:
    """Give an unrated player's state with the results that count towards a first rating on the list being made."""
    day = next_day(system) if state.rating is None else None
    if day is None:
        return state
    try:
        result = public_line(system, day, state.number, kind).explanation.result
    except ArpadError:
        return state
    if not isinstance(result, FirstRating) or any(pooled.is_round_robin for pooled in result.events if pooled.counts):
        return state
    games = [game for pooled in result.events if pooled.counts for game in pooled.event.games if game.opponent]
    if not games:
        return state
    score = decimal(sum(game.score for game in games)).removesuffix("0").removesuffix(".0")
    return state._replace(opponents=" ".join(str(game.opponent) for game in games), score=score)

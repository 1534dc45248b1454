"""A receipt: what one line of a published list was worked out from, as `arpad player` takes it, with what came out.

It is the input of that command and no other form: whoever doubts a number computes it again. In the place of a birth
date stands what the office attests: junior on that day.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from arpad.documents.parts import SCORES
from arpad.model.period import RATINGS_AT_START, ROUND_ROBIN, SWISS
from arpad.regulations.workings.first_rating import FirstRating

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arpad.model.period import Event, EventNames, Game, RatingPeriod
    from arpad.regulations.workings.period import PlayerResult

JUNIOR = "junior on that day, attested by the office"
"""What stands in a receipt in the place of a birth date."""
_WRITTEN = {score: text for text, score in SCORES.items()}


def period_document(period: RatingPeriod, names: Sequence[EventNames] = ()) -> dict[str, Any]:
    """Write a period as `arpad player` reads it; membership in an association is never written.

    >>> from datetime import date
    >>> from arpad.model.period import Player, RatingPeriod
    >>> period_document(RatingPeriod("rapid", date(2026, 10, 1), Player(1800, games=40), ()))["player"]
    {'rating': 1800, 'games': 40}
    """
    player = period.player
    known = {
        "k": player.k,
        "born": None if player.born is None else player.born.year,
        "games": player.games,
        "highest": player.highest,
        "standard": player.standard,
    }
    return {
        "kind": period.kind,
        "list": period.list_date.isoformat(),
        **({"edition": period.edition} if period.edition else {}),
        "player": {"rating": player.rating, **_given(known)},
        "events": [
            _event(event, names[place] if place < len(names) else None) for place, event in enumerate(period.events)
        ],
    }


def _given(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if value is not None}


def _event(event: Event, names: EventNames | None) -> dict[str, Any]:
    met = () if names is None else names.opponents
    more = {
        "k": event.k,
        "attested": JUNIOR if event.is_junior else None,
        "system": None if event.system == SWISS else event.system,
        "ratings": None if event.ratings == RATINGS_AT_START else event.ratings,
        "average": event.average,
        "cycles": event.cycles if event.system == ROUND_ROBIN else None,
        "field": event.field,
        "team_championship": event.team_championship or None,
        "number": event.number,
    }
    return {
        **({"name": names.event} if names is not None and names.event else {}),
        "start": event.start.isoformat(),
        "end": event.end.isoformat(),
        "rating": event.rating,
        **_given(more),
        "games": [_game(game, place, met) for place, game in enumerate(event.games)],
    }


def _game(game: Game, place: int, met: Sequence[tuple[int | None, str]]) -> dict[str, Any]:
    """Write a game; an opponent who may be named has name and number, another one a sign of the event's own."""
    number, name = met[place] if place < len(met) else (None, "")
    more = {
        "name": name if number is not None else None,
        "round": game.round,
        "date": None if game.date is None else game.date.isoformat(),
    }
    return {"opponent": game.opponent, "score": _WRITTEN[game.score], **_given(more), "opponent_id": number}


def with_signs(document: dict[str, Any], period: RatingPeriod) -> dict[str, Any]:
    """Tell the opponents of each event apart, also those who may not be named: by their place among those met."""
    for event, of_event in zip(document["events"], period.events, strict=True):
        signs: dict[Any, str] = {}
        for game, played in zip(event["games"], of_event.games, strict=True):
            if game["opponent_id"] is None:
                sign = None
                if played.opponent_id is not None:
                    sign = signs.setdefault(played.opponent_id, f"opponent {len(signs) + 1}")
                game["opponent_id"] = sign
    return document


def without_k(period: RatingPeriod) -> RatingPeriod:
    """Give a period in which K is to follow from what is known of the player."""
    events = tuple(replace(event, k=None) for event in period.events)
    return replace(period, player=replace(period.player, k=None, k_otherwise=None, association=None), events=events)


def outcome_of(result: PlayerResult | FirstRating) -> dict[str, Any]:
    """Give what a receipt says came out: the change and the rating, or a first rating."""
    if isinstance(result, FirstRating):
        return {"change": None, "new_rating": result.published}
    return {"change": result.change, "new_rating": result.new_rating}

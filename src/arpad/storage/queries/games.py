"""The games of a player, whoever had the white pieces.

The games with either colour are asked for by themselves, whole and in no order. Asked for both at once, in the order of
events, or for no more than stands in the key of a game, SQLite would look through all games of the book.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.storage.models import GameRow

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from arpad.storage.models import RatingSystem


def games_of(system: RatingSystem, number: int) -> QuerySet[GameRow]:
    """Give the games of a player, in no order."""
    white = GameRow.objects.filter(rating_system=system, white=number)
    return white.union(GameRow.objects.filter(rating_system=system, black=number), all=True)


def newest_games(system: RatingSystem, number: int, most: int) -> list[GameRow]:
    """Give the games of a player in the newest events, at most so many."""
    return sorted(games_of(system, number), key=lambda game: (-game.event_id, game.round))[:most]


def events_of(system: RatingSystem, number: int) -> list[int]:
    """Give the numbers of the events in which a player has a game."""
    return sorted({game.event_id for game in games_of(system, number)})

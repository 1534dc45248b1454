"""What unrated players of a period have reached by the time a round robin is worked out, taken from the columns."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import numpy as np

from arpad.engine.everybody import EPOCH, UNRATED
from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import Event, Game

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date

    from arpad.engine.arrays import Column
    from arpad.engine.period.event_pass import EventColumns
    from arpad.engine.period.games import Games
    from arpad.regulations.periods import EarlierResults
    from arpad.regulations.workings.round_robin_parts import RobinPart


def unrated_players(games: Games) -> Column:
    """Give the places of those who were unrated in some games."""
    return np.unique(np.concatenate([player[own == UNRATED] for player, own, _, _ in games.sides()]))


class PeriodResults:
    """The results of unrated players from earlier lists, and from the events of this one as they are worked out."""

    def __init__(self, events: EventColumns, numbers: Column, earlier: EarlierResults) -> None:
        self._events, self._numbers, self._known = events, numbers, earlier

    def is_first(self, player: int, event: int) -> bool:
        """Tell whether a player has no result that counts before an event."""
        start, end = self._days(event)
        return not self._known.before(player, (end, start, int(self._numbers[event])))

    def _days(self, event: int) -> tuple[date, date]:
        start, end = (EPOCH + timedelta(days=int(days[event])) for days in (self._events.start, self._events.end))
        return start, end

    def add_games(self, games: Games, players: Column, *, system: str | None = None) -> None:
        """Add games of some players as they are; `system` is that of their events, where it is another one now."""
        of_events: dict[tuple[int, int], list[Game]] = defaultdict(list)
        for player, event, game in _sides(games, players):
            of_events[player, event].append(game)
        for (player, event), own in of_events.items():
            self._add(player, event, own, system or self._system(event))

    def add_table(self, event: int, parts: Mapping[int, RobinPart]) -> None:
        """Add what a table gives its unrated players."""
        for player, part in parts.items():
            if part.of_unrated:
                average = None if part.average is None else Rating(part.average)
                self._add(player, event, part.games, "roundrobin", average, part)

    def _add(  # noqa: PLR0913, PLR0917 - what an event is
        self,
        player: int,
        event: int,
        games: Sequence[Game],
        system: str,
        average: Rating | None = None,
        part: RobinPart | None = None,
    ) -> None:
        start, end = self._days(event)
        number = int(self._numbers[event])
        result = Event(start, end, None, tuple(games), system=system, average=average, number=number)
        self._known.add(player, result if part is None else replace(result, cycles=part.cycles, field=part.field))

    def _system(self, event: int) -> str:
        events = self._events
        systems = {
            "match": events.is_match,
            "scheveningen": events.is_scheveningen,
            "roundrobin": events.is_round_robin,
        }
        return next((name for name, column in systems.items() if column[event]), "swiss")


def _sides(games: Games, players: Column) -> Iterator[tuple[int, int, Game]]:
    """Give the games in which some players were unrated: player, event, game."""
    for (player, own, against, score), opponent in zip(games.sides(), games.opponents(), strict=True):
        rows = np.flatnonzero((own == UNRATED) & np.isin(player, players))
        columns = (player, games.event, against, score, games.round, opponent)
        for unrated, event, rating, points, turn, other in zip(
            *(column[rows].tolist() for column in columns), strict=True
        ):
            met = Rating(rating) if rating != UNRATED else None
            yield unrated, event, Game(met, Hundredths(points), turn, opponent_id=other)

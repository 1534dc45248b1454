"""Whether unrated players have results that count before a round robin is worked out: then it is not their first event.

In a first event an unrated player without a point is left out of the table, and his opponents' games against him with
him (6.1 of 2009 and 2014). Once he has a part result he stays in. That may be one of an earlier list or of an event of
the same list; events are taken in the order in which they ended (settled readings 4 and 11).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import Event, Game, Player, RatingPeriod
from arpad.regulations.first_rating import first_rating

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.engine.book_view import Period

    Order = tuple[date, date, int]
    """Last day, first day and number of an event."""

_WHOLE = 100


class EarlierResults:
    """The events of unrated players so far, each judged by the rule of first ratings."""

    def __init__(self, period: Period) -> None:
        self._period = period
        self._events: dict[int, list[Event]] = defaultdict(list)

    def add(self, player: int, event: Event) -> None:
        """Add an event of a player, in any order; without a list it is one of the list being made."""
        self._events[player].append(replace(event, due=event.due or self._period.list_date))

    def before(self, player: int, order: Order) -> bool:
        """Tell whether a player has a result that counts from an event that comes before another one."""
        earlier = tuple(one for one in self._events.get(player, ()) if (one.end, one.start, one.number or 0) < order)
        if not earlier:
            return False
        list_date, name = self._period.list_date, self._period.name
        period = RatingPeriod(self._period.kind, list_date, Player(None), earlier, name)
        return any(one.counts for one in first_rating(period).events)


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

"""A list by the reference: every player's line worked out alone, with whole numbers, by the scalar rules.

What is published comes from columns; this explains it, player by player, and says where the two disagree. The two share
which events a list rates, the tables of round robins, and the bases that withdrawn events change; nothing else.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from arpad.engine.period.adjustments import named_of
from arpad.engine.reference.activity import Activity
from arpad.engine.reference.inputs import NOBODY, ListedLine, ReferenceInputs
from arpad.model.numbers import Rating
from arpad.model.period import KINDS, STANDARD, Player, RatingPeriod
from arpad.regulations.catalogue import NoEditionError
from arpad.regulations.event_order import in_order
from arpad.regulations.rules.development_coefficient import EVENT_START, LIST_BEFORE
from arpad.regulations.rules.rated_event import COUNTED
from arpad.regulations.workings.activity import unrated_keep_active
from arpad.regulations.workings.coefficient import Facts, coefficient, is_by_officer, k_moment
from arpad.regulations.workings.first_rating import counts_towards_k, first_rating, judged_as_later
from arpad.regulations.workings.list_line import base_rating
from arpad.regulations.workings.period import rate_player

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import date

    from arpad.model.period import Born, Event
    from arpad.regulations.edition import Edition
    from arpad.regulations.periods import PartOfPeriod
    from arpad.regulations.workings.first_rating import FirstRating
    from arpad.regulations.workings.period import PlayerResult


class Expected(NamedTuple):
    """The line that the reference gives a player: all that the new list says of a player in one kind of chess."""

    rating: int | None
    games: int
    """Rated games in the period."""
    k: int | None
    played: int
    """All rated games up to the list."""
    highest: int | None
    last: date | None
    """The last day with a rated game."""
    flag: str | None
    """For a woman and for an inactive player; None for rapid and blitz, since the flag is that of standard chess."""


class KOfEvent(NamedTuple):
    """K of an event, and what it comes from: the list that shows it, or the player's history under an edition."""

    k: int | None
    law: Edition
    facts: Facts | None = None
    """None where a rating officer sets K."""
    day: date | None = None
    shown_on: date | None = None
    """The list whose K it is; None where K is worked out from the history."""


_NO_RESULT = ("match", "scheveningen")
_ANY_RATING = Rating(1900)
"""A rating for a player who had none, where only the number of games matters."""


class Reference(ReferenceInputs):
    """One kind of chess on one list, by the reference."""

    def players(self) -> Iterable[int]:
        """Everybody who was rated, played, or has part results."""
        rated = self._last
        pool = self._period.pool.filter(pl.col("kind") == self.kind)["fide_id"].to_list()
        return sorted({*rated, *self._played.people, *self._corrected, *pool})

    def period(self, player: int) -> RatingPeriod:
        """Give a player's period as the rules take it: that of a rated player, or of one with part results."""
        own, base = self.base(player)
        line, person = self._last.get(player, NOBODY), self.person(player)
        if base is None:
            highest = None if line.highest is None else Rating(line.highest)
            as_rated = Player(None, None, person.born, line.played, highest, None, person.association)
            return RatingPeriod(self.kind, self.list_date, as_rated, tuple(self._played.events_of(player)), self.name)
        standard = None if line.standard is None or self.kind == STANDARD else Rating(line.standard)
        k = self._officer(player) if is_by_officer(self.law) else line.k
        top = Rating(max(line.highest or 0, base))
        # A player whose standard rating stands in has no rating here, and the working says so.
        as_rated = Player(None if own is None else Rating(own), k, person.born, line.played, top, standard)
        played = self._played.events_of(player)
        with_k = zip(played, self._ks(player, played), strict=True)
        events = tuple(replace(event, k=k_of_event.k) for event, k_of_event in with_k)
        return RatingPeriod(self.kind, self.list_date, as_rated, events, self.name, self._one_offs)

    @cached_property
    def _one_offs(self) -> tuple[str, ...] | None:
        """The one-off adjustments that the book names; None where it leaves them to the authority."""
        return named_of(self._period.adjustments, self.kind, self.list_date)

    def _officer(self, player: int) -> int | None:
        single, everybody = self._set_k
        return single.get(player, everybody)

    def ks(self, player: int) -> list[KOfEvent]:
        """Give K of each event of a rated player's period, with what it comes from."""
        return self._ks(player, self._played.events_of(player))

    def _ks(self, player: int, events: list[Event]) -> list[KOfEvent]:
        @cache
        def counts() -> list[int]:
            # How many games count is known only when an event was rated, with any K; few editions ask for it.
            return [self._counted(player, event) for event in events]

        days = [self._events[event.number or 0]["list_day"] for event in events]
        return [self._event_k(player, place, events, counts, day) for place, day in enumerate(days)]

    def _counted(self, player: int, event: Event) -> int:
        """Count the games of an event that are rated, at the rating that the player's period has."""
        rating = event.rating or self.base(player)[1]
        if not event.games or rating is None:
            return 0
        as_rated = Player(Rating(rating), k=0)
        rated = rate_player(RatingPeriod(self.kind, self.list_date, as_rated, (event,), self.name))
        return int(rated.events[0].working.whole["games"])

    def _event_k(
        self, player: int, place: int, events: list[Event], counts: Callable[[], list[int]], day: date
    ) -> KOfEvent:
        """Give K of an event by its edition; None leaves it to the officer. `day` is that of the list at its start."""
        event = events[place]
        law = self._days.edition_of_event(event.start)
        when = k_moment(law)
        if is_by_officer(law):
            return KOfEvent(None, law)
        born = self.person(player).born
        last_day, last = self._base_day or self.list_date, self._last.get(player, NOBODY)
        # A corrected base was never published, so K is decided from the rating that the last list shows.
        shown = base_rating(self.law, last.rating, last.standard) or self.base(player)[1] or 0
        if when == LIST_BEFORE:
            facts, then_law = Facts(shown, last.highest or 0, last.played, born), self._edition_of(last_day) or law
            if last.k is not None:
                return KOfEvent(last.k, then_law, facts, last_day, last_day)
            return _by_history(then_law, facts, last_day)
        at_start, then = day, self._on(day).get(player, NOBODY)
        if when != EVENT_START or then.rating is None:
            day, then = last_day, last
        if not self._is_explained(then, day, born):
            return KOfEvent(then.k, law, Facts(then.rating or 0, then.highest or 0, then.played, born), day, day)
        if when != EVENT_START:
            order = in_order(events)
            before = [other for other in order[: order.index(place)] if events[other].number != event.number]
            played = then.played + sum(counts()[other] for other in before)
            return _by_history(law, Facts(shown, then.highest or 0, played, born), self.list_date)
        rating = then.rating or shown
        counted = sum(count for other, count in zip(events, counts(), strict=True) if other.end < event.start)
        ended, later = self._completed_since(player, at_start, event.start)
        # A player who was unrated then has the games of the last list, without those of events that ended later.
        played = then.played + ended if day == at_start else max(then.played - later, 0)
        return _by_history(law, Facts(rating, then.highest or 0, played + counted, born), event.start)

    def _completed_since(self, player: int, day: date, start: date) -> tuple[int, int]:
        """Count games that went into lists after that of a day: of events that ended before another day, and others."""
        # Where the list of that day is not there, the last one stands for it, and that has these games.
        ended, later = 0, 0
        list_date = self._base_day if self.has_list(day) else None
        while list_date is not None and list_date > day:
            for end, games in self._reference_of(list_date).completed(player):
                if end < start:
                    ended += games
                else:
                    later += games
            list_date = self._period.base_day_of(list_date)
        return ended, later

    def completed(self, player: int) -> list[tuple[date, int]]:
        """Give the last day of each event of a player that went into this list, and the number of games."""
        if self.base(player)[1] is not None:
            return [(event.end, self._counted(player, event)) for event in self._played.events_of(player)]
        if not counts_towards_k(self.law):
            return []
        period = self.period(player)
        results = [judged_as_later(period, event) for event in period.events if event.due == self.list_date]
        return [(result.event.end, result.games) for result in results if result.counts]

    def _reference_of(self, day: date) -> Reference:
        """Give the reference of an earlier list, from the events that were rated for it."""
        if day not in self._references:
            self._references[day] = Reference(self._period.earlier(day), self._only)
        return self._references[day]

    @cached_property
    def _references(self) -> dict[date, Reference]:
        return {}

    def _edition_of(self, day: date) -> Edition | None:
        try:
            return self._days.edition(day)
        except NoEditionError:
            return None

    def _is_explained(self, line: ListedLine, day: date, born: Born) -> bool:
        """Tell whether a player's K on a list is the one that the history gives."""
        if line.k is None:
            return True
        law = self._edition_of(day)
        if law is None:
            return False
        facts = Facts(line.rating or 0, line.highest or 0, line.played, born)
        return line.rating is not None and coefficient(law, facts, day).k == line.k

    def named(self, player: int) -> list[tuple[str, list[int]]]:
        """Give the events of a player's period as `period` has them: the name of each, and the opponents, game by game.

        Of part results of earlier lists nothing but sums is known, so nobody is named there.
        """
        names: list[tuple[str, list[int]]] = []
        if self.base(player)[1] is None:
            names += [("", []) for _ in self._pool.get(player, ())]
        for part in self._played.parts_of(player):
            table = part.table
            met = (
                [side.opponent for side in part.sides]
                if table is None
                else [list(part.how.parts)[place] for place in table.opponents]
            )
            names.append((self._events[part.event.number or 0]["name"], met))
        return names

    def expected(self, player: int) -> Expected:
        """Give a player's line on the new list."""
        base = self.base(player)[1]
        line = self._last.get(player, NOBODY)
        line = line._replace(played=line.played + self._rerated.played.get(player, 0))
        if base is None and player not in self._played.people and player not in self._pool:
            # Without a result there is no first rating, whatever the edition.
            return self._line(player, line, None, 0, line.played)
        period = self.period(player)
        if base is None:
            entry = first_rating(period)
            line = line._replace(last=self._last_of_newcomer(player, line.last, entry))
            if entry.published is None:
                return self._line(player, line, None, 0, line.played)
            of_period = sum(
                result.games
                for result in entry.events
                if result.event.due == self.list_date
                and result.event.rating is None
                and result.reason not in _NO_RESULT
            )
            games = entry.games if counts_towards_k(self.law) else 0
            return self._line(player, line, entry.published, of_period, line.played + games)
        rated = rate_player(period)
        line = line._replace(last=self._last_of_rated(player, line.last, rated))
        games = sum(event.working.whole["games"] for event in rated.events)
        return self._line(player, line, rated.new_rating, games, line.played + games)

    def _line(self, player: int, line: ListedLine, rating: int | None, games: int, played: int) -> Expected:
        """Put a line together: what was reached, and the history that the player has then."""
        highest = max(line.highest or 0, rating or 0) or None
        flag = None
        if self.kind == KINDS[0]:
            flag = self._activity.flag(
                self._activity.in_window(player, was_idle=line.was_idle),
                rated=rating is not None,
                games=games,
                last=line.last,
                was_idle=line.was_idle,
                woman=self.person(player).is_woman,
            )
        return Expected(rating, games, self._k_shown(player, rating, highest, played), played, highest, line.last, flag)

    def _last_of_rated(self, player: int, last: date | None, player_result: PlayerResult) -> date | None:
        """Give the last day with a game that the rule counts; before, it was `last`."""
        days = [] if last is None else [last]
        for result, part in zip(player_result.events, self._played.parts_of(player), strict=True):
            uncounted, games = result.working.parts["uncounted"], self._days_of(part)
            days += [day for day, why in zip(games, uncounted, strict=True) if why == COUNTED and day is not None]
        return max(days, default=None)

    def _last_of_newcomer(self, player: int, last: date | None, entry: FirstRating) -> date | None:
        """Give the last day with a game of a result that counts; before, it was `last`."""
        counting = {
            result.event.number for result in entry.events if result.counts and result.event.due == self.list_date
        }
        days = [] if last is None else [last]
        for part in self._played.parts_of(player):
            if part.event.number in counting:
                against_rated = [side for side in part.sides if side.against is not None]
                counted = part if part.table is not None else part._replace(sides=against_rated)
                days += [day for day in self._days_of(counted) if day is not None]
        return max(days, default=None)

    def _days_of(self, part: PartOfPeriod) -> list[date | None]:
        """Give the days of games, of a table those that it has; None for a game that keeps nobody active."""
        if part.table is None:
            return [side.day for side in part.sides]
        every_opponent = unrated_keep_active(self.law)
        players = list(part.how.parts)
        last_days: list[date | None] = []
        for game, place in zip(part.table.games, part.table.opponents, strict=True):
            met = [side for side in part.sides if (side.opponent, side.round) == (players[place], game.round)]
            days = [side.day for side in met if side.day is not None and (side.against is not None or every_opponent)]
            last_days.append(max(days, default=None))
        return last_days

    def _k_shown(self, player: int, rating: int | None, highest: int | None, played: int) -> int | None:
        """Give K as the new list shows it; an unrated player has none."""
        if rating is None:
            return None
        if is_by_officer(self.law):
            return self._officer(player)
        return coefficient(self.law, Facts(rating, highest, played, self.person(player).born), self.list_date).k

    @cached_property
    def _activity(self) -> Activity:
        return Activity(self._period, self._only)


def _by_history(law: Edition, facts: Facts, day: date) -> KOfEvent:
    return KOfEvent(coefficient(law, facts, day).k, law, facts, day)

"""A list by the reference: every player's line worked out alone, with whole numbers, by the scalar rules.

What is published comes from columns; this explains it, player by player, and says where the two disagree. The two share
which events a list rates, the tables of round robins, and the bases that withdrawn events change; nothing else.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import polars as pl

from arpad.engine.list_adjustments import of_list
from arpad.engine.reference_inputs import LONG_AGO, NOBODY, Line, ReferenceInputs, Side
from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import Born, Event, Game, Player, RatingPeriod
from arpad.regulations.catalogue import NoEditionError
from arpad.regulations.coefficient import Facts, coefficient
from arpad.regulations.first_rating import first_rating
from arpad.regulations.player_period import event_order, rate_player

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

    from arpad.regulations.edition import Edition


@dataclass(frozen=True, slots=True)
class Expected:
    """The line that the reference gives a player: rating and K of the new list, games in the period."""

    rating: int | None
    games: int
    k: int | None


_NO_RESULT = ("match", "scheveningen")


class Reference(ReferenceInputs):
    """One kind of chess on one list, by the reference."""

    def players(self) -> Iterable[int]:
        """Everybody who was rated, played, or has part results."""
        rated = self._on(self._base_day)
        pool = self._tables["pool"].filter(pl.col("kind") == self.kind)["fide_id"].to_list()
        return sorted({*rated, *self._sides, *self._corrected, *pool})

    def period(self, one: int) -> RatingPeriod:
        """Give a player's period as the rules take it: that of a rated player, or of one with part results."""
        _, base = self.base(one)
        if base is None:
            return self._newcomer(one)
        line = self._on(self._base_day).get(one, NOBODY)
        events = tuple(self._rated_events(one))
        standard = None if line.standard is None or self.kind == "standard" else Rating(line.standard)
        born = self._people.get(one, (None, None))[0] or Born(LONG_AGO)
        k = self._officer(one) if self.law.rule("coefficient") == "set_by_officer" else line.k
        top = Rating(max(line.highest or 0, base))
        player = Player(Rating(base), k, born, line.played, top, standard)
        return RatingPeriod(self.kind, self.list_date, player, events, self.name)

    def _officer(self, one: int) -> int | None:
        single, everybody = self._set_k
        return single.get(one, everybody)

    def _rated_events(self, one: int) -> Iterator[Event]:
        parts: dict[tuple[int, date], list[Side]] = defaultdict(list)
        for side in self._sides.get(one, ()):
            parts[side.event, side.list_day].append(side)
        made: list[tuple[Event, date, int]] = []
        robins = self._robins
        for (number, _), sides in sorted(parts.items()):
            row, own = self._events[number], sides[0].own
            part = robins.get(number, {}).get(one)
            games = (
                tuple(part.games)
                if part is not None
                else tuple(Game(_rating(side.against), Hundredths(side.score), side.round) for side in sides)
            )
            system = "swiss" if number in self._like_swiss else row["system"]
            average = None
            if part is not None:
                average = _rating(part.present_average if part.of_unrated else part.average)
            event = Event(row["start"], row["end"], _rating(own), games, system=system, average=average, number=number)
            made.append((event, row["list_day"], number))
        # How many games count is known only when an event was rated, with any K.
        counts = [self._counted(event) for event, _, _ in made]
        for place, (event, day, _) in enumerate(made):
            k = self._event_k(one, place, [event for event, _, _ in made], counts, day)
            yield replace(event, k=k)

    def _counted(self, event: Event) -> int:
        if not event.games:
            return 0
        player = Player(event.rating or Rating(LONG_AGO), k=0)
        found = rate_player(RatingPeriod(self.kind, self.list_date, player, (event,), self.name))
        return int(found.events[0].working.whole["games"])

    def _event_k(self, one: int, place: int, events: list[Event], counts: list[int], day: date) -> int | None:
        """Give K of an event by its edition; None leaves it to the officer. `day` is that of the list at its start."""
        event = events[place]
        law = self._days.edition(event.start)
        when = law.value("k_when")
        if law.rule("coefficient") == "set_by_officer":
            return None
        born = self._people.get(one, (None, None))[0] or Born(LONG_AGO)
        last_day, last = self._base_day or self.list_date, self._on(self._base_day).get(one, NOBODY)
        # A corrected base was never published, so K is decided from the rating that the last list shows.
        stands_in = self.kind != "standard" and self.law.has("standard_stands_in")
        shown = last.rating or (last.standard if stands_in else None) or self.base(one)[1] or 0
        if when == "list_before":
            if last.k is not None:
                return last.k
            facts = Facts(shown, last.highest or 0, last.played, born)
            return coefficient(self._edition_of(last_day) or law, facts, last_day).k
        then = self._on(day).get(one, NOBODY)
        if when != "event_start" or then.rating is None:
            day, then = last_day, last
        if not self._is_explained(then, day, born):
            return then.k
        if when != "event_start":
            order = _in_order(events)
            before = [other for other in order[: order.index(place)] if events[other].number != event.number]
            played = then.played + sum(counts[other] for other in before)
            return coefficient(law, Facts(shown, then.highest or 0, played, born), self.list_date).k
        rating = then.rating or shown
        counted = sum(count for other, count in zip(events, counts, strict=True) if other.end < event.start)
        return coefficient(law, Facts(rating, then.highest or 0, then.played + counted, born), event.start).k

    def _edition_of(self, day: date) -> Edition | None:
        try:
            return self._days.edition(day)
        except NoEditionError:
            return None

    def _is_explained(self, line: Line, day: date, born: Born) -> bool:
        """Tell whether a player's K on a list is the one that his history gives."""
        if line.k is None:
            return True
        law = self._edition_of(day)
        if law is None:
            return False
        facts = Facts(line.rating or 0, line.highest or 0, line.played, born)
        return line.rating is not None and coefficient(law, facts, day).k == line.k

    def _newcomer(self, one: int) -> RatingPeriod:
        events = [self._pooled(row) for row in self._pool.get(one, ())]
        parts: dict[int, list[Side]] = defaultdict(list)
        for side in self._sides.get(one, ()):
            parts[side.event].append(side)
        robins = self._robins
        for number, every in sorted(parts.items()):
            row = self._events[number]
            # Where ratings are those of each game's day, he may have been rated for some of them.
            unrated = [side for side in every if side.own is None]
            sides = unrated or every
            part = robins.get(number, {}).get(one) if unrated else None
            games = (
                tuple(part.games)
                if part is not None
                else tuple(Game(_rating(side.against), Hundredths(side.score), side.round) for side in sides)
            )
            has_average = part is not None and part.of_unrated
            events.append(
                Event(
                    row["start"],
                    row["end"],
                    _rating(sides[0].own),
                    games,
                    system="swiss" if number in self._like_swiss and not has_average else row["system"],
                    average=None if part is None or not part.of_unrated else _rating(part.average),
                    cycles=row["cycles"] if part is None else part.cycles,
                    team_championship=row["team_championship"],
                    number=number,
                    due=self.list_date,
                )
            )
        line = self._on(self._base_day).get(one, NOBODY)
        born, member = self._people.get(one, (None, None))
        highest = None if line.highest is None else Rating(line.highest)
        player = Player(None, None, born or Born(LONG_AGO), line.played, highest, None, member)
        return RatingPeriod(self.kind, self.list_date, player, tuple(events), self.name)

    def expected(self, one: int) -> Expected:
        """Give a player's line on the new list."""
        own, base = self.base(one)
        line = self._on(self._base_day).get(one, NOBODY)
        period = self.period(one)
        if base is None:
            made = first_rating(period)
            if made.published is None:
                return Expected(None, 0, None)
            of_period = sum(
                each.games
                for each in made.events
                if each.event.due == self.list_date and each.event.rating is None and each.reason not in _NO_RESULT
            )
            games = made.games if self.law.get("initial_games_count") else 0
            return self._line(one, line, made.published, of_period, line.played + games)
        found = rate_player(period)
        games = sum(event.working.whole["games"] for event in found.events)
        if not games and own is None:
            return Expected(None, 0, None)
        reached = found.new_rating
        if found.adjustment is not None and not of_list(
            self.kind, self.list_date, self.name, self._tables.get("adjustments")
        ):
            reached = base + (found.change or 0)
            reached = reached if reached >= (self.law.get("floor") or 0) else None
        return self._line(one, line, reached, games, line.played + games)

    def _line(self, one: int, line: Line, rating: int | None, games: int, played: int) -> Expected:
        if rating is None:
            return Expected(None, games, None)
        if self.law.rule("coefficient") == "set_by_officer":
            return Expected(rating, games, self._officer(one))
        born = self._people.get(one, (None, None))[0] or Born(LONG_AGO)
        facts = Facts(rating, max(line.highest or 0, rating), played, born)
        return Expected(rating, games, coefficient(self.law, facts, self.list_date).k)


def _in_order(events: list[Event]) -> list[int]:

    return sorted(range(len(events)), key=lambda place: (*event_order(events[place]), place))


def _rating(value: int | None) -> Rating | None:
    return None if value is None else Rating(value)

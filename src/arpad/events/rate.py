"""What reports do to everybody in them: each player's period, put together from all events and rated once.

The law is in `regulations`; here a report becomes periods: whose games count, at which ratings, for which list. Ratings
come from the list of each event's first day; where no list is at hand, from the report, and the result is an estimate.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from arpad.events.crosstable import as_round_robin, lacks_a_game
from arpad.model.meetings import GAME, meetings
from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import Born, Event, Game, Player, RatingPeriod
from arpad.model.problems import RefusedError
from arpad.model.tournament import POINTS_OF
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import edition, in_force
from arpad.regulations.coefficient import k_moment
from arpad.regulations.first_rating import first_rating
from arpad.regulations.list_line import base_rating as base_of
from arpad.regulations.player_period import base_rating, law_of_day, rate_player
from arpad.regulations.round_robin import SWISS
from arpad.regulations.rules.development_coefficient import EVENT_START
from arpad.regulations.rules.rated_event import BY_AVERAGE, GAP_TOO_LARGE
from arpad.regulations.working import REASONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date

    from arpad.model.rating_list import Listed
    from arpad.model.tournament import Entry, Tournament
    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition
    from arpad.regulations.first_rating import FirstRating
    from arpad.regulations.player_period import PlayerResult
    from arpad.regulations.round_robin import RoundRobin
    from arpad.regulations.round_robin_parts import RobinPart

STANDARD = "standard"
LEFT_TO_THE_RULE = frozenset({REASONS[GAP_TOO_LARGE]})
"""Reasons of a check for which the rule itself leaves a game out, with its article, and another edition may not."""


class ListInForce(Protocol):
    """A rating list that can be asked for a player."""

    @property
    def day(self) -> date:
        """The day of the list."""

    def get(self, fide_id: int) -> Listed | None:
        """Give what the list says of a player."""


class Lists(Protocol):
    """Rating lists by day."""

    def on(self, day: date) -> ListInForce | None:
        """Give the list of exactly that day, or None where it is not at hand."""


class NoLists:
    """No rating lists: the ratings of the report are used."""

    def on(self, day: date) -> ListInForce | None:  # noqa: ARG002 - there is none for any day
        """Give no list."""
        return None


@dataclass(frozen=True, slots=True)
class Reported:
    """One event to be rated: the report, what it is, and the games that a check has dropped."""

    name: str
    tournament: Tournament
    system: str = "swiss"
    dropped: Mapping[tuple[int, int, int], str] = field(default_factory=dict)
    """Round, lower and higher starting number, and why the game is not rated."""
    received: date | None = None


@dataclass(frozen=True, slots=True)
class Ratings:
    """What is known of a player on a day: ratings, K, and where from."""

    rating: int | None
    standard: int | None = None
    k: int | None = None
    birth_year: int | None = None
    listed: bool = False
    """From a rating list; otherwise as the report has it."""


class Played(NamedTuple):
    """One round of a player in an event, and what became of it."""

    round: int
    opponent: int | None
    colour: str | None
    score: int | None
    rating: int | None
    """The opponent's rating as used; None where he is unrated, or it is no game."""
    status: str
    """`game`, why there was none, or why it was dropped."""


@dataclass(frozen=True, slots=True)
class Part:
    """What a player did in one event."""

    event: int
    entry: Entry
    rounds: tuple[Played, ...]
    own: Ratings


@dataclass(frozen=True, slots=True)
class RatedEntry:
    """A player, what he played, and what it does to him."""

    key: tuple[int, int]
    parts: tuple[Part, ...]
    period: RatingPeriod
    result: PlayerResult | None
    first: FirstRating | None
    estimate: bool

    @property
    def entry(self) -> Entry:
        """The player as in the first report."""
        return self.parts[0].entry


@dataclass(frozen=True, slots=True)
class RatedEvents:
    """Everybody's results, and how they came about."""

    reports: tuple[Reported, ...]
    kind: str
    list_date: date
    laws: tuple[Edition, ...]
    """The edition of each event."""
    law: Edition
    """That of the list."""
    entries: tuple[RatedEntry, ...]
    missing_lists: tuple[date, ...]
    robins: tuple[RoundRobin | None, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """How events are to be rated."""

    kind: str = STANDARD
    list_date: date | None = None
    edition: str | None = None
    lists: Lists = field(default_factory=NoLists)
    k: int | None = None
    """K for players of whom nothing else is known."""


def rate_events(reports: Sequence[Reported], wanted: Wanted) -> RatedEvents:
    """Rate some events as one period. Every report needs its first and last day."""
    made = Prepared(reports, wanted)
    return made.rated(made.keys)


class Prepared:
    """Some events, put together player by player and ready to be rated: all at once, or a part of the players."""

    def __init__(self, reports: Sequence[Reported], wanted: Wanted, first: int = 0) -> None:
        self.reports = tuple(reports)
        self.wanted = wanted
        self._first = first
        """The number of the first event, where these are some of many."""
        days = calendar(wanted.kind, name=wanted.edition)
        self.list_date = wanted.list_date or _list_of(days, reports)
        self._events = [_Event(index, one, wanted) for index, one in enumerate(reports, first)]
        self._parts: dict[tuple[int, int], list[Part]] = {}
        for event in self._events:
            for part in event.parts():
                self._parts.setdefault(_key(part), []).append(part)
        base_day = days.list_before(self.list_date)
        self._base = wanted.lists.on(base_day) if base_day else None
        asked = {event.list_day for event in self._events if event.list_day} | ({base_day} if base_day else set())
        self._missing = tuple(sorted(day for day in asked if wanted.lists.on(day) is None))

    def asked_for(self, wanted: Wanted) -> Prepared:
        """Give the same events for another list; nothing else may differ."""
        other = copy(self)
        other.wanted = wanted
        other.list_date = wanted.list_date or self.list_date
        before = calendar(wanted.kind, name=wanted.edition).list_before(other.list_date)
        other._base = wanted.lists.on(before) if before else None  # noqa: SLF001 - its own
        return other

    @property
    def keys(self) -> list[tuple[int, int]]:
        """The players, each by a key of his own, in the order of the reports."""
        return list(self._parts)

    def played(self, key: tuple[int, int]) -> list[tuple[Part, Event]]:
        """Give what a player did in each event, as the report and as the regulations see it."""
        return [(part, self._events[part.event - self._first].event(part)) for part in self._parts[key]]

    def rated(self, keys: Sequence[tuple[int, int]]) -> RatedEvents:
        """Rate some of the players."""
        wanted, listed = self.wanted, self.list_date
        law = edition(wanted.edition, wanted.kind, listed) if wanted.edition else in_force(listed, wanted.kind)
        return RatedEvents(
            self.reports,
            wanted.kind,
            listed,
            tuple(event.law for event in self._events),
            law,
            tuple(rated_entry(key, self.played(key), self._base, listed, wanted) for key in keys),
            self._missing,
            tuple(event.robin for event in self._events),
        )


def _list_of(days: Calendar, reports: Sequence[Reported]) -> date:
    """Give the list for which the last of some events is rated."""
    found = [days.list_for_event(_last(one)) for one in reports]
    lists = [one for one in found if one is not None]
    if len(lists) < len(found):
        raise RefusedError.of(
            "list_unknown", "The list for which these events are rated is not known here; name it with --for."
        )
    return max(lists)


def first_day(one: Reported) -> date:
    """Give the first day of an event; a report without one is refused before."""
    start = one.tournament.start
    if start is None:
        message = f"{one.name} has no first day"
        raise ValueError(message)
    return start


def _last(one: Reported) -> date:
    return one.tournament.end or first_day(one)


def _key(part: Part) -> tuple[int, int]:
    """Know a player by his FIDE number over all events; without one, only within his own."""
    return (0, part.entry.fide_id) if part.entry.fide_id is not None else (part.event + 1, part.entry.number)


class _Event:
    """One event with its law, the list of its first day, and everybody's ratings on it."""

    def __init__(self, index: int, reported: Reported, wanted: Wanted) -> None:
        self.index = index
        self.reported = reported
        self.start = first_day(reported)
        self.end = max(_last(reported), self.start)
        self.kind = wanted.kind
        days = calendar(wanted.kind, name=wanted.edition)
        self.law = days.edition_of_event(self.start)
        self.list_day = days.list_in_force(self.start)
        self.list = wanted.lists.on(self.list_day) if self.list_day else None
        self.players = reported.tournament.by_number()
        self.ratings = {number: self._ratings(one) for number, one in self.players.items()}
        self.robin: RoundRobin | None = None
        self.robin_parts: dict[int, RobinPart] = {}
        if reported.system == "roundrobin":
            known = {number: self.used(number) for number in self.players}
            ks = {number: one.k for number, one in self.ratings.items()}
            self.robin, self.robin_parts = as_round_robin(self.law, reported.tournament, known, ks, reported.dropped)
        # Who was left out may leave a round robin of rated players behind, which has an average of its own.
        self._is_smaller = self._worked_as_swiss(complete=True) and self.law.rule("expectation") == BY_AVERAGE
        is_robin = self.robin is None and reported.system == "roundrobin"
        lacking = is_robin and lacks_a_game(self.law, reported.tournament, reported.dropped)
        self._like_swiss = lacking or (self._worked_as_swiss() and not self._is_smaller)

    def _worked_as_swiss(self, *, complete: bool = False) -> bool:
        """Tell whether a table was worked out like a Swiss event, although it is `complete`."""
        return self.robin is not None and self.robin.method == SWISS and (self.robin.is_complete or not complete)

    def _ratings(self, one: Entry) -> Ratings:
        found = self.list.get(one.fide_id) if self.list is not None and one.fide_id is not None else None
        if self.list is None or one.fide_id is None:
            return Ratings(one.rating, birth_year=one.born.year if one.born else None)
        if found is None:
            return Ratings(None, listed=True)
        own = {"standard": found.standard, "rapid": found.rapid, "blitz": found.blitz}[self.kind]
        standard = found.standard.rating if self.kind != STANDARD else None
        return Ratings(own.rating, standard, own.k, found.birth_year, listed=True)

    def used(self, number: int) -> int | None:
        """Give the rating at which a player counts for his opponents; in rapid and blitz the standard may stand in."""
        return self._base(self.ratings[number])

    def parts(self) -> Iterator[Part]:
        """Give what each player did."""
        rounds: dict[int, list[Played]] = {number: [] for number in self.players}
        used = {number: self.used(number) for number in self.players}
        dropped = self.reported.dropped
        for one in meetings(self.reported.tournament):
            first, second, white = one.first, one.second, one.first_is_white
            colour = None if white is None else "w" if white else "b"
            if second is None or second not in rounds or one.second_result is None:
                rounds[first].append(Played(one.round, second, colour, None, None, one.status))
                continue
            back = None if white is None else "b" if white else "w"
            if one.status != GAME:
                rounds[first].append(Played(one.round, second, colour, None, None, one.status))
                rounds[second].append(Played(one.round, first, back, None, None, one.status))
                continue
            status = dropped.get((one.round, min(first, second), max(first, second)), GAME) if dropped else GAME
            status = GAME if status in LEFT_TO_THE_RULE else status
            score, other = POINTS_OF[one.first_result], POINTS_OF[one.second_result]
            rounds[first].append(Played(one.round, second, colour, score, used[second], status))
            rounds[second].append(Played(one.round, first, back, other, used[first], status))
        for number, entry in self.players.items():
            yield Part(self.index, entry, tuple(rounds[number]), self.ratings[number])

    def event(self, part: Part) -> Event:
        """Make a player's event for the regulations; in a round robin as the crosstable has it."""
        number = part.entry.number
        games = [
            Game(
                None if one.rating is None else Rating(one.rating),
                Hundredths(one.score or 0),
                one.round,
                opponent_id=one.opponent,
            )
            for one in part.rounds
            if one.status == GAME
        ]
        own = self._base(part.own)
        if self._is_smaller:
            games = [game for game in games if game.opponent is not None]
        system, average, cycles, field = "swiss" if self._like_swiss else self.reported.system, None, 1, None
        robin = self.robin_parts.get(number)
        if robin is not None:
            games = [Game(game.opponent, game.score, game.round) for game in robin.games]
            system, average, cycles, field = robin.system, robin.average, robin.cycles, robin.field
        return Event(
            self.start,
            self.end,
            None if own is None else Rating(own),
            tuple(games),
            k=part.own.k if k_moment(self.law) == EVENT_START else None,
            system=system,
            average=None if average is None else Rating(average),
            cycles=cycles,
            field=field,
        )

    def _base(self, ratings: Ratings) -> int | None:
        return base_of(self.law, ratings.rating, ratings.standard)


def rated_entry(
    key: tuple[int, int],
    played: Sequence[tuple[Part, Event]],
    base: ListInForce | None,
    listed: date,
    wanted: Wanted,
) -> RatedEntry:
    """Rate one player from everything he played."""
    parts = [part for part, _ in played]
    entry = parts[0].entry
    found = base.get(entry.fide_id) if base is not None and entry.fide_id is not None else None
    last = parts[-1].own
    if base is not None and entry.fide_id is not None:
        own = {"standard": found.standard, "rapid": found.rapid, "blitz": found.blitz}[wanted.kind] if found else None
        now = Ratings(
            own.rating if own else None,
            found.standard.rating if found and wanted.kind != STANDARD else None,
            own.k if own else None,
            found.birth_year if found else None,
            listed=True,
        )
    else:
        now = last
    born = entry.born or (Born(now.birth_year) if now.birth_year else None)
    k = now.k if now.k is not None else wanted.k
    player = Player(
        None if now.rating is None else Rating(now.rating),
        k=k,
        born=born,
        standard=None if now.standard is None else Rating(now.standard),
    )
    period = RatingPeriod(wanted.kind, listed, player, tuple(event for _, event in played), wanted.edition)
    estimate = not all(part.own.listed for part in parts) or not now.listed
    if base_rating(player, law_of_day(period, listed)) is None:
        return RatedEntry(key, tuple(parts), period, None, first_rating(period), estimate)
    return RatedEntry(key, tuple(parts), period, rate_player(period), None, estimate)

"""What reports do to everybody in them: each player's period, put together from all events and rated once.

The law is in `regulations`; here a report becomes events as played: whose games count, at which ratings, for which
list. Ratings come from the list of each event's first day, or of each game's; where no list is at hand, from the
report, and the result is an estimate.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from arpad.model.meetings import GAME, meetings
from arpad.model.numbers import Rating
from arpad.model.period import RATINGS_AT_GAME, RATINGS_AT_START, Born, Player, RatingPeriod
from arpad.model.problems import RefusedError
from arpad.model.tournament import POINTS_OF
from arpad.regulations.calendar import base_day_of, calendar, list_on
from arpad.regulations.catalogue import edition, in_force
from arpad.regulations.first_rating import FirstRating
from arpad.regulations.periods import (
    PlayedEvent,
    PlayedPeriod,
    Side,
    outcome,
    rateable,
    ratings_taken,
    system_taken,
)
from arpad.regulations.round_robin import ROUND_ROBIN
from arpad.regulations.rules.rated_event import SCHEVENINGEN_WITH_UNRATED
from arpad.regulations.working import REASONS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from arpad.model.period import Event
    from arpad.model.rating_list import Listed
    from arpad.model.report import Report
    from arpad.model.tournament import Entry
    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition
    from arpad.regulations.player_period import PlayerResult
    from arpad.regulations.round_robin import RoundRobin

STANDARD = "standard"
_LIKE_SWISS = "Its games against rated opponents were rated, as in a Swiss event."
Key = tuple[int, int]
"""A player: 0 and the FIDE number, or without one the event, counted from 1, and the starting number."""


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


class Ratings(NamedTuple):
    """What is known of a player on a day: ratings, K, and where from."""

    rating: int | None
    standard: int | None = None
    k: int | None = None
    birth_year: int | None = None
    listed: bool = False
    """From a rating list; otherwise as the report has it."""

    def used(self, law: Edition) -> int | None:
        """Give the rating at which a player counts; in rapid and blitz the standard one may stand in."""
        return self.standard if self.rating is None and law.get("standard_stands_in") else self.rating


class Played(NamedTuple):
    """One round of a player in an event, and what became of it."""

    round: int
    opponent: int | None
    colour: str | None
    score: int | None
    rating: int | None
    """The opponent's rating as used; None where the opponent is unrated, or it is no game."""
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
    """A player, with the games of each report, and what they do to the rating."""

    key: Key
    parts: tuple[Part, ...]
    events_of: tuple[int, ...]
    """How many events of the period each part is: several where ratings are those of each game's day."""
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

    reports: tuple[Report, ...]
    kind: str
    list_date: date
    laws: tuple[Edition, ...]
    """The edition of each event."""
    law: Edition
    """That of the list."""
    entries: tuple[RatedEntry, ...]
    missing_lists: tuple[date, ...]
    robins: tuple[RoundRobin | None, ...]
    undefined: tuple[str, ...] = ()
    """Round robins for which the edition has no average, and why; they are rated like Swiss events."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How events are to be rated."""

    kind: str = STANDARD
    list_date: date | None = None
    edition: str | None = None
    lists: Lists = field(default_factory=NoLists)
    k: int | None = None
    """K for players of whom nothing else is known."""


def rate_events(reports: Sequence[Report], wanted: Wanted) -> RatedEvents:
    """Rate some events as one period."""
    made = Prepared(reports, wanted)
    return made.on_list(wanted.list_date or list_of_reports(reports, wanted)).rated(made.keys)


def list_of_reports(reports: Sequence[Report], wanted: Wanted) -> date:
    """Give the list for which the last of some events is rated."""
    days = calendar(wanted.kind, name=wanted.edition)
    lists = [days.list_for_event(report.end) for report in reports]
    known = [day for day in lists if day is not None]
    if len(known) < len(lists):
        raise RefusedError.of(
            "list_unknown", "The list for which these events are rated is not known here; name it with --for."
        )
    return max(known)


class Prepared:
    """Some events, put together player by player; what a list makes of them is asked of `on_list`."""

    def __init__(self, reports: Sequence[Report], wanted: Wanted, first: int = 0) -> None:
        """Take the reports; `first` is the number of the first event, where these are some of many."""
        self.reports, self.wanted, self.first = tuple(reports), wanted, first
        self.events = [_Event(index, report, wanted) for index, report in enumerate(reports, first)]
        self.parts: dict[Key, list[Part]] = {}
        for event in self.events:
            for part in event.parts:
                self.parts.setdefault(_key(part), []).append(part)
        self.keys = list(self.parts)
        """The players, in the order of the reports."""
        self.place = {key: number for number, key in enumerate(self.keys)}
        self.played = [event.as_played(self.place) for event in self.events]

    def unrated_in_tables(self) -> set[Key]:
        """Give the unrated players of round robins with a table: what they did elsewhere decides about it."""
        return {
            self.keys[event.person(player)]
            for event in self.played
            if event.system == ROUND_ROBIN and event.law.has("round_robin_method")
            for player in event.unrated()
        }

    def on_list(self, list_date: date, last: Mapping[Key, Ratings] | None = None) -> OnList:
        """Give the events for a list; `last` has what later reports, which are not here, know of players."""
        return OnList(self, list_date, last or {})


class OnList:
    """Some events for one list, ready to be rated: for all players, or for some."""

    def __init__(self, prepared: Prepared, list_date: date, last: Mapping[Key, Ratings]) -> None:
        self._prepared, self.list_date = prepared, list_date
        wanted, parts = prepared.wanted, prepared.parts
        self.law = (
            edition(wanted.edition, wanted.kind, list_date) if wanted.edition else in_force(list_date, wanted.kind)
        )
        base = base_list(wanted, list_date)
        self._now = [
            ratings_now(parts[key][0].entry, base, last.get(key) or parts[key][-1].own, wanted.kind)
            for key in prepared.keys
        ]
        self._period = PlayedPeriod(
            wanted.kind,
            list_date,
            wanted.edition,
            prepared.played,
            rating_now=lambda person: self._now[person].used(self.law),
        )

    def played(self, key: Key) -> list[tuple[Part, tuple[Event, ...]]]:
        """Give what a player did in each event, as the report and as the regulations see it."""
        parts, person = self._prepared.parts[key], self._prepared.place[key]
        events = self._period.events_of(person)
        if len(events) == len(parts):
            return [(part, (event,)) for part, event in zip(parts, events, strict=True)]
        by_place: dict[tuple[int, int], list[Event]] = {}
        for made, event in zip(self._period.parts_of(person), events, strict=True):
            by_place.setdefault((made.place, made.player), []).append(event)
        first = self._prepared.first
        return [(part, tuple(by_place[part.event - first, part.entry.number])) for part in parts]

    def rated(self, keys: Sequence[Key]) -> RatedEvents:
        """Rate some of the players."""
        prepared, tables = self._prepared, self._period.tables
        entries = [
            rated_entry(key, self.played(key), self._now[prepared.place[key]], self.list_date, prepared.wanted)
            for key in keys
        ]
        return RatedEvents(
            prepared.reports,
            prepared.wanted.kind,
            self.list_date,
            tuple(event.law for event in prepared.events),
            self.law,
            tuple(entries),
            self._missing(),
            tuple(each.table for each in tables),
            tuple(
                f"{report.tournament.name or report.file}: {each.undefined} {_LIKE_SWISS}"
                for report, each in zip(prepared.reports, tables, strict=True)
                if each.undefined is not None
            ),
        )

    def _missing(self) -> tuple[date, ...]:
        """Give the lists that are asked for and not at hand."""
        wanted = self._prepared.wanted
        base_day = base_day_of(wanted.kind, self.list_date, wanted.edition)
        asked = {day for event in self._prepared.events for day in event.lists_asked}
        asked |= {base_day} if base_day else set()
        return tuple(sorted(day for day in asked if wanted.lists.on(day) is None))


def base_list(wanted: Wanted, list_date: date) -> ListInForce | None:
    """Give the list to which changes are added, where it is at hand."""
    before = base_day_of(wanted.kind, list_date, wanted.edition)
    return wanted.lists.on(before) if before else None


def ratings_now(entry: Entry, base: ListInForce | None, last: Ratings, kind: str) -> Ratings:
    """Give what is known of a player when the list is made: by the list before, or as it was `last`."""
    return last if base is None or entry.fide_id is None else _listed(base.get(entry.fide_id), kind)


def _listed(found: Listed | None, kind: str) -> Ratings:
    if found is None:
        return Ratings(None, listed=True)
    own = {"standard": found.standard, "rapid": found.rapid, "blitz": found.blitz}[kind]
    standard = found.standard.rating if kind != STANDARD else None
    return Ratings(own.rating, standard, own.k, found.birth_year, listed=True)


def _key(part: Part) -> Key:
    """Know a player by the FIDE number over all events; without one, only within one event."""
    return (0, part.entry.fide_id) if part.entry.fide_id is not None else (part.event + 1, part.entry.number)


class _Event:
    """One event with its law, its lists, and everybody's ratings and games."""

    def __init__(self, index: int, report: Report, wanted: Wanted) -> None:
        self.index, self.report, self._kind, self._lists = index, report, wanted.kind, wanted.lists
        days = calendar(wanted.kind, name=wanted.edition)
        self.law = days.edition_of_event(report.start)
        self._list_day = list_on(days, report.start)
        self.players = report.tournament.by_number()
        self.ratings, self._lists_of_rounds = RATINGS_AT_START, self._by_day(days)
        self.lists_asked = {*([self._list_day] if self._list_day else []), *self._lists_of_rounds.values()}
        if self._lists_of_rounds and all(wanted.lists.on(day) is not None for day in self.lists_asked):
            self.ratings = RATINGS_AT_GAME
        self._own = self._ratings_on(self._list_day)
        rounds, sides = self._games()
        self._played = rateable(self._as_played(sides))
        self.parts = [
            Part(index, entry, tuple(self._judged(number, rounds[number], sides[number])), self._own[number])
            for number, entry in self.players.items()
        ]

    def _by_day(self, days: Calendar) -> dict[int, date]:
        """Give the list of each round, where an edition takes that of the day of each game."""
        report, span = self.report, (self.report.start, self.report.end)
        if ratings_taken(self.law, report.system, span, report.ratings) != RATINGS_AT_GAME:
            return {}
        rounds = max(report.tournament.rounds, len(report.tournament.round_dates))
        played = {turn: report.day_of(turn) or report.start for turn in range(1, rounds + 1)}
        return {turn: list_on(days, day) or day for turn, day in played.items()}

    def _ratings_on(self, list_day: date | None) -> dict[int, Ratings]:
        """Give everybody's ratings on a list; as the report has them where the list or a player's number is missing."""
        at_hand = self._lists.on(list_day) if list_day else None
        # Where the lists of some games are missing, what comes out is an estimate like any other.
        is_whole = self.ratings == RATINGS_AT_GAME or not self._lists_of_rounds
        found = {}
        for number, entry in self.players.items():
            if at_hand is None or entry.fide_id is None:
                found[number] = Ratings(entry.rating, birth_year=entry.born.year if entry.born else None)
            else:
                found[number] = _listed(at_hand.get(entry.fide_id), self._kind)
        return found if is_whole else {number: own._replace(listed=False) for number, own in found.items()}

    def _games(self) -> tuple[dict[int, list[Played]], dict[int, list[Side]]]:
        """Give what each player did, and the games that are rated, from both sides."""
        rounds: dict[int, list[Played]] = {number: [] for number in self.players}
        sides: dict[int, list[Side]] = {number: [] for number in self.players}
        lists: dict[date | None, dict[int, int | None]] = {}
        left_out = self.report.left_out
        for met in meetings(self.report.tournament):
            first, second, white = met.first, met.second, met.first_is_white
            colour = None if white is None else "w" if white else "b"
            if second is None or second not in rounds or met.second_result is None:
                rounds[first].append(Played(met.round, second, colour, None, None, met.status))
                continue
            back = None if white is None else "b" if white else "w"
            if met.status != GAME:
                rounds[first].append(Played(met.round, second, colour, None, None, met.status))
                rounds[second].append(Played(met.round, first, back, None, None, met.status))
                continue
            list_day = self._lists_of_rounds[met.round] if self.ratings == RATINGS_AT_GAME else self._list_day
            if list_day not in lists:
                lists[list_day] = self._used_on(list_day)
            used = lists[list_day]
            score, other = POINTS_OF[met.first_result], POINTS_OF[met.second_result]
            why = left_out.get((met.round, min(first, second), max(first, second))) if left_out else None
            status = GAME if why is None else why.words
            rounds[first].append(Played(met.round, second, colour, score, used[second], status))
            rounds[second].append(Played(met.round, first, back, other, used[first], status))
            if why is None:
                sides[first].append(Side(list_day, second, used[first], used[second], score, met.round))
                sides[second].append(Side(list_day, first, used[second], used[first], other, met.round))
        return rounds, sides

    def _judged(self, number: int, rounds: list[Played], sides: list[Side]) -> list[Played]:
        """Say of the games that the event as a whole cannot have rated why they do not count."""
        kept = self._played.sides[number]
        if len(kept) == len(sides):
            return rounds
        left = {side.round for side in sides} - {side.round for side in kept}
        why = REASONS[SCHEVENINGEN_WITH_UNRATED]
        return [played._replace(status=why) if played.round in left else played for played in rounds]

    def _used_on(self, list_day: date | None) -> dict[int, int | None]:
        own = self._own if list_day == self._list_day else self._ratings_on(list_day)
        return {number: ratings.used(self.law) for number, ratings in own.items()}

    def _as_played(self, sides: dict[int, list[Side]]) -> PlayedEvent:
        by_start = self.law.get("k_when") == "event_start"
        return PlayedEvent(
            self.law,
            self.report.start,
            self.report.end,
            system_taken(self.report.system, self.ratings),
            sides,
            self.report.cycles,
            self.report.team_championship,
            self.ratings,
            ratings_of={number: own.used(self.law) for number, own in self._own.items()},
            ks={number: own.k for number, own in self._own.items()} if by_start else {},
        )

    def as_played(self, place: Mapping[Key, int]) -> PlayedEvent:
        """Give the event as the regulations take it; `place` has the place of each player among all."""
        return replace(self._played, people={part.entry.number: place[_key(part)] for part in self.parts})


def rated_entry(
    key: Key, played: Sequence[tuple[Part, tuple[Event, ...]]], now: Ratings, list_date: date, wanted: Wanted
) -> RatedEntry:
    """Rate one player from everything that was played."""
    parts = tuple(part for part, _ in played)
    born = parts[0].entry.born or (Born(now.birth_year) if now.birth_year else None)
    player = Player(
        None if now.rating is None else Rating(now.rating),
        k=now.k if now.k is not None else wanted.k,
        born=born,
        standard=None if now.standard is None else Rating(now.standard),
    )
    events = tuple(event for _, each in played for event in each)
    period = RatingPeriod(wanted.kind, list_date, player, events, wanted.edition)
    estimate = not all(part.own.listed for part in parts) or not now.listed
    found = outcome(period)
    result, first = (None, found) if isinstance(found, FirstRating) else (found, None)
    return RatedEntry(key, parts, tuple(len(each) for _, each in played), period, result, first, estimate)

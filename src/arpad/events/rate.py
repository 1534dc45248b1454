"""What reports do to everybody in them: each player's period, put together from all events and rated once.

The law is in `regulations`; here reports become the period of a list: which list, from which ratings on, and K. Where
no list is at hand ratings are those of the report, and the result is an estimate.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arpad.events.rating_lists import NoLists
from arpad.events.reported_event import ReportedEvent, ratings_on
from arpad.events.wording import WORDS
from arpad.model.numbers import Rating
from arpad.model.period import ROUND_ROBIN, STANDARD, Born, Player, RatingPeriod
from arpad.model.problems import NOTE, Problem, RefusedError
from arpad.regulations.calendar import base_day_of, calendar
from arpad.regulations.catalogue import edition, in_force
from arpad.regulations.periods import PlayedPeriod, outcome
from arpad.regulations.workings.crosstable import has_tables
from arpad.regulations.workings.first_rating import FirstRating

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from arpad.events.number_doubts import NumberDoubt
    from arpad.events.rating_lists import ListOfDay, Lists
    from arpad.events.reported_event import Part, PlayerKey, Ratings
    from arpad.model.period import Event
    from arpad.model.report import Report
    from arpad.model.tournament import Entry
    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition
    from arpad.regulations.workings.crosstable import RoundRobin
    from arpad.regulations.workings.period import PlayerResult


@dataclass(frozen=True, slots=True)
class RatedEntry:
    """A player, with the games of each report, and what they do to the rating."""

    key: PlayerKey
    parts: tuple[Part, ...]
    events_of: tuple[int, ...]
    """How many events of the period each part is: several where ratings are those of each game's day."""
    period: RatingPeriod
    result: PlayerResult | None
    first: FirstRating | None
    estimate: bool
    doubt: NumberDoubt | None = None
    """Why the number of the report cannot be the player's: then no first rating is given."""

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
    undefined: tuple[Problem, ...] = ()
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
    prepared = Prepared(reports, wanted)
    return prepared.on_list(wanted.list_date or list_of_reports(reports, wanted)).rated(prepared.keys)


def list_of_reports(reports: Sequence[Report], wanted: Wanted) -> date:
    """Give the list for which the last of some events is rated."""
    days = calendar(wanted.kind, name=wanted.edition)
    lists = [_list_of_report(days, report) for report in reports]
    known = [day for day in lists if day is not None]
    if len(known) < len(lists):
        raise RefusedError.of(WORDS, "list_unknown")
    return max(known)


def _list_of_report(days: Calendar, report: Report) -> date | None:
    """Give the list that rates an event, as a book finds it; of one that came too late for all, that of its end."""
    rates = days.list_that_rates(report.end, report.received, official=report.official)
    # The verdict says that no list rates such an event; what it would have come to is still worth knowing.
    return rates or days.list_for_event(report.end, official=report.official)


class Prepared:
    """Some events, put together player by player; what a list makes of them is asked of `on_list`."""

    def __init__(self, reports: Sequence[Report], wanted: Wanted, first: int = 0) -> None:
        """Take the reports; `first` is the number of the first event, where these are some of many."""
        self.reports, self.wanted, self.first = tuple(reports), wanted, first
        self.events = [
            ReportedEvent(index, report, wanted.kind, wanted.edition, wanted.lists)
            for index, report in enumerate(reports, first)
        ]
        self.parts: dict[PlayerKey, list[Part]] = {}
        for event in self.events:
            for part in event.parts:
                self.parts.setdefault(part.key, []).append(part)
        self.keys = list(self.parts)
        """The players, in the order of the reports."""
        self.place = {key: number for number, key in enumerate(self.keys)}
        self.played = [event.as_played(self.place) for event in self.events]

    def unrated_in_tables(self) -> set[PlayerKey]:
        """Give the unrated players of round robins with a table: what they did elsewhere decides about it."""
        return {
            self.keys[event.person(player)]
            for event in self.played
            if event.system == ROUND_ROBIN and has_tables(event.law)
            for player in event.unrated()
        }

    def on_list(self, list_date: date, last: Mapping[PlayerKey, Ratings] | None = None) -> OnList:
        """Give the events for a list; `last` has what later reports, which are not here, know of players."""
        return OnList(self, list_date, last or {})


class OnList:
    """Some events for one list, ready to be rated: for all players, or for some."""

    def __init__(self, prepared: Prepared, list_date: date, last: Mapping[PlayerKey, Ratings]) -> None:
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

    def played(self, key: PlayerKey) -> list[tuple[Part, tuple[Event, ...]]]:
        """Give what a player did in each event, as the report and as the regulations see it."""
        parts, person = self._prepared.parts[key], self._prepared.place[key]
        events = self._period.events_of(person)
        if len(events) == len(parts):
            return [(part, (event,)) for part, event in zip(parts, events, strict=True)]
        by_place: dict[tuple[int, int], list[Event]] = {}
        for part_played, event in zip(self._period.parts_of(person), events, strict=True):
            by_place.setdefault((part_played.place, part_played.player), []).append(event)
        first = self._prepared.first
        return [(part, tuple(by_place[part.event - first, part.entry.number])) for part in parts]

    def rated(self, keys: Sequence[PlayerKey]) -> RatedEvents:
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
            tuple(of_event.table for of_event in tables),
            tuple(
                Problem.of(
                    WORDS,
                    "round_robin_undefined",
                    report.file,
                    severity=NOTE,
                    event=report.tournament.name or report.file,
                    fault=of_event.undefined,
                )
                for report, of_event in zip(prepared.reports, tables, strict=True)
                if of_event.undefined is not None
            ),
        )

    def _missing(self) -> tuple[date, ...]:
        """Give the lists that are asked for and not at hand."""
        wanted = self._prepared.wanted
        base_day = base_day_of(calendar(wanted.kind, name=wanted.edition), wanted.kind, self.list_date)
        asked = {day for event in self._prepared.events for day in event.lists_asked}
        asked |= {base_day} if base_day else set()
        return tuple(sorted(day for day in asked if wanted.lists.on(day) is None))


def base_list(wanted: Wanted, list_date: date) -> ListOfDay | None:
    """Give the list to which changes are added, where it is at hand."""
    before = base_day_of(calendar(wanted.kind, name=wanted.edition), wanted.kind, list_date)
    return wanted.lists.on(before) if before else None


def ratings_now(entry: Entry, base: ListOfDay | None, last: Ratings, kind: str) -> Ratings:
    """Give what is known of a player when the list is made: by the list before, or as it was `last`."""
    if base is None:
        return last
    now = ratings_on(entry, base, kind)
    if now.listed:
        return now
    return last if last.listed else last._replace(doubt=last.doubt or now.doubt)


def rated_entry(
    key: PlayerKey, played: Sequence[tuple[Part, tuple[Event, ...]]], now: Ratings, list_date: date, wanted: Wanted
) -> RatedEntry:
    """Rate one player from everything that was played."""
    parts = tuple(part for part, _ in played)
    born = parts[0].entry.born or (Born(now.birth_year) if now.birth_year else None)
    player = Player(
        None if now.rating is None else Rating(now.rating),
        k=now.k,
        born=born,
        standard=None if now.standard is None else Rating(now.standard),
        k_otherwise=wanted.k,
    )
    events = tuple(event for _, each in played for event in each)
    period = RatingPeriod(wanted.kind, list_date, player, events, wanted.edition)
    estimate = not all(part.own.listed for part in parts) or not now.listed
    rated = outcome(period)
    result, first = (None, rated) if isinstance(rated, FirstRating) else (rated, None)
    doubt = next((own.doubt for own in (now, *(part.own for part in parts)) if own.doubt is not None), None)
    return RatedEntry(key, parts, tuple(len(each) for _, each in played), period, result, first, estimate, doubt)

"""From events as they were played to a player's rating period: the one way, for whoever rates or explains.

Given are the events of a list, with everybody's games at the ratings of the list that applies. Out of them come the
tables of round robins, and for each player the period that `rate_player` or `first_rating` works out. A report, a book
and the reference differ in where the events come from, and in nothing else.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import RATINGS_AT_GAME, RATINGS_AT_START, SYSTEMS, Event, Game, Player, RatingPeriod
from arpad.model.problems import RefusedError
from arpad.regulations.event_order import place_of
from arpad.regulations.rules.event_basis import NOT_RATED, UNREADABLE
from arpad.regulations.workings.crosstable import Entrant, lacks_a_game, meetings, rated_how
from arpad.regulations.workings.event_basis import is_rated_day_by_day
from arpad.regulations.workings.first_rating import first_rating
from arpad.regulations.workings.opponents import unrateable, unreadable
from arpad.regulations.workings.period import base_rating, law_of_day, rate_player
from arpad.regulations.workings.round_robin_parts import robin_parts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from datetime import date

    from arpad.regulations.edition import Edition
    from arpad.regulations.event_order import Place
    from arpad.regulations.workings.crosstable import RoundRobin
    from arpad.regulations.workings.first_rating import FirstRating
    from arpad.regulations.workings.period import PlayerResult
    from arpad.regulations.workings.round_robin_parts import RobinPart

_SWISS, _TEAM, _ROUND_ROBIN, _MATCH, _SCHEVENINGEN = SYSTEMS


class Side(NamedTuple):
    """A game from one player's side, at the ratings of the list that applies."""

    list_day: date | None
    """The day of that list; None where none is known."""
    opponent: int
    own: int | None
    against: int | None
    score: int
    round: int
    day: date | None = None
    """The day of the game, where it matters."""


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    """An event as it was played: its law, its system, and the games that are rated, from every player's side."""

    law: Edition
    start: date
    end: date
    system: str
    sides: Mapping[int, Sequence[Side]]
    cycles: int = 1
    """Of a round robin: how often everybody was to meet everybody."""
    team_championship: bool = False
    ratings: str = RATINGS_AT_START
    """Whether ratings are those of the first day or of each game's; see `ratings_taken`."""
    number: int | None = None
    people: Mapping[int, int] = field(default_factory=dict)
    """Who the players are beyond the event, where their numbers here do not say so."""
    ratings_of: Mapping[int, int | None] = field(default_factory=dict)
    """The rating on the list of the first day of players that are to have the event even without a game that counts."""
    ks: Mapping[int, int | None] = field(default_factory=dict)
    """K of the players for this event, where it is known beforehand."""
    named_list: Callable[[date | None], date | None] = lambda day: day
    """The list that is named as the source of ratings, where another one stands for that of a day."""

    @property
    def order(self) -> Place:
        """Its place among the events of a period (settled reading 4)."""
        return place_of(self.end, self.start, self.number)

    def person(self, player: int) -> int:
        """Give who a player is, in all events."""
        return self.people.get(player, player)

    def unrated(self) -> list[int]:
        """Give the unrated players with games."""
        return [player for player, sides in self.sides.items() if any(side.own is None for side in sides)]


class TableOfEvent(NamedTuple):
    """How a round robin is rated: by its table, like a Swiss event, or as a smaller one of the rated players."""

    parts: Mapping[int, RobinPart]
    """Everybody's part of the table; nothing where it is not rated by one."""
    like_swiss: bool = False
    is_smaller: bool = False
    """Only rated players stay in a complete table, and the average decides: it is a round robin of these (R-039)."""
    table: RoundRobin | None = None
    undefined: str | None = None
    """Why the edition has no average for it."""


_NO_TABLE = TableOfEvent({})


class PartOfPeriod(NamedTuple):
    """What becomes one event of a player's period: the games at the ratings of one list."""

    event: PlayedEvent
    how: TableOfEvent
    place: int
    """The place of the event among those of the list."""
    player: int
    own: int | None
    """The player's rating on that list."""
    list_day: date | None
    sides: Sequence[Side]
    table: RobinPart | None
    """The player's part of the table that takes the place of these games."""


def ratings_taken(law: Edition, system: str, days: tuple[date, date], asked: str) -> str:
    """Tell which ratings an event of a first and a last day is rated with: of the first day, or of each game's.

    Only some editions take those of each game's day: in long leagues (2003), or where it was declared (2009). Elsewhere
    they are those of the first day, whatever is asked.
    """
    is_declared, is_league = asked == RATINGS_AT_GAME, system == _TEAM
    day_by_day = is_rated_day_by_day(law, *days, is_league=is_league, is_declared=is_declared)
    return RATINGS_AT_GAME if day_by_day else RATINGS_AT_START


def system_taken(system: str, ratings: str) -> str:
    """Tell as what an event is rated: where ratings change from game to game there is no one table."""
    return _SWISS if system == _ROUND_ROBIN and ratings == RATINGS_AT_GAME else system


def is_newcomer(period: RatingPeriod) -> bool:
    """Tell whether a period is that of somebody without a rating, so that it can only give a first one."""
    return base_rating(period.player, law_of_day(period, period.list_date)) is None


def outcome(period: RatingPeriod) -> PlayerResult | FirstRating:
    """Rate a period: the change of a rated player, or what the results of a newcomer come to."""
    return first_rating(period) if is_newcomer(period) else rate_player(period)


class PlayedPeriod:
    """The events of one list of one kind of chess, as they were played, and everybody's period out of them."""

    def __init__(  # noqa: PLR0913 - what a period is made of
        self,
        kind: str,
        list_date: date,
        edition: str | None,
        events: Iterable[PlayedEvent],
        *,
        rating_now: Callable[[int], int | None],
        kept: Callable[[int], Sequence[Event]] = lambda _: (),
        due: date | None = None,
    ) -> None:
        """Take the events; `rating_now` is the rating to which a player's change is added, None for a newcomer.

        `kept` are a newcomer's results of earlier lists. `due` is the list for which these events are rated; without it
        that follows from the last day of each.
        """
        self.kind, self.list_date, self.edition = kind, list_date, edition
        self.events = [rateable(event) for event in events]
        self._rating_now, self._kept, self._due = rating_now, kept, due
        self._entered: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for place, event in enumerate(self.events):
            for player, sides in event.sides.items():
                if sides or player in event.ratings_of:
                    self._entered[event.person(player)].append((place, player))

    @property
    def people(self) -> Collection[int]:
        """Everybody who played."""
        return self._entered.keys()

    def events_of(self, person: int) -> list[Event]:
        """Give the events of a player's period, without K unless it is known beforehand.

        Of a newcomer they are the results that are kept, and those of this list.
        """
        if self._rating_now(person) is not None:
            return [_rated_event(part) for part in self.parts_of(person)]
        return [*self._kept(person), *(_newcomer_event(part, self._due) for part in self.parts_of(person))]

    def parts_of(self, person: int) -> list[PartOfPeriod]:
        """Give what a player played on this list, part by part, as `events_of` has it."""
        entered = self._entered.get(person, ())
        if self._rating_now(person) is None:
            return [_newcomer_part(self.events[place], self.tables[place], place, player) for place, player in entered]
        return [part for place, player in entered for part in self._rated_parts(place, player)]

    def _rated_parts(self, place: int, player: int) -> Iterator[PartOfPeriod]:
        """Give an event of a rated player: all of it, or the games at the ratings of each list."""
        event, how = self.events[place], self.tables[place]
        every = event.sides[player]
        if not every:
            yield PartOfPeriod(event, how, place, player, event.ratings_of[player], None, (), None)
        elif event.ratings != RATINGS_AT_GAME:
            yield _rated_part(event, how, place, player, every)
        else:
            by_list: dict[date, list[Side]] = defaultdict(list)
            for side in every:
                by_list[side.list_day or event.start].append(side)
            for list_day in sorted(by_list):
                yield _rated_part(event, how, place, player, by_list[list_day])

    @cached_property
    def tables(self) -> list[TableOfEvent]:
        """How each event is rated: round robins in the order in which they ended, as one decides about the next.

        In a first event an unrated player without a point is left out of the table, and the opponents' games with it
        (6.1 of 2009 and 2014). A player with a part result stays in.
        """
        tables = [_NO_TABLE] * len(self.events)
        robins = [place for place, event in enumerate(self.events) if event.system == _ROUND_ROBIN]
        if not robins:
            return tables
        known = self._earlier_results(robins)
        for place in sorted(robins, key=lambda place: self.events[place].order):
            event = self.events[place]
            tables[place] = self._table(event, known)
            for player in event.unrated():
                part = _newcomer_part(event, tables[place], place, player)
                known.add(event.person(player), _newcomer_event(part, self._due))
        return tables

    def _earlier_results(self, robins: list[int]) -> EarlierResults:
        """Give the results of the unrated players of some tables from earlier lists and from events without one."""
        known = EarlierResults(self.kind, self.list_date, self.edition)
        people = {event.person(player) for event in map(self.events.__getitem__, robins) for player in event.unrated()}
        for person in people:
            for event in self._kept(person):
                known.add(person, event)
            for place, player in self._entered[person]:
                other = self.events[place]
                if other.system != _ROUND_ROBIN:
                    part = _newcomer_part(other, _NO_TABLE, place, player)
                    known.add(person, _newcomer_event(part, self._due))
        return known

    def _table(self, event: PlayedEvent, known: EarlierResults) -> TableOfEvent:
        """Tell how a round robin is rated, and work its table out where the edition does so."""
        players = sorted(player for player, sides in event.sides.items() if sides)
        ratings = {player: event.sides[player][0].own for player in players}
        cells = _cells(event, players)
        lacks = lacks_a_game(meetings(cells), event.cycles)
        how = rated_how(event.law, has_unrated=None in ratings.values(), lacks_a_game=lacks)
        if not how["is_worked_out"]:
            return TableOfEvent({}, like_swiss=how["is_like_swiss"])
        entrants = [
            Entrant(
                str(player),
                rating,
                part_result=rating is None and known.before(event.person(player), event.order),
                present=self._rating_now(event.person(player)) if rating is None else None,
            )
            for player, rating in ratings.items()
        ]
        try:
            table, parts = robin_parts(event.law, entrants, cells, event.cycles)
        except RefusedError as refusal:
            # One table that the edition leaves undefined must not stop everybody's ratings.
            why = " ".join(problem.message for problem in refusal.problems)
            return TableOfEvent({}, like_swiss=True, undefined=why)
        is_smaller = how["is_by_average"] and table.is_complete and not parts
        by_player = dict(zip(players, parts, strict=True)) if parts else {}
        return TableOfEvent(by_player, like_swiss=True, is_smaller=is_smaller, table=table)


class EarlierResults:
    """The events of unrated players so far, each judged by the rule of first ratings."""

    def __init__(self, kind: str, list_date: date, edition: str | None) -> None:
        self._kind, self._list_date, self._edition = kind, list_date, edition
        self._events: dict[int, list[Event]] = defaultdict(list)

    def add(self, person: int, event: Event) -> None:
        """Add an event of a player, in any order; without a list it is one of the list being made."""
        self._events[person].append(replace(event, due=event.due or self._list_date))

    def before(self, person: int, order: Place) -> bool:
        """Tell whether a player has a result that counts from an event that comes before another one."""
        earlier = tuple(
            event for event in self._events.get(person, ()) if place_of(event.end, event.start, event.number) < order
        )
        if not earlier:
            return False
        period = RatingPeriod(self._kind, self._list_date, Player(None), earlier, self._edition)
        return any(event.counts for event in first_rating(period).events)


def _rated_part(event: PlayedEvent, how: TableOfEvent, place: int, player: int, sides: Sequence[Side]) -> PartOfPeriod:
    """Give the games at the ratings of one list; of a smaller round robin those within it."""
    stay = [side for side in sides if side.against is not None] if how.is_smaller else sides
    return PartOfPeriod(event, how, place, player, sides[0].own, sides[0].list_day, stay, how.parts.get(player))


def _rated_event(part: PartOfPeriod) -> Event:
    event, how, table = part.event, part.how, part.table
    average = None
    if table is not None:
        average = table.present_average if table.of_unrated else table.average
    return Event(
        event.start,
        event.end,
        _rating(part.own),
        _games(part.sides) if table is None else tuple(table.games),
        event.ks.get(part.player),
        _SWISS if how.like_swiss and not how.is_smaller else event.system,
        event.ratings,
        _rating(average),
        number=event.number,
        list_day=event.named_list(part.list_day),
    )


def _newcomer_part(event: PlayedEvent, how: TableOfEvent, place: int, player: int) -> PartOfPeriod:
    """Give an event as it is for an unrated player, if only for some of its games."""
    all_sides = event.sides[player]
    unrated = [side for side in all_sides if side.own is None]
    sides = unrated or all_sides
    own = sides[0].own if sides else event.ratings_of[player]
    return PartOfPeriod(event, how, place, player, own, None, sides, how.parts.get(player) if unrated else None)


def _newcomer_event(part: PartOfPeriod, due: date | None) -> Event:
    event, table = part.event, part.table
    has_average = table is not None and table.of_unrated
    # A player without a game is in no table, so that no average is missing.
    as_swiss = (part.how.like_swiss and not has_average) or not part.sides
    return Event(
        event.start,
        event.end,
        _rating(part.own),
        _games(part.sides) if table is None else tuple(table.games),
        system=_SWISS if as_swiss else event.system,
        average=_rating(table.average) if table is not None and has_average else None,
        cycles=event.cycles if table is None else table.cycles,
        field=None if table is None else table.field,
        team_championship=event.team_championship,
        number=event.number,
        due=due,
    )


def rateable(event: PlayedEvent) -> PlayedEvent:
    """Leave a Scheveningen event with more than one unrated player out, where an edition allows one (6.4 of 2003).

    Where ratings are those of each game's day, the games at the ratings of one list are judged by themselves.
    """
    if event.system not in {_MATCH, _SCHEVENINGEN}:
        return event
    unrated: dict[date | None, set[int]] = defaultdict(set)
    for player, sides in event.sides.items():
        for side in sides:
            if side.own is None:
                unrated[side.list_day].add(player)
    several = {list_day: len(players) for list_day, players in unrated.items() if len(players) > 1}
    judged = {list_day: unrateable(event.law, event.system, number) for list_day, number in several.items()}
    if UNREADABLE in judged.values():
        raise unreadable(event.law, event.system)
    gone = {list_day for list_day, answer in judged.items() if answer == NOT_RATED}
    if not gone:
        return event
    kept = {player: [side for side in sides if side.list_day not in gone] for player, sides in event.sides.items()}
    return replace(event, sides=kept)


def _cells(event: PlayedEvent, players: Sequence[int]) -> list[list[list[tuple[int, int]]]]:
    """Lay out the games: for each pair the rounds and scores of the one against the other."""
    place = {player: index for index, player in enumerate(players)}
    cells: list[list[list[tuple[int, int]]]] = [[[] for _ in players] for _ in players]
    for player in players:
        for side in sorted(event.sides[player], key=lambda side: (side.round, side.score)):
            cells[place[player]][place[side.opponent]].append((side.round, side.score))
    return cells


def _games(sides: Sequence[Side]) -> tuple[Game, ...]:
    return tuple(
        Game(_rating(side.against), Hundredths(side.score), side.round, opponent_id=side.opponent) for side in sides
    )


def _rating(value: int | None) -> Rating | None:
    return None if value is None else Rating(value)

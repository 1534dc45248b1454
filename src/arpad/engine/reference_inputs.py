"""What the reference reads of a book: lists, games, tables of round robins, people, corrections; row by row."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from arpad.engine.close import rerated_bases
from arpad.engine.earlier_results import EarlierResults, pooled_event
from arpad.engine.period_events import events_of_list, list_on
from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import RATINGS_AT_GAME, Born, Event, Game
from arpad.model.problems import RefusedError
from arpad.regulations.opponents import is_unreadable, unreadable
from arpad.regulations.round_robin import Entrant
from arpad.regulations.round_robin_parts import RobinPart, is_worked_out, robin_parts
from arpad.regulations.rules.rated_event import BY_AVERAGE

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import date

    from arpad.engine.book_view import Period
    from arpad.engine.rerated import Rerated
    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition

LONG_AGO = 1900


class Line(NamedTuple):
    """What a list says of a player about one kind of chess."""

    rating: int | None
    standard: int | None
    k: int | None
    played: int
    highest: int | None
    last: date | None
    was_idle: bool
    """True where the list has the player as inactive."""


class Person(NamedTuple):
    """What the rules ask of a player besides his games."""

    born: Born
    association: str | None
    is_woman: bool


class Side(NamedTuple):
    """A game from one player's side."""

    event: int
    list_day: date
    opponent: int
    own: int | None
    against: int | None
    score: int
    round: int
    day: date
    """The day of the game, within the event; its last day where the game's own is not known."""


NOBODY = Line(None, None, None, 0, None, None, False)


class ReferenceInputs:
    """The tables of a book as the reference reads them, row by row, for one kind of chess on one list."""

    def __init__(self, period: Period, only: Collection[int] | None = None) -> None:
        self._period = period
        self.kind, self.list_date, self.name, self.law = period.kind, period.list_date, period.name, period.law
        self._only = None if only is None else sorted(only)
        self._days, self._base_day = period.calendar, period.base_day
        events, self._laws = events_of_list(period)
        if self._only is not None:
            events = self._concerned(events)
        self._events = {row["event_id"]: row for row in events.iter_rows(named=True)}
        self._lines: dict[date, dict[int, Line]] = {}
        self._has_list: dict[date, bool] = {}
        self._like_swiss: set[int] = set()
        """Round robins with unrated players: games of rated ones are taken as the table has them, or as they are."""
        self._smaller: set[int] = set()
        """Where only rated players stay in a complete one, and the average decides: as a round robin of these."""

    def _concerned(self, events: pl.DataFrame) -> pl.DataFrame:
        """Give the events of the players who are asked for.

        A round robin with a table depends on what its unrated players did elsewhere, so their events are among them.
        """
        tabled = [place for place, law in enumerate(self._laws) if law.has("round_robin_method")]
        robins = events.filter((pl.col("system") == "roundrobin") & pl.col("law").is_in(tabled))["event_id"]
        games = self._period.table("games").select("event_id", "white", "black")
        players, seen = pl.Series(self._only, dtype=pl.Int64), 0
        while True:
            his = pl.col("white").is_in(players.implode()) | pl.col("black").is_in(players.implode())
            found = events.filter(pl.col("event_id").is_in(games.filter(his)["event_id"].unique().implode()))
            own = found.filter(pl.col("event_id").is_in(robins.implode()))["event_id"]
            if len(own) == seen:
                return found
            seen = len(own)
            met = games.filter(pl.col("event_id").is_in(own.implode()))
            players = pl.concat([players, met["white"], met["black"]]).unique()

    def _law_of(self, event: int) -> Edition:
        place: int = self._events[event]["law"]
        return self._laws[place]

    @property
    def days(self) -> Calendar:
        """The calendar of this kind of chess."""
        return self._days

    def events_played(self, one: int) -> list[tuple[dict[str, Any], Edition, list[Side]]]:
        """Give a player's events of this list: the row of the book, the edition, and the player's games."""
        by_event: dict[int, list[Side]] = defaultdict(list)
        for side in self._sides.get(one, ()):
            by_event[side.event].append(side)
        return [(self._events[number], self._law_of(number), sides) for number, sides in sorted(by_event.items())]

    def parts_kept(self, one: int) -> list[dict[str, Any]]:
        """Give a player's part results of earlier lists."""
        return self._pool.get(one, [])

    def ratings_asked(self, event: int) -> str:
        """Give which ratings the book asks for an event, whether or not its edition allows it."""
        asked: str = self._period.table("events").filter(pl.col("event_id") == event)["ratings"][0]
        return asked

    def last_before(self, one: int) -> date | None:
        """Give the last day with a rated game that the list before has of a player."""
        return self._on(self._base_day).get(one, NOBODY).last

    def _on(self, day: date | None) -> dict[int, Line]:
        """Give the lines of a list; where the book does not have it, of the one before the list being made."""
        if day is None:
            return {}
        if day not in self._lines:
            frame = self._period.rating_list(day)
            if frame is None:
                return {} if day == self._base_day else self._on(self._base_day)
            if self._only is not None:
                frame = frame.filter(pl.col("fide_id").is_in(list(self._involved)))
            standard = pl.col("standard_rating").alias("of_standard")
            more = [f"{self.kind}_{name}" for name in ("k", "played", "highest", "last")]
            idle = pl.col("flag").str.contains("i", literal=True).fill_null(value=False)
            rows = frame.select("fide_id", f"{self.kind}_rating", standard, *more, was_idle=idle)
            # Most people of a list have played nothing yet: it says no more of them than of somebody unknown.
            known = [pl.col(name).is_not_null() for name in rows.columns[1:] if name not in {more[1], "was_idle"}]
            rows = rows.filter(pl.any_horizontal(*known, pl.col(more[1]) > 0, "was_idle"))
            self._lines[day] = {row[0]: Line(*row[1:]) for row in rows.iter_rows()}
        return self._lines[day]

    def has_list(self, day: date) -> bool:
        """Tell whether the book has the list of a day."""
        if day not in self._has_list:
            self._has_list[day] = self._period.rating_list(day) is not None
        return self._has_list[day]

    @cached_property
    def _rows(self) -> list[dict[str, Any]]:
        """The games of the events of this list, without those of excluded players."""
        wanted = pl.Series(list(self._events), dtype=pl.Int64)
        games = self._period.table("games").filter(pl.col("event_id").is_in(wanted.implode()))
        banned: dict[int, list[tuple[date, date | None]]] = defaultdict(list)
        for row in self._period.table("exclusions").iter_rows(named=True):
            if row["scope"] == "games":
                banned[row["fide_id"]].append((row["since"], row["until"]))

        def is_out(one: int, day: date) -> bool:
            return any(since <= day and (until is None or day <= until) for since, until in banned.get(one, ()))

        found = []
        for row in games.iter_rows(named=True):
            day = row["day"] or self._events[row["event_id"]]["start"]
            if not (banned and (is_out(row["white"], day) or is_out(row["black"], day))):
                found.append(row)
        return found

    @cached_property
    def _involved(self) -> set[int]:
        return {one for row in self._rows for one in (row["white"], row["black"])} | {*(self._only or ())}

    def _rating_then(self, one: int, day: date, law: Edition) -> int | None:
        line = self._on(day).get(one, NOBODY)
        return line.standard if line.rating is None and law.get("standard_stands_in") else line.rating

    @cached_property
    def _sides(self) -> dict[int, list[Side]]:
        """Everybody's games."""
        found: dict[int, list[Side]] = defaultdict(list)
        for row in self._rows:
            event = self._events[row["event_id"]]
            law, day = self._laws[event["law"]], event["list_day"]
            if event["ratings"] == RATINGS_AT_GAME:
                played = row["day"] or event["start"]
                day = list_on(self._days, played) or played
            white, black = row["white"], row["black"]
            one, other = self._rating_then(white, day, law), self._rating_then(black, day, law)
            number, turn = row["event_id"], row["round"]
            on = min(max(row["day"] or event["end"], event["start"]), event["end"])
            found[white].append(Side(number, day, black, one, other, row["white_score"], turn, on))
            found[black].append(Side(number, day, white, other, one, row["black_score"], turn, on))
        return self._rateable(found)

    def _rateable(self, sides: dict[int, list[Side]]) -> dict[int, list[Side]]:
        """Leave out Scheveningen events with more than one unrated player, where an edition allows one."""
        unrated: dict[tuple[int, date], set[int]] = defaultdict(set)
        for one, own in sides.items():
            for side in own:
                if side.own is None and self._events[side.event]["system"] in {"match", "scheveningen"}:
                    unrated[side.event, side.list_day].add(one)
        gone = set()
        for part in [part for part, players in unrated.items() if len(players) > 1]:
            law, system = self._law_of(part[0]), self._events[part[0]]["system"]
            if is_unreadable(law, system):
                raise unreadable(law, system)
            if system == "scheveningen" and law.get("match_with_unrated") == "one_unrated_allowed":
                gone.add(part)
        kept = {one: [side for side in own if (side.event, side.list_day) not in gone] for one, own in sides.items()}
        return defaultdict(list, {one: own for one, own in kept.items() if own})

    @cached_property
    def _robins(self) -> dict[int, dict[int, RobinPart]]:
        """Everybody's part of the round robins that are rated by their tables."""
        of_event: dict[int, list[tuple[int, Side]]] = defaultdict(list)
        for one, sides in self._sides.items():
            for side in sides:
                if self._events[side.event]["system"] == "roundrobin":
                    of_event[side.event].append((one, side))
        known = self._earlier_results({one for pairs in of_event.values() for one, side in pairs if side.own is None})
        made: dict[int, dict[int, RobinPart]] = {}
        self._like_swiss = {event for event, sides in of_event.items() if self._is_incomplete(event, sides)}
        self._smaller = set()
        ends = {one: (self._events[one]["end"], self._events[one]["start"], one) for one in of_event}
        for event in sorted(of_event, key=lambda one: ends[one]):
            law = self._law_of(event)
            ratings = {one: side.own for one, side in sorted(of_event[event], key=lambda pair: pair[0])}
            unrated = [one for one, rating in ratings.items() if rating is None]
            if not is_worked_out(law, list(ratings.values())):
                for one in unrated:
                    known.add(one, self._newcomer_event(one, event, {}))
                continue
            entrants = [
                Entrant(
                    str(one),
                    rating,
                    part_result=rating is None and known.before(one, ends[event]),
                    present=self.base(one)[1] if rating is None else None,
                )
                for one, rating in ratings.items()
            ]
            place = {one: index for index, one in enumerate(ratings)}
            cells: list[list[list[tuple[int, int]]]] = [[[] for _ in ratings] for _ in ratings]
            for one, side in sorted(of_event[event], key=lambda pair: (pair[0], pair[1].round, pair[1].score)):
                cells[place[one]][place[side.opponent]].append((side.round, side.score))
            try:
                table, parts = robin_parts(law, entrants, cells, self._events[event]["cycles"])
                by_average = law.rule("expectation") == BY_AVERAGE
                self._smaller |= {event} if by_average and table.is_complete and not parts else set()
            except RefusedError:
                parts = []
            self._like_swiss.add(event)
            made |= {event: dict(zip(ratings, parts, strict=True))} if parts else {}
            for one in unrated:
                known.add(one, self._newcomer_event(one, event, made.get(event, {})))
        return made

    def _is_incomplete(self, event: int, sides: list[tuple[int, Side]]) -> bool:
        """Tell whether a round robin of rated players lacks a game, where that makes another average."""
        is_rated = all(side.own is not None for _, side in sides)
        if not is_rated or self._law_of(event).rule("expectation") != BY_AVERAGE:
            return False
        met = Counter((one, side.opponent) for one, side in sides)
        players = {one for one, _ in sides}
        cycles: int = self._events[event]["cycles"]
        return any(met[one, other] < cycles for one in players for other in players if one != other)

    @cached_property
    def _pool(self) -> dict[int, list[dict[str, Any]]]:
        frame = self._rerated.pool.filter(pl.col("kind") == self.kind)
        if self._only is not None:
            # Those whom he met count too: whether an unrated player has earlier results decides about a round robin.
            frame = frame.filter(pl.col("fide_id").is_in(sorted(self._involved)))
        found: dict[int, list[dict[str, Any]]] = defaultdict(list)
        for row in frame.iter_rows(named=True):
            found[row["fide_id"]].append(row)
        return found

    def _newcomer_event(self, one: int, number: int, robin: Mapping[int, RobinPart]) -> Event:
        """Make an event of this list as it is for somebody who was unrated; `robin` has the parts of its table."""
        row, every = self._events[number], [side for side in self._sides[one] if side.event == number]
        # Where ratings are those of each game's day, he may have been rated for some of them.
        unrated = [side for side in every if side.own is None]
        sides = unrated or every
        part = robin.get(one) if unrated else None
        games = tuple(part.games) if part is not None else tuple(played_game(side) for side in sides)
        has_average = part is not None and part.of_unrated
        return Event(
            row["start"],
            row["end"],
            rating_or_none(sides[0].own),
            games,
            system="swiss" if number in self._like_swiss and not has_average else row["system"],
            average=rating_or_none(part.average) if part is not None and part.of_unrated else None,
            cycles=row["cycles"] if part is None else part.cycles,
            field=None if part is None else part.field,
            team_championship=row["team_championship"],
            number=number,
            due=self.list_date,
        )

    def _earlier_results(self, players: set[int]) -> EarlierResults:
        """Give the results of some unrated players from earlier lists and from events of this one without a table."""
        found = EarlierResults(self._period)
        for one in players:
            for row in self._pool.get(one, ()):
                found.add(one, pooled_event(row))
            for number in {side.event for side in self._sides[one]}:
                if self._events[number]["system"] != "roundrobin":
                    found.add(one, self._newcomer_event(one, number, {}))
        return found

    @cached_property
    def _people(self) -> dict[int, tuple[int | None, date | None, str | None, str]]:
        frame = self._period.table("players")
        if self._only is not None:
            frame = frame.filter(pl.col("fide_id").is_in(self._only))
        rows = frame.select("fide_id", "birth_year", "birth_date", "association", "sex").iter_rows()
        return {row[0]: row[1:] for row in rows}

    def person(self, one: int) -> Person:
        """Give what is known of a player; whose birth is not known was born long ago, so that he is no junior."""
        year, day, association, sex = self._people.get(one, (None, None, None, ""))
        born = Born(year or LONG_AGO) if day is None else Born(day.year, day.month, day.day)
        return Person(born, association, sex == "F")

    @cached_property
    def _rerated(self) -> Rerated:
        """What withdrawn and re-rated events change; the one thing that is taken from the closing."""
        return rerated_bases(self._period)

    @cached_property
    def _corrected(self) -> dict[int, int]:
        """Corrected bases; what withdrawn and re-rated events change is an input here, as the closing found it."""
        found = self._rerated.corrections
        own = found.filter((pl.col("kind") == self.kind) & (pl.col("list") == self.list_date))
        return dict(own.select("fide_id", "rating").iter_rows())

    @cached_property
    def _set_k(self) -> tuple[dict[int, int], int | None]:
        """K as an officer set it: for single players, and for everybody."""
        rows = self._period.table("coefficients").filter(
            (pl.col("kind") == self.kind) & (pl.col("since") <= self.list_date)
        )
        single: dict[int, int] = {}
        everybody: int | None = None
        for one, k in rows.sort("since").select("fide_id", "k").iter_rows():
            if one is None:
                everybody = k
            else:
                single[one] = k
        return single, everybody

    @property
    def list_before(self) -> date | None:
        """The day of the list to which changes are added; None where there is none."""
        return self._base_day

    def listed(self, one: int) -> int | None:
        """Give a player's rating on the list before."""
        return self._on(self._base_day).get(one, NOBODY).rating

    def base(self, one: int) -> tuple[int | None, int | None]:
        """Give a player's own last rating, and the one to which changes are added."""
        line = self._on(self._base_day).get(one, NOBODY)
        own = self._corrected.get(one, line.rating)
        stands_in = self.kind != "standard" and self.law.get("standard_stands_in")
        return own, line.standard if own is None and stands_in else own


def played_game(side: Side) -> Game:
    """Make a game of a side, as it was played."""
    return Game(rating_or_none(side.against), Hundredths(side.score), side.round, opponent_id=side.opponent)


def rating_or_none(value: int | None) -> Rating | None:
    """Give a rating; nothing for an unrated player."""
    return None if value is None else Rating(value)

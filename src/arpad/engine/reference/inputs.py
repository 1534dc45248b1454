"""What the reference reads of a book: lists, games, tables of round robins, people, corrections; row by row."""

from __future__ import annotations

from collections import defaultdict
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from arpad.book.view import Instead, list_of_issue
from arpad.engine.period.close_kind import rerated_bases
from arpad.engine.period.events import events_of_list
from arpad.engine.period.part_results import pooled_event
from arpad.model.period import BORN_LONG_AGO, RATINGS_AT_GAME, ROUND_ROBIN, Born
from arpad.regulations.calendar import list_on
from arpad.regulations.periods import PlayedEvent, PlayedPeriod, Side
from arpad.regulations.workings.crosstable import has_tables
from arpad.regulations.workings.list_line import base_rating

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import date

    from arpad.book.view import BookView, Period
    from arpad.engine.period.withdrawals import Rerated
    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition


class ListedLine(NamedTuple):
    """What a list says of a player about one kind of chess."""

    rating: int | None
    standard: int | None
    k: int | None
    played: int
    highest: int | None
    last: date | None
    was_idle: bool
    """True where the list has the player as inactive."""


_PERSONAL = ("birth_year", "birth_date", "association", "sex")
"""The columns of the players that the reference reads, besides the number."""


def with_personal_facts(view: BookView) -> BookView:
    """Give a book in which nothing is known of people but what the reference reads; names take most of the memory."""
    return Instead(view, {"players": view.table("players").select("fide_id", *_PERSONAL)})


class PersonalFacts(NamedTuple):
    """What the rules ask of a player besides the games."""

    born: Born
    association: str | None
    is_woman: bool


def _personal_facts(year: int | None, day: date | None, association: str | None, sex: str) -> PersonalFacts:
    """Give what the rules ask; without a known birth the player was born long ago, and is no junior."""
    born = (Born(year) if year else BORN_LONG_AGO) if day is None else Born(day.year, day.month, day.day)
    return PersonalFacts(born, association, sex == "F")


NOBODY = ListedLine(None, None, None, 0, None, None, False)
_UNKNOWN = _personal_facts(None, None, None, "")


def _telling_rows(frame: pl.DataFrame, kind: str) -> pl.DataFrame:
    """Give the rows of a list as lines of one kind of chess, without those that say nothing of a player.

    Most people of a list have played nothing yet: it says no more of them than of somebody unknown.
    """
    standard = pl.col("standard_rating").alias("of_standard")
    more = [f"{kind}_{name}" for name in ("k", "played", "highest", "last")]
    idle = pl.col("flag").str.contains("i", literal=True).fill_null(value=False)
    rows = frame.select("fide_id", f"{kind}_rating", standard, *more, was_idle=idle)
    known = [pl.col(name).is_not_null() for name in rows.columns[1:] if name not in {more[1], "was_idle"}]
    return rows.filter(pl.any_horizontal(*known, pl.col(more[1]) > 0, "was_idle"))


def noted_players(period: Period, rerated: Rerated) -> pl.Series:
    """Give everybody of whom the book says anything for a list, besides who the player is.

    The line of anybody else depends on nothing but the person: without a rating and a result there is no K, and nobody
    is inactive.
    """
    own = pl.col("kind") == period.kind
    games = period.table("games")
    games = games.filter(pl.col("event_id").is_in(events_of_list(period)[0]["event_id"].implode()))
    base = None if period.base_day is None else period.rating_list(period.base_day)
    noted = [games["white"], games["black"], rerated.pool.filter(own)["fide_id"], period.pool.filter(own)["fide_id"]]
    noted += [rerated.corrections.filter(own, pl.col("list") == period.list_date)["fide_id"]]
    noted += [] if base is None else [_telling_rows(base, period.kind)["fide_id"]]
    noted.append(pl.Series(list(rerated.played), dtype=pl.Int64))
    return pl.concat([players.cast(pl.Int64).alias("fide_id") for players in noted]).unique().sort()


class ReferenceInputs:
    """The tables of a book as the reference reads them, row by row, for one kind of chess on one list."""

    def __init__(self, period: Period, only: Collection[int] | None = None, rerated: Rerated | None = None) -> None:
        """Take a list, those of its players who are asked for, and what is taken from the closing, if that is known."""
        self._period, self._given = period, rerated
        self.kind, self.list_date, self.name, self.law = period.kind, period.list_date, period.name, period.law
        self._only = None if only is None else sorted(only)
        self._days, self._base_day = period.calendar, period.base_day
        events, self._laws = events_of_list(period)
        if self._only is not None:
            events = self._concerned(events)
        self._events = {row["event_id"]: row for row in events.iter_rows(named=True)}
        self._lines: dict[date, dict[int, ListedLine]] = {}
        self._has_list: dict[date, bool] = {}

    def _concerned(self, events: pl.DataFrame) -> pl.DataFrame:
        """Give the events of the players who are asked for.

        A round robin with a table depends on what its unrated players did elsewhere, so their events are among them.
        """
        tabled = [place for place, law in enumerate(self._laws) if has_tables(law)]
        robins = events.filter((pl.col("system") == ROUND_ROBIN) & pl.col("law").is_in(tabled))["event_id"]
        games = self._period.table("games").select("event_id", "white", "black")
        players, seen = pl.Series(self._only, dtype=pl.Int64), 0
        while True:
            own_games = pl.col("white").is_in(players.implode()) | pl.col("black").is_in(players.implode())
            concerned = events.filter(pl.col("event_id").is_in(games.filter(own_games)["event_id"].unique().implode()))
            own = concerned.filter(pl.col("event_id").is_in(robins.implode()))["event_id"]
            if len(own) == seen:
                return concerned
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

    def events_played(self, player: int) -> list[tuple[dict[str, Any], Edition, list[Side]]]:
        """Give a player's events of this list: the row of the book, the edition, and the player's games."""
        return [
            (self._events[event.number or 0], event.law, list(event.sides[player]))
            for event in self._played.events
            if event.sides.get(player)
        ]

    def ratings_kept(self, player: int) -> list[tuple[str, date, date]]:
        """Give a player's events at the ratings of an earlier issue of a list: name, first day, and day of the list."""
        rows = [row for row, _, _ in self.events_played(player) if row["list_day"] is not None]
        kept = [row for row in rows if self._period.is_earlier_issue(row["list_day"])]
        return [(row["name"], row["start"], list_of_issue(row["list_day"])[0]) for row in kept]

    def parts_kept(self, player: int) -> list[dict[str, Any]]:
        """Give a player's part results of earlier lists."""
        return self._pool.get(player, [])

    def ratings_asked(self, event: int) -> str:
        """Give which ratings the book asks for an event, whether or not its edition allows it."""
        asked: str = self._period.table("events").filter(pl.col("event_id") == event)["ratings"][0]
        return asked

    def last_before(self, player: int) -> date | None:
        """Give the last day with a rated game that the list before has of a player."""
        return self._last.get(player, NOBODY).last

    def _on(self, day: date | None) -> dict[int, ListedLine]:
        """Give the lines of a list; where the book does not have it, of the one before the list being made."""
        if day is None:
            return {}
        if day not in self._lines:
            frame = self._period.rating_list(day)
            if frame is None:
                return {} if day == self._base_day else self._last
            if self._only is not None:
                frame = frame.filter(pl.col("fide_id").is_in(list(self._involved)))
            self._lines[day] = {row[0]: ListedLine(*row[1:]) for row in _telling_rows(frame, self.kind).iter_rows()}
        return self._lines[day]

    @cached_property
    def _last(self) -> dict[int, ListedLine]:
        """The lines of the list from which this one goes on."""
        return self._on(self._base_day)

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

        def is_out(player: int, day: date) -> bool:
            return any(since <= day and (until is None or day <= until) for since, until in banned.get(player, ()))

        rows = []
        for row in games.iter_rows(named=True):
            day = row["day"] or self._events[row["event_id"]]["start"]
            if not (banned and (is_out(row["white"], day) or is_out(row["black"], day))):
                rows.append(row)
        return rows

    @cached_property
    def _involved(self) -> set[int]:
        return {player for row in self._rows for player in (row["white"], row["black"])} | {*(self._only or ())}

    def _rating_then(self, player: int, day: date, law: Edition) -> int | None:
        line = self._on(day).get(player, NOBODY)
        return base_rating(law, line.rating, line.standard)

    @cached_property
    def _played(self) -> PlayedPeriod:
        """Everybody's games, event by event."""
        rows: dict[int, list[dict[str, Any]]] = defaultdict(list)
        for row in self._rows:
            rows[row["event_id"]].append(row)
        return PlayedPeriod(
            self.kind,
            self.list_date,
            self.name,
            [self._played_event(number, rows[number]) for number in sorted(rows)],
            rating_now=lambda player: self.base(player)[1],
            kept=lambda player: [pooled_event(row) for row in self._pool.get(player, ())],
            due=self.list_date,
        )

    def _played_event(self, number: int, rows: list[dict[str, Any]]) -> PlayedEvent:
        event, law = self._events[number], self._law_of(number)
        sides: dict[int, list[Side]] = defaultdict(list)
        for row in rows:
            list_day = event["list_day"]
            if event["ratings"] == RATINGS_AT_GAME:
                played = row["day"] or event["start"]
                list_day = list_on(self._days, played) or played
            white, black, turn = row["white"], row["black"], row["round"]
            own, other = self._rating_then(white, list_day, law), self._rating_then(black, list_day, law)
            on = min(max(row["day"] or event["end"], event["start"]), event["end"])
            sides[white].append(Side(list_day, black, own, other, row["white_score"], turn, on))
            sides[black].append(Side(list_day, white, other, own, row["black_score"], turn, on))
        return PlayedEvent(
            law,
            event["start"],
            event["end"],
            event["system"],
            sides,
            event["cycles"],
            event["team_championship"],
            event["ratings"],
            number,
            named_list=self._list_used,
        )

    def _list_used(self, day: date | None) -> date | None:
        """Give the list whose ratings hold on a day; that of the day, or where the book does not have it the last."""
        if day is None or not self.has_list(day):
            return None if day is None else self._base_day
        return list_of_issue(day)[0] if self._period.is_earlier_issue(day) else day

    @cached_property
    def _pool(self) -> dict[int, list[dict[str, Any]]]:
        frame = self._rerated.pool.filter(pl.col("kind") == self.kind)
        if self._only is not None:
            # Opponents count too: whether an unrated player has earlier results decides about a round robin.
            frame = frame.filter(pl.col("fide_id").is_in(sorted(self._involved)))
        pool: dict[int, list[dict[str, Any]]] = defaultdict(list)
        for row in frame.iter_rows(named=True):
            pool[row["fide_id"]].append(row)
        return pool

    @cached_property
    def _people(self) -> dict[int, PersonalFacts]:
        frame = self._period.table("players")
        if self._only is not None:
            frame = frame.filter(pl.col("fide_id").is_in(self._only))
        # Millions of people differ in a few thousand facts, so each set of facts is put into memory once.
        facts = cache(_personal_facts)
        rows = frame.select("fide_id", *_PERSONAL).iter_rows()
        return {row[0]: facts(*row[1:]) for row in rows}

    def person(self, player: int) -> PersonalFacts:
        """Give what is known of a player."""
        return self._people.get(player, _UNKNOWN)

    @cached_property
    def _rerated(self) -> Rerated:
        """What withdrawn and re-rated events change; the one thing that is taken from the closing."""
        return self._given or rerated_bases(self._period)

    @cached_property
    def _corrected(self) -> dict[int, int]:
        """Corrected bases; what withdrawn and re-rated events change is an input here, as the closing found it."""
        corrections = self._rerated.corrections
        own = corrections.filter((pl.col("kind") == self.kind) & (pl.col("list") == self.list_date))
        return dict(own.select("fide_id", "rating").iter_rows())

    @cached_property
    def _set_k(self) -> tuple[dict[int, int], int | None]:
        """K as an officer set it: for single players, and for everybody."""
        rows = self._period.table("coefficients").filter(
            (pl.col("kind") == self.kind) & (pl.col("since") <= self.list_date)
        )
        single: dict[int, int] = {}
        everybody: int | None = None
        for player, k in rows.sort("since").select("fide_id", "k").iter_rows():
            if player is None:
                everybody = k
            else:
                single[player] = k
        return single, everybody

    @property
    def list_before(self) -> date | None:
        """The day of the list to which changes are added; None where there is none."""
        return self._base_day

    def listed(self, player: int) -> int | None:
        """Give a player's rating on the list before."""
        return self._last.get(player, NOBODY).rating

    def corrected(self, player: int) -> int | None:
        """Give the rating from which the list goes on for a player, where that was corrected; else None."""
        return self._corrected.get(player)

    def base(self, player: int) -> tuple[int | None, int | None]:
        """Give a player's own last rating, and the one to which changes are added."""
        line = self._last.get(player, NOBODY)
        own = self._corrected.get(player, line.rating)
        return own, base_rating(self.law, own, line.standard)

"""Whom a change of a book concerns: so that the next list need be compared for them only, and not for everybody.

A line of a list depends on the player's own games, on what the book says of the player, and on the ratings from which
the list goes on (`touched`). So a change concerns the players of whom a row is another, those of events and games that
are others, and everybody who plays with one of them in an event that the list may rate. Their part of the book, with
all their events and everybody in these, gives the lines that the whole book gives. Property tests bind the two.

By older editions, lines reach further: through the tables of round robins, through K at the start of an event, through
K that an officer sets. There, and where a change touches lists, the law or what holds for whole lists, nobody is left
out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from arpad.book.view import Period
from arpad.engine.period.coefficients import takes_k_at_start
from arpad.engine.period.events import events_of_list
from arpad.engine.period.games import days_of_lists
from arpad.engine.period.gather import lacking, missing_lists
from arpad.engine.period.some_players import SomePlayers
from arpad.engine.period.touched import events_of, players_of
from arpad.model.problems import RefusedError
from arpad.regulations.catalogue import NoEditionError
from arpad.regulations.workings.coefficient import is_by_officer
from arpad.regulations.workings.crosstable import has_tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from arpad.book.change import Change
    from arpad.book.view import BookView
    from arpad.regulations.edition import Edition

_OF_EVENTS = {"events", "games"}
_OF_PLAYERS = {"players", "corrections", "line_corrections", "exclusions", "exemptions", "pool"}
_OF_BASES = _OF_PLAYERS - {"players"}
"""What these tables say can move the opponents of a list that is worked out once more."""


class Concerned(NamedTuple):
    """The part of a book that a change concerns, without the change and with it."""

    before: BookView
    after: BookView
    players: pl.Series
    """Those whose lines both parts give as the whole book gives them; all others stay as they are."""


def concerned(view: BookView, after: BookView, change: Change, day: date, kinds: Sequence[str]) -> Concerned | None:
    """Give the part of a book that a change concerns on the list of a day; None where that may be everybody."""
    tables = {name for name in change.tables if name != "log"}
    if change.law is not None or tables - _OF_EVENTS - _OF_PLAYERS:
        return None
    books = (view, after)
    again = {rated_for for book in books for rated_for in _worked_out_again(book, day)}
    if (again and tables & _OF_BASES) or not all(reaches_only_its_own(book, day, again, kinds) for book in books):
        return None
    known = [_Known.of(book, day, again) for book in books]
    if not all(part.has_no_strangers for part in known):
        return None
    numbers = _changed(change, _OF_EVENTS & tables, "event_id").to_list()
    numbers += [number for part in known for number in part.in_the_place_of(numbers)]
    touched = [_changed(change, _OF_PLAYERS & tables, "fide_id"), *(players_of(part.games, numbers) for part in known)]
    met = pl.concat(touched).unique()
    players = pl.concat([met, *(part.opponents(met) for part in known)]).unique().sort()
    return Concerned(known[0].about(players), known[1].about(players), players) if len(players) else None


def missing_on_the_whole(view: BookView, kind: str, day: date) -> set[str]:
    """Give what is said of the lists that a list needs and the book does not have, for all events of a book."""
    period = Period(view, kind, day)
    days = days_of_lists(events_of_list(period)[0], period.table("games"), period.calendar) - {period.base_day}
    return {note.message for note in missing_lists(period, lacking(period, days))}


class _Known(NamedTuple):
    """Events that a list may rate, or whose list is worked out once more for it, and their games."""

    book: BookView
    events: pl.DataFrame
    games: pl.DataFrame
    to_rate: pl.Series
    """The numbers of those that no list has rated."""

    @classmethod
    def of(cls, book: BookView, day: date, again: set[date]) -> _Known:
        events = book.table("events")
        is_open = pl.col("rated_for").is_null() | (pl.col("rated_for") == day)
        own = events.filter(is_open | pl.col("rated_for").is_in(sorted(again)))
        is_own = pl.col("event_id").is_in(own["event_id"].implode())
        return cls(book, own, book.table("games").filter(is_own), own.filter(is_open)["event_id"])

    @property
    def has_no_strangers(self) -> bool:
        """True where the book has everybody of whom it has games, part results or corrections: else it is refused."""
        named = [self.games["white"], self.games["black"]]
        named += [frame["fide_id"] for frame in (self.book.table("pool"), self.book.table("corrections"))]
        numbers = pl.concat([column.cast(pl.Int64) for column in named]).unique()
        return bool(numbers.is_in(self.book.table("players")["fide_id"].implode()).all())

    def in_the_place_of(self, numbers: list[int]) -> list[int]:
        """Give the events in whose place some stand, and those that stand in theirs."""
        linked = self.events.filter(pl.col("replaces").is_not_null()).select("event_id", "replaces")
        pairs = linked.filter(pl.col("event_id").is_in(numbers) | pl.col("replaces").is_in(numbers))
        return [*pairs["event_id"].to_list(), *pairs["replaces"].to_list()]

    def opponents(self, players: pl.Series) -> pl.Series:
        """Give everybody who plays with one of some players in an event that no list has rated."""
        games = self.games.filter(pl.col("event_id").is_in(self.to_rate.implode()))
        return players_of(games, events_of(games, players).to_list())

    def about(self, players: pl.Series) -> BookView:
        """Give the part of the book about some players: their events, and everybody in these."""
        own = events_of(self.games, players).to_list()
        is_own = pl.col("event_id").is_in(own)
        everybody = pl.concat([players, players_of(self.games, own)]).unique().sort()
        tables = {"events": self.events.filter(is_own), "games": self.games.filter(is_own)}
        return SomePlayers(self.book, everybody.to_numpy(), tables)


def _changed(change: Change, tables: set[str], column: str) -> pl.Series:
    """Give the numbers in the rows of some tables that come or go."""
    parts = [rows for name in sorted(tables) for rows in (change.tables[name].removed, change.tables[name].added)]
    columns = [rows[column].cast(pl.Int64) for rows in parts if column in rows.columns]
    return pl.concat([pl.Series(column, dtype=pl.Int64), *columns]).drop_nulls().unique()


def _worked_out_again(book: BookView, day: date) -> list[date]:
    """Give the days of the earlier lists that are worked out once more, because events of theirs are taken back."""
    taken = book.table("events").filter(pl.col("withdrawn") & (pl.col("withdrawn_for") == day))
    return taken["rated_for"].drop_nulls().unique().to_list()


def reaches_only_its_own(book: BookView, day: date, again: set[date], kinds: Sequence[str]) -> bool:
    """Tell whether, by the editions of all events that are rated, a line depends on the player's own events only."""
    try:
        return not any(
            has_tables(law) or takes_k_at_start([law]) or is_by_officer(law) for law in _laws(book, day, again, kinds)
        )
    except (RefusedError, NoEditionError):
        return False


def _laws(book: BookView, day: date, again: set[date], kinds: Sequence[str]) -> Iterator[Edition]:
    for kind in kinds:
        period = Period(book, kind, day)
        yield period.law
        yield from events_of_list(period)[1]
        # The events of an earlier list that is worked out once more are those that were rated for it.
        starts = book.table("events").filter(pl.col("rated_for").is_in(sorted(again)), kind=kind)["start"]
        yield from {period.calendar.edition(then) for then in again}
        yield from {period.calendar.edition_of_event(start) for start in starts.unique().to_list()}

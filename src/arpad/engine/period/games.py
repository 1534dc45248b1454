"""The games of a period as columns: places of players and events, scores, and which ratings each game is rated at."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays, Column
from arpad.engine.everybody import NO_DAY, UNRATED, day_number
from arpad.engine.ids import BLOCK, Places
from arpad.engine.period.events import EventColumns
from arpad.engine.period.list_line import base_ratings
from arpad.engine.wording import WORDS
from arpad.model.period import MATCH, RATINGS_AT_GAME, SCHEVENINGEN
from arpad.model.problems import RefusedError
from arpad.regulations.calendar import list_on
from arpad.regulations.rules.event_basis import RATEABLE, WITH_UNRATED
from arpad.regulations.rules.event_basis import UNREADABLE as NOT_READ
from arpad.regulations.workings.list_line import base_rating
from arpad.regulations.workings.opponents import unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date

    from arpad.engine.everybody import ListColumns
    from arpad.engine.period.frames import EventPartition
    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition


@dataclass(frozen=True, slots=True)
class Games:
    """Games by rows: the event's place, both players' places, scores in hundredths, and ratings (0 is unrated)."""

    event: Column
    white: Column
    black: Column
    white_score: Column
    black_score: Column
    round: Column
    source: Column
    """Of which list the ratings are."""
    day: Column | None
    """The day of the game; where it is not known, the last day of the event. None: it is known of no game."""
    white_rating: Column
    black_rating: Column

    def __len__(self) -> int:
        """Count the games."""
        return len(self.event)

    def sides(self) -> tuple[tuple[Column, Column, Column, Column], ...]:
        """Give white's side and black's: player, own rating, the opponent's, own score."""
        return (
            (self.white, self.white_rating, self.black_rating, self.white_score),
            (self.black, self.black_rating, self.white_rating, self.black_score),
        )

    def opponents(self) -> tuple[Column, Column]:
        """Give the opponents of white's side and of black's."""
        return self.black, self.white

    def days(self, ends: Column, rows: Column | slice = slice(None)) -> Column:
        """Give the day of each game, or of some; `ends` are the last days of the events."""
        return ends[self.event[rows]] if self.day is None else self.day[rows]

    def only(self, rows: Column) -> Games:
        """Give some of the games, by their rows."""
        return self._each(lambda column: column.take(rows))

    def part(self, rows: slice) -> Games:
        """Give games that follow one another, without a copy."""
        return self._each(lambda column: column[rows])

    def _each(self, chosen: Callable[[Column], Column]) -> Games:
        columns = [getattr(self, field.name) for field in fields(self)]
        # What is one column for several purposes stays one.
        of = {id(column): None if column is None else chosen(column) for column in columns}
        return Games(*[of[id(column)] for column in columns])  # type: ignore[arg-type] # as they were


@dataclass(frozen=True, slots=True)
class Sources:
    """The lists at whose ratings games are rated, each with or without the standard rating standing in."""

    keys: tuple[tuple[date, Edition], ...]
    ratings: Column
    """All of them after one another: the rating of a place on a list is at list * people + place."""
    size: int

    def of(self, source: Column, places: Column) -> Column:
        """Give the ratings of players on the lists of their games; 0 is unrated."""
        column = np.empty(len(places), dtype=self.ratings.dtype)
        for start in range(0, len(places), BLOCK):
            rows = slice(start, start + BLOCK)
            at = places[rows] if len(self.keys) == 1 else source[rows] * self.size + places[rows]
            # Every place is known by now, so nothing is ever clipped; it is only the fastest way.
            self.ratings.take(at, out=column[rows], mode="clip")
        return column

    def rated(self, games: Games) -> Games:
        """Give the games with both players' ratings."""
        white, black = self.of(games.source, games.white), self.of(games.source, games.black)
        return replace(games, white_rating=white, black_rating=black)


@dataclass(frozen=True, slots=True)
class RatedGames:
    """The games of some events at their ratings, and what is asked of the events."""

    games: Games
    events: EventColumns
    list_days: Column
    """The days of the lists at which games are rated, by `source`."""


@dataclass(frozen=True, slots=True)
class ListedGames:
    """The games of some events, with the lists at whose ratings each is rated: nobody's rating is looked up yet."""

    games: Games
    sources: Sources
    events: EventColumns
    list_days: Column

    def rated(self, rows: Column | None = None) -> RatedGames:
        """Give these games at their ratings, or some of them."""
        games = self.games if rows is None else self.games.only(rows)
        return RatedGames(self.sources.rated(games), self.events, self.list_days)


def rated_games(partition: EventPartition) -> RatedGames:
    """Take the games of a partition that can be rated, each at the ratings of its list."""
    return listed_games(partition).rated()


def listed_games(partition: EventPartition) -> ListedGames:
    """Take the games of a partition that can be rated."""
    games, keys, started = period_games(
        partition.games,
        partition.events,
        partition.exclusions,
        partition.players,
        partition.calendar,
        partition.laws,
    )
    sources = sources_of(keys, partition.lists, len(partition.players))
    events = EventColumns.of(partition.events, started)
    games = without_unrateable(games, sources, events, partition.laws)
    days = [NO_DAY if day is None else day_number(day) for day, _ in keys]
    return ListedGames(games, sources, events, np.array(days, dtype=np.int64))


def days_of_lists(events: pl.DataFrame, games: pl.DataFrame, days: Calendar) -> set[date]:
    """Give the days of the lists at which the games of some events are rated."""
    wanted = set(events["list_day"].drop_nulls().unique().to_list())
    is_by_day = events["ratings"] == RATINGS_AT_GAME
    if is_by_day.any():
        by_day = events.filter(is_by_day).select("event_id", "start")
        own = games.select("event_id", "day").join(by_day, on="event_id")
        played = own.select(pl.coalesce("day", "start"))["day"].unique().to_list()
        wanted |= {list_on(days, day) or day for day in played}
    return wanted


def period_games(  # noqa: PLR0913, PLR0917 - the tables of a period
    games: pl.DataFrame,
    events: pl.DataFrame,
    exclusions: pl.DataFrame,
    players: Places,
    days: Calendar,
    laws: Sequence[Edition],
) -> tuple[Games, tuple[tuple[date, Edition], ...], Column]:
    """Take the games of these events (sorted by number), without those of excluded players.

    Named are the lists at which games are rated, and which of them is that of each event's first day. The ratings of
    the games are filled in when the lists are at hand.
    """
    place = Places(events["event_id"]).of(games["event_id"], np.int32)
    if len(place) and place.min() < 0:
        kept = np.flatnonzero(place >= 0)
        games, place = games[kept], place[kept]
    white, black = players.of(games["white"], np.int32), players.of(games["black"], np.int32)
    if len(white) and min(white.min(), black.min()) < 0:
        raise RefusedError.of(WORDS, "id_unknown", says="player_of_game_unknown")
    keys: dict[tuple[date, Edition], int] = {}
    # Editions that take ratings from a list in the same way are one: the first of them stands for all.
    alike: dict[int | None, Edition] = {}
    takes = [alike.setdefault(base_rating(law, None, 1), law) for law in laws]
    both = events["list_day"].cast(pl.Int32).to_numpy().astype(np.int64) * max(1, len(laws)) + events["law"].to_numpy()
    _, first, of_pair = np.unique(both, return_index=True, return_inverse=True)
    pairs = events[["list_day", "law"]][first].iter_rows()
    numbers = [keys.setdefault((day, takes[law]), len(keys)) for day, law in pairs]
    of_event = np.array(numbers, dtype=np.int64)[of_pair]
    source = of_event[place] if len(keys) > 1 else np.broadcast_to(np.int64(0), place.shape)
    by_day = (events["ratings"] == RATINGS_AT_GAME).to_numpy()
    if by_day.any():
        source = _by_day(games, events, place, source, by_day[place], days, takes, keys)
    game_columns = Games(
        place,
        white,
        black,
        games["white_score"].to_numpy(),
        games["black_score"].to_numpy(),
        games["round"].to_numpy(),
        source,
        _days(games, events, place),
        source,
        source,
    )
    return _without_excluded(game_columns, games, events, exclusions, players), tuple(keys), of_event


def _days(games: pl.DataFrame, events: pl.DataFrame, place: Column) -> Column | None:
    """Give the days of games, counted from 1970; None where no day of a game is known."""
    if games["day"].null_count() == games.height:
        return None
    starts: Column = events["start"].cast(pl.Int32).to_numpy().astype(np.int64)[place]
    ends: Column = events["end"].cast(pl.Int32).to_numpy().astype(np.int64)[place]
    days = games["day"].cast(pl.Int32).fill_null(NO_DAY).to_numpy()
    return np.where(days == NO_DAY, ends, np.clip(days, starts, ends))


def _by_day(  # noqa: PLR0913, PLR0917 - the columns of the games
    games: pl.DataFrame,
    events: pl.DataFrame,
    place: Column,
    source: Column,
    asked: Column,
    days: Calendar,
    takes: Sequence[Edition],
    keys: dict[tuple[date, Edition], int],
) -> Column:
    """Where an event is rated at the ratings of each game's day, find the list of that day."""
    rows = np.flatnonzero(asked)
    mended = source.copy()
    played, starts, of_laws = games["day"], events["start"], events["law"]
    for row in rows.tolist():
        event = int(place[row])
        day = played[row] or starts[event]
        key = (list_on(days, day) or day, takes[of_laws[event]])
        mended[row] = keys.setdefault(key, len(keys))
    return mended


def _without_excluded(
    game_columns: Games, games: pl.DataFrame, events: pl.DataFrame, exclusions: pl.DataFrame, players: Places
) -> Games:
    """Leave out games of players who were excluded on that day; both sides lose the game."""
    banned = exclusions.filter(exclusions["scope"] == "games")
    if not banned.height or not len(game_columns):
        return game_columns
    starts = events["start"].cast(pl.Int32).to_numpy()
    day = games["day"].cast(pl.Int32).fill_null(NO_DAY).to_numpy()
    left_out = np.zeros(len(game_columns), dtype=bool)
    marked = np.zeros(len(players), dtype=bool)
    places = players.of(banned["fide_id"])
    marked[places[places >= 0]] = True
    rows = np.flatnonzero(marked[game_columns.white] | marked[game_columns.black])
    when = np.where(day[rows] == NO_DAY, starts[game_columns.event[rows]], day[rows])
    for player, since, until in zip(places.tolist(), banned["since"], banned["until"], strict=True):
        own = (game_columns.white[rows] == player) | (game_columns.black[rows] == player)
        own &= when >= day_number(since)
        if until is not None:
            own &= when <= day_number(until)
        left_out[rows[own]] = True
    return game_columns.only(np.flatnonzero(~left_out)) if left_out.any() else game_columns


def without_unrateable(games: Games, sources: Sources, events: EventColumns, laws: Sequence[Edition]) -> Games:
    """Leave out Scheveningen events with more than one unrated player, where an edition allows one (6.4 of 2003).

    Where a print does not say how many it allows, such an event is refused, and a match too.
    """
    # What becomes of each event if it has more than one unrated player.
    fate = np.zeros(len(events.law), dtype=np.int64)
    for place, law in enumerate(laws):
        rows = np.flatnonzero(events.law == place)
        facts = {"is_scheveningen": events.is_scheveningen[rows], "is_match": events.is_match[rows]}
        facts["unrated_players"] = np.full(len(rows), 2)
        fate[rows] = Arrays(WITH_UNRATED, law).run(facts, {}, None).whole["unrateable"]
    asked, not_read = fate != RATEABLE, fate == NOT_READ
    if not asked.any():
        return games
    chosen = np.flatnonzero(asked[games.event])
    own = sources.rated(games.only(chosen))
    # Where ratings are those of each game's day, the games at the ratings of one list are judged by themselves.
    part = own.event * (int(games.source.max(initial=0)) + 1) + own.source
    unrated = np.unique(
        np.concatenate(
            [
                np.stack([part, own.white], axis=1)[own.white_rating == UNRATED],
                np.stack([part, own.black], axis=1)[own.black_rating == UNRATED],
            ]
        ),
        axis=0,
    )
    parts, count = np.unique(unrated[:, 0], return_counts=True)
    several = chosen[np.isin(part, parts[count > 1])]
    for event in np.unique(games.event[several][not_read[games.event[several]]]).tolist():
        raise unreadable(laws[int(events.law[event])], MATCH if events.is_match[event] else SCHEVENINGEN)
    kept = np.ones(len(games), dtype=bool)
    kept[several] = False
    return games.only(np.flatnonzero(kept))


def sources_of(keys: Sequence[tuple[date, Edition]], lists: Mapping[date | None, ListColumns], players: int) -> Sources:
    """Lay out the ratings of all lists that games need, for so many players."""
    parts = []
    for day, law in keys:
        then = lists[day]
        parts.append(base_ratings(law, then.rating, then.standard).astype(np.int32, copy=False))
    table = np.concatenate(parts) if parts else np.zeros(players, dtype=np.int32)
    return Sources(tuple(keys), table, players)

"""The second reading of a whole period, third part: from the rows of a book to the next list of one kind of chess.

Written from the articles and the settled readings alone, with nothing of arpad in it: rows are plain dictionaries,
numbers are whole or fractions.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from second_reading import half_away, half_up
from second_reading_period_events import (
    Part,
    Read,
    Result,
    Side,
    counts_as_later,
    is_complete,
    performance,
    table_of,
    that_are_rated,
    that_count,
    that_stay,
)
from second_reading_period_laws import (
    BY_OFFICER,
    EVENT_START,
    LIST_BEFORE,
    coefficient,
    is_junior,
    law_of,
    list_before,
    list_for,
    window_opens,
)
from second_reading_period_rerated import TakenBack, is_taken_back, taken_back

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from second_reading_period_rerated import Kept

    Row = Mapping[str, Any]
    Tables = Mapping[str, Sequence[Row]]

HIGHEST_FIRST = 2200
COMPRESSION = date(2024, 3, 1)
LIFT = date(2022, 10, 1)
SEVEN_GAMES = ("IBCA", "ICSC", "IPCA")


class Line(NamedTuple):
    """Somebody's line on the new list."""

    rating: int | None
    games: int
    k: int | None
    played: int
    """All rated games so far."""
    last: date | None
    """The day of the last rated game."""


class Standing(NamedTuple):
    """What the last list says about a player of this kind of chess."""

    rating: int | None
    """As it counts: his own, on the last list corrected where that was said, or the standard one that stands in."""
    own: int | None
    """His own, corrected like the other."""
    shown: int | None
    """As it counts, but as the list has it."""
    published: int | None
    """His own, as it stands on the list."""
    k: int | None
    played: int
    highest_published: int
    last: date | None

    @property
    def highest(self) -> int:
        """The highest that was published, also where the standard rating stands in; a corrected base was not."""
        return max(self.highest_published, self.shown or self.rating or 0)


class Stint(NamedTuple):
    """What an event is worth to a rated player."""

    read: Read
    result: Result


NOT_LISTED = Standing(None, None, None, None, None, 0, 0, None)


LONG_LEAGUE = 90
"""Days from which a league of 2003 is rated at the ratings of each day (4.1.1)."""
LAST_BY_DAY = date(2014, 6, 30)
"""The last day on which an event could begin that is rated at the ratings of each day: 2003 4.1.1, 2009 4.13."""


def is_by_day(event: Row) -> bool:
    """Tell whether an event has the ratings of each game's day: long leagues to 2009 do, then whoever asks for it."""
    if event["start"] < date(2009, 7, 1):
        return event["system"] == "team" and (event["end"] - event["start"]).days >= LONG_LEAGUE
    return event["ratings"] == "game" and event["start"] <= LAST_BY_DAY


@dataclass(frozen=True)
class Period:
    """The rows of a book, for one list of one kind of chess."""

    tables: Tables
    lists: Mapping[date, Sequence[Row]]
    kind: str
    list_date: date
    more_parts: Kept = field(default_factory=dict)
    """Part results besides those of the book."""

    @cached_property
    def new_list(self) -> dict[int, Line]:
        """Everybody's line."""
        return {row["fide_id"]: self._line(row) for row in self.tables["players"]}

    # -----------------------------------------------------------------------------------------------------------------
    # Lists
    # -----------------------------------------------------------------------------------------------------------------

    @cached_property
    def last(self) -> date:
        """The last list before the one being made."""
        return max(day for day in self.lists if day < self.list_date)

    def _counts_as(self, row: Row) -> int | None:
        own: int | None = row[f"{self.kind}_rating"]
        standard: int | None = row["standard_rating"]
        return standard if own is None and law_of(self.kind, self.list_date).standard_stands_in else own

    def _in_force(self, day: date) -> date:
        """The list in force on a day (reading 6)."""
        return max((list_date for list_date in self.lists if list_date <= min(day, self.last)), default=self.last)

    @cached_property
    def standings(self) -> dict[int, Standing]:
        """What the last list says, with corrected bases."""
        corrected = {
            row["fide_id"]: row["rating"]
            for row in self.tables["corrections"]
            if row["kind"] == self.kind and row["list"] == self.list_date
        }
        shifts = self._taken_back.shifts
        standings = {}
        for player, standing in self._shown[self.last].items():
            own = standing.published
            own = corrected.get(player, None if own is None else own + shifts.get(player, 0))
            standings[player] = standing._replace(rating=standing.shown if own is None else own, own=own)
        return standings

    @cached_property
    def _taken_back(self) -> TakenBack:
        """What events do that an earlier list rated, and this one takes back."""
        rows = [row for row in self.tables["events"] if row["kind"] == self.kind]

        def anew(day: date, events: list[dict[str, Any]], parts: Kept) -> Period:
            gone = {row["event_id"] for row in rows if row["withdrawn_for"] == self.list_date and row["rated_for"]}
            # Whatever the pool may have of their new forms, these are worked out.
            forms = {row["event_id"] for row in rows if row["replaces"] in gone}
            pool = [row for row in self.tables["pool"] if row["event_id"] not in gone | forms]
            return Period({**self.tables, "events": events, "pool": pool}, self.lists, self.kind, day, parts)

        return taken_back(rows, self.last, self.list_date, anew)

    @cached_property
    def _shown(self) -> dict[date, dict[int, Standing]]:
        """What each list says; of the last one, as far as its lines were not corrected for the list being made."""
        return {day: self._said(rows, is_last=day == self.last) for day, rows in self.lists.items()}

    def _said(self, rows: Sequence[Row], *, is_last: bool) -> dict[int, Standing]:
        """What a list says; of the last one, with what was corrected of its lines."""
        return {
            row["fide_id"]: Standing(
                self._counts_as(row),
                row[f"{self.kind}_rating"],
                self._counts_as(row),
                row[f"{self.kind}_rating"],
                self._corrected(row, "k", is_last=is_last),
                self._corrected(row, "played", is_last=is_last) or 0,
                row[f"{self.kind}_highest"] or 0,
                row[f"{self.kind}_last"],
            )
            for row in rows
        }

    def _shown_at(self, start: date) -> dict[int, Standing]:
        """What the list says by which an event is rated that begins on a day (R-044).

        Where the list was revised and it was decided so, an event that began after it was published and before the day
        of revision keeps what was published then; where it was revised again, the issue of its first day.
        """
        day = self._in_force(start)
        kept = sorted(
            (row["until"], row["issue"])
            for row in self.tables.get("issues", ())
            if row["list"] == day <= start < row["until"]
        )
        if not kept:
            return self._shown[day]
        issue = kept[0][1]
        if (day, issue) not in self._issues:
            self._issues[day, issue] = self._said(self.tables[f"originals/{day:%Y-%m}-{issue}"], is_last=False)
        return self._issues[day, issue]

    @cached_property
    def _issues(self) -> dict[tuple[date, int], dict[int, Standing]]:
        """Earlier issues of revised lists, as they are asked for."""
        return {}

    def _corrected(self, row: Row, part: str, *, is_last: bool) -> int | None:
        for other in self.tables.get("line_corrections", ()) if is_last else ():
            is_own = (other["kind"], other["fide_id"]) == (self.kind, row["fide_id"])
            if is_own and other["list"] == self.list_date and other[part] is not None:
                return int(other[part])
        own: int | None = row[f"{self.kind}_{part}"]
        return own

    # -----------------------------------------------------------------------------------------------------------------
    # Events
    # -----------------------------------------------------------------------------------------------------------------

    @cached_property
    def events(self) -> list[Read]:
        """The events that this list rates, in order; each knows the part results of those before it."""
        rows = [
            row
            for row in self.tables["events"]
            if row["kind"] == self.kind
            and not is_taken_back(row, self.list_date)
            and row["replaces"] is None
            and self._due(row) == self.list_date
        ]
        reads: list[Read] = []
        for row in sorted(rows, key=lambda row: (row["end"], row["start"], row["event_id"])):
            read = self._read(row, reads)
            if read is not None:
                reads.append(read)
        return reads

    def _due(self, event: Row) -> date | None:
        """The list for which it was rated, or else will be."""
        rated_for: date | None = event["rated_for"]
        return rated_for or list_for(self.kind, event["end"], event["received"], official=event["official"])

    def _is_excluded(self, player: int, day: date) -> bool:
        return any(
            row["fide_id"] == player and row["scope"] == "games" and row["since"] <= day <= (row["until"] or date.max)
            for row in self.tables["exclusions"]
        )

    def _sides(self, event: Row) -> dict[int, list[Side]]:
        """Everybody's games of an event, without those on days on which one of the two is excluded."""
        sides: dict[int, list[Side]] = defaultdict(list)
        for game in self.tables["games"]:
            day = game["day"] or event["start"]
            white, black = game["white"], game["black"]
            if game["event_id"] != event["event_id"] or any(
                self._is_excluded(player, day) for player in (white, black)
            ):
                continue
            counted = day if is_by_day(event) else event["start"]
            part = list_before(self.kind, counted)
            # Rated at the ratings of each day, a game takes the list of its day as it is now.
            shown = self._shown[self._in_force(counted)] if is_by_day(event) else self._shown_at(counted)
            played = min(max(game["day"] or event["end"], event["start"]), event["end"])
            ratings = {player: shown.get(player, NOT_LISTED).rating for player in (white, black)}
            for own, other, score in ((white, black, "white_score"), (black, white, "black_score")):
                sides[own].append(Side(other, ratings[own], ratings[other], game[score], part, played))
        return dict(sides)

    def _read(self, event: Row, before: Sequence[Read]) -> Read | None:
        law = law_of(self.kind, event["start"])
        games = that_are_rated(law, event["system"], self._sides(event))
        if not games:
            return None
        order = (event["end"], event["start"], event["event_id"])
        table, field_is_rated = None, False
        complete = (
            event["system"] == "roundrobin"
            and law.round_robin_tables
            and not is_by_day(event)
            and is_complete(games, event["cycles"])
        )
        if complete:

            def has_result(player: int) -> bool:
                parts = [part for part in self._parts(player, before) if part.order < order]
                return self.standings[player].rating is not None or bool(that_count(parts))

            ratings = {player: sides[0].own for player, sides in games.items()}
            field = that_stay(law, ratings, games, has_result)
            table = table_of(law, ratings, games, field, has_result)
            field_is_rated = all(ratings[player] is not None for player in field)
        return Read(order, law, games, event["cycles"], event["team_championship"], table, field_is_rated)

    # -----------------------------------------------------------------------------------------------------------------
    # Players without a rating
    # -----------------------------------------------------------------------------------------------------------------

    @cached_property
    def _pool(self) -> dict[int, list[Part]]:
        """The part results of earlier lists that may still be used."""
        opens = window_opens(self.kind, self.list_date)
        pool: dict[int, list[Part]] = defaultdict(list)
        for row in self.tables["pool"]:
            if row["kind"] != self.kind or not opens < row["due"] < self.list_date:
                continue
            if row["event_id"] in self._taken_back.events | self._taken_back.forms:
                continue
            law = law_of(self.kind, row["start"])
            tabled = law.round_robin_tables and row["system"] == "roundrobin"
            if tabled and row["average"] is None:
                continue
            part = Part(
                (row["end"], row["start"], row["event_id"]),
                law,
                row["games"],
                row["score"],
                row["average"] * row["games"] if tabled else row["opponents"],
                row["field"] or row["games"] // row["cycles"] if tabled else None,
                row["team_championship"],
                1 if row["met"] is None and row["system"] == "match" else row["met"],
            )
            pool[row["fide_id"]].append(part)
        for more in (self.more_parts, self._taken_back.parts):
            for player, parts in more.items():
                known = {part.order for part in pool[player]}
                new = [part for due, part in parts if opens < due < self.list_date]
                pool[player] += [part for part in new if part.order not in known]
        return pool

    def _parts(self, player: int, events: Sequence[Read]) -> list[Part]:
        return [*self._pool[player], *(read.part(player) for read in events if player in read.games)]

    def _first_line(self, player: Row, standing: Standing) -> Line:
        """Somebody without a rating, who may get one (9.1.4, 10.3; 7.14, 8.3; 7.1.4, 8.2)."""
        law = law_of(self.kind, self.list_date)
        parts = self._parts(player["fide_id"], self.events)
        counting = that_count(parts)
        games = sum(part.games for part in counting)
        of_teams = sum(part.games for part in counting if part.team_championship)
        some = law.seven_for_some and (of_teams >= 7 or player["association"] in SEVEN_GAMES)
        played = standing.played + self._taken_back.games.get(player["fide_id"], 0)
        orders = {part.order for part in counting}
        last = self._last(player["fide_id"], standing, [read for read in self.events if read.order in orders])
        if games < (7 if some else law.needed):
            return Line(None, 0, None, played, last)
        if law.weighted:
            weighted = sum(half_up(performance(law, [part])) * part.games for part in counting)
            rating = half_up(Fraction(weighted, games))
        else:
            rating = half_up(performance(law, counting))
        rating = min(rating, HIGHEST_FIRST) if law.two_draws else rating
        if rating < law.entry_from:
            return Line(None, 0, None, played, last)
        since = {read.order for read in self.events}
        of_this_period = sum(part.games for part in parts if part.order in since)
        k = self._next_k(player, standing, rating, played + games)
        return Line(rating, of_this_period, k, played + games, last)

    # -----------------------------------------------------------------------------------------------------------------
    # Rated players
    # -----------------------------------------------------------------------------------------------------------------

    def _line(self, player: Row) -> Line:
        fide_id = player["fide_id"]
        standing = self.standings.get(fide_id, NOT_LISTED)
        if standing.rating is None:
            return self._first_line(player, standing)
        law = law_of(self.kind, self.list_date)
        stints = [Stint(read, read.result(fide_id, standing.rating)) for read in self.events if fide_id in read.games]
        games = sum(stint.result.games for stint in stints)
        played = standing.played + self._taken_back.games.get(fide_id, 0) + games
        last = self._last(fide_id, standing, [stint.read for stint in stints])
        if standing.own is None and not games:
            return Line(None, 0, None, played, last)
        ks = [self._coefficient(player, standing, stint, stints) for stint in stints]
        if law.seven_hundred and games:
            ks = [min(k, 700 // games) for k in ks]
        unrounded = Fraction(sum(k * stint.result.balance for k, stint in zip(ks, stints, strict=True)), 100)
        rating = standing.rating + (half_away if law.half_away else half_up)(unrounded)
        rating = self._adjusted(fide_id, rating)
        if rating < law.floor:
            return Line(None, games, None, played, last)
        return Line(rating, games, self._next_k(player, standing, rating, played), played, last)

    def _last(self, player: int, standing: Standing, reads: Sequence[Read]) -> date | None:
        """The last rated game; from 2014 to 2024 only one against a rated opponent keeps active (7.23 a)."""
        strict = law_of(self.kind, self.list_date).only_rated_opponents_keep_active
        games = [
            day
            for read in reads
            if player in read.games
            for day, opponent_was_rated in read.rated_days(player, standing.rating)
            if opponent_was_rated or not strict
        ]
        return max([*games, *([] if standing.last is None else [standing.last])], default=None)

    def _adjusted(self, player: int, rating: int) -> int:
        """The one-off adjustments (reading 14)."""
        if self.list_date == COMPRESSION and rating < 2000:
            return rating + half_up(Fraction(2 * (2000 - rating), 5))
        if self.list_date == LIFT and self.kind != "standard":
            standard = next(row["standard_rating"] for row in self.lists[self.last] if row["fide_id"] == player)
            return rating if standard is None else max(rating, standard - 100)
        return rating

    # -----------------------------------------------------------------------------------------------------------------
    # K
    # -----------------------------------------------------------------------------------------------------------------

    def _k_on(self, player: Row, day: date, law_day: date, games: int, highest: int) -> int:
        """K by history on a day, by the edition of a day."""
        law = law_of(self.kind, law_day)
        if law.k_from == BY_OFFICER:
            return self._officer(player["fide_id"])
        born = player["birth_date"] or player["birth_year"]
        return coefficient(law, games, highest, junior=is_junior(law, born, day))

    def _officer(self, player: int) -> int:
        """K as the officer set it for this list (article 15 b of 2003): for the player, or else for everybody."""
        rows = [
            row for row in self.tables["coefficients"] if row["kind"] == self.kind and row["since"] <= self.list_date
        ]
        own = [row for row in rows if row["fide_id"] == player]
        latest = max(own or [row for row in rows if row["fide_id"] is None], key=lambda row: row["since"])
        return int(latest["k"])

    def _coefficient(self, player: Row, standing: Standing, stint: Stint, stints: Sequence[Stint]) -> int:
        """K of a whole event (reading 5, E 22): from the list at its start until 2021, else from the last list.

        A K that the list shows and history does not give is taken. Who was not on the list at the start is treated as
        what he is now (10.4; 8.4).
        """
        law, start = stint.read.law, stint.read.start
        if law.k_from == BY_OFFICER:
            return self._officer(player["fide_id"])
        if law.k_when == EVENT_START:
            shown = self._shown_at(start).get(player["fide_id"], NOT_LISTED)
            day = list_before(self.kind, start)
            before = sum(other.result.games for other in stints if other.read.end < start)
        else:
            shown, day = standing, self.last
            before = sum(other.result.games for other in stints[: stints.index(stint)])
        newcomer = shown.published is None
        first_day = day
        if newcomer:
            shown, day = standing, self.last
        by_history = self._k_on(player, day, day, shown.played, shown.highest)
        if shown.k not in {None, by_history}:
            return shown.k or 0
        if law.k_when == LIST_BEFORE:
            return by_history
        played = shown.played
        if law.k_when == EVENT_START:
            # Completed before the first day: what a list has of it, with later lists, or without what came later.
            since = self._games_since(player["fide_id"], first_day)
            completed = sum(games for end, games in since if end < start)
            later = sum(games for end, games in since if end >= start)
            played = max(played - later, 0) if newcomer else played + completed
        return self._k_on(player, start, start, played + before, shown.highest)

    def _games_since(self, player: int, day: date) -> list[tuple[date, int]]:
        """The last day and the games of events that were rated for lists after one and up to the last."""
        if day not in self.lists:
            # The last list was taken in its place, and it has these games.
            return []
        games_since, listed = [], self.last
        while listed > day:
            if listed not in self._earlier:
                events = [row for row in self.tables["events"] if row["rated_for"] == listed]
                pool = [row for row in self.tables["pool"] if row["due"] < listed]
                tables = {**self.tables, "events": events, "pool": pool}
                self._earlier[listed] = Period(tables, self.lists, self.kind, listed)
            then = self._earlier[listed]
            rating = then.standings.get(player, NOT_LISTED).rating
            for read in then.events:
                if player in read.games and rating is not None:
                    games_since.append((read.end, read.result(player, rating).games))
                elif player in read.games and counts_as_later(part := read.part(player)):
                    games_since.append((read.end, part.games))
            listed = list_before(self.kind, listed - timedelta(days=1))
        return games_since

    @cached_property
    def _earlier(self) -> dict[date, Period]:
        """Earlier lists of the book, as they are asked for."""
        return {}

    def _next_k(self, player: Row, standing: Standing, rating: int, games: int) -> int:
        """K of the new list."""
        return self._k_on(player, self.list_date, self.list_date, games, max(standing.highest_published, rating))

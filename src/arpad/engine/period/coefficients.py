"""K over columns: what a list shows, what holds for an event, what an officer set.

Which K holds (settled readings 4 and 5): of the list before the one being made, for all events (2022 on); at the start
of each event, from the list of that day and the games of events completed before it (2009 to 2021); at calculation,
event by event (2003). The last two need a player's history. Where the history of a book does not explain the K that
its own list shows, as with imported lists, that K is taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays, Column
from arpad.engine.everybody import NO_K, UNRATED
from arpad.model.problems import RefusedError
from arpad.regulations.durations import written_day
from arpad.regulations.rules.development_coefficient import DEVELOPMENT_COEFFICIENT, EVENT_START, LIST_BEFORE
from arpad.regulations.workings.coefficient import SET_BY_OFFICER, k_moment

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from arpad.engine.everybody import Listed, People
    from arpad.engine.period.event_pass import EventRows
    from arpad.regulations.edition import Edition

_DAYS = 20
"""Bits that hold a day; the player's place stands above them."""
_LATEST = (1 << _DAYS) - 1


@dataclass(frozen=True, slots=True)
class Facts:
    """What K is decided from, row by row; `day` is yyyymmdd. Without places the rows are everybody."""

    places: Column | None
    rating: Column
    highest: Column
    games: Column
    day: Column | int
    includes_rating: bool = False
    """True where the highest rating is known to be no lower than the rating."""


@dataclass(frozen=True, slots=True)
class Completed:
    """Games that went into a list, row by row: whose, on which day the event ended, how many."""

    player: Column
    end: Column
    games: Column


def is_by_officer(law: Edition) -> bool:
    """Tell whether an edition leaves K to the rating officer."""
    return law.rule("coefficient") == SET_BY_OFFICER


def k_by_history(law: Edition, players: People, facts: Facts) -> Column:
    """Ask the rule for K."""
    size = len(facts.rating)
    everybody = slice(None) if facts.places is None else facts.places
    day = np.asarray(facts.day, dtype=np.int64)
    whole = {
        "rating": facts.rating,
        "highest": facts.highest if facts.includes_rating else np.maximum(facts.highest, facts.rating),
        "games": facts.games,
        "day": np.broadcast_to(day, (size,)),
        "year": np.broadcast_to(day // 10_000, (size,)),
        "born": players.born[everybody],
        "birth_year": players.birth_year[everybody],
    }
    column: Column = Arrays(DEVELOPMENT_COEFFICIENT, law).run(whole, {}, None, ("k",)).whole["k"]
    return column


def written_days(days: Column) -> Column:
    """Give days, counted from 1970, as yyyymmdd."""
    dates = pl.Series(days, dtype=pl.Int32).cast(pl.Date)
    written = (
        dates.dt.year().cast(pl.Int64) * 10_000 + dates.dt.month().cast(pl.Int64) * 100 + dates.dt.day().cast(pl.Int64)
    )
    return written.to_numpy()


def officer_k(coefficients: pl.DataFrame, kind: str, list_date: date, players: People) -> Column:
    """Give the K that an officer set for everybody; -1 where none is set."""
    own = coefficients.filter((pl.col("kind") == kind) & (pl.col("since") <= list_date)).sort("since")
    everybody = own.filter(pl.col("fide_id").is_null())
    column = np.full(players.size, everybody["k"][-1] if everybody.height else NO_K, dtype=np.int32)
    single = own.filter(pl.col("fide_id").is_not_null())
    # Of several for the same player the latest comes last, and stays.
    column[players.places.of(single["fide_id"])] = single["k"].to_numpy()
    return column


def list_k(  # noqa: PLR0913, PLR0917 - everything that K depends on
    law: Edition, players: People, rating: Column, highest: Column, played: Column, day: date, set_k: Column
) -> Column:
    """Give K as history has it for everybody on a list; -1 for the unrated, and where an officer has set none."""
    is_unrated = rating == UNRATED
    if not is_by_officer(law) and 2 * np.count_nonzero(is_unrated) < players.size:
        # Where most are rated, working K out for everybody is less than taking the rated apart.
        facts = Facts(None, rating, highest, played, written_day(day), includes_rating=True)
        column = k_by_history(law, players, facts).astype(np.int32)
        column[is_unrated] = NO_K
        return column
    k = np.full(players.size, NO_K, dtype=np.int32)
    rated = np.flatnonzero(~is_unrated)
    if is_by_officer(law):
        k[rated] = set_k[rated]
        return k
    facts = Facts(rated, rating[rated], highest[rated], played[rated], written_day(day))
    k[rated] = k_by_history(law, players, facts)
    return k


class Coefficients:
    """Which K holds for which event of which player."""

    def __init__(  # noqa: PLR0913, PLR0917 - everything that K depends on
        self,
        players: People,
        base: Listed,
        base_day: date,
        list_date: date,
        listed_on: Callable[[date], Listed],
        law_of: Callable[[date], Edition | None],
        set_k: Column,
        completed_since: Callable[[date], Sequence[Completed]] = lambda _: (),
    ) -> None:
        self._players, self._base, self._base_day, self._list_date = players, base, base_day, list_date
        self._listed_on, self._law_of, self._set_k = listed_on, law_of, set_k
        self._completed_since = completed_since
        self._kept: dict[Any, Column] = {}

    def of_the_list(self, law: Edition) -> Column:
        """Give everybody's K of the list before; where it shows none, by history and the edition of that day."""
        key = ("list", law.id)
        if key not in self._kept:
            base = self._base
            shown = self._set_k if is_by_officer(law) else base.k
            lost = np.flatnonzero((shown == NO_K) & (base.rating != UNRATED))
            k = shown
            # K of the list before is by the edition of that list (settled readings 5 and 12).
            of_list = self._law_of(self._base_day) or law
            if len(lost) and not is_by_officer(law):
                k = shown.copy()
                facts = Facts(
                    lost, base.rating[lost], base.highest[lost], base.played[lost], written_day(self._base_day)
                )
                k[lost] = k_by_history(of_list, self._players, facts)
            self._kept[key] = k
        return self._kept[key]

    def _explained(self, day: date) -> Column:
        """Tell whose K on a list is the one that the history gives; only then history decides at an event."""
        if ("explained", day) not in self._kept:
            listed, law = self._listed_on(day), self._law_of(day)
            if law is None:
                explained = np.zeros(self._players.size, dtype=bool)
            else:
                by_history = list_k(law, self._players, listed.rating, listed.highest, listed.played, day, self._set_k)
                explained = (listed.k == NO_K) | (listed.k == by_history)
            self._kept["explained", day] = explained
        return self._kept["explained", day]

    def of_rows(self, law: Edition, rows: EventRows, chosen: Column, every: EventRows) -> Column:
        """Give K for some rows of one edition; `every` holds all rows of the period."""
        when = k_moment(law)
        places = rows.player[chosen]
        if when == LIST_BEFORE or is_by_officer(law):
            return self._refuse_missing(law, self.of_the_list(law)[places])
        if when == EVENT_START:
            return self._at_start(law, rows, chosen, every)
        base = self._base
        before = _completed_before(every, _in_order(every))[chosen]
        games = base.played[places] + before
        facts = Facts(places, base.rating[places], base.highest[places], games, written_day(self._list_date))
        by_history = k_by_history(law, self._players, facts)
        known = self._explained(self._base_day)[places]
        return np.where(known, by_history, base.k[places])

    def _at_start(self, law: Edition, rows: EventRows, chosen: Column, every: EventRows) -> Column:
        """From the list of the event's first day; for a player unrated then, from the list before the one being made.

        Games are those of events that ended before it began: of the list of the first day, and of events of later lists
        and of this period. A player unrated then has the games of the last list without those that ended later.
        """
        before = _ended_before(every, rows.player[chosen], rows.start[chosen])
        column = np.full(len(chosen), NO_K, dtype=np.int64)
        started = rows.started[chosen]
        for day in sorted({rows.days[source] for source in np.unique(started).tolist()}):
            of_day = np.isin(started, [place for place, list_day in enumerate(rows.days) if list_day == day])
            at = np.flatnonzero(of_day)
            places = rows.player[chosen][at]
            then, now = self._listed_on(day), self._base
            was_rated = then.rating[places] != UNRATED
            played = np.where(was_rated, then.played[places], now.played[places])
            highest = np.where(was_rated, then.highest[places], now.highest[places])
            shown = np.where(was_rated, then.k[places], now.k[places])
            known = np.where(was_rated, self._explained(day)[places], self._explained(self._base_day)[places])
            rating = np.where(was_rated, then.rating[places], now.rating[places])
            completed, later = np.zeros((2, len(at)), dtype=np.int64)
            for earlier in self._completed_since(day):
                ended = _ended_before(earlier, places, rows.start[chosen][at])
                completed += ended
                later += _ended_before(earlier, places, _LATEST) - ended
            played = np.maximum(played + np.where(was_rated, completed, -later), 0) + before[at]
            facts = Facts(places, rating, highest, played, written_days(rows.start[chosen][at]))
            column[at] = np.where(known, k_by_history(law, self._players, facts), shown)
        return column

    @staticmethod
    def _refuse_missing(law: Edition, k: Column) -> Column:
        if len(k) and k.min() == NO_K:
            raise RefusedError.of(
                "k_missing",
                f"{law.id} leaves K to the rating officer, and {int((k == NO_K).sum())} players have none: "
                "fill the table `coefficients`.",
            )
        return k


def _ended_before(every: EventRows | Completed, players: Column, starts: Column | int) -> Column:
    """Count each player's games in events that ended before a day."""
    keys = (every.player << _DAYS) | every.end
    order = np.argsort(keys, kind="stable")
    keys, games = keys[order], every.games[order]
    before = np.concatenate([[0], np.cumsum(games)])
    first = np.searchsorted(keys, players << _DAYS, side="left")
    upto = np.searchsorted(keys, (players << _DAYS) | starts, side="left")
    ended: Column = before[upto] - before[first]
    return ended


def _in_order(every: EventRows) -> Column:
    """Order rows by player and then by end, start and number of the event (settled reading 4)."""
    return np.lexsort((every.event, every.start, every.end, every.player))


def _completed_before(every: EventRows, order: Column) -> Column:
    """Count each player's games of this period in events that come before each row's; parts of an event are one."""
    games, player, event = every.games[order], every.player[order], every.event[order]
    before = np.cumsum(games) - games
    is_player = np.diff(player, prepend=-1) != 0
    is_event = is_player | (np.diff(event, prepend=-1) != 0)
    completed = np.empty(len(order), dtype=np.int64)
    completed[order] = _of_first(before, is_event) - _of_first(before, is_player)
    return completed


def _of_first(values: Column, is_first: Column) -> Column:
    """Give every row the value of the first of its group."""
    return values[np.flatnonzero(is_first)][np.cumsum(is_first) - 1] if len(values) else values

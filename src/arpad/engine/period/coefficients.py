"""K over columns: what a list shows, what holds for an event, what an officer set.

Which K holds (settled readings 4 and 5): of the list before the one being made, for all events (2022 on); at the start
of each event, from the list of that day and the games of events completed before it (2009 to 2021); at calculation,
event by event (2003). The last two need a player's history. Where the history of a book does not explain the K that
its own list shows, as with imported lists, that K is taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays, Column
from arpad.engine.everybody import EPOCH, NO_K, UNRATED, day_of
from arpad.engine.wording import WORDS
from arpad.model.problems import RefusedError
from arpad.regulations.catalogue import NoEditionError
from arpad.regulations.durations import written_day
from arpad.regulations.rules.development_coefficient import DEVELOPMENT_COEFFICIENT, EVENT_START, LIST_BEFORE
from arpad.regulations.workings.coefficient import is_by_officer, k_moment

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from arpad.engine.everybody import Everybody
    from arpad.engine.period.frames import EventRows, PlayerPartition
    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition

_DAYS = 20
"""Bits that hold a day; the player's place stands above them."""
_LATEST = (1 << _DAYS) - 1


@dataclass(frozen=True, slots=True)
class KFacts:
    """What K is decided from, row by row; `day` is yyyymmdd. Without places the rows are everybody."""

    places: Column | None
    rating: Column
    highest: Column
    games: Column
    day: Column | int
    includes_rating: bool = False
    """True where the highest rating is known to be no lower than the rating."""


def k_by_history(law: Edition, players: Everybody, facts: KFacts) -> Column:
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
    if not len(days):
        return days.astype(np.int64)
    # The days of a list lie close together: each is taken apart once, and looked up.
    first = int(days.min())
    dates = np.arange(first, int(days.max()) + 1).astype("datetime64[D]")
    months = dates.astype("datetime64[M]")
    number = months.astype(np.int64)
    written = (EPOCH.year + number // 12) * 10_000 + (number % 12 + 1) * 100 + (dates - months).astype(np.int64) + 1
    column: Column = written[days - first]
    return column


def officer_k(coefficients: pl.DataFrame, kind: str, list_date: date, players: Everybody) -> Column:
    """Give the K that an officer set for everybody; -1 where none is set."""
    own = coefficients.filter((pl.col("kind") == kind) & (pl.col("since") <= list_date)).sort("since")
    k, is_for_everybody = own["k"].to_numpy(), own["fide_id"].is_null().to_numpy()
    everybody = k[is_for_everybody]
    column = np.full(players.size, everybody[-1] if len(everybody) else NO_K, dtype=np.int32)
    # Of several for the same player the latest comes last, and stays.
    column[players.places.of(own["fide_id"].drop_nulls())] = k[~is_for_everybody]
    return column


def list_k(  # noqa: PLR0913, PLR0917 - everything that K depends on
    law: Edition, players: Everybody, rating: Column, highest: Column, played: Column, day: date, set_k: Column
) -> Column:
    """Give K as history has it for everybody on a list; -1 for the unrated, and where an officer has set none."""
    is_unrated = rating == UNRATED
    if not is_by_officer(law) and 2 * np.count_nonzero(is_unrated) < players.size:
        # Where most are rated, working K out for everybody is less than taking the rated apart.
        facts = KFacts(None, rating, highest, played, written_day(day), includes_rating=True)
        column = k_by_history(law, players, facts).astype(np.int32)
        column[is_unrated] = NO_K
        return column
    k = np.full(players.size, NO_K, dtype=np.int32)
    rated = np.flatnonzero(~is_unrated)
    if is_by_officer(law):
        k[rated] = set_k[rated]
        return k
    facts = KFacts(rated, rating[rated], highest[rated], played[rated], written_day(day))
    k[rated] = k_by_history(law, players, facts)
    return k


def edition_on(calendar: Calendar, day: date) -> Edition | None:
    """Give the edition of a day; None where none is known."""
    try:
        return calendar.edition(day)
    except NoEditionError:
        return None


def k_of_the_list(of: PlayerPartition, law: Edition) -> Column:
    """Give everybody's K of the list before; where it shows none, by history and the edition of that day."""
    shown = of.set_k if is_by_officer(law) else of.last.k
    lost = np.flatnonzero((shown == NO_K) & (of.published != UNRATED))
    if not len(lost) or is_by_officer(law):
        return shown
    # K of the list before is by the edition of that list (settled readings 5 and 12).
    day = of.base_day or of.list_date
    facts = KFacts(lost, of.published[lost], of.last.highest[lost], of.last.played[lost], written_day(day))
    k = shown.copy()
    k[lost] = k_by_history(edition_on(of.calendar, day) or law, of.players, facts)
    return k


@dataclass(frozen=True, slots=True)
class _PlacedRows:
    """The rows of the events of some players, with the players' places and what is known of their K."""

    of: PlayerPartition
    rows: EventRows
    player: Column
    explained: Mapping[date, Column]
    """By list: whose K on it is the one that the history gives; only then history decides at an event."""


def k_of_rows(of: PlayerPartition, rows: EventRows, wanted: Column) -> Column:
    """Give the wanted rows of the events of some players their K, by the edition of the event; the others have 0.

    Games that were completed before are counted among these rows, so all rows of the players are given. Where no game
    counts, K is not asked for: an officer need not have set one.
    """
    column, player = np.zeros(len(rows), dtype=np.int64), of.players.places.of(pl.Series(rows.fide_id))
    by_history = [place for place, law in enumerate(of.laws) if not _is_of_the_list(law)]
    days: set[date] = set()
    if np.isin(rows.law, by_history).any():
        days = starts_of_k(of.laws, rows) | {of.base_day or of.list_date}
    placed = _PlacedRows(of, rows, player, {day: _explained(of, day) for day in days})
    for place, law in enumerate(of.laws):
        chosen = wanted[rows.law[wanted] == place]
        if not len(chosen):
            continue
        if _is_of_the_list(law):
            column[chosen] = _refuse_missing(law, k_of_the_list(of, law)[player[chosen]])
        elif k_moment(law) == EVENT_START:
            column[chosen] = _at_start(placed, law, chosen)
        else:
            column[chosen] = _at_calculation(placed, law, chosen)
    return column


def _is_of_the_list(law: Edition) -> bool:
    """Tell whether one K holds for all events of a list: that of the list before, or one that an officer set."""
    return k_moment(law) == LIST_BEFORE or is_by_officer(law)


def takes_k_at_start(laws: Sequence[Edition]) -> bool:
    """Tell whether K of some events is taken at their start, from the list of that day."""
    return any(map(_takes_k_at_start, laws))


def _takes_k_at_start(law: Edition) -> bool:
    return k_moment(law) == EVENT_START and not is_by_officer(law)


def starts_of_k(laws: Sequence[Edition], rows: EventRows) -> set[date]:
    """Give the lists of the first days of events at whose start K is taken: what was played since then decides."""
    asked = [place for place, law in enumerate(laws) if _takes_k_at_start(law)]
    return {day_of(day) for day in np.unique(rows.started[np.isin(rows.law, asked)]).tolist()}


def _at_calculation(placed: _PlacedRows, law: Edition, chosen: Column) -> Column:
    """From the list before, and the games of events of this period that come before each."""
    of, places, last = placed.of, placed.player[chosen], placed.of.last
    games = last.played[places] + _completed_before(placed.rows, placed.player)[chosen]
    facts = KFacts(places, of.published[places], last.highest[places], games, written_day(of.list_date))
    by_history = k_by_history(law, of.players, facts)
    known = placed.explained[of.base_day or of.list_date][places]
    return np.where(known, by_history, last.k[places])


def _at_start(placed: _PlacedRows, law: Edition, chosen: Column) -> Column:
    """From the list of the event's first day; for a player unrated then, from the list before the one being made.

    Games are those of events that ended before it began: of the list of the first day, and of events of later lists
    and of this period. A player unrated then has the games of the last list without those that ended later.
    """
    of, rows, player = placed.of, placed.rows, placed.player
    before = _ended_before((player, rows.end, rows.games), player[chosen], rows.start[chosen])
    of_base = placed.explained[of.base_day or of.list_date]
    column = np.full(len(chosen), NO_K, dtype=np.int64)
    started = rows.started[chosen]
    for number in np.unique(started).tolist():
        day, at = day_of(number), np.flatnonzero(started == number)
        places, starts = player[chosen][at], rows.start[chosen][at]
        then, now = of.lists[day], of.last
        was_rated = then.rating[places] != UNRATED
        played = np.where(was_rated, then.played[places], now.played[places])
        highest = np.where(was_rated, then.highest[places], now.highest[places])
        shown = np.where(was_rated, then.k[places], now.k[places])
        known = np.where(was_rated, placed.explained[day][places], of_base[places])
        rating = np.where(was_rated, then.rating[places], of.published[places])
        completed, later = np.zeros((2, len(at)), dtype=np.int64)
        since = of.completed.get(day)
        if since is not None:
            ended = (of.players.places.of(pl.Series(since.fide_id)), since.end, since.games)
            completed = _ended_before(ended, places, starts)
            later = _ended_before(ended, places, _LATEST) - completed
        played = np.maximum(played + np.where(was_rated, completed, -later), 0) + before[at]
        facts = KFacts(places, rating, highest, played, written_days(starts))
        column[at] = np.where(known, k_by_history(law, of.players, facts), shown)
    return column


def _explained(of: PlayerPartition, day: date) -> Column:
    """Tell whose K on a list is the one that the history gives."""
    lines, law = of.lists[day], edition_on(of.calendar, day)
    if law is None:
        return np.zeros(of.players.size, dtype=bool)
    by_history = list_k(law, of.players, lines.rating, lines.highest, lines.played, day, of.set_k)
    explained: Column = (lines.k == NO_K) | (lines.k == by_history)
    return explained


def _refuse_missing(law: Edition, k: Column) -> Column:
    if len(k) and k.min() == NO_K:
        raise RefusedError.of(WORDS, "k_missing", edition=law.id, players=int((k == NO_K).sum()))
    return k


def _ended_before(events: tuple[Column, Column, Column], players: Column, starts: Column | int) -> Column:
    """Count each player's games in events that ended before a day; events are player, end and games."""
    player, end, games = events
    keys = (player << _DAYS) | end
    order = np.argsort(keys, kind="stable")
    keys, games = keys[order], games[order]
    before = np.concatenate([[0], np.cumsum(games)])
    first = np.searchsorted(keys, players << _DAYS, side="left")
    upto = np.searchsorted(keys, (players << _DAYS) | starts, side="left")
    ended: Column = before[upto] - before[first]
    return ended


def _completed_before(rows: EventRows, player: Column) -> Column:
    """Count each player's games of this period in events that come before each row's; parts of an event are one.

    Events come in the order of their end, start and number (settled reading 4).
    """
    order = np.lexsort((rows.event_id, rows.start, rows.end, player))
    games, ordered, event = rows.games[order], player[order], rows.event_id[order]
    before = np.cumsum(games) - games
    is_player = np.diff(ordered, prepend=-1) != 0
    is_event = is_player | (np.diff(event, prepend=-1) != 0)
    completed = np.empty(len(order), dtype=np.int64)
    completed[order] = _of_first(before, is_event) - _of_first(before, is_player)
    return completed


def _of_first(values: Column, is_first: Column) -> Column:
    """Give every row the value of the first of its group."""
    return values[np.flatnonzero(is_first)][np.cumsum(is_first) - 1] if len(values) else values

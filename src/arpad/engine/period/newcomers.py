"""First ratings over columns: the pool of part results, judged and added up by the rules of the reference.

By each event's edition: which events count. By the list's: the window, the games needed, the formula, the highest and
the lowest first rating (settled readings 11 and 12). Bound to the reference by property tests.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays, Column
from arpad.engine.everybody import NO_DAY
from arpad.engine.ids import distinct
from arpad.engine.period.coefficients import written_days
from arpad.engine.period.events import no_edition
from arpad.engine.period.frames import Completed
from arpad.model.period import MATCH, ROUND_ROBIN
from arpad.regulations.catalogue import NoEditionError
from arpad.regulations.durations import written_day
from arpad.regulations.rules.first_rating import FIRST_RATING, PUBLISHED, WEIGHTED_RATINGS
from arpad.regulations.rules.newcomer_event import (
    COUNTS,
    NEWCOMER_EVENT,
    NEWCOMER_POOL,
    PERFORMANCE_BELOW_FLOOR,
    RESULT_ON_LIST,
)
from arpad.regulations.workings.crosstable import has_tables
from arpad.regulations.workings.first_rating import is_weighted, rates_no_points

if TYPE_CHECKING:
    from datetime import date

    from arpad.engine.everybody import Everybody
    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition

_NOTHING = -(1 << 30)
_WHOLE_NUMBERS = ("fide_id", "games", "score", "ru", "published")
_NOBODY = pl.DataFrame(
    schema={**dict.fromkeys(_WHOLE_NUMBERS, pl.Int64), "reasons": pl.String, "needed": pl.Int64, "last": pl.Int32}
)
"""The answer where nobody waits for a first rating."""


@dataclass(frozen=True, slots=True)
class _Pool:
    """The rows of the pool in the order in which a player's events are judged."""

    player: Column
    start: Column
    end: Column
    due: Column
    games: Column
    score: Column
    opponents: Column
    average: Column
    cycles: Column
    field: Column
    """The opponents of a round robin, where that is not games over cycles; else 0."""
    is_round_robin: Column
    is_match: Column
    met: Column
    """Rated opponents, each once."""
    team: Column
    last: Column
    """The day of the last game; NO_DAY for part results of earlier lists."""
    law: Column
    laws: tuple[Edition, ...]

    def only(self, rows: Column) -> _Pool:
        names = [field.name for field in fields(self) if field.name != "laws"]
        return replace(self, **{name: getattr(self, name)[rows] for name in names})

    def __len__(self) -> int:
        return len(self.player)


def first_ratings(pool: pl.DataFrame, players: Everybody, days: Calendar, list_date: date) -> pl.DataFrame:
    """Give a row for everybody in the pool: what the events come to, and what is published, if anything.

    The column `last` of the pool has the days of the last games of this period; given is the last of those that count.
    """
    if pool.is_empty():
        return _NOBODY
    law = days.edition(list_date)
    rows = _rows(pool, players, days)
    rows = rows.only(np.flatnonzero(_counting(law, rows, days, list_date)))
    everybody = distinct(players.places.of(pool["fide_id"]))
    group = np.searchsorted(everybody, rows.player)
    size = len(everybody)
    games, score, opponents, team, events = (
        _added(group, values, size)
        for values in (rows.games, rows.score, rows.opponents, rows.games * rows.team, np.ones_like(rows.games))
    )
    some = np.flatnonzero(games > 0)
    rating = np.full(size, _NOTHING, dtype=np.int64)
    if len(some):
        rating[some] = _weighted(law, rows, group, size)[some] if is_weighted(law) else (
            _rated(law, games, score, opponents, _field_of_only(law, rows, group, events, size), some)
        )  # fmt: skip
    last = np.full(size, NO_DAY, dtype=np.int32)
    np.maximum.at(last, group, rows.last.astype(np.int32))
    published = _published(law, games, rating, team, players.in_association[everybody])
    return _answer(players.places.numbers[everybody], games, score, rating, published).with_columns(last=last)


def _rows(pool: pl.DataFrame, players: Everybody, days: Calendar) -> _Pool:
    frame = pool.sort("fide_id", "end", "start", "event_id")
    laws: list[Edition] = []
    of_day: dict[date, int] = {}
    for day in frame["start"].unique().to_list():
        try:
            edition = days.edition_of_event(day)
        except NoEditionError as fault:
            raise no_edition(frame.filter(pl.col("start") == day), "pool", fault) from fault
        if edition not in laws:
            laws.append(edition)
        of_day[day] = laws.index(edition)
    law = frame["start"].replace_strict(of_day, return_dtype=pl.Int64).to_numpy() if of_day else np.zeros(0, np.int64)
    robin = (frame["system"] == ROUND_ROBIN).to_numpy() & np.isin(
        law, [place for place, law in enumerate(laws) if has_tables(law)]
    )
    is_match = pl.col("system") == MATCH
    columns = frame.select(
        pl.col("start", "end", "due").to_physical().cast(pl.Int64),
        pl.col("games", "score", "opponents", "cycles", "team_championship").cast(pl.Int64),
        pl.col("average", "field").fill_null(0).cast(pl.Int64),
        # A match has one opponent, any other event one for each game, where nothing else is known.
        met=pl.coalesce("met", pl.when(is_match).then(1).otherwise("games")).cast(pl.Int64),
        is_match=is_match,
    )
    whole = {name: columns[name].to_numpy() for name in columns.columns}
    average, games = whole["average"], whole["games"]
    return _Pool(
        players.places.of(frame["fide_id"]), whole["start"], whole["end"], whole["due"],
        games, whole["score"], np.where(robin, average * games, whole["opponents"]), average,
        whole["cycles"], whole["field"], robin, whole["is_match"], whole["met"], whole["team_championship"],
        frame["last"].to_numpy(), law, tuple(laws),
    )  # fmt: skip


def games_after_the_first(pool: pl.DataFrame, players: Everybody, days: Calendar, list_date: date) -> Completed:
    """Give the games of the part results that count where there is an earlier one."""
    rows = _rows(pool, players, days)
    rows = rows.only(np.flatnonzero(_judged(rows, days, list_date)[1] == COUNTS))
    return Completed(players.places.numbers[rows.player], rows.end, rows.games)


def _counting(law: Edition, rows: _Pool, days: Calendar, list_date: date) -> Column:
    """Tell which events count; until one does, each is judged as the first (settled reading 11)."""
    as_first, as_later = _judged(rows, days, list_date)
    if not len(rows):
        return np.zeros(0, dtype=bool)
    codes = {"order": np.arange(len(rows)), "as_first": as_first, "as_later": as_later}
    # The rows of a player stand together.
    owner = np.cumsum(np.diff(rows.player, prepend=rows.player[0]) != 0)
    counts: Column = Arrays(NEWCOMER_POOL, law).run({}, codes, owner).parts["uncounted"] == COUNTS
    return counts


def _judged(rows: _Pool, days: Calendar, list_date: date) -> tuple[Column, Column]:
    """Say of each event why it does not count: as the first event, and as a later one."""
    on_list = Arrays(RESULT_ON_LIST, days.edition(list_date)).run(_on_list(rows, days, list_date), {}, None)
    as_first, as_later = np.zeros((2, len(rows)), dtype=np.int64)
    for place, law in enumerate(rows.laws):
        own = np.flatnonzero(rows.law == place)
        facts = _facts(rows.only(own), on_list.whole["not_for_this_list"][own])
        for name, codes in _codes(law, facts).items():
            {"as_first": as_first, "as_later": as_later}[name][own] = codes
        # Only where the worst performance would drop an event is it worked out.
        asked = own[(as_first[own] == PERFORMANCE_BELOW_FLOOR) | (as_later[own] == PERFORMANCE_BELOW_FLOOR)]
        if len(asked):
            facts = _facts(rows.only(asked), on_list.whole["not_for_this_list"][asked])
            facts["performance"] = _performance(law, rows, asked)
            for name, codes in _codes(law, facts).items():
                {"as_first": as_first, "as_later": as_later}[name][asked] = codes
    return as_first, as_later


def _codes(law: Edition, facts: dict[str, Column]) -> dict[str, Column]:
    codes = Arrays(NEWCOMER_EVENT, law).run(facts, {}, None, ("as_first", "as_later")).whole
    return {name: codes[name] for name in ("as_first", "as_later")}


def _on_list(rows: _Pool, days: Calendar, list_date: date) -> dict[str, Column]:
    """Give what decides whether a result may be used for a list."""
    window = np.int64(written_day(days.pooling_from(list_date)))
    return {
        "has_due": np.ones(len(rows), dtype=bool),
        **{name: written_days(getattr(rows, name)) for name in ("due", "start", "end")},
        "list_day": np.broadcast_to(np.int64(written_day(list_date)), (len(rows),)),
        "kept_after": np.broadcast_to(window, (len(rows),)),
    }


def _facts(rows: _Pool, not_for_this_list: Column) -> dict[str, Column]:
    """Give what decides whether events count; part results are those of unrated players only."""
    nobody = np.zeros(len(rows), dtype=bool)
    return {
        "was_rated": nobody,
        "is_match": rows.is_match,
        "is_scheveningen": nobody,
        "met_unrated": nobody,
        "not_for_this_list": not_for_this_list,
        "is_table": rows.is_round_robin,
        "needs_average": rows.is_round_robin & (rows.average == 0),
        "games": rows.games,
        "score": rows.score,
        "rated_games": rows.games,
        "rated_opponents": rows.met,
        "performance": np.full(len(rows), _NOTHING, dtype=np.int64),
    }


def _field(rows: _Pool) -> Column:
    """Give the number of opponents in a round robin; 0 for any other event."""
    by_games = rows.games // np.maximum(1, rows.cycles)
    return np.where(rows.is_round_robin, np.where(rows.field > 0, rows.field, by_games), 0)


def _performance(law: Edition, rows: _Pool, asked: Column) -> Column:
    """Give the rating that each event would give alone; nothing where an edition has no number for no points."""
    performance = np.zeros(len(asked), dtype=np.int64)
    some = np.flatnonzero((rows.score[asked] > 0) | rates_no_points(law))
    at = asked[some]
    performance[some] = _asked(law, rows.opponents[at], rows.games[at], rows.score[at], _field(rows)[at])
    return performance


def _asked(law: Edition, opponents: Column, games: Column, score: Column, field: Column) -> Column:
    whole = {"opponents": opponents, "games": games, "score": score, "is_round_robin": field > 0, "field": field}
    column: Column = Arrays(FIRST_RATING, law).run(whole, {}, None).whole["rating"]
    return column


def _added(group: Column, values: Column, size: int) -> Column:
    added = np.zeros(size, dtype=np.int64)
    np.add.at(added, group, values)
    return added


def _field_of_only(law: Edition, rows: _Pool, group: Column, events: Column, size: int) -> Column:
    """Give the field of a single round robin, if the list's edition knows that; several events together are none."""
    if not has_tables(law):
        return np.zeros(size, dtype=np.int64)
    return np.where(events == 1, _added(group, _field(rows), size), 0)


def _rated(  # noqa: PLR0913, PLR0917 - the sums of the pool
    law: Edition, games: Column, score: Column, opponents: Column, field: Column, some: Column
) -> Column:
    return _asked(law, opponents[some], games[some], score[some], field[some])


def _weighted(law: Edition, rows: _Pool, group: Column, size: int) -> Column:
    """2003: the mean of the events' whole ratings, weighted by games."""
    each = _performance(law, rows, np.arange(len(rows)))
    worked_out = Arrays(WEIGHTED_RATINGS, law).run(
        {"size": np.zeros(size, dtype=np.int64)}, {"rating": each, "games": rows.games}, group
    )
    weighted: Column = worked_out.whole["rating"]
    return weighted


def _published(law: Edition, games: Column, rating: Column, team: Column, member: Column) -> dict[str, Column]:
    """Ask the rule of what is published, and why not."""
    whole = {
        "has_rating": rating != _NOTHING,
        "rating": rating,
        "games": games,
        "team_games": team,
        "in_association": member,
    }
    return Arrays(PUBLISHED, law).run(whole, {}, None).whole


def _answer(fide_id: Column, games: Column, score: Column, rating: Column, verdicts: dict[str, Column]) -> pl.DataFrame:
    """Say what is published, and why nothing is where nothing is."""
    reasons = ("too_few_games", "below_the_floor", "below_the_entry")
    given_reasons = [pl.when(pl.Series(verdicts[reason], dtype=pl.Boolean)).then(pl.lit(reason)) for reason in reasons]
    return pl.DataFrame({"fide_id": fide_id, "games": games, "score": score, "ru": rating}).with_columns(
        ru=pl.when(pl.Series(rating != _NOTHING)).then("ru"),
        published=pl.when(pl.Series(verdicts["is_published"], dtype=pl.Boolean)).then("ru"),
        reasons=pl.concat_str(given_reasons, separator=" ", ignore_nulls=True),
        needed=pl.Series(np.broadcast_to(verdicts["games_needed"], games.shape), dtype=pl.Int64),
    )

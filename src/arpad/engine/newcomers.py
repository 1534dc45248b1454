"""First ratings over columns: the pool of part results, judged and added up by the rules of the reference.

By each event's edition: which events count. By the list's: the window, the games needed, the formula, the highest and
the lowest first rating (settled readings 11 and 12). Bound to the reference by property tests.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import date
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays
from arpad.engine.people import day_number
from arpad.engine.period_events import no_edition
from arpad.regulations.catalogue import NoEditionError
from arpad.regulations.first_rating import WEIGHTED, counts_opponents
from arpad.regulations.rules.first_rating import FIRST_RATING, WEIGHTED_RATINGS

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.engine.people import People
    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition

Column = np.ndarray[Any, Any]

_NOTHING = -(1 << 30)


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
    met: Column
    """Rated opponents, each once."""
    team: Column
    law: Column
    laws: tuple[Edition, ...]

    def only(self, rows: Column) -> _Pool:
        names = [one.name for one in fields(self) if one.name != "laws"]
        return replace(self, **{name: getattr(self, name)[rows] for name in names})

    def __len__(self) -> int:
        return len(self.player)


def first_ratings(
    pool: pl.DataFrame, who: People, days: Calendar, list_date: date, law_of: Callable[[date], Edition]
) -> pl.DataFrame:
    """Give a row for everybody in the pool: what his events come to, and what is published, if anything."""
    law = days.edition(list_date)
    rows = _rows(pool, who, law_of)
    rows = rows.only(np.flatnonzero(_counting(rows, days, list_date)))
    everybody = np.unique(who.places.of(pool["fide_id"]))
    group = np.searchsorted(everybody, rows.player)
    size = len(everybody)
    games, score, opponents, team, events = (
        _added(group, values, size)
        for values in (rows.games, rows.score, rows.opponents, rows.games * rows.team, np.ones_like(rows.games))
    )
    some = np.flatnonzero(games > 0)
    rating = np.full(size, _NOTHING, dtype=np.int64)
    if len(some):
        rating[some] = _weighted(law, rows, group, size)[some] if law.rule("initial_method") == WEIGHTED else (
            _rated(law, games, score, opponents, _field_of_only(law, rows, group, events, size), some)
        )  # fmt: skip
    needed = _needed(law, who.in_association[everybody], team)
    return _answer(law, who.places.numbers[everybody], games, score, rating, needed)


def _rows(pool: pl.DataFrame, who: People, law_of: Callable[[date], Edition]) -> _Pool:
    frame = pool.sort("fide_id", "end", "start", "event_id")
    laws: list[Edition] = []
    of_day: dict[date, int] = {}
    for day in frame["start"].unique().to_list():
        try:
            found = law_of(day)
        except NoEditionError as fault:
            raise no_edition(frame.filter(pl.col("start") == day), "pool", fault) from fault
        if found not in laws:
            laws.append(found)
        of_day[day] = laws.index(found)
    law = frame["start"].replace_strict(of_day, return_dtype=pl.Int64).to_numpy() if of_day else np.zeros(0, np.int64)
    robin = (frame["system"] == "roundrobin").to_numpy() & np.isin(
        law, [place for place, one in enumerate(laws) if one.has("round_robin_method")]
    )
    average = frame["average"].fill_null(0).to_numpy().astype(np.int64)
    games = frame["games"].to_numpy().astype(np.int64)
    opponents = frame["opponents"].to_numpy().astype(np.int64)
    one_for_each = np.where((frame["system"] == "match").to_numpy(), 1, games)
    met = np.where(frame["met"].is_null().to_numpy(), one_for_each, frame["met"].fill_null(0).to_numpy())
    whole = {name: frame[name].to_physical().to_numpy().astype(np.int64) for name in ("start", "end", "due")}
    return _Pool(
        who.places.of(frame["fide_id"]), whole["start"], whole["end"], whole["due"],
        games, frame["score"].to_numpy().astype(np.int64), np.where(robin, average * games, opponents), average,
        frame["cycles"].to_numpy().astype(np.int64), frame["field"].fill_null(0).to_numpy().astype(np.int64),
        robin, met.astype(np.int64), frame["team_championship"].to_numpy().astype(np.int64), law, tuple(laws),
    )  # fmt: skip


def _counting(rows: _Pool, days: Calendar, list_date: date) -> Column:
    """Tell which events count; until one does, each is judged as the first (settled reading 11)."""
    window, begins = day_number(days.pooling_from(list_date)), days.edition(list_date).get("pooling_starts")
    may = (rows.due > window) & (rows.games > 0) & ~(rows.is_round_robin & (rows.average == 0))
    may &= ~((rows.due > day_number(list_date)) & (rows.end >= day_number(list_date)))
    if begins is not None:
        may &= rows.start >= day_number(date.fromisoformat(begins))
    as_first, as_later = may.copy(), may.copy()
    for place, law in enumerate(rows.laws):
        own = rows.law == place
        as_swiss = own & ~rows.is_round_robin
        counted = rows.met if counts_opponents(law) else rows.games
        few = as_swiss & (counted < (law.get("event_minimum_rated_opponents") or 0))
        least = law.operand("event_minimum_score") if law.has("event_minimum_score") else 0
        low = own & (rows.score < least)
        low_swiss = as_swiss & (rows.score < _least_of_swiss(law))
        as_first &= ~(low | low_swiss)
        as_later &= ~(few | low_swiss)
        if law.get("event_minimum_rated_scope") != "later_events":
            as_first &= ~few
        if law.get("event_minimum_scope") == "any_event":
            as_later &= ~low
        below = law.get("first_performance_below_floor")
        if below in {"dropped", "dropped_in_every_swiss"}:
            asked = np.flatnonzero(own & may)
            weak = asked[_performance(law, rows, asked) < (law.get("floor") or 0)]
            as_first[weak] = False
            if below == "dropped_in_every_swiss":
                as_later[weak[as_swiss[weak]]] = False
    place_of = np.arange(len(rows))
    first = np.full(int(rows.player.max(initial=-1)) + 1, len(rows))
    np.minimum.at(first, rows.player[as_first], place_of[as_first])
    counts: Column = (place_of == first[rows.player]) | ((place_of > first[rows.player]) & as_later)
    return counts


def _least_of_swiss(law: Edition) -> int:
    return int(law.operand("event_minimum_score_swiss")) if law.has("event_minimum_score_swiss") else 0


def _field(rows: _Pool) -> Column:
    """Give the number of opponents in a round robin; 0 for any other event."""
    by_games = rows.games // np.maximum(1, rows.cycles)
    return np.where(rows.is_round_robin, np.where(rows.field > 0, rows.field, by_games), 0)


def _performance(law: Edition, rows: _Pool, asked: Column) -> Column:
    """Give the rating that each event would give alone; nothing where an edition has no number for no points."""
    made = np.zeros(len(asked), dtype=np.int64)
    some = np.flatnonzero((rows.score[asked] > 0) | law.table("percentage_table").has(0))
    at = asked[some]
    made[some] = _asked(law, rows.opponents[at], rows.games[at], rows.score[at], _field(rows)[at])
    return made


def _asked(law: Edition, opponents: Column, games: Column, score: Column, field: Column) -> Column:
    whole = {"opponents": opponents, "games": games, "score": score, "is_round_robin": field > 0, "field": field}
    found: Column = Arrays(FIRST_RATING, law).run(whole, {}, None).whole["rating"]
    return found


def _added(group: Column, values: Column, size: int) -> Column:
    made = np.zeros(size, dtype=np.int64)
    np.add.at(made, group, values)
    return made


def _field_of_only(law: Edition, rows: _Pool, group: Column, events: Column, size: int) -> Column:
    """Give the field of a single round robin, if the list's edition knows that; several events together are none."""
    if not law.has("round_robin_method"):
        return np.zeros(size, dtype=np.int64)
    return np.where(events == 1, _added(group, _field(rows), size), 0)


def _rated(  # noqa: PLR0913, PLR0917 - the sums of the pool
    law: Edition, games: Column, score: Column, opponents: Column, field: Column, some: Column
) -> Column:
    return _asked(law, opponents[some], games[some], score[some], field[some])


def _weighted(law: Edition, rows: _Pool, group: Column, size: int) -> Column:
    """2003: the mean of the events' whole ratings, weighted by games."""
    each = _performance(law, rows, np.arange(len(rows)))
    found = Arrays(WEIGHTED_RATINGS, law).run(
        {"size": np.zeros(size, dtype=np.int64)}, {"rating": each, "games": rows.games}, group
    )
    made: Column = found.whole["rating"]
    return made


def _needed(law: Edition, member: Column, team: Column) -> Column:
    """Give the games that a first rating needs; fewer at team championships and for members of some associations."""
    needed = np.full(len(member), law.value("initial_games"), dtype=np.int64)
    if law.has("initial_games_team_championships"):
        least = law.value("initial_games_team_championships")
        needed[team >= least] = least
    if law.has("initial_games_disabled_associations"):
        needed[member] = law.value("initial_games_disabled_associations")
    return needed


def _answer(  # noqa: PLR0913, PLR0917 - the columns of the answer
    law: Edition, fide_id: Column, games: Column, score: Column, rating: Column, needed: Column
) -> pl.DataFrame:
    """Say what is published, and why nothing is where nothing is."""
    found = rating != _NOTHING
    reasons = {
        "too_few_games": games < needed,
        "below_the_floor": found & (rating < (law.get("floor") or 0)),
        "below_the_entry": found & (rating < (law.get("list_entry_from") or 0)),
    }
    said = [pl.when(pl.Series(holds)).then(pl.lit(reason)) for reason, holds in reasons.items()]
    published = found & ~np.logical_or.reduce(list(reasons.values()))
    return pl.DataFrame({"fide_id": fide_id, "games": games, "score": score, "ru": rating}).with_columns(
        ru=pl.when(pl.Series(found)).then("ru"),
        published=pl.when(pl.Series(published)).then("ru"),
        reasons=pl.concat_str(said, separator=" ", ignore_nulls=True),
    )

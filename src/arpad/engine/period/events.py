"""Which events a list rates, by which edition and at the ratings of which list: the calendar over a table of events."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays, Column
from arpad.engine.columns import ColumnFrame
from arpad.engine.wording import WORDS
from arpad.model.period import MATCH, RATINGS_AT_GAME, RATINGS_AT_START, ROUND_ROBIN, SCHEVENINGEN, SWISS, TEAM
from arpad.regulations.catalogue import NoEditionError
from arpad.regulations.rules.event_basis import RATINGS_USED
from arpad.regulations.workings.event_basis import league_by_day_from

if TYPE_CHECKING:
    from arpad.book.view import Period
    from arpad.regulations.edition import Edition

_NAMED = 5
"""So many events are named, the others counted."""


def no_edition(rows: pl.DataFrame, table: str, fault: NoEditionError) -> NoEditionError:
    """Name the events of a table that stop a list because no edition is known for their first day."""
    numbers = rows["event_id"].unique().sort().to_list()
    named = numbers[:_NAMED]
    refusal = NoEditionError.of(
        WORDS, "event_without_edition",
        table=table, events=named, more=len(numbers) - len(named), start=rows["start"][0], fault=fault.problems[0],
    )  # fmt: skip
    refusal.answer = fault.answer
    return refusal


@dataclass(frozen=True, slots=True)
class EventColumns(ColumnFrame):
    """What is asked of events, by their places."""

    law: Column
    start: Column
    end: Column
    is_match: Column
    is_round_robin: Column
    is_scheveningen: Column
    source: Column
    """Of which list the ratings on the first day are."""
    cycles: Column
    """How often everybody should have met everybody."""

    @classmethod
    def of(cls, events: pl.DataFrame, source: Column) -> EventColumns:
        """Take the columns of a table of events."""
        system = events["system"]
        return cls(
            events["law"].to_numpy().astype(np.int64),
            events["start"].cast(pl.Int32).to_numpy().astype(np.int64),
            events["end"].cast(pl.Int32).to_numpy().astype(np.int64),
            (system == MATCH).to_numpy(),
            (system == ROUND_ROBIN).to_numpy(),
            (system == SCHEVENINGEN).to_numpy(),
            source,
            events["cycles"].to_numpy(),
        )


def events_of_list(period: Period) -> tuple[pl.DataFrame, list[Edition]]:
    """Give the events of one kind of chess that a list rates, and the editions by which `law` counts.

    Added are `list_day`, the list in force on the first day, and `law`, the place of the edition of that day. An event
    that was withdrawn, or rated for another list, is not among them, nor one in whose place a re-rated one stands
    (`rerated` takes care of those). Sorted by number, so that the order of rows never matters.
    """
    days, kind, list_date = period.calendar, period.kind, period.list_date
    own = (
        period.table("events")
        .filter(
            (pl.col("kind") == kind)
            & ~(pl.col("withdrawn") & (pl.col("withdrawn_for").fill_null(list_date) <= list_date))
            & pl.col("replaces").is_null()
            & (pl.col("rated_for").is_null() | (pl.col("rated_for") == list_date))
        )
        .sort("event_id")
    )

    @cache
    def is_due(end: date, received: date | None, official: bool) -> bool:
        return days.list_that_rates(end, received, official=official) == list_date

    facts = own.select("end", "received", "official", "rated_for").iter_rows()
    # A list may hold many events, but they end on few days.
    counts = [is_due(*asked) or rated_for is not None for *asked, rated_for in facts]
    rated = own.filter(pl.Series(counts, dtype=pl.Boolean))
    if rated.is_empty():
        return rated.with_columns(law=pl.Series(dtype=pl.Int32), list_day=pl.Series(dtype=pl.Date)), []
    laws: list[Edition] = []
    of_start: dict[date, tuple[int, date | None, date | None]] = {}
    starts = rated["start"].to_list()
    for start in sorted(set(starts)):
        try:
            law = days.edition_of_event(start)
        except NoEditionError as fault:
            raise no_edition(rated.filter(pl.col("start") == start), "events", fault) from fault
        if law not in laws:
            laws.append(law)
        of_start[start] = (laws.index(law), period.list_at_start(start), league_by_day_from(law, start))
    places, list_days, long_from = zip(*(of_start[start] for start in starts), strict=True)
    rated = rated.with_columns(law=pl.Series(places, dtype=pl.Int32), list_day=pl.Series(list_days, dtype=pl.Date))
    by_day = pl.lit(_rated_day_by_day(rated, pl.Series(long_from, dtype=pl.Date), laws))
    # Where ratings change from game to game there is no one table; such a round robin is rated like a Swiss event.
    like_swiss = by_day & (pl.col("system") == ROUND_ROBIN)
    rated_at = rated.with_columns(
        ratings=pl.when(by_day).then(pl.lit(RATINGS_AT_GAME)).otherwise(pl.lit(RATINGS_AT_START)),
        system=pl.when(like_swiss).then(pl.lit(SWISS)).otherwise("system"),
    )
    return rated_at, laws


def _rated_day_by_day(events: pl.DataFrame, long_from: pl.Series, laws: list[Edition]) -> pl.Series:
    """Tell which events are rated at the ratings of the list of each game's day, each by its edition."""
    facts = {
        "is_league": (events["system"] == TEAM).to_numpy(),
        "is_declared": (events["ratings"] == RATINGS_AT_GAME).to_numpy(),
        "end": events["end"].cast(pl.Int32).to_numpy(),
        "long_from": long_from.fill_null(date.max).cast(pl.Int32).to_numpy(),
    }
    law, by_day = events["law"].to_numpy(), np.zeros(events.height, dtype=bool)
    for place, own_law in enumerate(laws):
        own = np.flatnonzero(law == place)
        whole = {name: column[own] for name, column in facts.items()}
        by_day[own] = Arrays(RATINGS_USED, own_law).run(whole, {}, None).whole["is_rated_day_by_day"]
    return pl.Series(by_day, dtype=pl.Boolean)

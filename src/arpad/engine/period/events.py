"""Which events a list rates, by which edition and at the ratings of which list: the calendar over a table of events."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays, Column
from arpad.engine.columns import ColumnFrame
from arpad.engine.wording import WORDS
from arpad.model.period import MATCH, RATINGS_AT_GAME, RATINGS_AT_START, ROUND_ROBIN, SCHEVENINGEN, SWISS, TEAM
from arpad.regulations.calendar import list_on
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
        system, days = events["system"], events.select(pl.col("start", "end").to_physical().cast(pl.Int64))
        return cls(
            events["law"].to_numpy().astype(np.int64),
            days["start"].to_numpy(),
            days["end"].to_numpy(),
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
    asked = own.select("end", "received", "official").unique()
    is_due = [
        days.list_that_rates(end, received, official=official) == list_date
        for end, received, official in asked.iter_rows()
    ]
    asked = asked.with_columns(is_due=pl.Series(is_due, dtype=pl.Boolean))
    own = own.join(asked, on=["end", "received", "official"], how="left", nulls_equal=True, maintain_order="left")
    rated = own.filter(pl.col("is_due") | pl.col("rated_for").is_not_null()).drop("is_due")
    laws: list[Edition] = []
    rows: list[tuple[date, int, date | None, date | None]] = []
    for start in sorted(rated["start"].unique().to_list()):
        try:
            law = days.edition_of_event(start)
        except NoEditionError as fault:
            raise no_edition(rated.filter(pl.col("start") == start), "events", fault) from fault
        if law not in laws:
            laws.append(law)
        rows.append((start, laws.index(law), list_on(days, start), league_by_day_from(law, start)))
    schema = {"start": pl.Date, "law": pl.Int32, "list_day": pl.Date, "league_to": pl.Date}
    of_days = pl.DataFrame(rows, schema=schema, orient="row")
    rated = rated.join(of_days, on="start", how="left", maintain_order="left")
    by_day = pl.lit(_rated_day_by_day(rated, laws))
    # Where ratings change from game to game there is no one table; such a round robin is rated like a Swiss event.
    like_swiss = by_day & (pl.col("system") == ROUND_ROBIN)
    rated = rated.with_columns(
        ratings=pl.when(by_day).then(pl.lit(RATINGS_AT_GAME)).otherwise(pl.lit(RATINGS_AT_START)),
        system=pl.when(like_swiss).then(pl.lit(SWISS)).otherwise("system"),
    )
    return rated.drop("league_to"), laws


def _rated_day_by_day(events: pl.DataFrame, laws: list[Edition]) -> pl.Series:
    """Tell which events are rated at the ratings of the list of each game's day, each by its edition."""
    facts = events.select(
        is_league=pl.col("system") == TEAM,
        is_declared=pl.col("ratings") == RATINGS_AT_GAME,
        end=pl.col("end").to_physical(),
        long_from=pl.col("league_to").fill_null(date.max).to_physical(),
    )
    law, by_day = events["law"].to_numpy(), np.zeros(events.height, dtype=bool)
    for place, own_law in enumerate(laws):
        own = np.flatnonzero(law == place)
        whole = {name: facts[name].to_numpy()[own] for name in facts.columns}
        by_day[own] = Arrays(RATINGS_USED, own_law).run(whole, {}, None).whole["is_rated_day_by_day"]
    return pl.Series(by_day, dtype=pl.Boolean)

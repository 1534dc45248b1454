"""Which events a list rates, by which edition and at the ratings of which list: the calendar over a table of events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.model.period import RATINGS_AT_GAME
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import edition, in_force

if TYPE_CHECKING:
    from datetime import date

    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition


def list_of(days: Calendar, end: date, received: date | None, *, official: bool) -> date | None:
    """Give the list that rates an event: that of its end, or a later one where the report came late."""
    if received is None:
        return days.list_for_event(end, official=official)
    return days.list_for_report(end, received, official=official)


def events_of_list(
    events: pl.DataFrame, kind: str, list_date: date, name: str | None = None
) -> tuple[pl.DataFrame, list[Edition]]:
    """Give the events of one kind of chess that a list rates, and the editions by which `law` counts.

    Added are `list_day`, the list in force on the first day, and `law`, the place of the edition of that day. An event
    that was withdrawn, or rated for another list, is not among them, nor one in whose place a re-rated one stands
    (`rerated` takes care of those). Sorted by number, so that the order of rows never matters.
    """
    days = calendar(kind, name=name)
    own = events.filter(
        (pl.col("kind") == kind)
        & ~pl.col("withdrawn")
        & pl.col("replaces").is_null()
        & (pl.col("rated_for").is_null() | (pl.col("rated_for") == list_date))
    ).sort("event_id")
    laws: list[Edition] = []
    kept: list[bool] = []
    places: list[int] = []
    list_days: list[date | None] = []
    due: dict[tuple[Any, ...], bool] = {}
    law_of: dict[date, int] = {}
    for start, end, received, official, rated_for in own.select(
        "start", "end", "received", "official", "rated_for"
    ).iter_rows():
        key = (end, received, official)
        if key not in due:
            due[key] = list_of(days, end, received, official=official) == list_date
        is_in = rated_for == list_date or due[key]
        kept.append(is_in)
        if is_in and start not in law_of:
            law = edition(name, kind, start) if name else in_force(start, kind)
            if law not in laws:
                laws.append(law)
            law_of[start] = laws.index(law)
        places.append(law_of.get(start, -1))
        list_days.append(days.list_in_force(start) if is_in else None)
    found = own.with_columns(
        pl.Series("law", places, dtype=pl.Int32), pl.Series("list_day", list_days, dtype=pl.Date)
    ).filter(pl.Series(kept, dtype=pl.Boolean))
    # Where ratings change from game to game there is no one table; such a round robin is rated like a Swiss event.
    by_day = (pl.col("ratings") == RATINGS_AT_GAME) & (pl.col("system") == "roundrobin")
    return found.with_columns(system=pl.when(by_day).then(pl.lit("swiss")).otherwise("system")), laws

"""The inactive players of a list: no rated game within the window, or too few of them (2003), by the list's edition."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays, Column
from arpad.engine.everybody import day_number
from arpad.regulations.rules.activity import ACTIVITY
from arpad.regulations.workings.activity import counts_games

if TYPE_CHECKING:
    from datetime import date

    from arpad.book.view import Period

_FLAGS = ("", "w", "i", "wi")
"""By 1 for a woman and 2 for inactive."""


def flags(frame: pl.DataFrame, period: Period) -> pl.Series:
    """Give the flags of a standard list that has the columns `sex`, `standard_rating`, `_games` and `_last`."""
    days, law, since = period.calendar, period.law, period.calendar.inactive_from(period.list_date)
    before = days.list_before(period.list_date)
    last = None if before is None else period.rating_list(before)
    by_number = counts_games(law)

    def everybody(value: int) -> Column:
        """Give the same for all lines."""
        return np.broadcast_to(np.asarray(value), (frame.height,))

    was_idle = everybody(False)
    if last is not None and (by_number or frame["standard_last"].null_count()):
        marked = last.filter(pl.col("flag").str.contains("i"))["fide_id"]
        was_idle = frame["fide_id"].is_in(marked.implode()).to_numpy()
    games = _filled(frame["standard_games"])
    whole = {
        "is_rated": frame["standard_rating"].is_not_null().to_numpy(),
        "was_idle": was_idle,
        "has_last": frame["standard_last"].is_not_null().to_numpy(),
        "last": _filled(frame["standard_last"].to_physical()),
        "games": games,
    }
    if by_number:
        counted = _with_games(frame, period, since)
        whole["games_in_window"] = _filled(counted["games_in_window"])
        whole |= {name: counted[name].to_numpy() for name in ("knows_all_games", "played_before")}
    else:
        whole |= {"games_in_window": games, "knows_all_games": everybody(True), "played_before": everybody(False)}
    whole["has_list_before"] = everybody(last is not None)
    whole["window_from"] = everybody(day_number(since))
    idle = Arrays(ACTIVITY, law).run(whole, {}, None, ("is_inactive",)).whole["is_inactive"]
    woman = (frame["sex"] == "F").fill_null(value=False).to_numpy()
    place = woman.view(np.uint8) | (idle.astype(np.uint8) << 1)
    return pl.Series("flag", _FLAGS, dtype=pl.String).gather(pl.Series(place.astype(np.uint32)))


def _filled(column: pl.Series) -> Column:
    """Give a column of numbers with 0 for nothing; most have nothing to fill."""
    return (column.fill_null(0) if column.null_count() else column).to_numpy()


def _with_games(frame: pl.DataFrame, period: Period, since: date) -> pl.DataFrame:
    """Add `games_in_window`, the games of the lists within the window, this one included.

    Where the book does not have all these lists, `knows_all_games` tells that these are all games nevertheless, for the
    last one before the oldest list is older than the window, and `played_before` that there was one within it.
    """
    days = period.calendar
    counted = frame.with_columns(games_in_window=pl.col("standard_games").cast(pl.Int64))
    before, oldest, is_complete = days.list_before(period.list_date), None, True
    while before is not None and before > since:
        rating_list = period.rating_list(before)
        if rating_list is None:
            is_complete = False
            break
        oldest = rating_list
        more = rating_list.select("fide_id", more="standard_games")
        counted = counted.join(more, on="fide_id", how="left", maintain_order="left")
        counted = counted.with_columns(games_in_window=pl.col("games_in_window") + pl.col("more").fill_null(0)).drop(
            "more"
        )
        before = days.list_before(before)
    if is_complete and before is not None:
        return counted.with_columns(knows_all_games=True, played_before=False)
    if oldest is None:
        return counted.with_columns(knows_all_games=False, played_before=False)
    rested = pl.col("standard_games") == 0
    first = oldest.select(
        "fide_id",
        knows_all_games=(rested & (pl.col("standard_last") < since)).fill_null(value=False),
        played_before=(pl.col("standard_last") >= since).fill_null(value=False),
    )
    counted = counted.join(first, on="fide_id", how="left", maintain_order="left")
    return counted.with_columns(pl.col("knows_all_games", "played_before").fill_null(value=False))

"""Who is inactive on a list: no rated game within the window, or too few of them (2003), by the list's edition."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

if TYPE_CHECKING:
    from datetime import date

    from arpad.engine.book_view import Period

_FLAGS = ("", "w", "i", "wi")
"""By 1 for a woman and 2 for inactive."""


def flags(frame: pl.DataFrame, period: Period) -> pl.Series:
    """Give the flags of a standard list that has the columns `sex`, `standard_rating`, `_games` and `_last`."""
    days, law, since = period.calendar, period.law, period.calendar.inactive_from(period.list_date)
    to_stay, to_return = law.value("inactive_below"), law.value("active_again_from")
    before = days.list_before(period.list_date)
    last = None if before is None else period.rating_list(before)
    by_number = max(to_stay, to_return) > 1
    was_idle = pl.lit(value=False)
    if last is not None and (by_number or frame["standard_last"].null_count()):
        marked = last.filter(pl.col("flag").str.contains("i"))["fide_id"]
        was_idle = pl.col("fide_id").is_in(marked.implode())
    # Of whom no game is known, as after an import, it stays as it was.
    is_recent = (pl.col("standard_last") >= since).fill_null(~was_idle if last is not None else pl.lit(value=False))
    shown, is_active = frame, is_recent
    if by_number:
        shown = _with_games(frame, period, since)
        stays = is_recent if to_stay <= 1 else _has(to_stay) | (is_recent & ~pl.col("is_known"))
        may_have_more = pl.col("played_before") & (pl.col("standard_games") > 0)
        returns = is_recent if to_return <= 1 else _has(to_return) | may_have_more
        is_active = pl.when(was_idle).then(returns).otherwise(stays)
    idle = pl.col("standard_rating").is_not_null() & ~is_active
    woman = pl.col("sex") == "F"
    both = shown.select(woman=woman, idle=idle)
    place = both["woman"].to_numpy().view(np.uint8) | (both["idle"].to_numpy().view(np.uint8) << 1)
    return pl.Series("flag", _FLAGS, dtype=pl.String).gather(pl.Series(place.astype(np.uint32)))


def _has(games: int) -> pl.Expr:
    return pl.col("games_in_window") >= games


def _with_games(frame: pl.DataFrame, period: Period, since: date) -> pl.DataFrame:
    """Add `games_in_window`, the games of the lists within the window, this one included.

    Where the book does not have all these lists, `is_known` tells that these are all games nevertheless, for the last
    one before the oldest list is older than the window, and `played_before` that there was one within it.
    """
    days = period.calendar
    made = frame.with_columns(games_in_window=pl.col("standard_games").cast(pl.Int64))
    before, oldest, is_complete = days.list_before(period.list_date), None, True
    while before is not None and before > since:
        found = period.rating_list(before)
        if found is None:
            is_complete = False
            break
        oldest = found
        more = found.select("fide_id", more="standard_games")
        made = made.join(more, on="fide_id", how="left", maintain_order="left")
        made = made.with_columns(games_in_window=pl.col("games_in_window") + pl.col("more").fill_null(0)).drop("more")
        before = days.list_before(before)
    if is_complete and before is not None:
        return made.with_columns(is_known=True, played_before=False)
    if oldest is None:
        return made.with_columns(is_known=False, played_before=False)
    rested = pl.col("standard_games") == 0
    first = oldest.select(
        "fide_id",
        is_known=(rested & (pl.col("standard_last") < since)).fill_null(value=False),
        played_before=(pl.col("standard_last") >= since).fill_null(value=False),
    )
    made = made.join(first, on="fide_id", how="left", maintain_order="left")
    return made.with_columns(pl.col("is_known", "played_before").fill_null(value=False))

"""Who is inactive on a list: no rated game within the window, or too few of them (2003), by the list's edition."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.book_rules import calendar_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

_STANDARD = "standard"
_FLAGS = ("", "w", "i", "wi")
"""By 1 for a woman and 2 for inactive."""


def flags(
    frame: pl.DataFrame,
    rating_list: Callable[[date], pl.DataFrame | None],
    list_date: date,
    name: str | None,
) -> pl.Series:
    """Give the flags of a list that has the columns `sex`, `standard_rating`, `standard_games` and `standard_last`."""
    days = calendar_of(_STANDARD, list_date, name)
    law, since = days.edition(list_date), days.inactive_from(list_date)
    before = days.list_before(list_date)
    last = None if before is None else rating_list(before)
    was_idle = pl.lit(value=False)
    if last is not None and frame["standard_last"].null_count():
        # Of whom no game is known, as after an import, it stays as it was.
        marked = last.filter(pl.col("flag").str.contains("i"))["fide_id"]
        was_idle = pl.col("fide_id").is_in(marked.implode())
    is_recent = (pl.col("standard_last") >= since).fill_null(~was_idle if last is not None else pl.lit(value=False))
    least = law.value("inactive_below")
    shown = frame
    if least > 1:
        shown, is_complete = _with_games(frame, rating_list, list_date, since, name)
        enough = pl.col("games_in_window") >= least
        # Where the book does not reach back over the whole window, a game within it is all that can be asked.
        is_recent = enough if is_complete else enough | is_recent
    idle = pl.col("standard_rating").is_not_null() & ~is_recent
    woman = pl.col("sex") == "F"
    both = shown.select(woman=woman, idle=idle)
    place = both["woman"].to_numpy().view(np.uint8) | (both["idle"].to_numpy().view(np.uint8) << 1)
    return pl.Series("flag", _FLAGS, dtype=pl.String).gather(pl.Series(place.astype(np.uint32)))


def _with_games(
    frame: pl.DataFrame,
    rating_list: Callable[[date], pl.DataFrame | None],
    list_date: date,
    since: date,
    name: str | None,
) -> tuple[pl.DataFrame, bool]:
    """Add the games of the lists within the window, this one included; tell whether all those lists are there."""
    days = calendar_of(_STANDARD, list_date, name)
    made = frame.with_columns(games_in_window=pl.col("standard_games").cast(pl.Int64))
    before, is_complete = days.list_before(list_date), True
    while before is not None and before > since:
        one = rating_list(before)
        if one is None:
            return made, False
        more = one.select("fide_id", more="standard_games")
        made = made.join(more, on="fide_id", how="left", maintain_order="left")
        made = made.with_columns(games_in_window=pl.col("games_in_window") + pl.col("more").fill_null(0)).drop("more")
        before = days.list_before(before)
    return made, is_complete and before is not None

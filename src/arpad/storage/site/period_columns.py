"""What the games of a list came to for a player, in FIDE's columns, as it was published with the list."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from arpad.model.problems import ArpadError
from arpad.storage.models import ListVersion
from arpad.storage.queries.archived import archived_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from arpad.storage.models import RatingSystem
    from arpad.storage.site.player_sheet import PeriodPlayed

_COLUMNS = ("games", "sum", "k_applied", "unrounded")
_KEPT = 36
"""The workings of so many lists are kept at hand: three kinds of chess over a year."""


class PeriodColumns(NamedTuple):
    """A list in FIDE's columns: n, chg and K*chg in hundredths, K as it was applied."""

    games: int | None
    chg: int | None
    k: int | None
    """None where it differs between events."""
    k_chg: int | None


def columns_of_periods(
    system: RatingSystem, number: int, periods: Sequence[PeriodPlayed]
) -> list[tuple[PeriodPlayed, PeriodColumns | None]]:
    """Put beside periods of a player what the list says of them; nothing of a first rating, which has no change."""
    files = _files(system, {period.list_date for period in periods})
    return [(period, _of_player(files.get((period.list_date, period.kind)), number)) for period in periods]


def _files(system: RatingSystem, days: set[date]) -> dict[tuple[date, str], str]:
    """Give the working of each list and kind of chess, of the newest revision."""
    rows = ListVersion.objects.filter(rating_system=system, list_date__in=days, stage=ListVersion.PUBLISHED)
    return {
        (day, name.removeprefix("working_").removesuffix(".parquet")): digest
        for day, files in rows.order_by("revision").values_list("list_date", "files")
        for name, digest in files.items()
        if name.startswith("working_")
    }


def _of_player(digest: str | None, number: int) -> PeriodColumns | None:
    if digest is None:
        return None
    try:
        frame = _working(digest)
    except ArpadError:
        return None
    place = frame["fide_id"].search_sorted(number)
    if place >= frame.height or frame["fide_id"][place] != number:
        return None
    return PeriodColumns(*frame.select(_COLUMNS).row(place))


@lru_cache(_KEPT)
def _working(digest: str) -> pl.DataFrame:
    """Give of a working what stands in FIDE's columns, by the number of the player, in little room."""
    frame = pl.read_parquet(io.BytesIO(archived_bytes(digest)), columns=["fide_id", *_COLUMNS])
    rated = frame.filter(pl.col("sum").is_not_null()).with_columns(pl.col(_COLUMNS).cast(pl.Int32))
    return rated.sort("fide_id").rechunk()

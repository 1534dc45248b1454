"""The standing of every player: a generation of rows for each publication, written in steps, then a pointer switched.

Nobody sees rows of a generation that does not hold yet. So a publication keeps nobody waiting, and one that was ended
on its way leaves rows behind that the next one takes away first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from django.db import connection, transaction

from arpad.book.schema import LIST
from arpad.storage.book_tables import SYSTEM
from arpad.storage.bulk.frames import load_frames, write_frame
from arpad.storage.models import Standing

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.storage.models import ListVersion, RatingSystem

STEP = 2000
"""So many rows are written in a transaction of their own."""
_TABLE = Standing._meta.db_table  # noqa: SLF001 - Django's own way to say it


def changed_lines(before: pl.DataFrame | None, after: pl.DataFrame) -> pl.DataFrame:
    """Give the lines that differ from those of the list before, and as off the list whoever is no longer on it."""
    if before is None:
        return after.with_columns(is_off=pl.lit(value=False))
    new = after.join(before, on=list(after.columns), how="anti", nulls_equal=True)
    gone = before.join(after, on="fide_id", how="anti")
    return pl.concat([new.with_columns(is_off=pl.lit(value=False)), gone.with_columns(is_off=pl.lit(value=True))])


def write_generation(
    system: RatingSystem,
    version: ListVersion,
    lines: pl.DataFrame,
    generation: int,
    progress: Callable[[str], None] = lambda _: None,
) -> None:
    """Write the lines of a new generation, in steps of their own; what an ended run left of it goes first."""
    take_away_unseen(system)
    progress("writing the standings")
    for part in _rows(system, version, lines, generation).iter_slices(STEP):
        with transaction.atomic():
            write_frame(connection, _TABLE, part)


def load_generation(system: RatingSystem, version: ListVersion, lines: pl.DataFrame, generation: int) -> None:
    """Write the lines of a generation at once: of a book that is being imported, which nobody reads yet."""
    load_frames(connection, {_TABLE: _rows(system, version, lines, generation)})


def _rows(system: RatingSystem, version: ListVersion, lines: pl.DataFrame, generation: int) -> pl.DataFrame:
    return lines.select(
        pl.lit(system.pk, pl.Int64).alias(SYSTEM),
        pl.lit(generation, pl.Int64).alias("generation"),
        pl.lit(version.pk, pl.Int64).alias("list_version_id"),
        *LIST.schema,
        "is_off",
    ).sort("fide_id")


def take_away_unseen(system: RatingSystem) -> None:
    """Take away rows of generations that never came to hold."""
    rows = Standing.objects.filter(rating_system=system, generation__gt=system.generation)
    while numbers := list(rows.values_list("pk", flat=True)[:STEP]):
        Standing.objects.filter(pk__in=numbers).delete()

"""The standing of every player: a generation of rows for each publication, written in steps, then a pointer switched.

Nobody sees rows of a generation that does not hold yet. So a publication keeps nobody waiting, and one that was ended
on its way leaves rows behind that the next one takes away first.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import polars as pl
from django.db import connection, transaction
from django.db.models import F

from arpad.book.schema import LIST
from arpad.model.problems import RefusedError
from arpad.storage.book_tables import SYSTEM
from arpad.storage.bulk.frames import let_others_write, load_frames, made_ready
from arpad.storage.models import RatingSystem, Standing
from arpad.storage.search.asking import ask_rebuild
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.db.models import QuerySet

    from arpad.storage.models import ListVersion

STEP = 4000
"""So many rows are written in a transaction of their own."""
_MAY_LACK = [name for name, column in LIST.columns.items() if column.null]
_COUNTS = [name for name in LIST.columns if name not in {*LIST.key, *_MAY_LACK, "flag"}]
SAYS_SOMETHING = pl.any_horizontal(pl.col(_MAY_LACK).is_not_null(), pl.col(_COUNTS) != 0, pl.col("flag") != "")
"""Whether a line says anything but a number: a rating, games, a flag."""
_TABLE = Standing._meta.db_table  # noqa: SLF001 - Django's own way to say it


class Generation(NamedTuple):
    """A generation of standings that was written and does not hold yet: its number, and how many rows it has."""

    number: int
    rows: int
    after: int
    """The number of the newest row before them."""


def changed_lines(before: pl.DataFrame | None, after: pl.DataFrame) -> pl.DataFrame:
    """Give the lines that differ from those of the list before, and as off the list whoever is no longer on it.

    A line that says nothing, in the place of none or of one that said nothing either, is left out.
    """
    speak = after.filter(SAYS_SOMETHING)
    if before is None:
        return speak.with_columns(is_off=pl.lit(value=False))
    spoke = before.filter(SAYS_SOMETHING)
    # Who was not on the list before has nothing beside the line, and a line has at least its counts.
    both = speak.join(spoke, on="fide_id", how="left", suffix=" before", maintain_order="left")
    differs = pl.any_horizontal(pl.col(name).ne_missing(pl.col(f"{name} before")) for name in after.columns[1:])
    silent = spoke.join(speak, on="fide_id", how="anti")
    fallen_silent = after.join(silent, on="fide_id", how="semi")
    gone = silent.join(fallen_silent, on="fide_id", how="anti")
    new = pl.concat([both.filter(differs).select(after.columns), fallen_silent])
    return pl.concat([new.with_columns(is_off=pl.lit(value=False)), gone.with_columns(is_off=pl.lit(value=True))])


def write_generation(
    system: RatingSystem,
    version: ListVersion,
    lines: pl.DataFrame,
    progress: Callable[[str], None] = lambda _: None,
) -> Generation:
    """Write the lines of the next generation, in steps of their own; what an ended run left of it goes first.

    Refused as soon as somebody else has published meanwhile.
    """
    generation = system.generation + 1
    while (last := _taken_away(system, generation)) is None:
        pass
    progress("writing the standings")
    rows = _rows(system, version, lines, generation)
    for part in rows.iter_slices(STEP):
        write = made_ready(connection, _TABLE, part)
        with transaction.atomic():
            _locked(system, generation)
            write()
        let_others_write(connection)
    return Generation(generation, rows.height, last)


def point_to(system: RatingSystem, version: ListVersion, generation: Generation) -> None:
    """Let a version and its generation hold, within the transaction; refused where rows of it are missing.

    What is searched follows by a job of its own.

    That may be where another run was at the same work: then this one is tried again.
    """
    locked = _locked(system, generation.number)
    rows = _newest_rows(system).filter(pk__gt=generation.after)
    counts = Counter(rows.order_by().values_list("generation", "list_version"))
    if counts.total() != generation.rows or any(number != generation.number for number, _ in counts):
        raise _overtaken(system)
    if any(named != version.pk for _, named in counts):
        rows.update(list_version=version)
    locked.newest, locked.generation = version, generation.number
    locked.save(update_fields=["newest", "generation"])
    ask_rebuild(locked)


def _locked(system: RatingSystem, generation: int) -> RatingSystem:
    """Let nobody else write standings until this transaction has ended; refused where a generation holds already."""
    locked = RatingSystem.objects.select_for_update().get(pk=system.pk)
    if locked.generation != generation - 1:
        raise _overtaken(system)
    return locked


def _overtaken(system: RatingSystem) -> RefusedError:
    return RefusedError.of(WORDS, "overtaken", system.key, key=system.key)


def _taken_away(system: RatingSystem, generation: int) -> int | None:
    """Take away some rows that never came to hold; where there are none, give the number of the newest that is kept.

    What an ended run left are the newest rows: nobody looks through all of them.
    """
    with transaction.atomic():
        _locked(system, generation)
        newest = list(_newest_rows(system).values_list("pk", "generation")[:STEP])
        left = [row for row, number in newest if number >= generation]
        if not left:
            return newest[0][0] if newest else 0
        Standing.objects.filter(pk__in=left).delete()
    return None


def _newest_rows(system: RatingSystem) -> QuerySet[Standing]:
    """Give the rows of a rating system from the newest on, by their number and by no other index."""
    return Standing.objects.alias(whose=F("rating_system_id") + 0).filter(whose=system.pk).order_by("-pk")


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

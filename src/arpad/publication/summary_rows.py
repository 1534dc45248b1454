"""The rows that a summary counts and names from: what each player of a list adds to it, and nothing that is sorted.

A player's rows depend on that player's line alone. So the summary of an open period is kept up by putting the rows of
the players who were worked out again in the place of their earlier ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arpad.engine.period.kept_rows import KeptRows
from arpad.model.period import STANDARD
from arpad.publication.corrections import corrected
from arpad.publication.listing import among, is_inactive, of_those
from arpad.publication.parts import is_in_list, is_in_list_of_titled, is_in_part_by_federation, is_in_top_list
from arpad.publication.player_rows import newcomers_of_list
from arpad.regulations.workings.listing import parts_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.engine.arrays import Column
    from arpad.engine.corrected_bases import BaseCauses
    from arpad.engine.period.close_kind import ClosedKind
    from arpad.engine.period.close_list import Closed
    from arpad.publication.parts import Shown
    from arpad.publication.publication import Deciding

PART, LISTED, WOMEN, IDLE, TOP_RATING = "part ", "_listed", "_women", "_idle", "_top"
"""How columns of `SummaryRows.shown` begin or end: parts of the list, and counts of a kind of chess."""
DELISTED_PART, TOP_PART = "delisted", "top"


@dataclass(frozen=True)
class SummaryRows:
    """Rows by player, from which a summary is made."""

    shown: KeptRows
    """Everybody who may be listed: in which parts of the list, and in which kinds of chess as what."""
    moved: Mapping[str, KeptRows]
    """By kind of chess everybody with a counted game: name, federation, games, change, base, published, is_listed."""
    movements: KeptRows
    newcomers: Mapping[str, KeptRows]
    """By kind of chess the unrated with a result for this list."""
    corrected: Mapping[str, KeptRows]
    """By kind of chess with a correction: everybody whose base is another, and because of what."""

    def with_part(self, players: Column, part: SummaryRows) -> SummaryRows:
        """Put the rows of some players, all that there are about them, in the place of the earlier ones."""

        def renewed(kept: Mapping[str, KeptRows], own: Mapping[str, KeptRows]) -> dict[str, KeptRows]:
            return {kind: of_kind.with_rows(players, own[kind].first) for kind, of_kind in kept.items()}

        return SummaryRows(
            self.shown.with_rows(players, part.shown.first),
            renewed(self.moved, part.moved),
            self.movements.with_rows(players, part.movements.first),
            renewed(self.newcomers, part.newcomers),
            renewed(self.corrected, part.corrected),
        )


def summary_rows(  # noqa: PLR0913, PLR0917 - what a summary is made from
    closed: Closed,
    players: pl.DataFrame,
    shown: Shown,
    moves: pl.DataFrame,
    deciding: Deciding,
    causes: Mapping[str, BaseCauses],
) -> SummaryRows:
    """Give the rows of the players of a list; `moves` are its movements, `causes` those of corrected bases."""
    people = players.select(pl.col("fide_id").cast(pl.Int64), "name", "federation")
    kinds = closed.kinds
    return SummaryRows(
        KeptRows.of(_shown(shown, deciding, closed.list_date)),
        {kind: KeptRows.of(_moved(of_kind, kind, shown, people)) for kind, of_kind in kinds.items()},
        KeptRows.of(moves),
        {kind: KeptRows.of(_newcomers(of_kind, people, closed.list_date)) for kind, of_kind in kinds.items()},
        {kind: KeptRows.of(corrected(kinds[kind], people, of_kind)) for kind, of_kind in causes.items()},
    )


def _shown(shown: Shown, deciding: Deciding, day: date) -> pl.DataFrame:
    """Say of everybody who may be listed, in the order of numbers, what is counted."""
    law, frame = shown.law, shown.lines
    columns: dict[str, pl.Expr] = {f"{PART}list": is_in_list(shown)}
    by_federation, titled = is_in_part_by_federation(shown, deciding.suspended), is_in_list_of_titled(shown)
    if by_federation is not None:
        columns[f"{PART}by_federation"] = pl.lit(by_federation)
    if parts_of(law, is_idle=True)["is_in_list_of_inactive"]:
        columns[f"{PART}inactive"] = pl.lit(among(frame, shown.idle["fide_id"]))
    if titled is not None:
        columns[f"{PART}titled_unrated"] = pl.lit(titled)
    if parts_of(law, has_fallen=True)["is_in_list_of_delisted"]:
        fallen = [pl.lit(among(frame, of_kind["fide_id"])).cast(pl.Int8) for of_kind in shown.delisted.values()]
        columns[f"{PART}{DELISTED_PART}"] = pl.sum_horizontal(fallen)
    for kind in shown.laws:
        is_listed = pl.col(f"{kind}_rating").is_not_null()
        columns[f"{kind}{LISTED}"] = is_listed
        columns[f"{kind}{WOMEN}"] = is_listed & (pl.col("sex") == "F")
        if kind == STANDARD:
            columns[f"{kind}{IDLE}"] = is_listed & is_inactive(pl.col("flag"))
    since = {kind: days.inactive_from(day) for kind, days in deciding.calendars.items()}
    for kind, is_in_top in (is_in_top_list(shown, since) or {}).items():
        columns[f"{kind}{TOP_RATING}"] = pl.when(pl.lit(is_in_top)).then(f"{kind}_full")
    return frame.select("fide_id", **columns).filter(shown.may_be_listed)


def _moved(closed_kind: ClosedKind, kind: str, shown: Shown, people: pl.DataFrame) -> pl.DataFrame:
    """Give everybody with a counted game: what it came to, and whether the player is listed."""
    rows = closed_kind.changes.players.select(pl.col("fide_id").cast(pl.Int64), "games", "change", base="rating")
    published = closed_kind.ratings.select(pl.col("fide_id").cast(pl.Int64), published="rating")
    listed = of_those(shown.lines.select("fide_id", f"{kind}_rating"), rows).drop_nulls()
    for more in (of_those(published, rows), of_those(people, rows)):
        rows = rows.join(more, on="fide_id", how="left", maintain_order="left")
    return rows.with_columns(is_listed=pl.col("fide_id").is_in(listed["fide_id"].implode()))


def _newcomers(closed_kind: ClosedKind, people: pl.DataFrame, day: date) -> pl.DataFrame:
    """Give the unrated players with a result for this list: what it comes to so far, and how many games are needed."""
    rows = newcomers_of_list(closed_kind, day)
    needed = closed_kind.newcomers.select(pl.col("fide_id").cast(pl.Int64), "needed")
    for more in (of_those(needed, rows), of_those(people, rows)):
        rows = rows.join(more, on="fide_id", how="left", maintain_order="left")
    return rows

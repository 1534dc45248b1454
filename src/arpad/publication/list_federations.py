"""The federations of a list in numbers, and how ratings are spread."""

from __future__ import annotations

import polars as pl

from arpad.model.period import KINDS
from arpad.publication.list_rows import is_code, is_idle_in
from arpad.publication.month import teams

BAND = 100
"""So many points wide is a band of ratings."""


def federations_of_list(table: pl.DataFrame, kind: str) -> pl.DataFrame:
    """Count the rated players of every federation, and rank those that have ten active ones by their average."""
    rating = pl.col(f"{kind}_rating")
    counted = (
        table.lazy().filter(pl.col("federation") != "")
        .group_by("federation")
        .agg(
            players=rating.is_not_null().sum(),
            active=(rating.is_not_null() & ~is_idle_in(kind)).sum(),
            women=(rating.is_not_null() & (pl.col("sex") == "F")).sum(),
            titled=(rating.is_not_null() & ((pl.col("title") != "") | (pl.col("womens_title") != ""))).sum(),
            new=(rating.is_not_null() & pl.col(f"{kind}_before").is_null()).sum(),
        )
        .with_columns(pl.col("federation").cast(pl.String))
        .collect()
    )  # fmt: skip
    ranked = teams(table, kind).select("federation", "place", "total", "best", "best_id", "best_rating")
    rows = counted.filter(pl.col("players") > 0).join(ranked, on="federation", how="left")
    return rows.sort(["total", "players", "federation"], descending=[True, True, False], nulls_last=True)


def spread(table: pl.DataFrame, kind: str, federation: str = "") -> list[tuple[int, int]]:
    """Count the rated by bands of a hundred points: the first rating of each band, and how many; none is left out."""
    rating = pl.col(f"{kind}_rating")
    asked = rating.is_not_null() & is_code(table, "federation", federation) if federation else rating.is_not_null()
    rows = table.filter(asked).select(band=rating.cast(pl.Int32) // BAND * BAND).group_by("band").len()
    counts = dict(rows.iter_rows())
    if not counts:
        return []
    return [(band, counts.get(band, 0)) for band in range(min(counts), max(counts) + BAND, BAND)]


def totals(table: pl.DataFrame) -> dict[str, int]:
    """Count everybody on a list, and the rated of each kind of chess."""
    sums = table.select(pl.col(f"{kind}_rating").is_not_null().sum().alias(kind) for kind in KINDS).row(0, named=True)
    women = table.select((pl.col("sex") == "F").sum()).item()
    federations = table.select(pl.col("federation").filter(pl.col("federation") != "").n_unique()).item()
    return {
        "players": table.height,
        "women": int(women),
        "federations": int(federations),
        **{k: int(n) for k, n in sums.items()},
    }

"""The places of players on a published list: among everybody, in their federation, their group of age, among women.

Only who is rated and active has a place. Players with the same rating share it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from arpad.engine.period.close_list import has_list
from arpad.model.period import KINDS, STANDARD
from arpad.publication.listing import is_idle, is_inactive
from arpad.publication.parts import LIST_PART
from arpad.storage.site.age_groups import narrowest_group

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.storage.database_book import DatabaseBook
    from arpad.storage.models import ListVersion

SCOPES = ("everybody", "federation", "age", "women")
"""Among whom a player has a place."""
_PERSON = {"federation": pl.String, "sex": pl.String, "birth_year": pl.Int64}


def rank_columns(suffix: str = "") -> list[str]:
    """Name the columns of the places: of each kind of chess, among whom."""
    return [f"{kind}_{scope}{suffix}" for kind in KINDS for scope in SCOPES]


def ranks(
    book: DatabaseBook, version: ListVersion, parts: Mapping[str, pl.DataFrame], lines: pl.DataFrame
) -> pl.DataFrame:
    """Give the places of everybody on the list itself: fide_id, and a column for each kind of chess and scope."""
    day = version.list_date
    whole = parts[LIST_PART].with_columns(pl.col("fide_id").cast(pl.Int64))
    whole = _with_persons(whole, book).with_columns(age_group=narrowest_group("birth_year", day))
    both = whole.join(
        lines.select(
            pl.col("fide_id").cast(pl.Int64), *(f"{kind}_last" for kind in KINDS), idle=is_inactive(pl.col("flag"))
        ),
        on="fide_id", how="left", maintain_order="left",
    )  # fmt: skip
    placed = both.select("fide_id")
    for kind in KINDS:
        rating = both.get_column(f"{kind}_rating", default=None)
        if rating is None:
            columns = [pl.lit(None, pl.Int32).alias(f"{kind}_{scope}") for scope in SCOPES]
            placed = placed.with_columns(columns)
        else:
            active = rating.cast(pl.Int32).set(~_is_active(book, kind, day, both), None)
            placed = placed.hstack(_of_kind(kind, both.with_columns(rating=active)))
    return placed


def _of_kind(kind: str, rows: pl.DataFrame) -> pl.DataFrame:
    """Give the places in one kind of chess, of those who have a rating here."""

    def place(among: pl.Expr, *over: str) -> pl.Expr:
        chosen = pl.when(among).then(pl.col("rating"))
        ranked = chosen.rank("min", descending=True)
        return (ranked.over(over) if over else ranked).cast(pl.Int32)

    placed = rows.select(
        everybody=place(pl.lit(value=True)),
        federation=pl.when(pl.col("federation") != "").then(place(pl.lit(value=True), "federation")),
        age=pl.when(pl.col("age_group").is_not_null()).then(place(pl.lit(value=True), "age_group")),
        women=place(pl.col("sex") == "F"),
    )
    return placed.rename({scope: f"{kind}_{scope}" for scope in SCOPES})


def _is_active(book: DatabaseBook, kind: str, day: date, both: pl.DataFrame) -> pl.Series:
    """Tell who is active: in standard chess as the list says, elsewhere by the last game where it is known."""
    flagged = both["idle"].fill_null(value=False)
    if kind == STANDARD:
        return ~flagged
    if not has_list(book, kind, day):
        return pl.Series([True], dtype=pl.Boolean).new_from_index(0, both.height)
    since = book.rulebook.calendar(kind, day).inactive_from(day)
    return ~is_idle(book.rulebook.law(kind, day), both[f"{kind}_last"], since, flagged)


def _with_persons(whole: pl.DataFrame, book: DatabaseBook) -> pl.DataFrame:
    """Put beside the lines of a list what it says of the persons, or what the book does where the list is silent."""
    lacking = [name for name in _PERSON if name not in whole.columns]
    if not lacking:
        return whole.with_columns(pl.col(name).cast(kind) for name, kind in _PERSON.items())
    people = book.table("players").select(
        pl.col("fide_id").cast(pl.Int64), *(pl.col(name).cast(_PERSON[name]) for name in lacking)
    )
    return whole.join(people, on="fide_id", how="left", maintain_order="left")

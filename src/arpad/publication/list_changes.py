"""What is different between two published lists, line by line, in their public forms."""

from __future__ import annotations

import polars as pl

from arpad.model.period import KINDS

CAME, LEFT, RATING, K, TITLE, FEDERATION, FLAG, PERSON = CHANGES = (
    "came", "left", "rating", "k", "title", "federation", "flag", "person",
)  # fmt: skip
_COMPARED = {
    **{f"{kind}_rating": RATING for kind in KINDS},
    **{f"{kind}_k": K for kind in KINDS},
    "title": TITLE,
    "womens_title": TITLE,
    "federation": FEDERATION,
    "flag": FLAG,
    "name": PERSON,
    "birth_year": PERSON,
    "sex": PERSON,
}


def compared_lists(before: pl.DataFrame, after: pl.DataFrame) -> pl.DataFrame:
    """Give the lines that differ, with what was before, and in which ways: `is_came`, `is_rating` and so on."""
    old, new = _compared(before), _compared(after)
    both = new.join(old, on="fide_id", how="full", coalesce=True, suffix="_was")
    is_new, is_old = pl.col("name").is_not_null(), pl.col("name_was").is_not_null()
    is_so = {CAME: is_new & ~is_old, LEFT: ~is_new & is_old}
    for change in dict.fromkeys(_COMPARED.values()):
        names = [name for name, of in _COMPARED.items() if of == change]
        differs = [pl.col(name).ne_missing(pl.col(f"{name}_was")) for name in names]
        is_so[change] = is_new & is_old & pl.any_horizontal(differs)
    marked = both.with_columns(condition.alias(f"is_{change}") for change, condition in is_so.items())
    return marked.filter(pl.any_horizontal(f"is_{change}" for change in CHANGES))


def counts_of_changes(marked: pl.DataFrame) -> dict[str, int]:
    """Count the lines that differ in each way."""
    return {change: int(marked[f"is_{change}"].sum()) for change in CHANGES}


def changed_lines(marked: pl.DataFrame, what: str, kind: str) -> pl.DataFrame:
    """Give the lines that differ in a way, or in any; the highest rated first."""
    asked = marked.filter(pl.col(f"is_{what}")) if what in CHANGES else marked
    height = pl.coalesce(f"{kind}_rating", f"{kind}_rating_was")
    rows = asked.with_columns(height=height, called=pl.coalesce("name", "name_was"))
    return rows.sort(["height", "called", "fide_id"], descending=[True, False, False], nulls_last=True)


def _compared(frame: pl.DataFrame) -> pl.DataFrame:
    """Give the columns that are compared; codes as texts, since another list may have others."""
    codes = [name for name in _COMPARED if isinstance(frame.schema[name], pl.Enum)]
    return frame.select("fide_id", *_COMPARED).with_columns(pl.col(codes).cast(pl.String))

"""What is asked of a published list: filters, an order, and so many of its lines; how many there are, and whose place.

A list stands in the order of standard ratings. The other orders that pages show are kept beside it as rows, so that a
page needs no sorting: what is filtered is taken out of an order as it stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.schema import FLAGS, SEXES
from arpad.model.period import KINDS, STANDARD
from arpad.publication.listing import is_inactive
from arpad.publication.public_list import PUBLIC, by_rating

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

ORDER = "order_"
"""So begin the columns with the rows in an order."""
NAME, CHANGE = "name", "change"
ORDERS = (*KINDS, NAME, CHANGE)
ACTIVE, INACTIVE, NEW, TITLED, DELISTED = PARTS = ("active", "inactive", "new", "titled", "delisted")
"""Which players are asked for: the active, the inactive, newcomers, titled without a rating, delisted."""
YOUNG = range(8, 21, 2)
OLD = (50, 65)
AGES = (*(f"u{most}" for most in YOUNG), *(f"{least}+" for least in OLD))
ANY_TITLE = "any"
MINOR_UNTIL = 18
"""Whoever turns that old in the year of a list may still be under 18 on its day."""
COLUMNS = ("fide_id", *(name for name in PUBLIC if name not in {"fide_id", "other_titles", "foa_title"}))
"""What a line of a page shows."""


_CODES = ("federation", "sex", "title", "womens_title", "flag", "part", *(f"{kind}_status" for kind in KINDS))
"""Columns with few different texts."""


@dataclass(frozen=True, slots=True)
class AskedLines:
    """Which lines of a list are asked for, in which order (`-` before it for falling), and which of them."""

    kind: str = STANDARD
    federation: str = ""
    title: str = ""
    sex: str = ""
    age: str = ""
    part: str = ""
    order: str = f"-{STANDARD}"
    first: int = 0
    many: int = 100


@dataclass(frozen=True, slots=True)
class LinesOfList:
    """Some lines of a list, how many there are in all, and the place of each by rating where that is the order."""

    lines: pl.DataFrame
    total: int
    places: Sequence[int] | None = None


def in_orders(public: pl.DataFrame, day: date) -> pl.DataFrame:
    """Put the orders of a list beside what pages show of it, all of it in little room; one order it has already.

    Whoever may be under age and lost points stands in no order of losses, but behind it, with those who did not play.
    """
    # A file of an earlier version tells of standard chess alone who is inactive.
    lacking = [is_inactive(pl.col("flag")).alias(name) for name in COLUMNS if name not in public.columns]
    table = public.with_columns(lacking).select(COLUMNS)
    rows = table.with_row_index("row")
    orders = {
        kind: rows.select("row", *by_rating(kind)).sort(
            by_rating(kind), descending=[True, False, False], nulls_last=True
        )
        for kind in KINDS
        if kind != STANDARD
    }
    for kind in KINDS:
        changes = rows.select("row", change=_ordered_change(kind, day))
        orders[f"{CHANGE}_{kind}"] = changes.sort("change", descending=True, nulls_last=True, maintain_order=True)
    orders[NAME] = rows.select("row", "name", "fide_id").sort("name", "fide_id")
    codes = [pl.col(name).cast(pl.Enum(_codes(table[name]))) for name in _CODES]
    numbers = [pl.col(name).cast(pl.Int16) for name, kind in table.schema.items() if kind == pl.Int32()]
    return table.with_columns(
        *codes, *numbers, *(frame["row"].alias(f"{ORDER}{name}") for name, frame in orders.items())
    )


def _ordered_change(kind: str, day: date) -> pl.Expr:
    """Give the change by which a list is put into order; none of who may be under age and lost."""
    change = pl.col(f"{kind}_rating") - pl.col(f"{kind}_before")
    return pl.when((change >= 0) | is_adult(day)).then(change)


def is_adult(day: date) -> pl.Expr:
    """Tell who is of age at the latest in the year before a list, so that the year of birth alone is sure of it."""
    return (pl.lit(day.year) - pl.col("birth_year") > MINOR_UNTIL).fill_null(value=False)


def _codes(texts: pl.Series) -> list[str]:
    return sorted({"", *FLAGS, *SEXES, *texts.unique().to_list()})


def is_code(table: pl.DataFrame, name: str, code: str) -> pl.Expr:
    """Tell where a code stands in a column; nowhere, where the list has no such code."""
    kind = table.schema[name]
    is_known = not isinstance(kind, pl.Enum) or code in kind.categories
    return pl.col(name) == code if is_known else pl.lit(value=False)


def lines_of(table: pl.DataFrame, asked: AskedLines, day: date) -> LinesOfList:
    """Give the lines that are asked for of the list of a day."""
    conditions = list(_conditions(table, asked, day))
    falls, name = asked.order.startswith("-"), asked.order.removeprefix("-")
    name = name if name in ORDERS else STANDARD
    kept = table.select(pl.all_horizontal(conditions).fill_null(value=False)).to_series() if conditions else None
    rows = _in_order(table, asked.kind, day, kept, name, falls=falls)
    some = rows.slice(asked.first, asked.many)
    lines = table.select(COLUMNS)[some]
    places = _places(table, lines, rows, asked.first, name) if falls and name in KINDS else None
    return LinesOfList(lines, len(rows), places)


def count_of(table: pl.DataFrame, asked: AskedLines, day: date) -> int:
    """Count the lines that are asked for."""
    conditions = list(_conditions(table, asked, day))
    return int(table.select(pl.all_horizontal(conditions).sum()).item() or 0) if conditions else table.height


def _in_order(  # noqa: PLR0913 - what decides about an order
    table: pl.DataFrame, kind: str, day: date, kept: pl.Series | None, name: str, *, falls: bool
) -> pl.Series:
    """Give the rows that are kept in an order; a rating or a change that there is not comes last."""
    if name == STANDARD:
        rows = _every(table) if kept is None else kept.arg_true()
    else:
        order = table[f"{ORDER}{CHANGE}_{kind}" if name == CHANGE else f"{ORDER}{name}"]
        rows = order if kept is None else order.filter(kept.gather(order))
    if name == NAME:
        return rows.reverse() if falls else rows
    if falls:
        return rows
    key = table.select(_ordered_change(kind, day) if name == CHANGE else pl.col(f"{name}_rating"))
    known = len(rows) - key.to_series().gather(rows).null_count()
    return pl.concat([rows.head(known).reverse(), rows.slice(known)])


def _every(table: pl.DataFrame) -> pl.Series:
    return pl.arange(0, table.height, dtype=pl.UInt32, eager=True).alias("row")


def _places(table: pl.DataFrame, lines: pl.DataFrame, rows: pl.Series, first: int, kind: str) -> list[int]:
    """Give the places of lines by rating among all that are asked for; who has the same rating shares one."""
    places: list[int] = []
    ratings = lines[f"{kind}_rating"].to_list()
    for number, rating in enumerate(ratings):
        if number == 0:
            above = table[f"{kind}_rating"].gather(rows.head(first))
            places.append(1 + int((above > rating).sum()) if rating is not None else 0)
        else:
            same = rating == ratings[number - 1]
            places.append(0 if rating is None else places[-1] if same else first + number + 1)
    return places


def _conditions(table: pl.DataFrame, asked: AskedLines, day: date) -> Iterable[pl.Expr]:
    """Give what has to hold of a line."""
    yield _is_in_part(table, asked)
    if asked.federation:
        yield is_code(table, "federation", asked.federation)
    if asked.title == ANY_TITLE:
        yield (pl.col("title") != "") | (pl.col("womens_title") != "")
    elif asked.title:
        yield is_code(table, "title", asked.title) | is_code(table, "womens_title", asked.title)
    if asked.sex:
        yield is_code(table, "sex", asked.sex)
    if asked.age in AGES:
        yield is_of_age(asked.age, day)


def _is_in_part(table: pl.DataFrame, asked: AskedLines) -> pl.Expr:
    """Tell who is asked for; activity is that in the kind of chess."""
    rated = pl.col(f"{asked.kind}_rating").is_not_null()
    idle = is_idle_in(asked.kind) | is_code(table, "part", INACTIVE)
    titled = (pl.col("title") != "") | (pl.col("womens_title") != "")
    match asked.part:
        case "active":
            return rated & ~idle
        case "inactive":
            return rated & idle
        case "new":
            return rated & pl.col(f"{asked.kind}_before").is_null()
        case "titled":
            return titled & pl.col(f"{STANDARD}_rating").is_null()
        case "delisted":
            return is_code(table, f"{asked.kind}_status", DELISTED)
    return rated


def is_idle_in(kind: str) -> pl.Expr:
    """Tell who is inactive in a kind of chess: in standard chess by the flag of the list."""
    if kind == STANDARD:
        return is_inactive(pl.col("flag"))
    return pl.col(f"{kind}_{INACTIVE}").fill_null(value=False)


def is_of_age(age: str, day: date) -> pl.Expr:
    """Tell who belongs to a group of age on the list of a day, by the year of birth."""
    years = pl.lit(day.year) - pl.col("birth_year")
    return years <= int(age.removeprefix("u")) if age.startswith("u") else years >= int(age.removesuffix("+"))

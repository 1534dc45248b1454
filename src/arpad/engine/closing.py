"""A whole list from a book: all kinds of chess, flags, and the part results that are kept for the next one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arpad.engine.book_rules import calendar_of, name_for, rules_name
from arpad.engine.book_schema import LIST, POOL, TABLES
from arpad.engine.close import ClosedKind, close_kind
from arpad.engine.inactivity import flags
from arpad.engine.people import people_of
from arpad.engine.rerated import rated_for
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError
from arpad.regulations.catalogue import NoEditionError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date

    from arpad.engine.book import Book

OF_KIND = ("rating", "games", "k", "played", "highest", "last")
_LOOKED_BACK = 60
"""So many lists back it is looked for one that a gap would cut off."""


@dataclass(frozen=True, slots=True)
class Closed:
    """A list as it is written into a book, and how each kind of chess came about."""

    list_date: date
    frame: pl.DataFrame
    kinds: Mapping[str, ClosedKind]
    pool: pl.DataFrame
    events: pl.DataFrame


def close_book(
    book: Book, list_date: date, name: str | None = None, told: Callable[[str], None] = lambda _: None
) -> Closed:
    """Make the list of a day from a book; nothing is written."""
    tables = {**tables_of(book), "pool": book.pool_before(list_date)}
    return close(tables, lambda day: list_of_book(book, day), list_date, rules_of(book, list_date, name), told)


def rules_of(book: Book, list_date: date, name: str | None = None) -> str | None:
    """Name the edition by which a list of a book is made: the one that is asked for, or that of the book."""
    return name or rules_name(book.about, list_date)


def tables_of(book: Book) -> dict[str, pl.DataFrame]:
    """Give the tables of a book; the adjustments only where it has that table, for then only those hold."""
    return {one: book[one] for one in TABLES if one != "adjustments" or book.has(one)}


def list_of_book(book: Book, day: date) -> pl.DataFrame | None:
    """Give the list of a day; None where the book has none."""
    return book.rating_list(day) if day in book.list_dates else None


def close(  # noqa: PLR0913, PLR0917 - the tables of a book and which list is made
    tables: Mapping[str, pl.DataFrame],
    rating_list: Callable[[date], pl.DataFrame | None],
    list_date: date,
    name: str | None = None,
    told: Callable[[str], None] = lambda _: None,
    only: Sequence[str] = KINDS,
) -> Closed:
    """Make the list of a day: a pure function of the tables of a book and of its earlier lists.

    A named edition holds for the kinds of chess it is for; for the others those in force do.
    """
    kinds = [kind for kind in only if _has_list(kind, list_date, name)]
    _refuse_gap(rating_list, kinds, list_date, name)
    who = people_of(tables["players"])
    made: dict[str, ClosedKind] = {}
    for kind in kinds:
        told(f"rating {kind} chess")
        made[kind] = close_kind(tables, rating_list, kind, list_date, name_for(kind, list_date, name), who)
    if not made:
        raise RefusedError.of("no_list", f"No list of any kind of chess is made on {list_date}. Check the day.")
    told("putting the list together")
    pools = [one.pool for one in made.values()]
    rest = tables["pool"].filter(~pl.col("kind").is_in(list(made)))
    fitted = {column: pl.col(column).cast(dtype) for column, dtype in rest.schema.items()}
    pool = pl.concat([one.select(**fitted) for one in (*pools, rest)]).sort(POOL.key)
    rated = pl.concat([one.events.select("event_id") for one in made.values()])["event_id"]
    events = (
        tables["events"]
        .with_columns(rated_for=rated_for(tables["events"], list_date))
        .with_columns(
            rated_for=pl.when(pl.col("event_id").is_in(rated.implode())).then(pl.lit(list_date)).otherwise("rated_for")
        )
    )
    return Closed(list_date, _frame(tables["players"], made, rating_list, list_date, name), made, pool, events)


def _has_list(kind: str, list_date: date, name: str | None) -> bool:
    """Tell whether a list of this kind of chess is made that day."""
    try:
        return calendar_of(kind, list_date, name).is_list_date(list_date)
    except NoEditionError:
        return False


def _refuse_gap(
    rating_list: Callable[[date], pl.DataFrame | None], kinds: list[str], list_date: date, name: str | None
) -> None:
    """Refuse a list whose predecessor is missing while an older one is there: nobody would be rated."""
    for kind in kinds:
        days = calendar_of(kind, list_date, name)
        before = days.list_before(list_date)
        if before is None or rating_list(before) is not None:
            continue
        older = days.list_before(before)
        for _ in range(_LOOKED_BACK):
            if older is None:
                break
            if rating_list(older) is not None:
                said = f"The {kind} list of {list_date} goes on from that of {before}, which the book does not have."
                raise RefusedError.of("list_before_missing", f"{said} Close or import that one first.")
            older = days.list_before(older)


def _frame(
    players: pl.DataFrame,
    made: Mapping[str, ClosedKind],
    rating_list: Callable[[date], pl.DataFrame | None],
    list_date: date,
    name: str | None,
) -> pl.DataFrame:
    """Put the kinds of chess together, a line for each player in the order of FIDE numbers, with the flags."""
    columns: list[pl.Series] = []
    for kind in KINDS:
        one = made.get(kind)
        for part in OF_KIND:
            dtype = LIST.schema[f"{kind}_{part}"]
            if one is not None:
                columns.append(one.ratings[part].cast(dtype).alias(f"{kind}_{part}"))
            else:
                nothing = 0 if part in {"games", "played"} else None
                columns.append(pl.Series(f"{kind}_{part}", [nothing], dtype=dtype).new_from_index(0, players.height))
    sexes = players.select(pl.col("fide_id").cast(pl.Int64), "sex")
    sexes = sexes if sexes["fide_id"].is_sorted() else sexes.sort("fide_id")
    found = pl.DataFrame([sexes["fide_id"], sexes["sex"], *columns])
    return found.with_columns(flag=flags(found, rating_list, list_date, name)).drop("sex")

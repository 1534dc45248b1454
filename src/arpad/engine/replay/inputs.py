"""What a replay is made from: the events and games of a book, each with the list that rates it, read and parted once.

Every month then gets its own events and games only, so that the work of a game does not grow with the number of months.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

import arpad
from arpad.book.schema import LIST, TABLES
from arpad.book.tables import fitted
from arpad.book.view import list_name
from arpad.engine.replay.plan import MONTHLY, between, parted, with_lists
from arpad.engine.replay.rules import AS_CLOSED, OneOffs, months_with_lists, with_one_offs
from arpad.model.period import KINDS
from arpad.regulations.rulebook import content_hash

if TYPE_CHECKING:
    from datetime import date

    from arpad.book.view import BookView
    from arpad.regulations.rulebook import Rulebook

_PIECE = 500_000


@dataclass(frozen=True, slots=True)
class Inputs:
    """Everything a replay needs of its book but the lists."""

    rulebook: Rulebook
    """That of the book, or another one that was asked for."""
    months: tuple[date, ...]
    """The months in which there is a list of any kind."""
    kinds: tuple[str, ...]
    """The kinds of chess that the edition is for; all of them where those in force hold."""
    tables: dict[str, pl.DataFrame]
    """What is the same for every month; the pool is that of the beginning."""
    parts: dict[date, dict[str, pl.DataFrame]]
    needed: dict[date, date]
    """Of each list that a month asks for: the last such month."""
    fingerprint: str

    def of_month(self, month: date, pool: pl.DataFrame) -> dict[str, pl.DataFrame]:
        """Give the tables from which the list of a month is made."""
        own = self.parts.get(month, {})
        return {**self.tables, **{name: own.get(name, TABLES[name].empty()) for name in MONTHLY}, "pool": pool}


def inputs_of(
    book: BookView, first: date, last: date, asked: Rulebook | None = None, one_offs: OneOffs = AS_CLOSED
) -> Inputs:
    """Read a book and part it by months; where no other rulebook is asked for, that of the book holds."""
    rulebook, kinds = asked or book.rulebook, kinds_of(asked)
    tables = with_one_offs(_tables_of(book), one_offs)
    months = months_with_lists(first, last, rulebook, kinds)
    events = with_lists(tables["events"], first, book.rulebook, asked)
    if asked is not None:
        # Corrected bases belong to the lists as they were made; under another edition there are other lists.
        tables |= {name: TABLES[name].empty() for name in ("corrections", "line_corrections")}
    shared = {name: frame for name, frame in tables.items() if name not in MONTHLY}
    pool = book.pool_before(first)
    shared["pool"] = pool.filter((pl.col("due") < first) & pl.col("kind").is_in(kinds))
    return Inputs(
        rulebook,
        months,
        kinds,
        shared,
        parted(tables, events, first, between(events, months, kinds, rulebook)),
        _needed(events, months, kinds, rulebook),
        fingerprint(book, first, asked, one_offs),
    )


def kinds_of(asked: Rulebook | None) -> tuple[str, ...]:
    """Name the kinds of chess that a replay makes: those that the edition asked for is for, else all of them."""
    return KINDS if asked is None else asked.kinds


def _tables_of(book: BookView) -> dict[str, pl.DataFrame]:
    """Give the tables that lists are made from; the adjustments only where the book has them, for then only those hold.

    What the log says decides nothing.
    """
    made_from = (name for name in TABLES if name != "log" and (name != "adjustments" or book.has(name)))
    return {name: book.table(name) for name in made_from}


def _needed(
    events: pl.DataFrame, months: tuple[date, ...], kinds: tuple[str, ...], rulebook: Rulebook
) -> dict[date, date]:
    """Give of each list the last month that asks for it: as the list before, or as that of an event's first day."""
    needed: dict[date, date] = {}
    for kind in kinds:
        days = {month: rulebook.calendar(kind, month) for month in months}
        pairs = [(day.list_before(month), month) for month, day in days.items() if day.is_list_date(month)]
        own = events.filter((pl.col("kind") == kind) & pl.col("month").is_in(months))
        starts = own.select("start", "month").unique().iter_rows()
        pairs += [(days[month].list_in_force(start), month) for start, month in starts]
        for day, month in pairs:
            if day is not None:
                needed[day] = max(month, needed.get(day, month))
    return needed


def fingerprint(book: BookView, first: date, asked: Rulebook | None = None, one_offs: OneOffs = AS_CLOSED) -> str:
    """Give a hash of everything that decides what a replay gives; the order of rows and files does not matter."""
    own = book.rulebook
    digest = hashlib.sha256(f"arpad replay {arpad.__version__} {first} {own.authority} {own.monthly}\n".encode())
    rulebook = asked or own
    if rulebook.edition is not None:
        for kind in rulebook.kinds:
            digest.update(f"{kind} {content_hash(rulebook.law(kind, first))}\n".encode())
    frames = {name: (frame, TABLES[name]) for name, frame in with_one_offs(_tables_of(book), one_offs).items()}
    # Kinds of chess that the edition is not for are taken from the book, whose later lists then count as well.
    every = kinds_of(asked) != KINDS
    frames |= {str(day): (book.table(list_name(day)), LIST) for day in book.list_dates if every or day < first}
    for name, (frame, table) in frames.items():
        digest.update(f"{name}\n".encode())
        for piece in fitted(frame, table).sort(*table.key).iter_slices(_PIECE):
            digest.update(piece.write_csv(include_header=False).encode())
    return digest.hexdigest()

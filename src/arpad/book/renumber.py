"""A player's number replaced everywhere in a book at once: a stand-in becomes the FIDE number when that is known.

After a closing the number stands in lists and in kept part results, too. If one of them keeps the old one, results are
lost or the book is refused; so this is one change, made whole or not at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from arpad.book.change import changed
from arpad.book.log import BookLogEntry, entries
from arpad.book.schema import LIST, LISTS, POOL, TABLES
from arpad.book.view import list_name, pool_name
from arpad.book.wording import WORDS
from arpad.model.problems import NOTE, Problem, RefusedError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.book.change import Change
    from arpad.book.schema import BookTable
    from arpad.book.view import BookView

MOST_NUMBER = 10**15 - 1
RENUMBER, MERGE = "renumber", "merge"
"""The deeds of the log by which a player gets another number."""
_SORTED = frozenset(("players", "pool"))
"""Tables that arpad keeps in the order of their keys."""


@dataclass(frozen=True, slots=True)
class Renumbered:
    """Whose number was replaced, and in how many rows of which tables."""

    name: str
    rows: Mapping[str, int]


def renumbered(book: BookView, old: int, new: int, called: str = "") -> tuple[Change, Renumbered]:
    """Give the change that puts a FIDE number in the place of a player's number, wherever that stands.

    `called` is what the book is called where people are told why it cannot be done.
    """
    names = dict(
        book.table("players").filter(pl.col("fide_id").is_in([old, new])).select("fide_id", "name").iter_rows()
    )
    _refuse(old, new, names, called)
    rows: dict[str, int] = {}
    tables: dict[str, pl.DataFrame] = {}
    for name in TABLES:
        if book.has(name):
            tables[name], rows[name] = _replaced(book.table(name), TABLES[name], old, new, is_sorted=name in _SORTED)
    for day in book.pool_dates:
        name = pool_name(day)
        tables[name], rows[name] = _replaced(book.table(name), POOL, old, new, is_sorted=True)
    lists: dict[date, pl.DataFrame] = {}
    for day in book.list_dates:
        frame, count = _replaced(book.table(list_name(day)), LIST, old, new, is_sorted=True)
        rows[f"{LISTS}/{day:%Y-%m}"] = count
        lists |= {day: frame} if count else {}
    touched = {name: frame for name, frame in tables.items() if rows[name]}
    reason = Problem.of(WORDS, "renumbered", severity=NOTE, name=names[old], old=old, new=new)
    done = Renumbered(names[old], {name: count for name, count in rows.items() if count})
    entry = BookLogEntry(RENUMBER, facts={"old": old, "new": new, "name": done.name, "rows": dict(done.rows)})
    return changed(book, touched, lists, reasons=(reason,), entry=entry), done


def _refuse(old: int, new: int, names: Mapping[int, str], called: str) -> None:
    """Refuse numbers between which nothing can be replaced."""
    if old not in names:
        raise RefusedError.of(WORDS, "no_player", called, book=called, number=old)
    if not 0 < new <= MOST_NUMBER:
        raise RefusedError.of(WORDS, "no_number", called, number=new, most=MOST_NUMBER)
    if new in names:
        raise RefusedError.of(WORDS, "number_taken", called, book=called, number=new, name=names[new])


def _replaced(
    frame: pl.DataFrame, table: BookTable, old: int, new: int, *, is_sorted: bool
) -> tuple[pl.DataFrame, int]:
    """Give a table with the new number, and count the rows in which the old one stood."""
    columns = [name for name, column in table.columns.items() if column.of == "players"]
    columns += ["fide_id"] if table is TABLES["players"] else []
    if not columns:
        return frame, 0
    count = frame.filter(pl.any_horizontal(pl.col(columns) == old)).height
    replaced = frame.with_columns(
        pl.when(pl.col(name) == old).then(new).otherwise(name).alias(name) for name in columns
    )
    return (replaced.sort(table.key) if is_sorted else replaced), count


class NumberBefore(NamedTuple):
    """A number that a player had before: until which day, by what it was replaced, and why."""

    old: int
    deed: str
    """renumber, or merge where two numbers of one person were put together."""
    day: str
    why: str


def earlier_numbers(view: BookView, player: int) -> tuple[NumberBefore, ...]:
    """Give the numbers that a player had before the present one, by the log of the book, the newest first.

    A number is replaced when the FIDE number is known, when it was wrong, or when two numbers are one person's.
    """
    numbers, before = {player}, []
    for entry in reversed(entries(view)):
        old, new = _replaced_numbers(entry)
        if old is not None and new in numbers:
            numbers.add(old)
            why = entry.why.strip().rstrip(".")
            before.append(NumberBefore(old, MERGE if entry.deed == MERGE else RENUMBER, entry.at[:10], why))
    return tuple(before)


def _replaced_numbers(entry: BookLogEntry) -> tuple[int | None, int | None]:
    """Give the number that an entry of the log replaced, and the one in its place; None where it is about others."""
    if entry.deed in {RENUMBER, MERGE}:
        return entry.facts.get("old"), entry.facts.get("new")
    number = entry.facts.get("number") if entry.deed == "correct" else None
    return (number[0], number[1]) if isinstance(number, list) else (None, None)

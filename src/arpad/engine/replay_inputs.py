"""What a replay is made from: the events and games of a book, each with the list that rates it, read and parted once.

Every month then gets its own events and games only, so that the work of a game does not grow with the number of months.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

import arpad
from arpad.engine.book_files import fitted
from arpad.engine.book_rules import calendar_of, rules_name
from arpad.engine.book_schema import LIST, TABLES
from arpad.engine.closing import tables_of
from arpad.engine.period_events import list_of
from arpad.model.period import KINDS
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import edition
from arpad.regulations.durations import shifted_months

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arpad.engine.book import About, Book
    from arpad.regulations.calendar import Calendar

_PIECE = 500_000
_MONTHLY = ("events", "games", "corrections")
"""The tables of which a month gets its own rows only."""


@dataclass(frozen=True, slots=True)
class Rules:
    """By which rules a replay makes its lists: an edition that is asked for, or those of the book itself."""

    name: str | None = None
    about: About | None = None
    """What `book.toml` says; without it, the editions in force hold."""

    def on(self, list_date: date, kind: str = KINDS[0]) -> str | None:
        """Name the edition by which the list of a day is made; None where it is the one in force."""
        if self.name is not None or self.about is None:
            return self.name
        return rules_name(self.about, list_date, kind)

    def calendar(self, kind: str, list_date: date) -> Calendar:
        """Give the calendar by which a list of a kind of chess is made."""
        return calendar_of(kind, list_date, self.on(list_date, kind))

    def names(self, first: date, last: date) -> list[str]:
        """Name the editions of the book by which the lists of a span are made, apart from those in force."""
        found = (self.on(shifted_months(first, number)) for number in range(_months_between(first, last) + 1))
        return sorted({name for name in found if name is not None})

    def due(self, kind: str, end: date, received: date | None, *, official: bool) -> date | None:
        """Give the list that rates an event, as closing the book month by month would."""
        found = list_of(calendar(kind, name=self.on(end, kind)), end, received, official=official)
        if found is None or self.on(found, kind) == self.on(end, kind):
            return found
        # The rules changed before that list: it is the newer ones that say which list rates the event.
        then = self.on(found, kind)
        newer = calendar(kind, name=then)
        due = list_of(newer, end, received, official=official)
        # Where they name a list from before the change, which did not take it, the event is rated as soon as it can be.
        return due if due is not None and self.on(due, kind) == then else next(newer.lists_from(found), None)


@dataclass(frozen=True, slots=True)
class Inputs:
    """Everything a replay needs of its book but the lists."""

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
        return {**self.tables, **{name: own.get(name, TABLES[name].empty()) for name in _MONTHLY}, "pool": pool}


def kinds_of(name: str | None) -> tuple[str, ...]:
    """Name the kinds of chess that an edition is for."""
    return KINDS if name is None else tuple(kind for kind in KINDS if kind in edition(name).kinds)


def months_with_lists(first: date, last: date, rules: Rules) -> tuple[date, ...]:
    """Give the months in which a list of any kind is made."""
    kinds = kinds_of(rules.name)
    months = (shifted_months(first, number) for number in range(_months_between(first, last) + 1))
    return tuple(month for month in months if any(rules.calendar(kind, month).is_list_date(month) for kind in kinds))


def _months_between(first: date, last: date) -> int:
    return (last.year - first.year) * 12 + last.month - first.month


def inputs_of(book: Book, first: date, last: date, name: str | None) -> Inputs:
    """Read a book and part it by months; without an edition, the rules of the book hold."""
    kinds, rules = kinds_of(name), Rules(name, book.about)
    tables = tables_of(book)
    months = months_with_lists(first, last, rules)
    events = _with_lists(tables["events"], kinds, first, rules)
    if name is not None:
        # Corrected bases belong to the lists as they were made; under another edition there are other lists.
        tables["corrections"] = TABLES["corrections"].empty()
    shared = {one: frame for one, frame in tables.items() if one not in _MONTHLY}
    pool = book.pool_before(first)
    shared["pool"] = pool.filter((pl.col("due") < first) & pl.col("kind").is_in(kinds))
    return Inputs(
        months,
        kinds,
        shared,
        _parted(tables, events, first),
        _needed(events, months, kinds, rules),
        fingerprint(book, first, name),
    )


def _with_lists(events: pl.DataFrame, kinds: tuple[str, ...], first: date, rules: Rules) -> pl.DataFrame:
    """Give the events with `month`, the list that rates them in this replay; null for those that none of it rates.

    Under another edition an event has the list of that edition's calendar, whatever it was rated for. What the list at
    the beginning has already is not rated once more; what it lacks, and should have had, is rated first of all.
    """
    name, of_book = rules.name, Rules(about=rules.about)
    found: list[tuple[date | None, date | None]] = []
    known: dict[tuple[object, ...], tuple[date | None, date | None]] = {}
    for kind, end, received, official, rated_for, back in events.select(
        "kind", "end", "received", "official", "rated_for", "withdrawn_for"
    ).iter_rows():
        key = (kind, end, received, official)
        if key not in known:
            in_force = of_book.due(kind, end, received, official=official)
            days = calendar(kind, name=name) if kind in kinds else None
            known[key] = (in_force, None if days is None else list_of(days, end, received, official=official))
        in_force, due = known[key]
        rated = rated_for or in_force
        if name is None:
            found.append((rated, back))
            continue
        is_there = rated is not None and rated < first
        month = None if due is None or is_there else _list_from(kind, max(due, first), name)
        found.append((month, _list_from(kind, back, name) if back is not None and kind in kinds else None))
    return events.with_columns(
        month=pl.Series([month for month, _ in found], dtype=pl.Date),
        withdrawn_for=pl.Series([back for _, back in found], dtype=pl.Date),
    )


def _list_from(kind: str, day: date, name: str) -> date | None:
    return next(calendar(kind, name=name).lists_from(day), None)


def _parted(tables: dict[str, pl.DataFrame], events: pl.DataFrame, first: date) -> dict[date, dict[str, pl.DataFrame]]:
    """Part events, games and corrections by the month whose list needs them."""
    asked = events.filter(pl.col("month") >= first).select("event_id", "month")
    # The list that takes an event back, or rates another in its place, needs it as much as the one that rated it.
    back = events.filter(pl.col("withdrawn_for") >= first).select("event_id", month="withdrawn_for")
    mended = events.filter((pl.col("month") >= first) & pl.col("replaces").is_not_null())
    # It works the list out anew that had rated the event, so it needs all of that list.
    anew = events.filter(pl.col("withdrawn_for") >= first).select(rated="month", month="withdrawn_for").unique()
    beside = events.select("event_id", rated="month").join(anew, on="rated").select(asked.columns)
    of_mended = mended.select("month", event_id="replaces").select(asked.columns)
    wanted = pl.concat([asked, back, beside, of_mended]).unique()
    own = events.with_columns(rated_for=pl.coalesce("month", "rated_for")).select(list(TABLES["events"].columns))
    found: dict[date, dict[str, pl.DataFrame]] = {}
    for table, frame in (("events", own), ("games", tables["games"])):
        for month, part in _by_month(frame.join(wanted, on="event_id", how="inner")):
            found.setdefault(month, {})[table] = part
    bases = tables["corrections"].with_columns(month="list")
    again = bases.drop("month").join(anew, left_on="list", right_on="rated")
    for month, part in _by_month(pl.concat([bases, again.select(bases.columns)]).unique()):
        found.setdefault(month, {})["corrections"] = part
    return found


def _by_month(frame: pl.DataFrame) -> Iterator[tuple[date, pl.DataFrame]]:
    for (month,), part in frame.partition_by("month", as_dict=True, include_key=False).items():
        yield month, part


def _needed(events: pl.DataFrame, months: tuple[date, ...], kinds: tuple[str, ...], rules: Rules) -> dict[date, date]:
    """Give of each list the last month that asks for it: as the list before, or as that of an event's first day."""
    found: dict[date, date] = {}
    for kind in kinds:
        days = {month: rules.calendar(kind, month) for month in months}
        pairs = [(one.list_before(month), month) for month, one in days.items() if one.is_list_date(month)]
        own = events.filter((pl.col("kind") == kind) & pl.col("month").is_in(months))
        starts = own.select("start", "month").unique().iter_rows()
        pairs += [(days[month].list_in_force(start), month) for start, month in starts]
        for day, month in pairs:
            if day is not None:
                found[day] = max(month, found.get(day, month))
    return found


def fingerprint(book: Book, first: date, name: str | None) -> str:
    """Give a hash of everything that decides what a replay gives; the order of rows and files does not matter."""
    # By whom and how often lists are made stands in `book.toml`.
    about = f"{book.about.authority} {book.about.monthly_regime}"
    found = hashlib.sha256(f"arpad replay {arpad.__version__} {first} {about}\n".encode())
    if name is not None:
        for kind in kinds_of(name):
            law = edition(name, kind, first)
            cells = {one: sorted(table.cells().items()) for one, table in sorted(law.tables.items())}
            found.update(repr((sorted(law.provisions.items()), cells)).encode())
    frames = {one: (frame, TABLES[one]) for one, frame in tables_of(book).items()}
    # Kinds of chess that the edition is not for are taken from the book, whose later lists then count as well.
    every = kinds_of(name) != KINDS
    frames |= {str(day): (book.rating_list(day), LIST) for day in book.list_dates if every or day < first}
    for one, (frame, table) in frames.items():
        found.update(f"{one}\n".encode())
        for piece in fitted(frame, table).sort(*table.key).iter_slices(_PIECE):
            found.update(piece.write_csv(include_header=False).encode())
    return found.hexdigest()

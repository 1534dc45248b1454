"""Many periods in a row: from a book's list on, month after month, by the editions in force or by another one.

A replay never touches the lists of its book. It can be stopped at any moment and goes on with the next month when it is
asked again; the lists are the same as if it had never been stopped.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.durable.journal import refuse_links
from arpad.book.durable.lock import writing
from arpad.book.list_hash import HashOfLists
from arpad.book.schema import LIST, REPLAYS
from arpad.book.tables import fitted
from arpad.book.view import list_name
from arpad.engine.period.close_list import OF_KIND, close
from arpad.engine.replay.folder import DatedList, MadeList, ReplayFolder
from arpad.engine.replay.inputs import Inputs, inputs_of, kinds_of
from arpad.engine.replay.keep import ALL, is_all_lines, kept_whole
from arpad.engine.replay.rules import AS_CLOSED, OneOffs, months_with_lists
from arpad.engine.wording import WORDS
from arpad.model.period import KINDS
from arpad.model.problems import NOTE, Problem, RefusedError
from arpad.regulations.durations import shifted_months

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future
    from datetime import date
    from pathlib import Path

    from arpad.book.folder import Book
    from arpad.engine.period.close_list import Closed
    from arpad.engine.replay.folder import PackedList
    from arpad.engine.replay.keep import Space
    from arpad.regulations.rulebook import Rulebook

IN_FORCE = "in-force"
_YEAR = 12
"""In so many months every edition makes a list."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A list of a replay."""

    list_date: date
    facts: dict[str, Any]
    """Its hash, how many are rated, how many games it rated and how many events, and what must be known besides."""
    is_new: bool
    """False where it had been made before."""
    within: ReplayFolder

    @property
    def place(self) -> Path | None:
        """Its own file; None where it is kept as what changed since the list before."""
        return self.within.place(self.list_date)

    def frame(self) -> pl.DataFrame:
        """Give the list itself, however it is kept."""
        return self.within.rating_list(self.list_date)


def usual_folder(book: Book, asked: Rulebook | None = None, one_offs: OneOffs = AS_CLOSED) -> Path:
    """Give the folder of a replay where none is named."""
    chosen = "" if one_offs.rows is None else f"-one-offs-{one_offs.name}"
    folder = book.folder.joinpath(REPLAYS, ((asked.edition_id if asked else None) or IN_FORCE) + chosen)
    refuse_links(book.folder, (folder,))
    return folder


def replay(  # noqa: PLR0913, PLR0917 - what is asked on the command line
    book: Book,
    first: date,
    last: date,
    asked: Rulebook | None = None,
    folder: Path | None = None,
    progress: Callable[[str], None] = lambda _: None,
    *,
    one_offs: OneOffs = AS_CLOSED,
    keep: str = ALL,
    say_space: Callable[[Space], None] = lambda _: None,
) -> Iterator[Replayed]:
    """Make the lists from one month to another, those that are there already first.

    `asked` is the rulebook by which they are made, where it is not that of the book; `keep` says which of the lists
    stand in files of their own. How much room that takes is said before anything is written.
    """
    rulebook, kinds = asked or book.rulebook, kinds_of(asked)
    if not months_with_lists(first, last, rulebook, kinds):
        raise RefusedError.of(
            WORDS, "no_list", "--from", says="no_list_between",
            first=f"{first:%Y-%m}", last=f"{last:%Y-%m}", edition=asked.edition_id if asked else "",
        )  # fmt: skip
    _refuse_without_a_list_before(book, first, rulebook, kinds)
    place = folder or usual_folder(book, asked, one_offs)
    with writing(place):
        progress("reading the book")
        inputs = inputs_of(book, first, last, asked, one_offs)
        is_new = not place.exists()
        if is_new:
            place.mkdir(parents=True)
        try:
            # Once more, for a folder that was not there had no lock.
            with writing(place):
                there = ReplayFolder.opened(
                    place, first, None if asked is None else asked.edition_id, inputs.fingerprint
                )
                there.refuse_damaged()
                space = there.space(keep, inputs.months, inputs.tables["players"].height, inputs.tables["pool"].height)
                say_space(space)
                space.refuse_too_little(place)
                there.settle(keep, inputs.months)
                yield from _replayed(_Lists(book, there, inputs, is_exact=asked is None), keep, progress)
        finally:
            if is_new:
                # What was refused before its first list leaves nothing; a folder in which something stands is kept.
                with suppress(OSError):
                    place.rmdir()


def _refuse_without_a_list_before(book: Book, first: date, rulebook: Rulebook, kinds: Sequence[str]) -> None:
    """Refuse to begin where the book has lists, but none before: it would take everybody for unrated."""
    if not book.list_dates or book.list_dates[0] < first:
        return
    oldest = book.list_dates[0]
    possible = months_with_lists(shifted_months(oldest, 1), shifted_months(oldest, _YEAR), rulebook, kinds)
    raise RefusedError.of(
        WORDS, "no_list_before", "--from",
        first=f"{first:%Y-%m}", oldest=f"{oldest:%Y-%m}", possible=f"{possible[0]:%Y-%m}" if possible else "",
    )  # fmt: skip


def _replayed(lists: _Lists, keep: str, progress: Callable[[str], None]) -> Iterator[Replayed]:
    """Give the lists that are there, and then those that are made, each when it is on the disk with all it needs.

    A list is packed while the next one is made. A replay that is ended meanwhile makes that one again.
    """
    there, inputs = lists.there, lists.inputs
    months = [month for month in inputs.months if month not in there.lists]
    if there.lists and months and months[0] < max(there.lists):
        name, lacking = there.folder.name, f"{months[0]:%Y-%m}"
        raise RefusedError.of(WORDS, "replay_damaged", name, says="list_lacking", folder=name, month=lacking)
    yield from (Replayed(month, there.lists[month], False, there) for month in inputs.months if month in there.lists)
    if not months:
        return
    players, making = inputs.tables["players"], _Making(lists, keep)

    def added(packed: Future[PackedList]) -> Replayed:
        there.add(packed.result(), players)
        return Replayed(packed.result().day, packed.result().facts, True, there)

    with ThreadPoolExecutor(1) as beside:
        packed: Future[PackedList] | None = None
        for month in months:
            progress(f"{month:%Y-%m}")
            try:
                closed, tables = making.closed(month)
            except BaseException:
                if packed is not None:
                    added(packed)
                raise
            if packed is not None:
                yield added(packed)
            packed = beside.submit(making.packing(closed, tables))
        if packed is not None:
            yield added(packed)


class _Making:
    """Makes the lists of a replay, each from those before."""

    def __init__(self, lists: _Lists, keep: str) -> None:
        self._lists, there, inputs = lists, lists.there, lists.inputs
        self._whole = kept_whole(keep, {*there.lists, *inputs.months})
        self._pool = there.pool() if there.lists else inputs.tables["pool"]
        self._hashes = HashOfLists(inputs.tables["players"], there.hash_version)
        self._number, self._before = len(there.lists), there.before(max(there.lists, default=None), len(there.lists))

    def closed(self, month: date) -> tuple[Closed, dict[str, pl.DataFrame]]:
        """Close a month; give with its list the tables that it was made from."""
        inputs = self._lists.inputs
        tables = inputs.of_month(month, self._pool)
        closed = close(_Month(self._lists, tables, inputs.rulebook), month, only=inputs.kinds)
        self._pool = closed.pool
        self._lists.keep(month, closed.frame)
        return closed, tables

    def packing(self, closed: Closed, tables: dict[str, pl.DataFrame]) -> Callable[[], PackedList]:
        """Give the work of hashing and packing a list, which nothing else waits for."""
        there, day, frame = self._lists.there, closed.list_date, fitted(closed.frame, LIST)
        notes = () if self._number else _from_nothing(self._lists.book, there.first)
        is_whole, before = day in self._whole, None if is_all_lines(self._number) else self._before
        self._number, self._before = self._number + 1, DatedList(day, frame)

        def packed() -> PackedList:
            facts = _facts_of(closed, tables, notes, self._hashes)
            return there.packed(MadeList(day, frame, closed.pool, facts), before, is_whole=is_whole)

        return packed


def _from_nothing(book: Book, first: date) -> tuple[Problem, ...]:
    """Say that nobody is rated at the beginning, where the book has no list at all."""
    if book.list_dates:
        return ()
    month = f"{first:%Y-%m}"
    return (Problem.of(WORDS, "begun_from_nothing", month, severity=NOTE, first=month),)


def _facts_of(
    closed: Closed, tables: dict[str, pl.DataFrame], before: tuple[Problem, ...], hashes: HashOfLists
) -> dict[str, Any]:
    every = (*before, *(note for kind in closed.kinds.values() for note in kind.notes))
    notes = {note.message: note for note in every}
    events = pl.concat([kind.events.select("event_id") for kind in closed.kinds.values()])["event_id"]
    rated = {kind: int(closed.frame[f"{kind}_rating"].is_not_null().sum()) for kind in closed.kinds}
    return {
        "sha256": hashes.of(closed.frame),
        "hash_version": hashes.version,
        "rated": rated,
        "events": events.len(),
        # A month is given more games than it rates, such as those of events that it takes back.
        "games": int(tables["games"]["event_id"].is_in(events.implode()).sum()),
        "notes": [{"code": note.code, "where": note.where, "message": note.message} for note in notes.values()],
    }


@dataclass(frozen=True, slots=True)
class _Month:
    """The book as one month of a replay sees it: its own rows, and the lists that were made before."""

    lists: _Lists
    tables: dict[str, pl.DataFrame]
    rulebook: Rulebook

    @property
    def list_dates(self) -> tuple[date, ...]:
        """The days of the lists before this month."""
        return self.lists.dates

    @property
    def pool_dates(self) -> tuple[date, ...]:
        """Nothing: a month has the part results that the one before left, and no others."""
        return ()

    def has(self, name: str) -> bool:
        """Tell whether a table is there."""
        return name in self.tables

    def table(self, name: str) -> pl.DataFrame:
        """Give the rows of a table that this month needs."""
        return self.tables[name]

    def rating_list(self, day: date) -> pl.DataFrame | None:
        """Give the list of a day; None where there is none."""
        return self.lists.of(day)

    def pool_before(self, list_date: date) -> pl.DataFrame:  # noqa: ARG002 - there is one list to make
        """Give the part results as the month before left them."""
        return self.tables["pool"]


class _Lists:
    """The lists that the months ask for: those of the replay, and before its first month those of the book.

    Only lists that a later month is known to need stay in memory; any other is read again if it is asked for.
    """

    def __init__(self, book: Book, there: ReplayFolder, inputs: Inputs, *, is_exact: bool) -> None:
        self.book, self.there, self.inputs, self._is_exact = book, there, inputs, is_exact
        self._kept: dict[date, pl.DataFrame] = {}

    @property
    def dates(self) -> tuple[date, ...]:
        """The days of the lists: of the book before the first month, and then of the replay."""
        before = (day for day in self.book.list_dates if day < self.there.first)
        return (*before, *sorted({*self.there.lists, *self._kept}))

    def of(self, day: date) -> pl.DataFrame | None:
        """Give the list of a day; None where there is none."""
        if day in self._kept:
            return self._kept[day]
        if day in self.there.lists:
            return self._with_other_kinds(day, self.there.rating_list(day))
        before = [list_date for list_date in self.book.list_dates if list_date < self.there.first]
        if day not in before and day < self.there.first and not self._is_exact:
            # The other edition may ask for a list of a day on which the book has none: the one then in force serves.
            before = [list_date for list_date in before if list_date < day] or before[:1]
            return self.book.rating_list(before[-1]) if before else None
        return self.book.rating_list(day) if day in before else None

    def keep(self, month: date, frame: pl.DataFrame) -> None:
        """Keep a list that was made, which may not be on the disk yet, and forget those that nobody needs any more."""
        self._kept[month] = self._with_other_kinds(month, frame)
        needed = self.inputs.needed
        self._kept = {day: kept for day, kept in self._kept.items() if day == month or needed.get(day, month) > month}

    def _with_other_kinds(self, day: date, frame: pl.DataFrame) -> pl.DataFrame:
        """Give a list with the kinds of chess that the edition is not for as the book's newest list then has them.

        A replay makes no lists of those kinds, but rapid and blitz look at the standard rating.
        """
        others = [kind for kind in KINDS if kind not in self.inputs.kinds]
        older = [list_date for list_date in self.book.list_dates if list_date <= day]
        if not others or not older:
            return frame
        columns = [f"{kind}_{part}" for kind in others for part in OF_KIND]
        counts = [column for column in columns if column.endswith(("_games", "_played"))]
        known = self.book.table(list_name(older[-1])).select("fide_id", *columns)
        whole = frame.drop(columns).join(known, on="fide_id", how="left", maintain_order="left")
        return whole.with_columns(pl.col(counts).fill_null(0)).select(list(LIST.columns))

"""Every line of a list compared with the reference: what differs, and which published correction explains it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Protocol

from arpad.book.made_by import version_of
from arpad.book.view import Period, list_name, pool_name
from arpad.engine.compare.closed_view import as_closed
from arpad.engine.compare.corrected_lines import explaining_corrections
from arpad.engine.period.close_list import has_list
from arpad.engine.reference.lines import Expected, Reference
from arpad.engine.wording import WORDS
from arpad.model.period import KINDS
from arpad.model.problems import NOTE, Problem
from arpad.regulations.catalogue import NoEditionError

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from arpad.book.folder import Book
    from arpad.book.view import BookView

FIELDS = Expected._fields
"""What a list says of a player in one kind of chess; the flag goes with standard chess."""
Values = tuple[int | str | date | None, ...]
_NOTHING: Values = (None, 0, None, 0, None, None)
_REPORTED_EVERY = 1000


class StageReporter(Protocol):
    """Says to a waiting person what is done, and how far it is."""

    def stage(self, what: str, total: int | None = None) -> None:
        """Say what is being done now."""

    def reached(self, done: int) -> None:
        """Say how much is done."""


@dataclass(frozen=True, slots=True)
class LineDifference:
    """A field in which a list and the reference differ, and the corrections that explain it."""

    kind: str
    fide_id: int
    field: str
    listed: int | str | date | None
    reference: int | str | date | None
    corrections: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verified:
    """A list beside the reference."""

    list_date: date
    made_by: str
    """The version of arpad that made the list."""
    compared: int
    """Number of lines."""
    different: tuple[LineDifference, ...]

    @property
    def players(self) -> frozenset[int]:
        """The players of whom a line differs."""
        return frozenset(each.fide_id for each in self.different)

    @property
    def unexplained(self) -> frozenset[int]:
        """The players of whom a line differs, and no published correction says why."""
        return frozenset(each.fide_id for each in self.different if not each.corrections)


def verify(book: Book, view: BookView, list_date: date, progress: StageReporter) -> Verified:
    """Compare every line of a list that a book closed with the reference, by the rules of a view of it.

    The reference sees what the list rated, and nothing that came into the book later.
    """
    then, version = as_closed(view, list_date), version_of(book.published(list_date))
    frame = then.table(list_name(list_date))
    compared, different = 0, []
    for kind in KINDS:
        reference = reference_of(then, list_date, kind)
        if reference is None:
            lines = _with_nothing(then, frame, kind)
        else:
            progress.stage(f"verifying {kind} chess", frame.height)
            lines = _both(frame, reference, progress)
        for player, listed, expected in lines:
            compared += reference is not None
            if listed != expected:
                fields = [field for field, own, other in zip(FIELDS, listed, expected, strict=True) if own != other]
                explaining = () if reference is None else explaining_corrections(reference, player, fields, version)
                different += [
                    LineDifference(kind, player, field, own, other, explaining)
                    for field, own, other in zip(FIELDS, listed, expected, strict=True)
                    if own != other
                ]
    return Verified(list_date, version, compared, tuple(different))


def imported(book: Book, view: BookView, list_date: date) -> Problem | None:
    """Say of a list that the book did not make itself what is missing to work it out; None for one that it made."""
    days = book.list_dates
    before = max((day for day in days if day < list_date), default=None)
    is_rated_for = (book.table("events")["rated_for"] == list_date).any()
    if is_rated_for or book.published(list_date).is_dir() or (before is not None and book.has(pool_name(before))):
        return None
    gone = [f"{day:%Y-%m}" for day in _lists_before(view, list_date) if day not in days]
    return Problem.of(WORDS, "list_imported", severity=NOTE, month=f"{list_date:%Y-%m}", before=gone)


def _lists_before(view: BookView, list_date: date) -> list[date]:
    """Give the days of the lists from which one goes on; the kinds of chess may have different ones."""
    days: set[date] = set()
    for kind in KINDS:
        try:
            day = view.rulebook.calendar(kind, list_date).list_before(list_date)
        except NoEditionError:
            continue
        days |= set() if day is None else {day}
    return sorted(days)


def reference_of(view: BookView, month: date, kind: str, only: int | None = None) -> Reference | None:
    """Give the reference of a kind of chess; None where no list of it is made that month."""
    if not has_list(view, kind, month):
        return None
    return Reference(Period(view, kind, month), None if only is None else {only})


def is_nobody(line: Values) -> bool:
    """Tell whether a line says nothing of a player but the sex: then a list need not have it."""
    return line[:-1] == _NOTHING


def listed_lines(frame: pl.DataFrame, kind: str) -> Iterator[tuple[int, Values]]:
    """Give the lines of a list for one kind of chess: everybody's number, and the fields."""
    columns = [f"{kind}_{name}" for name in FIELDS[:-1]]
    has_flag = kind == KINDS[0]
    for row in frame.select("fide_id", *columns, "flag").iter_rows():
        yield row[0], row[1:] if has_flag else (*row[1:-1], None)


def _with_nothing(view: BookView, frame: pl.DataFrame, kind: str) -> Iterator[tuple[int, Values, Values]]:
    """Give everybody's line beside an empty one, for a kind of chess of which no list is made that month."""
    players = view.table("players")
    women = set(players.filter(players["sex"] == "F")["fide_id"].to_list())
    for player, own in listed_lines(frame, kind):
        flag = ("w" if player in women else "") if kind == KINDS[0] else None
        yield player, own, (*_NOTHING, flag)


def _both(frame: pl.DataFrame, reference: Reference, progress: StageReporter) -> Iterator[tuple[int, Values, Values]]:
    """Give everybody's line on the list and by the reference; a player not on the list has an empty one there."""
    missing = set(reference.players())
    for done, (player, own) in enumerate(listed_lines(frame, reference.kind)):
        if done % _REPORTED_EVERY == 0:
            progress.reached(done)
        missing.discard(player)
        yield player, own, reference.expected(player)
    for player in sorted(missing):
        yield player, (*_NOTHING, None), reference.expected(player)

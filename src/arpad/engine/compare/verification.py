"""Every line of a list compared with the reference: what differs, and which published correction explains it."""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Protocol

from arpad.book.made_by import version_of
from arpad.book.view import Period, list_name, pool_name
from arpad.engine.compare.closed_view import as_closed
from arpad.engine.compare.line_comparison import Share, ShareComparison
from arpad.engine.compare.verifying_processes import compared_by_processes, processes_for, verifying_task
from arpad.engine.period.close_list import has_list
from arpad.engine.reference.lines import Reference
from arpad.engine.wording import WORDS
from arpad.model.period import KINDS
from arpad.model.problems import NOTE, Problem
from arpad.regulations.catalogue import NoEditionError

if TYPE_CHECKING:
    from datetime import date

    from arpad.book.folder import Book
    from arpad.book.view import BookView
    from arpad.engine.compare.line_comparison import LineDifference


class StageReporter(Protocol):
    """Says to a waiting person what is done, and how far it is."""

    def stage(self, what: str, total: int | None = None) -> None:
        """Say what is being done now."""

    def reached(self, done: int) -> None:
        """Say how much is done."""


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
    version, total = version_of(book.published(list_date)), view.table(list_name(list_date)).height
    progress.stage("verifying every line", total * len(KINDS))
    count = processes_for(book, view, total)
    if count > 1:
        shares = compared_by_processes(verifying_task(book, view, list_date, version), count, progress.reached)
    else:
        then = as_closed(view, list_date)
        shares = [ShareComparison(then, list_date, version, Share(), progress.reached).result()]
    # In the order of the list, whatever share a line was in; fields stay as they are.
    different = sorted((each for share in shares for each in share.different), key=itemgetter(0, 1, 2))
    compared = sum(share.compared for share in shares)
    return Verified(list_date, version, compared, tuple(difference for *_, difference in different))


def imported(book: Book, view: BookView, list_date: date) -> Problem | None:
    """Say of a list that the book did not make itself what is missing to work it out; None for one that it made."""
    days = book.list_dates
    before = max((day for day in days if day < list_date), default=None)
    is_rated_for = (book.table("events")["rated_for"] == list_date).any()
    if is_rated_for or book.is_published(list_date) or (before is not None and book.has(pool_name(before))):
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


def reference_of(view: BookView, month: date, kind: str, player: int) -> Reference | None:
    """Give the reference of a kind of chess for one player; None where no list of it is made that month."""
    if not has_list(view, kind, month):
        return None
    return Reference(Period(view, kind, month), {player})

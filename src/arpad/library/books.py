"""Books: opened, a list made from one, a line of a list explained. Needs the extra `engine`."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.library.extras import need_engine
from arpad.library.guards import refuse_unguarded
from arpad.library.periods import known, number_of
from arpad.library.room import give_back
from arpad.library.wording import WORDS
from arpad.model.period import KINDS
from arpad.model.problems import ArpadError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import polars as pl

    from arpad.book.folder import Book as BookFolder
    from arpad.book.view import BookView
    from arpad.engine.period.close_list import Closed
    from arpad.engine.reference.explain import LineExplained

_MONTH = re.compile(r"(19|20|21)\d\d-(0[1-9]|1[0-2])")


class Book:
    """A book that was opened: everything that rating lists are made from, in a folder."""

    def __init__(self, book: BookFolder) -> None:
        self._book = book

    @classmethod
    def open(cls, folder: str | Path) -> Book:
        """Open the book in a folder; one with errors is refused, with all of them."""
        need_engine("book")
        from arpad.book.folder import Book as BookFolder  # noqa: PLC0415 - the extra may be missing

        with _carried_out(folder):
            return cls(BookFolder.open(Path(folder)))

    @property
    def folder(self) -> Path:
        """Where the book is."""
        return self._book.folder

    @property
    def title(self) -> str:
        """What the book is called."""
        return self._book.about.title

    @property
    def list_dates(self) -> tuple[date, ...]:
        """The days of its lists, in order."""
        return self._book.list_dates

    def rating_list(self, month: date | str) -> pl.DataFrame:
        """Give the list of a month as a frame, a line for each player."""
        day = month_of(month)
        frame = self._book.rating_list(day)
        if frame is None:
            raise ArpadError.of(WORDS, "no_list", "month", says="no_list_of_month", month=f"{day:%Y-%m}")
        return frame

    def explain(
        self, player: int, month: date | str, *, kind: str = KINDS[0], edition: str | Path | None = None
    ) -> LineExplained:
        """Work out a player's line of a list by the reference, and say whether the list agrees.

        The month is a date, or text such as "2025-11". A list that is not made yet is explained as it would be.
        """
        known("kind", kind, KINDS)
        from arpad.book.view import seen_by  # noqa: PLC0415 - the extra may be missing
        from arpad.engine.reference.explain import explained_line  # noqa: PLC0415 - the same

        view = seen_by(self._book, None if edition is None else str(edition))
        return explained_line(self._book, view, month_of(month), _whole(player), kind)

    def __repr__(self) -> str:
        return f"<Book {self.folder}: {len(self.list_dates)} lists>"

    def __str__(self) -> str:
        lists = f", the last one of {self.list_dates[-1]}" if self.list_dates else ""
        return f"{self.title or self.folder.name}: {len(self.list_dates)} lists{lists}"


@dataclass(frozen=True, slots=True)
class ClosedList:
    """A list that was made from a book."""

    closed: Closed
    """Everything, as it was worked out."""
    published: Path | None
    """The folder of what is published with it; None for a preview, which writes nothing."""

    @property
    def list_date(self) -> date:
        """The day of the list."""
        return self.closed.list_date

    @property
    def frame(self) -> pl.DataFrame:
        """The list, a line for each player."""
        return self.closed.frame

    def __repr__(self) -> str:
        return f"<ClosedList of {self.list_date}: {self.frame.height} players>"

    def __str__(self) -> str:
        sentence = "a preview, nothing was written" if self.published is None else f"published in {self.published}"
        lines = [
            f"{kind}, {of_kind.law.id}: {of_kind.events.height} event(s), "
            f"{of_kind.changes.players.height} player(s) changed, "
            f"{int(of_kind.newcomers['published'].is_not_null().sum())} entered"
            for kind, of_kind in self.closed.kinds.items()
        ]
        return "\n".join([f"List of {self.list_date}: {sentence}", *lines])


def close(  # noqa: PLR0913 - what is asked of a closing
    book: Book | str | Path,
    month: date | str,
    *,
    preview: bool = False,
    edition: str | Path | None = None,
    force: bool = False,
    why: str = "",
) -> ClosedList:
    """Make the list of a month from a book, and write it into the book with all that is published.

    With `preview` nothing is written. A list that is there stays as it is. While events of the list may still end,
    where no event is there to be rated, or where `arpad book check` has warnings, a list is closed only with `force`,
    and `why` says the reason; the log of the book keeps it. A made-up book needs neither.
    """
    need_engine("book")
    from arpad.book.durable.lock import writing  # noqa: PLC0415 - the same
    from arpad.book.folder import Book as BookFolder  # noqa: PLC0415 - the extra may be missing
    from arpad.book.view import seen_by  # noqa: PLC0415 - the same

    if force and not why.strip():
        raise ArpadError.of(WORDS, "no_reason", "why")
    folder = book.folder if isinstance(book, Book) else Path(book)
    day, named = month_of(month), None if edition is None else str(edition)
    with _carried_out(folder):
        if preview:
            book_folder = book._book if isinstance(book, Book) else BookFolder.open(folder)  # noqa: SLF001 - our own
            return made_list(book_folder, seen_by(book_folder, named), day)
        with writing(folder):
            book_folder = BookFolder.open(folder, closing=day)
            refuse_late(book_folder, day, str(folder))
            view = seen_by(book_folder, named)
            passed = refuse_unguarded(book_folder, view, day, force=force, is_program=True)
            closed = made_list(book_folder, view, day, closing=(why, passed))
        if isinstance(book, Book):
            book._book = BookFolder.open(folder)  # noqa: SLF001 - our own; what was read before is old now
        return closed


def refuse_late(book: BookView, list_date: date, where: str) -> None:
    """Refuse to write a list that is there already, or that comes before one that is."""
    if list_date in book.list_dates:
        raise ArpadError.of(WORDS, "list_there", where, list=list_date)
    if book.list_dates and list_date < book.list_dates[-1]:
        raise ArpadError.of(WORDS, "list_later", where, newest=book.list_dates[-1])


def made_list(
    book: BookFolder,
    view: BookView,
    list_date: date,
    *,
    closing: tuple[str, Sequence[str]] | None = None,
    stage: Callable[[str], None] = lambda _: None,
) -> ClosedList:
    """Make a list from a view of a book, and write it into the book if it is closed, not only looked at.

    `closing` says why it is closed, and what was passed over for that; `refuse_unguarded` is asked first.
    """
    if closing is None:
        from arpad.engine.period.close_list import close as closed_from  # noqa: PLC0415 - the extra may be missing

        return ClosedList(closed_from(view, list_date, stage), None)
    with ThreadPoolExecutor(1) as meanwhile:
        # Imported while tables are read, see `Book.open`.
        from arpad.engine.period.close_list import close_to_publish  # noqa: PLC0415 - the same
        from arpad.pages.published import pages_of_list  # noqa: PLC0415 - only a list that is written has pages
        from arpad.publication.issue import NamesAhead, issue  # noqa: PLC0415 - the same

        ahead = NamesAhead(book, view, meanwhile)
        closed = close_to_publish(view, list_date, stage)
        for day in book.list_dates[:-1]:
            # Ratings of older lists went into this one; what is published asks only for the list before, as a rule.
            book.forget(day)
        give_back()
        return ClosedList(closed, issue(book, closed, view, stage, pages_of_list, closing, ahead))


def month_of(value: date | str) -> date:
    """Give the day of a month's list, from a date or text such as "2025-11"."""
    if isinstance(value, date):
        return date(value.year, value.month, 1)
    if isinstance(value, str) and _MONTH.fullmatch(value):
        return date.fromisoformat(f"{value}-01")
    raise ArpadError.of(WORDS, "wrong_month", "month", value=repr(value))


def _whole(player: int) -> int:
    number = number_of(player, "player", least=-(10**15))
    if number is None:
        raise ArpadError.of(WORDS, "wrong_value", "player", says="no_player")
    return number


@contextmanager
def _carried_out(folder: str | Path) -> Iterator[None]:
    """Say in a sentence what the system refused."""
    try:
        yield
    except OSError as fault:
        place = fault.filename or str(folder)
        raise ArpadError.of(WORDS, "not_carried_out", str(folder), place=place, why=fault.strerror) from fault

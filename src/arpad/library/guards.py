"""What speaks against closing a list now: events that may still end, no events at all, problems nobody has looked at.

A list that was closed is published, so nobody closes one by mistake. Whoever has a reason says it, and the log keeps
it. A made-up book has no public, and needs no guard.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.library.wording import WORDS
from arpad.model.clock import today
from arpad.model.period import KINDS
from arpad.model.problems import WARNING, Problem, RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from arpad.book.kept import KeptBook
    from arpad.book.view import BookView
    from arpad.regulations.calendar import Reckoned


def refuse_unguarded(
    book: KeptBook, view: BookView, list_date: date, *, force: bool, is_program: bool = False
) -> tuple[str, ...]:
    """Refuse to close a list against which something speaks, with all of it, unless it is to be done nevertheless.

    Gives the codes of what was passed over. Another law than that of the book, and files that are not as arpad wrote
    them, are never passed over.
    """
    from arpad.book.law import refuse_other_law  # noqa: PLC0415 - the extra may be missing

    refuse_other_law(book, view.rulebook, list_date)
    if book.about.seed is not None:
        return ()
    book.refuse_damaged(published=False)
    guards = list(closing_guards(book, view, list_date))
    if guards and not force:
        way = Problem.of(WORDS, "not_closed", book.called, is_program=is_program)
        raise RefusedError([*guards, way])
    return tuple(guard.code for guard in guards)


def doubts_of(book: KeptBook) -> list[str]:
    """Give the codes of what is in doubt in a book: people, and events that no list has rated. All of it is read."""
    return sorted({fault.code for fault in book.open_problems() if fault.severity == WARNING})


def closing_guards(
    book: KeptBook, view: BookView, list_date: date, doubts: Sequence[str] | None = None
) -> Iterator[Problem]:
    """Give everything that speaks against closing a list of a book today; `doubts` are those of it, where known."""
    month, where = f"{list_date:%Y-%m}", book.called
    day = today()
    open_until = [(kind, last) for kind, last in _last_days(view, list_date) if day < last.day]
    if open_until:
        kinds = [
            {"kind": kind, "day": last.day, "cited": ", ".join(map(str, last.by.citations()))}
            for kind, last in open_until
        ]
        latest = max(last.day for _, last in open_until)
        yield Problem.of(WORDS, "closed_early", where, month=month, today=day, kinds=kinds, latest=latest)
    if not _has_events(view, list_date):
        yield Problem.of(WORDS, "no_events", where, month=month)
    doubts = doubts_of(book) if doubts is None else doubts
    if doubts:
        yield Problem.of(WORDS, "open_problems", where, doubts=doubts, book=where)


def _last_days(view: BookView, list_date: date) -> Iterator[tuple[str, Reckoned]]:
    """Give the last day on which an event of a list may end, by kind of chess; official events may end later."""
    from arpad.engine.period.close_list import has_list  # noqa: PLC0415 - the extra may be missing

    for kind in KINDS:
        if has_list(view, kind, list_date):
            calendar = view.rulebook.calendar(kind, list_date)
            usual, official = (calendar.closing_of_events(list_date, official=official) for official in (False, True))
            yield kind, official if official.day > usual.day else usual


def _has_events(view: BookView, list_date: date) -> bool:
    """Tell whether a list rates an event, or takes one back."""
    from arpad.book.view import Period  # noqa: PLC0415 - the extra may be missing
    from arpad.engine.period.close_list import has_list  # noqa: PLC0415 - the same
    from arpad.engine.period.events import events_of_list  # noqa: PLC0415 - the same
    from arpad.engine.period.withdrawals import events_taken_back  # noqa: PLC0415 - the same

    periods = [Period(view, kind, list_date) for kind in KINDS if has_list(view, kind, list_date)]
    # Where no list is made at all, closing says that, and why.
    return not periods or any(
        events_of_list(period)[0].height or events_taken_back(period).height for period in periods
    )

"""A list published again after corrections: made anew from the book as it is known now, the first issue kept beside it.

The book is seen as it was before the list was closed, with what was put right since and is named as a cause: what was
annulled is not rated, what stands in its place is. Everything else waits for the next list, which goes on from the
revised one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.causes import causes_of, with_waiting, without_waiting
from arpad.book.change import After, changed
from arpad.book.closings import REPUBLISH, before_closing, closing_of, facts_to_undo, original_name
from arpad.book.log import BookLogEntry, entries
from arpad.book.schema import ISSUES
from arpad.book.view import list_name
from arpad.book.wording import WORDS
from arpad.engine.period.close_list import close
from arpad.model.problems import NOTE, Problem, RefusedError
from arpad.publication.issue import Kept, no_pages, publishing, rated_events

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from datetime import date

    from arpad.book.causes import Causes
    from arpad.book.change import Change, Publish
    from arpad.book.closings import Closing
    from arpad.book.view import BookView
    from arpad.engine.period.close_list import Closed
    from arpad.publication.issue import Pages

_SEEN_ON_THE_LIST = frozenset(("events", "games", "pool"))
"""The tables of which everything that matters for a list shows in its lines, its events or the part results."""
_BESIDES = frozenset(("adopt", "accept", "restore"))
"""Deeds after which a list may be published otherwise although no row of a table was changed."""


def republished(  # noqa: PLR0913, PLR0917 - what a list is issued with
    view: BookView,
    day: date,
    why: str,
    kept: Kept,
    progress: Callable[[str], None] = lambda _: None,
    pages: Pages = no_pages,
    named: Collection[int] | None = None,
    kept_before: date | None = None,
) -> Change:
    """Give the change by which the newest list of a book is published again, as the book is known now.

    `named` are the entries of its log that are in; if not given, everything put right since but reports that came late.
    """
    revision = revised(view, day, progress, named=named)
    make = publishing(revision.closed, revision.before, kept, progress, pages)
    return revision.change(view, why, make, kept_before)


@dataclass(frozen=True, slots=True)
class Revision:
    """The newest list of a book as it comes out now: how it was closed, the book before that, the list, and why."""

    closing: Closing
    before: BookView
    closed: Closed
    causes: Causes

    def change(self, view: BookView, why: str, make: Publish, kept_before: date | None = None) -> Change:
        """Give the change by which it is published; `make` writes everything that is published with it.

        Events that began before `kept_before` keep the ratings of the issue that was published then (R-044).
        """
        return _change(view, self, why, make, kept_before)


def before_list(view: BookView, day: date) -> BookView:
    """Give a book as it was before its newest list was closed, with everything that was put right since."""
    if day != view.list_dates[-1]:
        raise RefusedError.of(WORDS, "republish_of_older", month=f"{day:%Y-%m}")
    return After(view, changed(view, before_closing(view, closing_of(view, day)), {day: None}))


def revised(
    view: BookView,
    day: date,
    progress: Callable[[str], None] = lambda _: None,
    seen: Callable[[BookView], BookView] = lambda before: before,
    named: Collection[int] | None = None,
) -> Revision:
    """Make the newest list of a book once more, with what is named as a cause, or with everything put right since.

    `seen` lays something over the book that it is made from. Refused where it comes out as it is.
    """
    closing = closing_of(view, day)
    causes = causes_of(view, closing, named)
    before = seen(before_list(without_waiting(view, causes), day))
    closed = close(before, day, progress)
    revision = Revision(closing, before, closed, causes)
    if _is_as_published(view, revision):
        raise RefusedError.of(WORDS, "nothing_to_republish", month=f"{day:%Y-%m}")
    return revision


def _change(view: BookView, revision: Revision, why: str, make: Publish, kept_before: date | None) -> Change:
    closing, before, closed, causes = revision.closing, revision.before, revision.closed, revision.causes
    day = closing.list_date
    tables = {
        "pool": closed.pool,
        "events": with_waiting(view, causes, closed.events, day),
        original_name(day, closing.issue): view.table(list_name(day)),
    }
    if kept_before is not None:
        own = pl.DataFrame([(day, closing.issue, kept_before)], schema=ISSUES.schema, orient="row")
        tables["issues"] = pl.concat([view.table("issues"), own])
    issue = closing.issue + 1
    facts = {"issue": issue, "events": rated_events(closed), **facts_to_undo(before, day, closed.events)}
    entry = BookLogEntry(REPUBLISH, why, day, {**facts, **causes.facts()})
    change = changed(view, tables, {day: closed.frame}, tuple(_reasons(revision, kept_before)), entry)
    return replace(change, published={day: make}, reissued={day: closing.issue})


def _reasons(revision: Revision, kept_before: date | None) -> Iterator[Problem]:
    """Say what is published again, what is in it, what waits for the next list, and which ratings hold for events."""
    month, issue = f"{revision.closing.list_date:%Y-%m}", revision.closing.issue
    yield Problem.of(WORDS, "list_revised", severity=NOTE, month=month, issue=issue + 1)
    for entry in revision.causes.taken_in:
        yield Problem.of(
            WORDS, "revision_taken_in", severity=NOTE,
            entry=entry.number, deed=entry.deed, text=entry.sentence(), why=entry.why,
        )  # fmt: skip
    for entry in revision.causes.waiting:
        yield Problem.of(
            WORDS, "revision_waits", severity=NOTE,
            entry=entry.number, deed=entry.deed, text=entry.sentence(), why=entry.why,
        )  # fmt: skip
    if kept_before is not None:
        yield Problem.of(WORDS, "ratings_kept_before", severity=NOTE, day=kept_before, issue=issue, month=month)


def _is_as_published(view: BookView, revision: Revision) -> bool:
    """Tell whether a list would come out as it is: the same lines, events and part results, nothing else put right."""
    closing, closed, causes = revision.closing, revision.closed, revision.causes
    newest = (closing.revisions or (closing.closed,))[-1].number
    since = [entry for entry in entries(view) if entry.number > newest and entry.deed in _BESIDES]
    if since or any(not {*entry.before, *entry.after} <= _SEEN_ON_THE_LIST for entry in causes.taken_in):
        return False
    frames = (
        (closed.frame, view.table(list_name(closing.list_date))),
        (with_waiting(view, causes, closed.events, closing.list_date), view.table("events")),
        (closed.pool, view.table("pool")),
    )
    return all(_in_order(new).equals(_in_order(old)) for new, old in frames)


def _in_order(frame: pl.DataFrame) -> pl.DataFrame:
    names = sorted(frame.columns)
    return frame.select(names).sort(names)

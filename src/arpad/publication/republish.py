"""A list published again after corrections: made anew from the book as it is known now, the first issue kept beside it.

The book is seen as it was before the list was closed, with everything that was put right since: what was annulled is
not rated, what stands in its place is. The next list goes on from the revised one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import polars as pl

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
    from collections.abc import Callable
    from datetime import date

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
) -> Change:
    """Give the change by which the newest list of a book is published again, as the book is known now."""
    revision = revised(view, day, progress)
    return revision.change(view, why, publishing(revision.closed, revision.before, kept, progress, pages))


@dataclass(frozen=True, slots=True)
class Revision:
    """The newest list of a book as it comes out now: how it was closed, the book before that, and the list."""

    closing: Closing
    before: BookView
    closed: Closed

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
) -> Revision:
    """Make the newest list of a book once more, as the book is known now; `seen` lays something over what it is from.

    Refused where it comes out as it is.
    """
    closing = closing_of(view, day)
    before = seen(before_list(view, day))
    closed = close(before, day, progress)
    if _is_as_published(view, closing, closed):
        raise RefusedError.of(WORDS, "nothing_to_republish", month=f"{day:%Y-%m}")
    return Revision(closing, before, closed)


def _change(view: BookView, revision: Revision, why: str, make: Publish, kept_before: date | None) -> Change:
    closing, before, closed = revision.closing, revision.before, revision.closed
    day, month = closing.list_date, f"{closing.list_date:%Y-%m}"
    tables = {
        "pool": closed.pool,
        "events": closed.events,
        original_name(day, closing.issue): view.table(list_name(day)),
    }
    if kept_before is not None:
        own = pl.DataFrame([(day, closing.issue, kept_before)], schema=ISSUES.schema, orient="row")
        tables["issues"] = pl.concat([view.table("issues"), own])
    issue = closing.issue + 1
    reason = Problem.of(WORDS, "list_revised", severity=NOTE, month=month, issue=issue)
    facts = {"issue": issue, "events": rated_events(closed), **facts_to_undo(before, day, closed.events)}
    change = changed(view, tables, {day: closed.frame}, (reason,), BookLogEntry(REPUBLISH, why, day, facts))
    return replace(change, published={day: make}, reissued={day: closing.issue})


def _is_as_published(view: BookView, closing: Closing, closed: Closed) -> bool:
    """Tell whether a list would come out as it is: the same lines, events and part results, nothing else put right."""
    newest = (closing.revisions or (closing.closed,))[-1].number
    since = [entry for entry in entries(view) if entry.number > newest]
    if any(entry.deed in _BESIDES or not {*entry.before, *entry.after} <= _SEEN_ON_THE_LIST for entry in since):
        return False
    frames = (
        (closed.frame, view.table(list_name(closing.list_date))),
        (closed.events, view.table("events")),
        (closed.pool, view.table("pool")),
    )
    return all(_in_order(new).equals(_in_order(old)) for new, old in frames)


def _in_order(frame: pl.DataFrame) -> pl.DataFrame:
    names = sorted(frame.columns)
    return frame.select(names).sort(names)

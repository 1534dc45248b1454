"""What became of the lists that were closed in a book, by its log: closed, sent, undone, published again.

Until a list is sent its closing can be undone; afterwards it stays, and a revised one may be published beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.change import Change, changed
from arpad.book.log import BookLogEntry, entries
from arpad.book.schema import POOL, POOLS
from arpad.book.view import issue_name, pool_name
from arpad.book.wording import WORDS
from arpad.model.problems import NOTE, Problem, RefusedError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.book.view import BookView

CLOSE, SENT, UNDO, REPUBLISH = "close", "sent", "undo", "republish"


@dataclass(frozen=True, slots=True)
class Closing:
    """A list that was closed in a book: what the log says of it."""

    list_date: date
    closed: BookLogEntry
    """The entry of its closing."""
    sent: BookLogEntry | None = None
    """The entry that marks it as sent, where one does."""
    revisions: tuple[BookLogEntry, ...] = ()
    """The entries by which it was published again, the oldest first."""

    @property
    def facts(self) -> Mapping[str, Any]:
        """What the log says of the issue that is in the book."""
        return (self.revisions or (self.closed,))[-1].facts

    @property
    def issue(self) -> int:
        """Which issue of the list is in the book: 1 for the first."""
        return 1 + len(self.revisions)


def closings(view: BookView) -> dict[date, Closing]:
    """Give the lists that were closed in a book and not undone, by day, as its log tells it."""
    known: dict[date, Closing] = {}
    for entry in entries(view):
        day = entry.list_date
        if day is None:
            continue
        if entry.deed == CLOSE:
            known[day] = Closing(day, entry)
        elif entry.deed == UNDO:
            known.pop(day, None)
        elif day in known and entry.deed == SENT:
            known[day] = replace(known[day], sent=entry)
        elif day in known and entry.deed == REPUBLISH:
            known[day] = replace(known[day], revisions=(*known[day].revisions, entry))
    return known


def original_name(day: date, issue: int) -> str:
    """Name an earlier issue of a list among the tables of a book."""
    return issue_name(day, issue)


def closing_of(view: BookView, day: date) -> Closing:
    """Give the closing of a list; refused where the book has no such list, or did not close it."""
    month = f"{day:%Y-%m}"
    if day not in view.list_dates:
        raise RefusedError.of(WORDS, "no_such_list", month=month, newest=f"{max(view.list_dates, default=day):%Y-%m}")
    known = closings(view).get(day)
    if known is None or not {"pool", "kept_pool"} & set(known.facts):
        raise RefusedError.of(WORDS, "not_closed_here", month=month)
    return known


def sent(view: BookView, day: date, why: str) -> Change:
    """Give the change that marks a list as sent: from then on its closing cannot be undone."""
    closing = closing_of(view, day)
    if closing.sent is not None and closing.sent.facts.get("issue", 1) == closing.issue:
        raise RefusedError.of(WORDS, "sent_already", month=f"{day:%Y-%m}", at=closing.sent.at)
    reason = Problem.of(WORDS, "list_sent", severity=NOTE, month=f"{day:%Y-%m}")
    return Change({}, (reason,), entry=BookLogEntry(SENT, why, day, {"issue": closing.issue}))


def undone(view: BookView, why: str) -> Change:
    """Give the change that undoes the newest closing: the list is gone, and its events wait to be rated again."""
    if not view.list_dates:
        raise RefusedError.of(WORDS, "nothing_to_undo")
    day = view.list_dates[-1]
    closing, month = closing_of(view, day), f"{day:%Y-%m}"
    if closing.sent is not None:
        raise RefusedError.of(WORDS, "undo_of_sent", month=month, at=closing.sent.at)
    if closing.revisions:
        raise RefusedError.of(WORDS, "undo_of_revised", month=month)
    reason = Problem.of(WORDS, "closing_undone", severity=NOTE, month=month)
    entry = BookLogEntry(UNDO, why, day, {"closing": closing.closed.number})
    change = changed(view, before_closing(view, closing), {day: None}, (reason,), entry)
    return replace(change, unpublished=(day,))


def before_closing(view: BookView, closing: Closing) -> dict[str, pl.DataFrame | None]:
    """Give the tables that the closing of a list changed as they were before it; what came into them since stays."""
    facts = closing.facts
    tables: dict[str, pl.DataFrame | None] = {"events": unrated(view.table("events"), closing)}
    kept = facts.get("kept_pool")
    if kept is None:
        return {**tables, "pool": _pool(facts.get("pool", []))}
    name = f"{POOLS}/{kept['after']}"
    return {**tables, "pool": view.table(name), **({name: None} if kept["is_new"] else {})}


def _pool(rows: list[dict[str, Any]]) -> pl.DataFrame:
    """Read part results that the log kept, of a book that had no list before the one that was closed."""
    days = [name for name, kind in POOL.schema.items() if kind == pl.Date()]
    frame = pl.DataFrame(rows, schema={**POOL.schema, **dict.fromkeys(days, pl.String)}, orient="row")
    return frame.with_columns(pl.col(days).str.to_date())


def unrated(events: pl.DataFrame, closing: Closing) -> pl.DataFrame:
    """Give the events as if a list had not been closed: what it rated waits again.

    What was annulled since is annulled for good, for no list has rated it then; and what stands in its place since is
    rated in its own right.
    """
    facts, day = closing.facts, closing.list_date
    number, rated, taken = pl.col("event_id"), pl.col("rated_for"), pl.col("withdrawn_for")
    is_rated = (rated == day).fill_null(value=False) & ~number.is_in(facts.get("rated_before", []))
    is_reset = is_rated | number.is_in(facts.get("rerated", []))
    annulled = events.filter(is_rated & pl.col("withdrawn") & (taken > day))["event_id"]
    stands_in = pl.col("replaces").is_in(annulled.implode())
    return events.with_columns(
        rated_for=pl.when(~is_reset).then(rated),
        withdrawn_for=pl.when(~number.is_in(annulled.implode())).then(taken),
        replaces=pl.when(~stands_in.fill_null(value=False)).then("replaces"),
    )


def facts_to_undo(view: BookView, list_date: date, events: pl.DataFrame) -> Mapping[str, Any]:
    """Give what the log has to know so that a closing can be undone: which events it touches, and the part results."""
    was = view.table("events").select("event_id", was="rated_for")
    both = events.select("event_id", "rated_for").join(was, on="event_id", how="left")
    other = both.filter((pl.col("rated_for") != list_date) & pl.col("was").is_null())
    there = both.filter((pl.col("rated_for") == list_date) & (pl.col("was") == list_date))
    facts = {"rerated": other["event_id"].to_list(), "rated_before": there["event_id"].to_list()}
    before = max((day for day in view.list_dates if day < list_date), default=None)
    if before is None:
        pool = view.table("pool").with_columns(pl.col(pl.Date).cast(pl.String)).rows(named=True)
        return {**facts, "pool": pool}
    return {**facts, "kept_pool": {"after": f"{before:%Y-%m}", "is_new": not view.has(pool_name(before))}}

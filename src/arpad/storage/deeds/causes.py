"""Why a list is revised: the entries of the office's log that put something right, and those of the book's log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.book.closings import closing_of
from arpad.regulations.workings.revised_list import AllowedRevision, allowed_revision
from arpad.storage.book_change import BOOK
from arpad.storage.models import ListVersion, LogEntry

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import date

    from arpad.storage.database_book import DatabaseBook
    from arpad.storage.models import RatingSystem

CORRECTIONS = (
    "event.annul", "event.replace", "event.correct", "result.correct", "player.correct", "player.correct_identity",
    "player.renumber", "player.merge", "player.exclude", "base.correct", "law.decide", "late_report.take_in",
)  # fmt: skip
"""The deeds by which something is put right that a list was made from."""
REPORTS = ("book.import", "report.take_in", "report.accept")
"""The deeds by which reports come into the book: those that came late, where the rulebook lets a list wait for them."""


def put_right_since(system: RatingSystem, day: date, codes: Collection[str] = CORRECTIONS) -> list[LogEntry]:
    """Give what was put right since a list was closed first, and is in no revised list of it; the oldest first."""
    closed = closed_first(system, day)
    since = LogEntry.objects.filter(number__gt=closed, facts__book__system=system.key)
    settled: set[int] = set()
    for revision in since.filter(code="list.revise", facts__list=day.isoformat()).order_by("number"):
        if "waits" in revision.facts:
            settled |= set(revision.facts["causes"])
        else:
            settled |= set(since.filter(number__lt=revision.number).values_list("number", flat=True))
    return [entry for entry in since.filter(code__in=codes).order_by("number") if entry.number not in settled]


def closed_first(system: RatingSystem, day: date) -> int:
    """Give the number of the entry by which a list was closed, whatever revisions came since; 0 where it was not."""
    versions = ListVersion.objects.filter(rating_system=system, list_date=day).exclude(stage=ListVersion.THROWN_AWAY)
    return versions.order_by("revision").values_list("closed_entry", flat=True).first() or 0


def book_entries(book: DatabaseBook, day: date, causes: Iterable[int]) -> list[int]:
    """Give the entries of the book's own log that entries of the office's log are.

    Every decision that changes the book since the closing has one entry in each of the two logs, in the same order.
    """
    closed = closed_first(book.system, day)
    changes = LogEntry.objects.filter(number__gt=closed, facts__book__system=book.system.key).order_by("number")
    logged = [
        number
        for number, tables in changes.values_list("number", f"facts__{BOOK}__tables")
        if tables is not None and "log" in tables
    ]
    first = closing_of(book, day).closed.number + 1
    places = {number: first + place for place, number in enumerate(logged)}
    return sorted(places[cause] for cause in causes if cause in places)


def allowed_by_rulebook(book: DatabaseBook, day: date, kinds: Iterable[str]) -> AllowedRevision:
    """Give for what the rulebook of the office lets a list of some kinds of chess be revised."""
    return allowed_revision(book.rulebook.law(kind, day) for kind in kinds)

"""Why a list is revised: what was put right since it was closed, what a revised list takes in, and what waits.

A revised list has in it what its causes put right, and nothing else. What was put right besides waits for the next
list, as if the list had not been revised; so do reports that came late.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.change import After, changed
from arpad.book.log import entries
from arpad.book.taken_back import stands, taken_back
from arpad.book.wording import WORDS
from arpad.model.problems import Problem, RefusedError
from arpad.regulations.workings.revised_list import LATE_REPORT, allowed_revision

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from datetime import date

    from arpad.book.closings import Closing
    from arpad.book.log import BookLogEntry
    from arpad.book.view import BookView

IMPORT = "import"
DEEDS = frozenset((IMPORT, "replace", "annul", "correct", "exclude", "merge", "renumber", "adopt"))
"""The deeds by which something comes into a book, or is put right, from which a list is made."""
_AT_ONCE = frozenset(("merge", "renumber", "adopt"))
"""Those that hold for every list of the book at once, so that none of it can wait."""
_BY_ROWS = frozenset((
    "events", "games", "players", "corrections", "line_corrections", "adjustments", "exclusions", "exemptions",
    "coefficients", "federations", "suspensions",
))  # fmt: skip
"""The tables in which something can wait: a closing reads them, and changes none but the events."""


@dataclass(frozen=True, slots=True)
class Causes:
    """What was put right since a list was closed, by the entries of the log: what a revised list takes in, what not."""

    taken_in: tuple[BookLogEntry, ...] = ()
    waiting: tuple[BookLogEntry, ...] = ()

    @property
    def late_events(self) -> frozenset[int]:
        """The events of reports that came since and wait."""
        return frozenset(number for entry in self.waiting for number in _late_events(entry))

    def facts(self) -> dict[str, list[int]]:
        """Give what the log says of them."""
        return {
            "causes": [entry.number for entry in self.taken_in],
            "waits": [entry.number for entry in self.waiting],
        }


def put_right_since(view: BookView, closing: Closing) -> list[BookLogEntry]:
    """Give what was put right, or came in, since a list was closed, and what no revised list has taken in yet."""
    log = entries(view)
    settled: set[int] = set()
    for revision in closing.revisions:
        before = {entry.number for entry in log if entry.number < revision.number}
        settled |= set(revision.facts.get("causes", before))
    return [
        entry
        for entry in log
        if entry.number > closing.closed.number and entry.number not in settled and _is_of_lists(entry)
    ]


def _is_of_lists(entry: BookLogEntry) -> bool:
    """Tell whether a list may come out otherwise by an entry: lists that were taken over make no other one."""
    return entry.deed in DEEDS and not (entry.deed == IMPORT and not entry.facts.get("events"))


def causes_of(view: BookView, closing: Closing, named: Collection[int] | None = None) -> Causes:
    """Give what a revised list takes in: the entries that are named, or everything put right but late reports.

    Refused where an entry is named that put nothing right since, or where one that is not named cannot wait.
    """
    since = put_right_since(view, closing)
    numbers = [entry.number for entry in since]
    unknown = sorted(set(named or ()) - set(numbers))
    if unknown:
        month = f"{closing.list_date:%Y-%m}"
        raise RefusedError.of(WORDS, "unknown_causes", month, month=month, causes=unknown, known=numbers)
    taken_in = {entry.number for entry in since if entry.deed != IMPORT} if named is None else set(named)
    waiting = tuple(entry for entry in since if entry.number not in taken_in)
    late = [number for entry in since if entry.number in taken_in for number in _late_events(entry)]
    _refuse_late(view, closing.list_date, late)
    at_once = [entry for entry in waiting if not can_wait(entry)]
    if at_once:
        raise RefusedError(
            [
                Problem.of(WORDS, "cannot_wait", str(entry.number), entry=entry.number, text=entry.sentence())
                for entry in at_once
            ]
        )
    return Causes(tuple(entry for entry in since if entry.number in taken_in), waiting)


def _refuse_late(view: BookView, day: date, late: Collection[int]) -> None:
    """Refuse reports that came late as causes, unless the rulebook of the book allows them."""
    kinds = view.table("events").filter(pl.col("event_id").is_in(list(late)))["kind"].unique().sort()
    allowed = allowed_revision(view.rulebook.law(kind, day) for kind in kinds)
    if not kinds.is_empty() and LATE_REPORT not in allowed.grounds:
        raise RefusedError.of(WORDS, "late_report_as_cause", f"{day:%Y-%m}", month=f"{day:%Y-%m}", events=sorted(late))


def can_wait(entry: BookLogEntry) -> bool:
    """Tell whether what was put right can wait for the next list; two numbers that became one are so in every list."""
    if entry.deed == IMPORT:
        return True
    touched = {**entry.before, **entry.after}
    if not touched or entry.deed in _AT_ONCE or "number" in entry.facts:
        return False
    # Games of which only the number is known are those of an event in another's place: without it they count nowhere.
    return all(name in _BY_ROWS and (isinstance(rows, list) or name == "games") for name, rows in touched.items())


def without_waiting(view: BookView, causes: Causes) -> BookView:
    """Give a book as it is without what waits; refused where a cause goes on from something that waits."""
    tables: dict[str, pl.DataFrame] = {}
    for entry in reversed(causes.waiting):
        for name in _tables(entry):
            frame = tables.get(name, view.table(name))
            if not stands(frame, name, entry):
                raise RefusedError.of(
                    WORDS, "waits_below_cause", str(entry.number),
                    entry=entry.number, causes=[each.number for each in causes.taken_in],
                )  # fmt: skip
            tables[name] = taken_back(frame, name, entry)
    _refuse_named(causes)
    late = causes.late_events
    if late:
        events = tables.get("events", view.table("events"))
        tables["events"] = events.filter(~pl.col("event_id").is_in(sorted(late)))
    return After(view, changed(view, tables)) if tables else view


def _refuse_named(causes: Causes) -> None:
    """Refuse a cause that puts an event right which waits itself."""
    for entry in causes.taken_in:
        for waiting in causes.waiting:
            if set(_new_events(waiting)) & set(_touched_events(entry)):
                raise RefusedError.of(
                    WORDS, "waits_below_cause", str(waiting.number), entry=waiting.number, causes=[entry.number]
                )


def with_waiting(view: BookView, causes: Causes, events: pl.DataFrame, day: date) -> pl.DataFrame:
    """Give the events after a list was made without what waits, with that again; each knows the list that rated it."""
    numbers = sorted({number for entry in causes.waiting for number in (*_touched_events(entry), *_new_events(entry))})
    if not numbers:
        return events
    waits = pl.col("event_id").is_in(numbers)
    rated = events.select("event_id", by_list="rated_for")
    now = view.table("events").filter(waits).join(rated, on="event_id", how="left", maintain_order="left")
    _refuse_both(causes, now.filter((pl.col("by_list") == day) & pl.col("rated_for").is_null() & ~pl.col("withdrawn")))
    is_there = pl.col("event_id").is_in(events["event_id"].implode())
    is_left_out = is_there & pl.col("by_list").is_null() & (pl.col("rated_for") == day).fill_null(value=False)
    left_out = now.filter(is_left_out)["event_id"]
    again = now.with_columns(
        rated_for=pl.when(is_there).then("by_list").otherwise("rated_for"),
        withdrawn_for=pl.when(~is_left_out).then("withdrawn_for"),
        replaces=pl.when(~pl.col("replaces").is_in(left_out.implode()).fill_null(value=False)).then("replaces"),
    )
    return pl.concat([events.filter(~waits), again.select(events.columns)]).sort("event_id")


def _refuse_both(causes: Causes, events: pl.DataFrame) -> None:
    """Refuse where the revised list would rate an event in a form that something which waits has changed."""
    for number in events["event_id"].sort().to_list():
        entry = next(each for each in causes.waiting if number in {*_touched_events(each), *_new_events(each)})
        raise RefusedError.of(
            WORDS, "waits_below_cause", str(entry.number),
            entry=entry.number, causes=[each.number for each in causes.taken_in],
        )  # fmt: skip


def _tables(entry: BookLogEntry) -> Iterator[str]:
    """Name the tables of which an entry has rows."""
    for name in sorted({*entry.before, *entry.after}):
        if all(isinstance(rows.get(name, []), list) for rows in (entry.before, entry.after)):
            yield name


def _touched_events(entry: BookLogEntry) -> list[int]:
    """Give the numbers of the events in the rows of an entry, and of those whose games are."""
    parts = (part.get(name, ()) for part in (entry.before, entry.after) for name in ("events", "games"))
    return [row["event_id"] for rows in parts for row in _rows(rows)]


def _rows(rows: object) -> list[dict[str, int]]:
    return rows if isinstance(rows, list) else []


def _new_events(entry: BookLogEntry) -> list[int]:
    """Give the events that an entry brought: those of reports, and other forms of events that were there."""
    was, now = ({row["event_id"] for row in _rows(part.get("events", ()))} for part in (entry.before, entry.after))
    return [*sorted(now - was), *_late_events(entry)]


def _late_events(entry: BookLogEntry) -> list[int]:
    """Give the events that an import brought, none of them in the place of one that was there."""
    if entry.deed != IMPORT:
        return []
    replaced = entry.facts.get("replaced", ())
    return [event["event_id"] for event in entry.facts["events"] if event["event_id"] not in replaced]

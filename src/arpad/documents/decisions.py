"""Decisions about a book as the documented JSON: who changes by one, the log of all of them, and the events."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from arpad.documents.parts import day_text, file_problem_data, problem_data

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import polars as pl

    from arpad.book.change import Change
    from arpad.book.log import BookLogEntry
    from arpad.engine.compare.impact import Impact
    from arpad.model.problems import FileProblem


def decision_data(
    name: str, change: Change, impact: Impact, entry: int | None, problems: Sequence[FileProblem] = ()
) -> dict[str, Any]:
    """Give what a decision changes, and the number of its entry in the log; None where nothing was done."""
    about = change.entry
    return {
        "book": name,
        "deed": "" if about is None else about.deed,
        "why": "" if about is None else about.why,
        "list": None if about is None else day_text(about.list_date),
        "facts": {} if about is None else plain(about.facts),
        "done": entry is not None,
        "entry": entry,
        "rows": {
            table: {"removed": rows.removed.height, "added": rows.added.height} for table, rows in change.tables.items()
        },
        "next_lists": {kind: day.isoformat() for kind, day in impact.next_lists.items()},
        "players": impact.players,
        "changes": [{**row, "list": day_text(row["list"])} for row in impact.rows.iter_rows(named=True)],
        "notes": [problem_data(note) for note in impact.notes],
        "problems": [file_problem_data(problem) for problem in problems],
    }


def plain(facts: Any) -> Any:  # noqa: ANN401 - any JSON
    """Give facts as JSON holds them: days as text."""
    return json.loads(json.dumps(facts, default=str))


def log_data(name: str, entries: Iterable[BookLogEntry]) -> dict[str, Any]:
    """Give the log of a book, the oldest entry first."""
    return {
        "book": name,
        "entries": [
            {
                "entry": entry.number,
                "at": entry.at,
                "deed": entry.deed,
                "why": entry.why,
                "list": day_text(entry.list_date),
                "facts": plain(entry.facts),
                "before": plain(entry.before),
                "after": plain(entry.after),
            }
            for entry in entries
        ],
    }


def events_data(name: str, events: pl.DataFrame) -> dict[str, Any]:
    """Give the events of a book."""
    days = ("start", "end", "rated_for", "withdrawn_for")
    rows = events.iter_rows(named=True)
    return {"book": name, "events": [{**row, **{day: day_text(row[day]) for day in days}} for row in rows]}

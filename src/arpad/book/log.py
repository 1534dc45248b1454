"""The log of a book: every change that was made to it, what, when and why, with what stood there before and after."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.schema import LOG
from arpad.book.wording import WORDS
from arpad.model.clock import now
from arpad.model.wording import LANGUAGE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from arpad.book.change import Change
    from arpad.book.view import BookView

MOST_ROWS = 1000
"""Of a table of which more rows change, only their number is kept."""
_TIME = "%Y-%m-%dT%H:%M:%SZ"
_OF_JSON = ("facts", "before", "after")
_CORRECTED = (
    "birth_year", "birth_date", "sex", "federation", "number", "base", "k", "played", "start", "end", "kind",
    "received",
)  # fmt: skip
"""The values that a correction may change, as its facts name them; each with what it was, and what it is."""
_POINTS = {0: "0", 50: "½", 100: "1"}


@dataclass(frozen=True, slots=True)
class BookLogEntry:
    """What the log says of one change: what was done and why, which list it concerns, facts, rows before and after."""

    deed: str
    why: str = ""
    list_date: date | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    before: Mapping[str, Any] = field(default_factory=dict)
    """By table, the rows that stood there before; of many only their number."""
    after: Mapping[str, Any] = field(default_factory=dict)
    number: int = 0
    """Its place in the log, from 1 on; 0 until it is written."""
    at: str = ""
    """When it was written, in UTC; empty until then."""

    def sentence(self, language: str = LANGUAGE) -> str:
        """Say what it is about, in a language; of a deed that has no words of its own, its facts."""
        says = f"{self.deed}_{self.facts.get('what', '')}".rstrip("_")
        try:
            return WORDS.say("log", says, {"replaced": [], "changes": changes(self.facts), **self.facts}, language)
        except (KeyError, TypeError):
            return ", ".join(f"{name}: {value}" for name, value in self.facts.items())


def changes(facts: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Give what a correction changed, with the value before and since: values of a player or an event, and a result.

    >>> changes({"what": "player", "federation": ["", "HUN"], "k": [40, 20]})
    [{'value': 'federation', 'was': '', 'now': 'HUN'}, {'value': 'k', 'was': '40', 'now': '20'}]
    >>> changes({"what": "event", "round": 2, "white": 7, "black": 8, "was": [100, 0], "scores": [50, 50]})
    [{'value': 'result', 'was': '1-0', 'now': '½-½', 'round': 2, 'white': 7, 'black': 8}]
    """
    pairs = {name: facts[name] for name in _CORRECTED if isinstance(facts.get(name), list)}
    values = {name: [_shown(value) for value in pair] for name, pair in pairs.items()}
    changed = [{"value": name, "was": pair[0], "now": pair[-1]} for name, pair in values.items() if pair]
    if "scores" not in facts:
        return changed
    game = {name: facts.get(name) for name in ("round", "white", "black")}
    return [*changed, {"value": "result", "was": _result(facts.get("was")), "now": _result(facts["scores"]), **game}]


def _shown(value: Any) -> str:  # noqa: ANN401 - a plain value
    return "" if value is None else str(value)


def _result(scores: Sequence[int] | None) -> str:
    """Write both scores as they are written; empty where the game was not played."""
    return "-".join(_POINTS.get(score, f"{score / 100:g}") for score in scores or ())


def import_facts(
    *, lists: Sequence[Any] = (), events: Sequence[Any] = (), games: int = 0, players: int = 0
) -> dict[str, Any]:
    """Give what the log says of an import: lists and events that came in, with how many games and new players."""
    return {"lists": list(lists), "events": list(events), "games": games, "players": players}


def entries(view: BookView) -> list[BookLogEntry]:
    """Give the log of a book, the oldest entry first; none for a book that has no log."""
    rows = view.table("log").sort("entry").iter_rows(named=True)
    return [
        BookLogEntry(
            row["deed"],
            row["why"],
            row["list"],
            _read(row["facts"]),
            _read(row["before"]),
            _read(row["after"]),
            row["entry"],
            row["at"],
        )
        for row in rows
    ]


def logged(log: pl.DataFrame, entry: BookLogEntry) -> pl.DataFrame:
    """Give a log with one more entry, as of now."""
    newest: int = log["entry"].max() or 0  # type: ignore[assignment] # whole numbers
    row = {
        "entry": newest + 1,
        "at": now().strftime(_TIME),
        "deed": entry.deed,
        "why": _writable(entry.why),
        "list": entry.list_date,
        **{name: _writable(json.dumps(getattr(entry, name), ensure_ascii=False, default=str)) for name in _OF_JSON},
    }
    return pl.concat([log, pl.DataFrame([row], schema=LOG.schema, orient="row")])


def _writable(text: str) -> str:
    """Give text as a table can hold it; the name of a file may have signs that no encoding knows."""
    return text.encode("utf-8", "replace").decode("utf-8")


def with_rows(change: Change, entry: BookLogEntry) -> Change:
    """Give a change its entry in the log, with the rows of its tables before and after."""
    before = {name: _rows(table.removed) for name, table in change.tables.items()}
    after = {name: _rows(table.added) for name, table in change.tables.items()}
    return replace(change, entry=replace(entry, before=_without_empty(before), after=_without_empty(after)))


def _rows(frame: pl.DataFrame) -> list[dict[str, Any]] | int:
    """Give rows as JSON can hold them; of many only their number."""
    if frame.height > MOST_ROWS:
        return frame.height
    return frame.with_columns(pl.col(pl.Date).cast(pl.String)).rows(named=True)


def _without_empty(tables: Mapping[str, Any]) -> dict[str, Any]:
    return {name: rows for name, rows in tables.items() if rows}


def _read(text: str) -> Mapping[str, Any]:
    """Read what an entry holds as JSON; what somebody edited so that it is none, as nothing."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}

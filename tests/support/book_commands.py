"""The commands that change a book, for tests in which they are stopped: killed, or cut off from power.

A new command is a line of `COMMANDS`; `make kills` and `make power-loss` then try it too.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import polars as pl

from arpad.book.folder import Book
from arpad.book.schema import POOL

_OF_DEEDS = frozenset(("log.parquet", "record.json"))
"""What says what was done, also what was done twice."""
DATA = Path(__file__).resolve().parents[1] / "data"


@dataclass(frozen=True)
class BookCommand:
    """A command on a book, what comes before it, and what it writes that must be whole."""

    words: tuple[str, ...]
    """The words of the command line; `{book}` stands for the folder, other names for what `_named` finds in it."""
    lists: tuple[str, ...] = ("lists",)
    """The folders of lists that it writes into, each list whole or absent."""
    before: tuple[tuple[str, ...], ...] = ()
    """The commands that bring a book to where this one begins."""
    changes: int = 1
    """In so many steps it changes a book, each of them whole: the months of a replay.

    Stopped between two and run again, it does some of them twice, and the log says so.
    """

    def of(self, folder: Path) -> list[str]:
        """Give the words of the command line for a book."""
        return in_book(self.words, folder)

    def left(self, folder: Path) -> dict[str, bytes | list[Any]]:
        """Give what the command leaves behind, as far as it is the same however often it was stopped."""
        left = content(folder)
        return left if self.changes == 1 else {name: left[name] for name in left if name not in _OF_DEEDS}


CLOSE = ("period", "close", "{book}", "2026-11")
ANNUL = ("book", "annul", "{book}", "{event}", "--why", "never played", "--yes")
IMPORTED = (str(DATA / "spring-open.trf"), str(DATA / "made-list.txt"), "--date", "2026-11-01")
COMMANDS = {
    "close": BookCommand(CLOSE),
    "close-again": BookCommand(("period", "close", "{book}", "2026-12"), before=(CLOSE,)),
    "replay": BookCommand(
        ("replay", "{book}", "--from", "2026-11", "--to", "2027-02"),
        lists=("lists", "replays/in-force/lists"),
        changes=4,
    ),
    "replay-yearly": BookCommand(
        ("replay", "{book}", "--from", "2026-11", "--to", "2027-02", "--keep", "yearly"),
        lists=("lists", "replays/in-force/lists", "replays/in-force/changes"),
        changes=4,
    ),
    "replay-fewer": BookCommand(
        ("replay", "{book}", "--from", "2026-11", "--to", "2027-02", "--keep", "last"),
        lists=("lists", "replays/in-force/lists", "replays/in-force/changes"),
        before=(("replay", "{book}", "--from", "2026-11", "--to", "2027-01"),),
        changes=4,
    ),
    "import": BookCommand(("book", "import", "{book}", *IMPORTED)),
    "annul": BookCommand(ANNUL, before=(CLOSE,)),
    "undo": BookCommand(("book", "undo", "{book}", "--why", "too early", "--yes"), before=(CLOSE, ANNUL)),
    "republish": BookCommand(
        ("period", "republish", "{book}", "2026-11", "--why", "annulled", "--yes"),
        lists=("lists", "originals"),
        before=(CLOSE, ANNUL),
    ),
    "merge": BookCommand(("book", "merge", "{book}", "{old}", "{new}", "--why", "one person", "--yes")),
}


def in_book(words: tuple[str, ...], folder: Path) -> list[str]:
    """Give the words of a command line for a book, the names in them filled in."""
    needed = {name for name in ("event", "old", "new") if any(f"{{{name}}}" in word for word in words)}
    names = _named(folder) if needed else {}
    return [word.format(book=folder, **names) for word in words]


def _named(folder: Path) -> dict[str, int]:
    """Give what commands are about: an event of the first month, and two players who never met in one."""
    book = Book.open(folder)
    events = book.table("events")
    events_of: dict[int, set[int]] = {}
    for event, *players in book.table("games").select("event_id", "white", "black").iter_rows():
        for player in players:
            events_of.setdefault(player, set()).add(event)
    first = min(events_of)
    rated = events.filter(rated_for=date(2026, 11, 1))
    return {
        "event": (events if rated.is_empty() else rated)["event_id"][0],
        "old": first,
        "new": min(player for player in events_of if not events_of[player] & events_of[first]),
    }


def content(folder: Path) -> dict[str, bytes | list[Any]]:
    """Give everything in a folder but what is hidden: the bytes; of a book's pool, whose order is free, the rows."""
    files = (
        place
        for place in sorted(folder.rglob("*"))
        if place.is_file() and "/." not in f"/{place.relative_to(folder).as_posix()}"
    )
    return {
        str(place.relative_to(folder)): pl.read_parquet(place).sort(*POOL.key).rows()
        if place == folder / "pool.parquet"
        else place.read_bytes()
        for place in files
    }

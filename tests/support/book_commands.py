"""The commands that change a book, for tests in which they are stopped: killed, or cut off from power.

A new command is a line of `COMMANDS`; `make kills` and `make power-loss` then try it too.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from arpad.book.schema import POOL

DATA = Path(__file__).resolve().parents[1] / "data"
TODAY = {"ARPAD_TODAY": "2027-03-15"}
"""The day on which all of it happens, so that what is logged twice is the same."""


@dataclass(frozen=True)
class BookCommand:
    """A command on a book, what comes before it, and what it writes that must be whole."""

    words: tuple[str, ...]
    """The words of the command line; `{book}` stands for the folder."""
    lists: tuple[str, ...] = ("lists",)
    """The folders of lists that it writes into, each list whole or absent."""
    before: tuple[tuple[str, ...], ...] = ()
    """The commands that bring a book to where this one begins."""
    is_repeatable: bool = True
    """True where it may be run again on a book in which it was done, and then changes nothing."""

    def of(self, folder: Path) -> list[str]:
        """Give the words of the command line for a book."""
        return [word.format(book=folder) for word in self.words]

    def first(self, folder: Path) -> list[list[str]]:
        """Give the commands that come before it."""
        return [[word.format(book=folder) for word in words] for words in self.before]


CLOSE = ("period", "close", "{book}", "2026-11")
IMPORTED = (str(DATA / "spring-open.trf"), str(DATA / "made-list.txt"), "--date", "2026-11-01")
COMMANDS = {
    "close": BookCommand(CLOSE, is_repeatable=False),
    "close-again": BookCommand(("period", "close", "{book}", "2026-12"), before=(CLOSE,), is_repeatable=False),
    "replay": BookCommand(
        ("replay", "{book}", "--from", "2026-11", "--to", "2027-02"), lists=("lists", "replays/in-force/lists")
    ),
    "import": BookCommand(("book", "import", "{book}", *IMPORTED)),
}


def content(folder: Path) -> dict[str, bytes | list[Any]]:
    """Give everything in a folder but what is hidden: the bytes; of a book's pool, whose order is free, the rows.

    The log tells what was done, also what was done twice, and is left out.
    """
    left_out = (".", "log.")
    files = (place for place in sorted(folder.rglob("*")) if place.is_file() and not place.name.startswith(left_out))
    return {
        str(place.relative_to(folder)): pl.read_parquet(place).sort(*POOL.key).rows()
        if place == folder / "pool.parquet"
        else place.read_bytes()
        for place in files
    }

"""Which lists of a replay stand in files of their own, and how much room it takes on the disk.

Every list has its hash, whatever is asked for. A list without a file of its own is kept as what changed since the list
before, a twentieth of the room, so that a replay can always go on, and can write the list later.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, NamedTuple

from arpad.engine.wording import WORDS
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import date
    from pathlib import Path

ALL, YEARLY, LAST = KEEPS = ("all", "yearly", "last")
"""Every list; the last one of each year and the last of all; the last of all."""
WHOLE_EVERY = 12
"""Of lists kept as changes each twelfth has all its lines, so that a list is put together from a few files at most."""
_WHOLE, _CHANGES, _PEOPLE, _PART_RESULTS = 20, 5, 60, 40
"""Bytes in a file for each player and each part result; those of made-up worlds need about half."""
_FILE = 40_000
"""Bytes of a file with nothing in it, and what `replay.json` says of a list."""
_MORE_PART_RESULTS = 4
"""So many times those of the beginning there may be later."""


def kept_whole(keep: str, days: Collection[date]) -> frozenset[date]:
    """Give those of the lists of a replay that stand in files of their own."""
    if keep == ALL:
        return frozenset(days)
    of_year = {day.year: day for day in sorted(days)}
    return frozenset(of_year.values() if keep == YEARLY else sorted(days)[-1:])


def is_all_lines(number: int) -> bool:
    """Tell whether a list that is kept as changes has all its lines, by its number in the replay, from 0 on."""
    return number % WHOLE_EVERY == 0


class Space(NamedTuple):
    """The room that a replay takes on the disk, in bytes."""

    needed: int
    """At most so much is written by this run, about."""
    free: int

    def refuse_too_little(self, folder: Path) -> None:
        """Refuse to begin what the disk cannot hold."""
        if self.needed > self.free:
            raise RefusedError.of(
                WORDS, "too_little_space", folder.name,
                folder=folder.name, needed=in_words(self.needed), free=in_words(self.free),
            )  # fmt: skip


def space_for(folder: Path, whole: int, changes: int, players: int, part_results: int) -> Space:
    """Say how much room some lists take, so many whole and so many as changes, and how much there is."""
    full = -(-changes // WHOLE_EVERY)
    lists = (whole + full) * (_WHOLE * players + _FILE) + (changes - full) * (_CHANGES * players + _FILE)
    # The part results are written anew before the old ones are gone.
    beside = _PEOPLE * players + 2 * _PART_RESULTS * _MORE_PART_RESULTS * part_results
    there = folder.absolute()
    while not there.exists():
        there = there.parent
    return Space(lists + beside if whole + changes else 0, shutil.disk_usage(there).free)


def in_words(size: int) -> str:
    """Give a number of bytes in words.

    >>> in_words(999), in_words(1_234_567), in_words(20_000_000_000)
    ('1 kB', '1.2 MB', '20.0 GB')
    """
    for unit, name in ((10**9, "GB"), (10**6, "MB")):
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{-(-size // 1000)} kB"

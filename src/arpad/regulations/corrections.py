"""Corrections of arpad itself: what earlier versions got wrong, in which version it was mended, what it can touch.

Data, like the errata of the texts: a list that an earlier version made stays as it was published, and whoever verifies
it is told which correction explains a difference. Each entry has a test that failed before it.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from arpad.regulations import package_data

LISTS, IMPORTS, CHECKS, PLAYER, PRINT = TOUCHES = ("lists", "imports", "checks", "player", "print")
"""What a correction can touch: numbers of lists; what a book is told and what comes into it; verdicts on events;
answers about one player or one table; only what the printed words of a document give."""

FIRST_VERSION = "0.1.0"
"""The version of a list that does not say which one made it: the first did not write it down."""


@dataclass(frozen=True, slots=True)
class Correction:
    """One correction, in words, with the articles it is about and the test that holds it."""

    id: str
    title: str
    articles: tuple[str, ...]
    touches: str
    editions: tuple[str, ...]
    kinds: tuple[str, ...]
    was: str
    now: str
    lists: str
    """Which lists and whose lines it can touch."""
    shown_by: tuple[str, ...]
    """The tests that failed before."""
    since: str = FIRST_VERSION
    """The first version that had the fault."""
    mended_in: str = "0.2.0"
    fields: tuple[str, ...] = ()
    """The columns of a list that it can change; none where it changes no list."""


@cache
def corrections() -> tuple[Correction, ...]:
    """Give all corrections, the oldest first.

    >>> corrections()[0].id
    'C-001'
    """
    written = tomllib.loads(package_data.text("corrections.toml"))["correction"]
    return tuple(_correction(entry) for entry in written)


def _correction(entry: dict[str, Any]) -> Correction:
    fitted: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
    return Correction(**fitted)


@cache
def mended_after(version: str) -> tuple[Correction, ...]:
    """Give the corrections that a version had not got yet."""
    order = version_order(version)
    return tuple(
        correction
        for correction in corrections()
        if version_order(correction.since) <= order < version_order(correction.mended_in)
    )


def version_order(version: str) -> tuple[int, ...]:
    """Give a version so that later ones are larger.

    >>> version_order("0.10.0") > version_order("0.9.2")
    True
    """
    return tuple(int(part) for part in version.split(".") if part.isdecimal())

"""Many reports on all cores: files are read and players rated by helpers that share what was read before them.

Helpers are forked, so they see everything that is there already and give back only rows. Where a system cannot fork, or
where there is little to do, everything happens here, with the same result in the same order.
"""

from __future__ import annotations

import multiprocessing
import os
from typing import TYPE_CHECKING, TypeVar

from arpad.events.rate import Prepared
from arpad.events.rate_rows import rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arpad.events.rate import RatedEvents, Reported, Wanted
    from arpad.events.rate_rows import Row

T = TypeVar("T")
S = TypeVar("S")
WORTH_HELPERS = 2000
"""Players from which helpers are worth their start."""
FILES_WORTH_HELPERS = 40
_CHUNKS_A_HELPER = 4
_prepared: list[Prepared] = []


def helpers() -> int:
    """Give the number of processes that can work at once."""
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:  # not every system can say so
        cores = os.cpu_count() or 1
    return min(cores, 8) if "fork" in multiprocessing.get_all_start_methods() else 1


def rated_rows(reports: Sequence[Reported], wanted: Wanted, *, whole: bool = False) -> tuple[RatedEvents, list[Row]]:
    """Rate some events and give a row for each player; `whole` keeps every player's result beside it."""
    made = Prepared(reports, wanted)
    keys = made.keys
    count = helpers()
    if whole or count == 1 or len(keys) < WORTH_HELPERS:
        rated = made.rated(keys)
        return rated, rows(rated)
    size = max(1, len(keys) // (count * _CHUNKS_A_HELPER))
    spans = [(start, min(start + size, len(keys))) for start in range(0, len(keys), size)]
    _prepared.append(made)
    try:
        found = in_parallel(_rows_of, spans, count)
    finally:
        _prepared.pop()
    return made.rated(()), [row for part in found for row in part]


def _rows_of(span: tuple[int, int]) -> list[Row]:
    made = _prepared[-1]
    return rows(made.rated(made.keys[slice(*span)]))


def in_parallel(work: Callable[[S], T], given: Sequence[S], count: int) -> list[T]:
    """Do some work with forked helpers; results come in the order of what was given."""
    with multiprocessing.get_context("fork").Pool(count) as pool:
        return pool.map(work, given, chunksize=max(1, len(given) // (count * _CHUNKS_A_HELPER)))

"""The yardstick: a plain Python loop of one million capped table look-ups. Times elsewhere are judged as multiples."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

LOOKUPS = 1_000_000


def table() -> list[int]:
    """Make a table of expected scores by difference from -400 to 400, as the plainest program would have it."""
    from arpad import edition  # noqa: PLC0415 - the numbers come from the edition, the loop does not

    cells = edition("fide-2024-03").table("expectation_table")
    return [cells.at(difference) for difference in range(-400, 401)]


def seconds(runs: int = 5, clock: Callable[[], float] = time.perf_counter) -> float:
    """Give the best time of the loop over some runs, by a clock: on the wall, or of the process."""
    expected = table()
    differences = [(index * 37) % 1200 - 600 for index in range(1000)] * (LOOKUPS // 1000)
    best = float("inf")
    for _ in range(runs):
        start = clock()
        total = 0
        for difference in differences:
            capped = 400 if difference > 400 else max(difference, -400)
            total += expected[capped + 400]
        best = min(best, clock() - start)
    return best


if __name__ == "__main__":
    print(f"yardstick: {seconds():.3f} s")

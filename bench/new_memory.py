"""What new memory costs on this machine: seconds for a gigabyte that is touched for the first time.

Printed as JSON, for small pages and, where the system has them, huge ones. A process of its own asks: the most memory
that a process ever had is what its children begin with.
"""

from __future__ import annotations

import json
import mmap
import time

GB = 1 << 30
PAGE = 4096
WAYS = {"small_pages_s_per_gb": "MADV_NOHUGEPAGE", "huge_pages_s_per_gb": "MADV_HUGEPAGE"}


def new_memory() -> dict[str, float]:
    """Touch a gigabyte in each way; what was touched first is held, so that the other does not get the same memory."""
    areas = {name: mmap.mmap(-1, GB) for name, way in WAYS.items() if hasattr(mmap, way)}
    prices = {}
    for name, area in areas.items():
        area.madvise(getattr(mmap, WAYS[name]))
        start = time.perf_counter()
        area[::PAGE] = bytes(GB // PAGE)
        prices[name] = round(time.perf_counter() - start, 2)
    return prices


if __name__ == "__main__":
    print(json.dumps(new_memory()))

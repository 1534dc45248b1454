"""How many processes can work at once on this machine, where work is shared out."""

from __future__ import annotations

import os

_MOST = 8
"""More do not make anything faster that is shared out here, and each takes its memory."""


def cores() -> int:
    """Give the number of processes that can work at once."""
    try:
        own = len(os.sched_getaffinity(0))
    except AttributeError:  # not every system can say so
        own = os.cpu_count() or 1
    return min(own, _MOST)

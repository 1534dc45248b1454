"""Less room for what works in several threads: what one of them gives back, the others may have.

The memory of C gives every thread a store of its own, and what is freed in it stays there. So two threads that rate the
world need twice the room, and who comes after them as much again. A command asks for one store at its beginning, and
of those of Polars for one to two processors. Where a system knows no such wish, nothing happens.
"""

from __future__ import annotations

import gc
import os
import sys
from typing import Any

_MOST_STORES = -8
"""The number of this wish in C (`M_ARENA_MAX`)."""
_OF_POLARS = "_RJEM_MALLOC_CONF"
"""What Polars reads when it is loaded. What comes later in it holds, so whoever set it has the last word."""
_NEW_OBJECTS = 50_000
_TURN = 0.0005
"""So many seconds a thread may work in Python while others wait for it."""


def share_room() -> None:
    """Let all threads of this process share their room; asked before Polars is loaded, and before there are threads."""
    if sys.platform == "linux" and "polars" not in sys.modules:
        stores = f"narenas:{max(1, (os.cpu_count() or 1) // 2)}"
        os.environ[_OF_POLARS] = ",".join(filter(None, (stores, os.environ.get(_OF_POLARS))))
    wish = _of_c("mallopt")
    if wish is not None:
        wish(_MOST_STORES, 1)


def look_seldom() -> None:
    """Look seldom for objects that hold each other, and nobody else does: for a command that ends soon.

    A command leaves few, but while it loads what it needs Python looks a hundred and fifty times.
    """
    gc.set_threshold(_NEW_OBJECTS)


def change_often() -> None:
    """Let threads change places in Python often: for a command whose files are written by some of them.

    These work outside of Python nearly all the time and come back for a moment, hundreds of times. A thread that works
    in Python would let them wait for five milliseconds each time, and a processor with them.
    """
    sys.setswitchinterval(_TURN)


def give_back() -> None:
    """Give the system what was freed: something else comes next, and needs room of another kind."""
    trimmed = _of_c("malloc_trim")
    if trimmed is not None:
        trimmed(0)


def _of_c(name: str) -> Any:  # noqa: ANN401 - a function of C
    """Give a function of the C library; None where there is none of that name."""
    if sys.platform != "linux":
        return None
    import ctypes  # noqa: PLC0415 - few commands need it

    return getattr(ctypes.CDLL(None), name, None)

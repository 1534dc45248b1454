"""The game kernel, as Python sees it: looks up and adds over columns, and knows no rule (`_game_kernel.c`).

It is built where a compiler is at hand (`setup.py`). Without it, the same is done with NumPy (`game_sums`). Columns are
in a row, of int32 unless something else is said; whatever does not fit together is refused, and a place, a group or a
source that is outside of what it points into, too. What was added up until then is worth nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from arpad.engine.arrays import Column


class GameKernel(Protocol):
    """What `_game_kernel.c` does."""

    def add_up(  # noqa: PLR0913, PLR0917 - columns, handed over as they are
        self,
        state: Column,
        parts: int,
        table: Column,
        key_bits: int,
        lowest: int,
        below: int,
        widest: int,
        half: int,
        first: Column,
        second: Column,
        points: Column,
        other_points: Column,
        source: Column | None,
        group: Column | None,
        marked: Column | None,
        left: Column,
        /,
    ) -> int:
        """Add to both places of every row what a table has for it; give how many rows were left out.

        `state` (int64) has so many parts of equal length, and each place in it a key in its lowest bits. A row takes
        the keys of its two places from the part of its `source`, and each place gets added what `table` (int64) has
        for the difference to the other key and the result: at three times the difference, from the lowest one on,
        plus 0, 1, 2 for no, half and all points.

        Left out, and named first in `left` (int64) in order, is a row with a key that is lower than `lowest` or not
        `below`, with keys that are further apart than `widest`, with points that are none of the three results or do
        not add up, or of a group that is `marked` (bytes).
        """

    def raise_latest(  # noqa: PLR0913, PLR0917 - columns, handed over as they are
        self,
        latest: Column,
        first: Column,
        second: Column,
        group: Column | None,
        values: Column,
        left: Column,
        /,
    ) -> None:
        """Let both places of every row have at least the value of its group, or of the row where there are no groups.

        Rows that are named in `left` (int64), in order, are passed over.
        """


def _built() -> GameKernel | None:
    try:
        from arpad.engine.period import _game_kernel  # type: ignore[attr-defined] # noqa: PLC0415 - may not be built
    except ImportError:
        return None
    kernel: GameKernel = _game_kernel
    return kernel


KERNEL = _built()
"""The kernel, or None where arpad was installed without a compiler."""

"""Which corrections of arpad explain that a line of an older list differs: by what the player played, and by column.

A list keeps what was published. Where an earlier version made it, a difference is explained if corrections that the
version lacked can touch the line, and together every column that differs. Which lines a correction can touch is asked
here once for each, in the words of its entry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.corrections import LISTS, mended_after

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arpad.engine.reference import Reference

Touches = "Callable[[Reference, int], bool]"

TOUCHED: dict[str, Callable[[Reference, int], bool]] = {}
"""Of each correction that can touch lists: whether it can touch a player's line."""


def explaining_corrections(reference: Reference, player: int, fields: Sequence[str], version: str) -> tuple[str, ...]:
    """Name the corrections that explain a line made by a version; none where not every column is explained."""
    possible = [
        correction
        for correction in mended_after(version)
        if correction.touches == LISTS
        and reference.kind in correction.kinds
        and set(fields) & set(correction.fields)
        and TOUCHED[correction.id](reference, player)
    ]
    covered = {field for correction in possible for field in correction.fields}
    return tuple(correction.id for correction in possible) if covered >= set(fields) else ()

"""What commands say about files of a book that are not as arpad wrote them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.model.problems import Advised

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date
    from pathlib import Path

    from arpad.model.problems import FileProblem

DAMAGED = 4
"""The exit code where a file is not as it was written."""
SHOWN = 20


def damage_of(folder: Path, list_date: date) -> list[FileProblem]:
    """Find the files that are not as written: all from which a list is made, and what was published with it."""
    from arpad.book.record_checks import DAMAGE, record_problems  # noqa: PLC0415 - the extra may be missing
    from arpad.book.schema import PUBLISHED  # noqa: PLC0415 - the same

    own = (f"{PUBLISHED}/{list_date:%Y-%m}/", f"{PUBLISHED}/{list_date:%Y-%m}-")
    faults = record_problems(folder, lambda name: name.startswith(own) or not name.startswith(f"{PUBLISHED}/"))
    return [fault for fault in faults if fault.code in DAMAGE]


def damage_text(damage: Sequence[FileProblem]) -> list[str]:
    """Say which files are damaged, and what to do."""
    if not damage:
        return []
    lines = [f"DAMAGED: {len(damage)} file(s) are not as they were written."]
    lines += [Advised(fault).sentence() for fault in damage[:SHOWN]]
    return [*lines, f"… and {len(damage) - SHOWN} more."] if len(damage) > SHOWN else lines

"""What became of a number that is nobody's now: the number that came in its place, or why there is no page."""

from __future__ import annotations

import json
from enum import Enum
from typing import TYPE_CHECKING, Any

from arpad.book.renumber import MERGE, RENUMBER
from arpad.storage.models import BookLogRow, PlayerRow

if TYPE_CHECKING:
    from arpad.storage.models import RatingSystem

_DEEDS = (RENUMBER, MERGE, "correct")


class NoPage(Enum):
    """Why a number has no public page."""

    NEVER_ISSUED = "never_issued"
    NOT_LISTED = "not_listed"


def why_no_page(system: RatingSystem, number: int) -> NoPage:
    """Say why a number has no page: nobody has it, or whoever has it stands on no part of any list."""
    is_known = PlayerRow.objects.filter(rating_system=system, fide_id=number).exists()
    return NoPage.NOT_LISTED if is_known else NoPage.NEVER_ISSUED


def number_now(system: RatingSystem, number: int) -> int | None:
    """Give the number that took the place of another, through all that came after; None where none did.

    A number is replaced when the FIDE number is known, when it was wrong, or when two numbers are one person's.
    """
    rows = BookLogRow.objects.filter(rating_system=system, deed__in=_DEEDS, facts__contains=str(number))
    present, after = number, -1
    while True:
        steps = [
            (entry, came)
            for entry, facts in rows.filter(entry__gt=after).order_by("entry").values_list("entry", "facts")
            if (came := _came_of(facts, present)) is not None
        ]
        if not steps:
            return None if present == number else present
        after, present = steps[-1]
        rows = BookLogRow.objects.filter(rating_system=system, deed__in=_DEEDS, facts__contains=str(present))


def _came_of(text: str, number: int) -> int | None:
    """Give the number that an entry put in the place of another; None where it is about others."""
    facts: dict[str, Any] = json.loads(text or "{}")
    corrected = facts.get("number")
    old, new = corrected if isinstance(corrected, list) else (facts.get("old"), facts.get("new"))
    return new if old == number and isinstance(new, int) else None

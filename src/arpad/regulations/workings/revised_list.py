"""For what an edition lets a list be published anew, besides an error of the office that made it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arpad.regulations.consulted import answer
from arpad.regulations.rules.decisions import REVISED_LIST

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arpad.regulations.edition import Edition

CORRECTION, LATE_REPORT = GROUNDS = ("correction", "late_report")
"""For what a rulebook may let a list be revised besides errors of the office: any correction, and late reports."""
_QUANTITY = {CORRECTION: "revises_for_correction", LATE_REPORT: "revises_for_late_report"}


class AllowedRevision(NamedTuple):
    """For what a list may be revised besides errors of the office, and the articles that say so."""

    grounds: frozenset[str]
    articles: tuple[str, ...]


def allowed_revision(laws: Iterable[Edition]) -> AllowedRevision:
    """Give what all editions allow by which a list was made; FIDE's allow nothing.

    >>> from arpad.regulations.catalogue import edition
    >>> allowed_revision([edition("fide-2024-03")])
    AllowedRevision(grounds=frozenset(), articles=())
    """
    asked = {law.id: answer(law, REVISED_LIST) for law in laws}
    grounds = frozenset(
        ground for ground in GROUNDS if asked and all(of_law[_QUANTITY[ground]] for of_law in asked.values())
    )
    cited = (each for of_law in asked.values() for each in of_law.by(*_QUANTITY.values()).citations())
    return AllowedRevision(grounds, tuple(dict.fromkeys(map(str, cited))) if grounds else ())

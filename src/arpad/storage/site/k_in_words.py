"""Why a player has the K that the newest list shows, and when it ends, from what everybody may know of the player.

The rule of the edition is asked with the year of birth, never with the day; so nothing that is said tells a birthday.
Where the day decides, the list that shows K is named, and no more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.period import Born
from arpad.regulations.workings.coefficient import Facts, coefficient, is_by_officer
from arpad.regulations.workings.ends_of_k import ends_in_words, ends_of_k
from arpad.regulations.workings.k_reasons import reason_of, shown_k

if TYPE_CHECKING:
    from datetime import date

    from arpad.regulations.edition import Edition
    from arpad.storage.models import Standing


@dataclass(frozen=True, slots=True)
class KInWords:
    """K, why, when it ends, and how many rated games are missing until then, where games end it."""

    k: int
    why: str
    ends: str
    games_missing: int | None
    next_k: int | None
    games_too: int | None = None
    """How many rated games are missing of those that are needed besides something else."""


def k_in_words(law: Edition, day: date, standing: Standing, kind: str, birth_year: int | None) -> KInWords | None:
    """Say why K on the list of a day is what it is; None where the player has none."""
    rating, k, played, highest = (getattr(standing, f"{kind}_{name}") for name in ("rating", "k", "played", "highest"))
    if rating is None or k is None:
        return None
    born = Born(birth_year) if birth_year else None
    if is_by_officer(law):
        return KInWords(k, shown_k(k, day).message, "", None, None)
    decided = coefficient(law, Facts(rating, highest, played, born), day, explained=True)
    reason = reason_of(decided) if decided.k == k else None
    if reason is None:
        return KInWords(k, shown_k(k, day).message, "", None, None)
    ends = ends_of_k(decided)
    by_games = next((end for end in ends if set(end.ways) == {"games"}), None)
    missing = None if by_games is None or by_games.games is None else by_games.games - played
    too = (
        None
        if missing is not None
        else min((end.games - played for end in ends if end.games is not None), default=None)
    )
    next_k = None if by_games is None else by_games.k
    return KInWords(k, reason.message, ends_in_words(decided, ends), missing, next_k, too)

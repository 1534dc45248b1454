"""Activity of one player, and what an edition asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.rules.activity import GAMES_TO_BE_ACTIVE, KEEPS_ACTIVE
from arpad.regulations.terms.ints import ints

if TYPE_CHECKING:
    from arpad.regulations.edition import Edition


def counts_games(law: Edition) -> bool:
    """Tell whether an edition counts the games of the window, where one more than its last day must be known.

    >>> from arpad.regulations.catalogue import edition
    >>> [counts_games(edition(name)) for name in ("fide-2003-07", "fide-2024-03")]
    [True, False]
    """
    return any(games_to_be_active(law, was_idle=was_idle) > 1 for was_idle in (False, True))


def games_to_be_active(law: Edition, *, was_idle: bool) -> int:
    """Give the games within the window by which a player stays active, or becomes active again."""
    games: int = ints(GAMES_TO_BE_ACTIVE, law).run({"was_idle": was_idle}, {}).whole["games_to_be_active"]
    return games


def unrated_keep_active(law: Edition) -> bool:
    """Tell whether a rated game against an unrated opponent keeps a player active."""
    return bool(ints(KEEPS_ACTIVE, law).run({"against_rated": False}, {}).whole["keeps_active"])

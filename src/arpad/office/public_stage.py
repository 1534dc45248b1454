"""What everybody may know of where an event stands: one pure function of its stage and of its list.

The public sees no more than whose turn it is. What is not yet registered, or never was, is not public at all; neither
is it that somebody appealed, nor why a report was returned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arpad.office.stages import (
    ACCEPTED,
    ANNOUNCED,
    ANNULLED,
    AWAITED,
    CANCELLED,
    CUT_SHORT,
    DISMISSED,
    DUE,
    EMPTY,
    NEVER_REGISTERED,
    NEW,
    ON_FIDE_LIST,
    POSTPONED,
    RATED,
    RECEIVED,
    REFUSED,
    REFUSED_BY_FIDE,
    REGISTERED,
    REGISTRATION_REFUSED,
    RETURNED,
    RETURNED_BY_FIDE,
    RUNNING,
    SENT,
    TAKEN,
    UNDER_APPEAL,
    WAITING,
)

if TYPE_CHECKING:
    from datetime import date

NOT_PUBLIC = ""
(
    TO_COME, PLAYED_NOW, PUT_OFF, NOT_PLAYED, NOT_REPORTED, WITH_FEDERATION, SENT_BACK, WITH_FIDE, DUE_FOR_LIST, LISTED,
    NOT_RATED, NO_GAMES,
) = PUBLIC_STAGES = (
    "to_come", "played_now", "put_off", "not_played", "not_reported", "with_federation", "sent_back", "with_fide",
    "due_for_list", "listed", "not_rated", "no_games",
)  # fmt: skip
"""The public stages, in the order in which an event comes to them."""

_PUBLIC = {
    NEW: NOT_PUBLIC,
    REGISTERED: NOT_PUBLIC,
    WAITING: NOT_PUBLIC,
    REGISTRATION_REFUSED: NOT_PUBLIC,
    NEVER_REGISTERED: NOT_PUBLIC,
    ANNOUNCED: TO_COME,
    RUNNING: PLAYED_NOW,
    POSTPONED: PUT_OFF,
    CANCELLED: NOT_PLAYED,
    CUT_SHORT: NOT_REPORTED,
    AWAITED: NOT_REPORTED,
    RECEIVED: WITH_FEDERATION,
    RETURNED: SENT_BACK,
    ACCEPTED: WITH_FEDERATION,
    UNDER_APPEAL: NOT_RATED,
    REFUSED: NOT_RATED,
    DISMISSED: NOT_RATED,
    SENT: WITH_FIDE,
    TAKEN: WITH_FIDE,
    RETURNED_BY_FIDE: WITH_FEDERATION,
    REFUSED_BY_FIDE: NOT_RATED,
    ON_FIDE_LIST: LISTED,
    DUE: DUE_FOR_LIST,
    RATED: LISTED,
    ANNULLED: NOT_RATED,
    EMPTY: NO_GAMES,
}


class PublicStage(NamedTuple):
    """Where an event stands, as everybody may know it."""

    code: str
    """Empty where nothing of the event is public."""
    list: date | None = None
    """The list for which it is due, or on which it is."""


def public_stage(stage: str, of_list: date | None = None) -> PublicStage:
    """Give the public stage of an event; `of_list` is the list that rates it, or that is to rate it.

    >>> public_stage("returned").code, public_stage("waiting_for_approval").code
    ('sent_back', '')
    """
    code = _PUBLIC[stage]
    return PublicStage(code, of_list if code in {DUE_FOR_LIST, LISTED} else None)

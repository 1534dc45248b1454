"""Which deeds about an event ask whether somebody is too near to it, so that a form can say so beforehand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.office.event_case import ARBITER_OF, ASKED_FOR_IT, ORGANISER_OF, PLAYER_OF, REFUSED_IT, role_conflicts

if TYPE_CHECKING:
    from arpad.office.event_case import EventCase
    from arpad.office.person import Person

CONFLICTS_OF = {
    "report.accept": (ARBITER_OF, ORGANISER_OF, PLAYER_OF),
    "approval.record": (ASKED_FOR_IT,),
    "appeal.decide": (REFUSED_IT,),
}
"""By deed, what somebody can be to an event so that somebody else should do it."""


def conflicts_before(person: Person, case: EventCase, deed: str) -> list[str]:
    """Give what a person is to an event that speaks against doing a deed; the deed itself asks again."""
    return role_conflicts(person, case, *CONFLICTS_OF.get(deed, ()))

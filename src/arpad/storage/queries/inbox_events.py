"""What has to be done about events, for the inbox: each event at the stage of this moment, and for whom it waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q

from arpad.model.clock import now
from arpad.office.duties import APPEAL, APPROVAL, MISSING, NEW_DAYS, REGISTRATION, REPORT, SEND_ON, OfficeDuty
from arpad.office.roles import APPROVER, ARBITER, ORGANISER
from arpad.office.stages import (
    ACCEPTED,
    AWAITED,
    CUT_SHORT,
    NEVER_REGISTERED,
    POSTPONED,
    RECEIVED,
    REFUSED,
    REFUSED_BY_FIDE,
    REGISTERED,
    RETURNED,
    RETURNED_BY_FIDE,
    SENT,
    TAKEN,
    UNDER_APPEAL,
    WAITING,
)
from arpad.storage.deeds.lists import office_day
from arpad.storage.queries.registrations import at_stages, seen_registrations, stage_at, units

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.office.person import Person

_OF_STAGE = {
    REGISTERED: (REGISTRATION, ""),
    WAITING: (APPROVAL, APPROVER),
    POSTPONED: (NEW_DAYS, ORGANISER),
    CUT_SHORT: (MISSING, ARBITER),
    AWAITED: (MISSING, ARBITER),
    RECEIVED: (REPORT, ""),
    RETURNED: (MISSING, ARBITER),
    NEVER_REGISTERED: (MISSING, ""),
    REFUSED: (APPEAL, ORGANISER),
    REFUSED_BY_FIDE: (APPEAL, ORGANISER),
    UNDER_APPEAL: (APPEAL, APPROVER),
    ACCEPTED: (SEND_ON, ""),
    RETURNED_BY_FIDE: (REPORT, ""),
    SENT: (SEND_ON, "fide"),
    TAKEN: (SEND_ON, "fide"),
}
"""By stage, which duty it is and for whom it waits; empty for the office."""


def event_duties(person: Person) -> Iterator[OfficeDuty]:
    """Give what has to be done about events that the person sees; what waits for a role of the person is one's own."""
    at = now()
    rows = seen_registrations(person).filter(at_stages(tuple(_OF_STAGE), at), units())
    # An appeal runs until its last day; then, and where the edition knows none, nobody has to do anything.
    rows = rows.filter(~Q(stage__in=(REFUSED, REFUSED_BY_FIDE)) | Q(appeal_until__gte=office_day(at)))
    for row in rows.select_related("parent").defer("facts", "beside", "parent__facts", "parent__beside"):
        stage = stage_at(row, at)
        if stage == NEVER_REGISTERED and not (row.noted or {}).get("is_owed"):
            continue
        kind, waits_for = _OF_STAGE[stage]
        since = (row.ends_at if stage == AWAITED else None) or row.since
        name = row.name if row.parent is None else row.parent.name
        yield OfficeDuty(
            kind, "registration", row.number, row.federation, row.due_on, since,
            "" if waits_for in person.roles else waits_for, None, name,
        )  # fmt: skip

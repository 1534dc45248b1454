"""Approvals: what an event needs one for, by which article and of which body of its edition; and one record for all.

Nothing is decided here. `needed` works out what a registration waits for; an `Approval` is what was decided, with the
condition as it was computed then.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arpad.events.thinking_time.text import time_of_text
from arpad.office.canonical import plain
from arpad.office.registration_facts import venue_day
from arpad.regulations.rules.registration import COUNCIL_DID, FIDE_DID, IN_TIME, PRESIDENT_DID
from arpad.regulations.workings.decisions import (
    CHANGED_LAWS,
    CONSULTED,
    COUNCIL,
    FASTER,
    FIDE,
    HYBRID,
    LONGER,
    PRESIDENT,
    decider,
    too_long,
)
from arpad.regulations.workings.registration import (
    asks_for_longest_lead,
    lead_of,
    registration_asked,
    registration_of,
    without_report,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date, datetime

    from arpad.regulations.consulted import Consulted
    from arpad.regulations.edition import Edition

LATE, LONG, HYBRID_PLAY, FASTER_TIME, LOCAL_LAWS, WITHOUT_REPORT = MATTERS = (
    "late_registration", "longer_duration", "hybrid", "faster_time", "changed_laws", "without_report",
)  # fmt: skip
"""What an approval can be about."""
_DECIDED = {FIDE: FIDE_DID, COUNCIL: COUNCIL_DID, PRESIDENT: PRESIDENT_DID}
"""By whose decision an event is rated that its federation did not send."""


@dataclass(frozen=True, slots=True)
class NeededApproval:
    """What an event needs an approval for."""

    what: str
    bodies: tuple[str, ...]
    """Who may give it by the edition; empty where nobody may: then there is no remedy."""
    cites: tuple[str, ...]
    condition: Mapping[str, Any] = field(default_factory=dict)
    """What was computed: days, lengths, the class of the event, an average."""
    consults: Mapping[str, str] = field(default_factory=dict)
    """Which body consults which other one first."""


@dataclass(frozen=True, slots=True)
class Approval:
    """The record of an approval, the same for all of them."""

    what: str
    body: str
    """The person or body of the edition that decided it."""
    is_granted: bool
    decided_on: date
    document: str
    """The SHA-256 of its document in the archive, or its reference; empty where the approver decided in the office."""
    consulted: str = ""
    cites: tuple[str, ...] = ()
    condition: Mapping[str, Any] = field(default_factory=dict)
    """The condition as it was computed when it was decided."""

    @property
    def facts(self) -> dict[str, Any]:
        """What the log says of it."""
        names = ("what", "body", "is_granted", "decided_on", "document", "consulted")
        return {**{name: getattr(self, name) for name in names}, "condition": dict(self.condition)}


def needed(law: Edition, values: Mapping[str, Any], registered_at: datetime | None) -> tuple[NeededApproval, ...]:
    """Give everything for which a registration needs an approval, as its facts stand."""
    return tuple(_needed(law, values, registered_at))


def open_approvals(
    needs: Sequence[NeededApproval], approvals: Sequence[Approval], what: str = ""
) -> tuple[NeededApproval, ...]:
    """Give what is still missing: a need is met by an approval of the same matter, of a body that may give it.

    Where the condition is another than it was when it was decided, the approval does not count any more.
    """
    return tuple(
        need for need in needs if what in {"", need.what} and not any(_meets(each, need) for each in approvals)
    )


def _meets(approval: Approval, need: NeededApproval) -> bool:
    same = approval.what == need.what and approval.body in need.bodies
    # What was kept of it has its days as text.
    return same and approval.is_granted and plain(approval.condition) == plain(need.condition)


def _needed(law: Edition, values: Mapping[str, Any], registered_at: datetime | None) -> Iterator[NeededApproval]:
    if registered_at is not None:
        yield from _late(law, values, venue_day(registered_at, values))
    start, end = values.get("start"), values.get("end")
    league, championship = values.get("league"), values.get("team_championship")
    if start is not None and end is not None:
        lasting = too_long(law, start, end, league=league, team_championship=championship)
        if lasting is not None:
            days = (end - start).days + 1
            yield _of_body(law, LONG, LONGER, {"days": days, "is_open": lasting.is_open}, lasting.p)
    if values.get("hybrid"):
        yield _of_body(law, HYBRID_PLAY, HYBRID, {"hybrid": True})
    if values.get("changed_laws"):
        yield _of_body(law, LOCAL_LAWS, CHANGED_LAWS, {"changes": values["changed_laws"]})
    yield from _faster(law, values)


def late_class(law: Edition, values: Mapping[str, Any]) -> tuple[bool, tuple[int, ...]]:
    """Tell whether expected players put an event into the class of the longest lead; and of whom only the sex tells.

    Where somebody's sex would decide and is not known, the longer lead is asked: nothing is taken for granted.
    """
    answers = [
        (player.number, asks_for_longest_lead(law, player.rating, player.is_woman))
        for player in values.get("expected") or ()
    ]
    is_elite = any(answer is not False for _, answer in answers)
    return is_elite, tuple(number for number, answer in answers if answer is None)


def _late(law: Edition, values: Mapping[str, Any], registered: date) -> Iterator[NeededApproval]:
    """Compare the day of registration at the venue with the lead of the event's class."""
    asked, start = registration_asked(law), values.get("start")
    if asked is None or start is None:
        return
    has_elite, open_sexes = late_class(law, values)
    lead = lead_of(law, start, has_elite=has_elite, has_norms=bool(values.get("norms")))
    if lead.last_day is None or registration_of(law, lead, registered, None) == IN_TIME:
        return
    condition: dict[str, Any] = {"class": lead.of, "lead": lead.lead, "last_day": lead.last_day}
    condition |= {"registered": registered, "days_late": (registered - lead.last_day).days}
    if open_sexes:
        condition["open_sexes"] = list(open_sexes)
    bodies = () if lead.approver is None else (lead.approver,)
    yield NeededApproval(LATE, bodies, _cites(asked.with_(lead.late)), condition)


def _faster(law: Edition, values: Mapping[str, Any]) -> Iterator[NeededApproval]:
    decides = decider(law, FASTER)
    if decides.body is None:
        return
    named = {time_of_text(text)[0]: text for text in decides.p.get("time_faster_by_approval") or ()}
    given = [values.get("time_control") or "", *(text for _, text in values.get("time_controls") or ())]
    controls = sorted({named[time] for text in given if (time := time_of_text(text)[0]) is not None and time in named})
    if controls:
        yield NeededApproval(FASTER_TIME, (decides.body,), _cites(decides.p), {"controls": controls})


def _of_body(
    law: Edition, what: str, matter: str, condition: Mapping[str, Any], asked: Consulted | None = None
) -> NeededApproval:
    """Give the need of an approval that one body of the edition may give."""
    decides = decider(law, matter)
    p = decides.p if asked is None else asked.with_(decides.p)
    return NeededApproval(what, () if decides.body is None else (decides.body,), _cites(p), condition)


def without_federation(law: Edition, ratings: Sequence[int | None]) -> NeededApproval:
    """Give who may have an event, or single games, rated that its federation did not send.

    The President may where the average rating is above a limit; the Council consults first.
    """
    asked = without_report(law, None, ratings)
    bodies = tuple(
        body for body in _DECIDED if without_report(law, body, ratings)["rated_without_report"] == _DECIDED[body]
    )
    rated = [rating for rating in ratings if rating is not None]
    condition = {"players": len(ratings), "rated": len(rated), "sum_of_ratings": sum(rated)}
    limit = asked["average_for_president"]
    if limit:
        condition["above"] = limit
    consults = decider(law, CONSULTED)
    first = {COUNCIL: consults.body} if consults.body is not None and COUNCIL in bodies else {}
    cites = _cites(without_report(law, bodies[0] if bodies else None, ratings).by("rated_without_report"))
    return NeededApproval(WITHOUT_REPORT, bodies, cites, condition, first)


def _cites(p: Consulted) -> tuple[str, ...]:
    return tuple(str(citation) for citation in p.citations())

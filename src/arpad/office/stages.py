"""The stages of an event and what leads from one to the next: one table, which buttons, commands, docs and tests read.

A row says what a deed does with an event that is at a stage: where several things can come of it, each has a row with
its *outcome*. What a day brings, and nobody does, stands in the table too. A refusal says whose turn it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.decision import OFFICES as _OFFICES
from arpad.office.roles import ADMINISTRATOR, APPROVER, ARBITER, DEEDS, OFFICER, ORGANISER
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from arpad.office.person import Person

AUTHORITY, UNDER_FIDE = OFFICES = _OFFICES
"""What an office is for: it makes lists of its own; or it accepts events of a federation and sends them on to FIDE."""

NEW, REGISTERED, WAITING, REGISTRATION_REFUSED, ANNOUNCED, RUNNING, POSTPONED, CANCELLED, CUT_SHORT = _BEFORE = (
    "new", "registered", "waiting_for_approval", "registration_refused", "announced", "running", "postponed",
    "cancelled", "cut_short",
)  # fmt: skip
AWAITED, RECEIVED, RETURNED, ACCEPTED, REFUSED, UNDER_APPEAL, DISMISSED = _REPORT = (
    "report_awaited", "received", "returned", "accepted", "refused", "under_appeal", "appeal_dismissed",
)  # fmt: skip
SENT, TAKEN, RETURNED_BY_FIDE, REFUSED_BY_FIDE, ON_FIDE_LIST = _AT_FIDE = (
    "sent_to_fide", "taken_by_fide", "returned_by_fide", "refused_by_fide", "on_fide_list",
)  # fmt: skip
DUE, RATED, ANNULLED, NEVER_REGISTERED, EMPTY = _OTHER = (
    "due_for_list", "rated", "annulled", "never_registered", "declared_empty",
)  # fmt: skip
STAGES = (*_BEFORE, *_REPORT, *_AT_FIDE, *_OTHER)
"""Every stage, in the order in which an event comes to it; *new* is what is not yet known to the office."""

DAY = "day"
"""Stands in the place of a deed for what a day brings: the first day of play, or the last."""

IN_TIME, NEEDS_APPROVAL, NO_REMEDY = LEAD_OUTCOMES = ("in_time", "needs_approval", "no_remedy")
"""What comes of the test of lead time and conditions: nothing is missing; an approval is; or nobody may give it."""
BY_ORGANISER = "by_organiser"
GRANTED, MORE_NEEDED, DECLINED = ("granted", "more_needed", "declined")
ALLOWED, NOT_ALLOWED = ("allowed", "dismissed")
FIDE_TOOK, FIDE_RETURNED, FIDE_REFUSED = FIDE_ANSWERS = ("taken", "returned", "refused")
BACK_TO_LIST, BACK_TO_RATED = ("back_to_list", "back_to_rated")

OWNERS: dict[str, tuple[str, ...]] = {
    NEW: (ORGANISER, OFFICER),
    REGISTERED: (OFFICER,),
    WAITING: (APPROVER,),
    ANNOUNCED: (ORGANISER,),
    RUNNING: (ARBITER,),
    POSTPONED: (ORGANISER,),
    CUT_SHORT: (ARBITER,),
    AWAITED: (ARBITER,),
    RECEIVED: (OFFICER,),
    RETURNED: (ARBITER,),
    ACCEPTED: (OFFICER,),
    REFUSED: (ORGANISER,),
    UNDER_APPEAL: (APPROVER,),
    SENT: (OFFICER,),
    TAKEN: (OFFICER,),
    RETURNED_BY_FIDE: (OFFICER,),
    REFUSED_BY_FIDE: (ORGANISER,),
    DUE: (ADMINISTRATOR,),
    NEVER_REGISTERED: (OFFICER,),
}
"""Whose turn it is at a stage."""
ENDS = tuple(stage for stage in STAGES if stage not in OWNERS)
"""The stages at which nobody has to do anything more; some things can still be put right."""


@dataclass(frozen=True, slots=True)
class Way:
    """A row of the table: what a deed does with an event at a stage."""

    stage: str
    deed: str
    next: str
    outcome: str = ""
    roles: tuple[str, ...] = ()
    """Who may do it at this stage, where that is fewer than usual."""
    office: str = ""
    """The kind of office that has it; empty for both."""

    @property
    def allowed(self) -> tuple[str, ...]:
        """The roles whose holders may do it at this stage; none for what a day brings."""
        return () if self.deed == DAY else self.roles or DEEDS[self.deed].roles


def _tested(stage: str, deed: str) -> tuple[Way, ...]:
    """Give the ways of a deed after which lead time and conditions are tested."""
    nexts = (ANNOUNCED, WAITING, REGISTRATION_REFUSED)
    return tuple(Way(stage, deed, after, outcome) for outcome, after in zip(LEAD_OUTCOMES, nexts, strict=True))


def _staying(deed: str, *stages: str, roles: tuple[str, ...] = ()) -> tuple[Way, ...]:
    """Give the ways of a deed that leaves an event at its stage."""
    return tuple(Way(stage, deed, stage, roles=roles) for stage in stages)


_OF_OFFICE = (OFFICER, ADMINISTRATOR)
_WITH_NUMBERS = (RECEIVED, RETURNED, DUE, RATED)
"""Where a number that was asked for can come."""
_AWAITING = (WAITING, ANNOUNCED, RUNNING, CUT_SHORT, AWAITED, RECEIVED, RETURNED, NEVER_REGISTERED)
"""Where somebody can be asked for a report."""
_WITH_PAPERS = (*_AWAITING, ACCEPTED, REFUSED, UNDER_APPEAL, SENT, TAKEN, RETURNED_BY_FIDE, DUE, RATED)
"""Where a document can still be attached."""
_ACCEPTED = ((AUTHORITY, DUE), (UNDER_FIDE, ACCEPTED))
"""Where an accepted event goes, in each kind of office."""

TABLE: tuple[Way, ...] = (
    # Registration
    Way(NEW, "event.register", REGISTERED, BY_ORGANISER),
    *_tested(NEW, "event.register"),
    Way(NEW, "event.note_unregistered", NEVER_REGISTERED),
    *_tested(REGISTERED, "event.take_up"),
    *(Way(stage, "event.refuse_registration", REGISTRATION_REFUSED) for stage in (REGISTERED, WAITING, ANNOUNCED)),
    Way(REGISTERED, "event.amend", REGISTERED),
    *(way for stage in (WAITING, ANNOUNCED, POSTPONED) for way in _tested(stage, "event.amend")),
    Way(POSTPONED, "event.amend", REGISTERED, BY_ORGANISER),
    *_staying("event.amend", RUNNING, CUT_SHORT, AWAITED, RECEIVED, RETURNED, roles=_OF_OFFICE),
    *(Way(stage, "event.amend", RECEIVED, roles=_OF_OFFICE) for stage in (ACCEPTED, DUE, RETURNED_BY_FIDE)),
    *(
        Way(stage, "event.cancel", CANCELLED)
        for stage in (REGISTERED, WAITING, ANNOUNCED, POSTPONED)
    ),
    # An event that was noted can turn out not to have been played, or to be another one.
    *(Way(stage, "event.cancel", CANCELLED, roles=_OF_OFFICE) for stage in (AWAITED, NEVER_REGISTERED)),
    *(Way(stage, "event.postpone", POSTPONED) for stage in (REGISTERED, WAITING, ANNOUNCED)),
    *(Way(stage, "event.cut_short", CUT_SHORT) for stage in (RUNNING, AWAITED)),
    # Approvals
    *_staying("approval.ask", WAITING, AWAITED, RECEIVED, RETURNED, NEVER_REGISTERED),
    Way(WAITING, "approval.record", ANNOUNCED, GRANTED),
    Way(WAITING, "approval.record", WAITING, MORE_NEEDED),
    Way(WAITING, "approval.record", REGISTRATION_REFUSED, DECLINED),
    *(
        Way(stage, "approval.record", stage, outcome)
        for stage in (ANNOUNCED, RUNNING, CUT_SHORT, AWAITED, RECEIVED, RETURNED)
        for outcome in (GRANTED, MORE_NEEDED, DECLINED)
    ),
    Way(NEVER_REGISTERED, "approval.record", AWAITED, GRANTED),
    Way(NEVER_REGISTERED, "approval.record", NEVER_REGISTERED, DECLINED),
    # What the days bring
    Way(ANNOUNCED, DAY, RUNNING, "first_day"),
    Way(RUNNING, DAY, AWAITED, "last_day"),
    # Reports
    *(
        Way(stage, "report.take_in", RECEIVED)
        for stage in (
            WAITING, RUNNING, CUT_SHORT, AWAITED, RECEIVED, RETURNED, ACCEPTED, DUE, RETURNED_BY_FIDE, EMPTY,
            NEVER_REGISTERED,
        )
    ),
    *(Way(stage, "part.declare_empty", EMPTY) for stage in (RUNNING, AWAITED)),
    *_staying("report.correct", RECEIVED),
    *_staying("report.answer", RECEIVED),
    *(
        Way(stage, deed, RECEIVED, office=UNDER_FIDE)
        for deed in ("report.correct", "report.answer")
        for stage in (ACCEPTED, RETURNED_BY_FIDE)
    ),
    *_staying("report.ask_number", RECEIVED, RETURNED, ACCEPTED, DUE),
    *_staying("report.give_number", *_WITH_NUMBERS),
    # A number changes the bytes that are sent, and so what was accepted.
    Way(ACCEPTED, "report.give_number", RECEIVED),
    *_staying("report.withdraw_number", *_WITH_NUMBERS, ACCEPTED),
    *_staying("report.attach", *_WITH_PAPERS),
    *_staying("report.link", *_AWAITING),
    *_staying("letter.remind", CUT_SHORT, AWAITED, RETURNED, NEVER_REGISTERED),
    *_staying("report.end_link", *_AWAITING, ACCEPTED, DUE, RATED),
    Way(RECEIVED, "report.return", RETURNED),
    Way(RETURNED_BY_FIDE, "report.return", RETURNED, office=UNDER_FIDE),
    *(Way(RECEIVED, "report.accept", after, office=office) for office, after in _ACCEPTED),
    *(Way(stage, "report.refuse", REFUSED) for stage in (RECEIVED, RETURNED)),
    Way(REFUSED, "appeal.lodge", UNDER_APPEAL),
    Way(REFUSED_BY_FIDE, "appeal.lodge", UNDER_APPEAL, office=UNDER_FIDE),
    *(Way(UNDER_APPEAL, "appeal.decide", after, ALLOWED, office=office) for office, after in _ACCEPTED),
    Way(UNDER_APPEAL, "appeal.decide", DISMISSED, NOT_ALLOWED),
    # A federation under FIDE
    *(
        Way(stage, "fide.send_registration", stage, office=UNDER_FIDE)
        for stage in (WAITING, ANNOUNCED)
    ),
    *(
        Way(stage, "fide.answer_registration", after, outcome, office=UNDER_FIDE)
        for stage in (WAITING, ANNOUNCED)
        for outcome, after in zip(FIDE_ANSWERS, (stage, REGISTERED, REGISTRATION_REFUSED), strict=True)
    ),
    *(Way(stage, "fide.send", SENT, office=UNDER_FIDE) for stage in (ACCEPTED, RETURNED_BY_FIDE)),
    *(
        Way(SENT, "fide.answer", after, outcome, office=UNDER_FIDE)
        for outcome, after in zip(FIDE_ANSWERS, (TAKEN, RETURNED_BY_FIDE, REFUSED_BY_FIDE), strict=True)
    ),
    *(
        Way(TAKEN, "fide.answer", after, outcome, office=UNDER_FIDE)
        for outcome, after in zip(FIDE_ANSWERS[1:], (RETURNED_BY_FIDE, REFUSED_BY_FIDE), strict=True)
    ),
    *(Way(stage, "fide.note_list", ON_FIDE_LIST, office=UNDER_FIDE) for stage in (SENT, TAKEN)),
    # Lists, and what is put right
    Way(DUE, "late_report.take_in", DUE, office=AUTHORITY),
    Way(DUE, "list.publish", RATED, office=AUTHORITY),
    *(Way(stage, "event.annul", ANNULLED, office=AUTHORITY) for stage in (DUE, RATED)),
    Way(ANNULLED, "event.annul", DUE, BACK_TO_LIST, office=AUTHORITY),
    Way(ANNULLED, "event.annul", RATED, BACK_TO_RATED, office=AUTHORITY),
    *(
        Way(stage, deed, stage, office=AUTHORITY)
        for deed in ("event.replace", "event.correct", "result.correct", "event.distinct")
        for stage in (DUE, RATED)
    ),
)  # fmt: skip
"""The table."""

OF_BOOK = (
    "late_report.take_in", "list.publish", "event.annul", "event.replace", "event.correct", "result.correct",
    "event.distinct",
)  # fmt: skip
"""Deeds about lists and the book, which an event goes through as well; the others are about the event alone."""
OF_LIFE = tuple(dict.fromkeys(way.deed for way in TABLE if way.deed not in {DAY, *OF_BOOK}))
"""The deeds about an event that are no deeds about lists or the book."""


def ways_at(stage: str, office: str = AUTHORITY) -> tuple[Way, ...]:
    """Give the rows of a stage in a kind of office.

    >>> [(way.deed, way.next) for way in ways_at("under_appeal", "under_fide")]
    [('report.attach', 'under_appeal'), ('appeal.decide', 'accepted'), ('appeal.decide', 'appeal_dismissed')]
    """
    return tuple(way for way in TABLE if way.stage == stage and way.office in {"", office})


def deeds_at(stage: str, office: str = AUTHORITY) -> tuple[str, ...]:
    """Give what can be done with an event at a stage, each once."""
    return tuple(dict.fromkeys(way.deed for way in ways_at(stage, office) if way.deed != DAY))


def next_stage(stage: str, deed: str, outcome: str = "", office: str = AUTHORITY) -> str:
    """Give the stage that follows; a way that is not in the table is a fault of the caller.

    >>> next_stage("received", "report.accept", office="under_fide")
    'accepted'
    """
    (after,) = (way.next for way in ways_at(stage, office) if (way.deed, way.outcome) == (deed, outcome))
    return after


def roles_at(stage: str, deed: str, office: str = AUTHORITY) -> tuple[str, ...]:
    """Give the roles whose holders may do a deed with an event at a stage; none where nobody can."""
    return next((way.allowed for way in ways_at(stage, office) if way.deed == deed), ())


def may_at(person: Person, stage: str, deed: str, federation: str, office: str = AUTHORITY) -> bool:
    """Tell whether a person may do a deed with an event of a federation at a stage: for a button."""
    return bool(_held(person, federation) & set(roles_at(stage, deed, office)))


def stage_problems(  # noqa: PLR0913, PLR0917 - where an event stands, and who asks
    person: Person, event: int, stage: str, deed: str, federation: str, office: str = AUTHORITY
) -> list[Problem]:
    """Say why a person cannot do a deed with an event at its stage, and whose turn it is; nothing where it can be."""
    roles, where = roles_at(stage, deed, office), str(event)
    if not roles:
        turns = [{"turn": code, "roles": roles_at(stage, code, office)} for code in deeds_at(stage, office)]
        owners = OWNERS.get(stage, ())
        return [
            Problem.of(
                WORDS, "wrong_event_stage", where, event=event, stage=stage, deed=deed, turns=turns, owners=owners
            )
        ]
    if not _held(person, federation) & set(roles):
        return [Problem.of(WORDS, "not_at_this_stage", where, event=event, stage=stage, deed=deed, roles=roles)]
    return []


def _held(person: Person, federation: str) -> set[str]:
    """Give the roles that a person holds for a federation or for the whole office."""
    return {grant.role for grant in person.grants if grant.federation in {"", federation}}

"""An event as it stands in the office, and what every deed about one asks: stage, right, conflicts of roles.

Whoever directs an event, holds it or plays in it does not accept it; who refused it does not decide the appeal; who
asked for an approval does not give it. Numbers tell. Acting all the same needs a reason, and the log lists it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from arpad.model.problems import Problem
from arpad.office.approvals import needed, open_approvals
from arpad.office.canonical import fingerprint
from arpad.office.decision import Content, decide
from arpad.office.registration_facts import facts_fingerprint, has_begun, has_ended, people_of, values_of
from arpad.office.roles import ADMINISTRATOR, APPROVER, DEEDS, OFFICER
from arpad.office.stages import ANNOUNCED, AUTHORITY, DAY, NEW, RUNNING, next_stage, stage_problems, ways_at
from arpad.office.wording import WORDS
from arpad.regulations.workings.decisions import cannot_be_refused, counts_as_official

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, datetime

    from arpad.office.approvals import Approval, NeededApproval
    from arpad.office.decision import Circumstances, Decision, PersonalValue, Waiting
    from arpad.office.parts import PartOfEvent
    from arpad.office.person import Person
    from arpad.office.registration_facts import GivenFact
    from arpad.regulations.consulted import Consulted
    from arpad.regulations.edition import Edition

ARBITER_OF, ORGANISER_OF, PLAYER_OF, REFUSED_IT, ASKED_FOR_IT = CONFLICTS = (
    "arbiter", "organiser", "player", "refused_it", "asked_for_it",
)  # fmt: skip
"""What somebody can be to an event, so that somebody else should decide."""
MOST_DOCUMENT = 200
_OF_OFFICE = (OFFICER, ADMINISTRATOR)


@dataclass(frozen=True, slots=True)
class ReportInHand:
    """The report that the office has: fingerprints, days and who sent it."""

    sha256: str
    """Of the bytes as they came; of several files, of their names and hashes."""
    received_on: date
    """The day on which the office got it."""
    arbiter_sent_on: date | None = None
    """The day on which the arbiter sent it to the officer."""
    players: frozenset[int] = frozenset()
    """The numbers of everybody who is named in it."""
    ratings: tuple[int | None, ...] = ()
    """The ratings of all players, for an average; None for who has none."""
    is_from_federation: bool = True
    """False where the office has it from somewhere else than the event's federation."""
    mended: str = ""
    """The SHA-256 of the report with what was put right in it since; empty where nothing was."""
    answers: str = ""
    """The fingerprint of the answers that an officer gave to its open questions; empty where none were."""


@dataclass(frozen=True, slots=True)
class RefusalOnRecord:
    """A refusal: by whom, when, when it was told, and the appeal that the edition allows."""

    by: int
    decided_on: date
    told_on: date
    appeal_to: str = ""
    appeal_by: str = ""
    appeal_until: date | None = None
    """The last day of an appeal; None where the edition knows none."""
    is_lifted: bool = False
    """True where an appeal against it was allowed, for as long as the report stays the one that it was about."""

    @property
    def facts(self) -> dict[str, Any]:
        """What the log says of it, besides who refused."""
        names = ("decided_on", "told_on", "appeal_to", "appeal_by", "appeal_until")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True, slots=True)
class EventCase:
    """An event, or a part of a long one, as it stands in the office."""

    event: int
    federation: str
    law: Edition
    """The edition in force on its first day."""
    stage: str = NEW
    office: str = AUTHORITY
    """What the office is for: an authority, or a federation under FIDE."""
    part: int = 0
    """The number of the part of a long event; 0 for a whole one."""
    part_days: PartOfEvent | None = None
    """Of a part, its days."""
    is_left_out: bool = False
    """True for a part that the event no longer has, since its days were amended."""
    facts: Mapping[str, GivenFact] = field(default_factory=dict)
    registered_at: datetime | None = None
    """When the federation registered it."""
    approvals: tuple[Approval, ...] = ()
    asked: Mapping[str, int] = field(default_factory=dict)
    """Who asked for an approval, by its matter."""
    report: ReportInHand | None = None
    returned_until: date | None = None
    """The last day for a report that was returned."""
    refusal: RefusalOnRecord | None = None
    accepted: str = ""
    """The fingerprint of bytes and facts that was accepted."""
    noted: Mapping[str, Any] = field(default_factory=dict)
    """Of an event that was never registered: from where it is known, and whether its report is owed."""
    book_event: int | None = None
    """Its number in the book, once it was accepted into one."""
    fide_code: str = ""
    """What FIDE calls it."""
    fide_list: date | None = None
    """The list of FIDE that it is on."""
    since: datetime | None = None
    """Since when it is at its stage."""

    @property
    def values(self) -> dict[str, Any]:
        """The bare values of its facts."""
        return values_of(self.facts)

    @property
    def own_days(self) -> dict[str, Any]:
        """What tells when it begins and ends: of a part its own days, by the clock at the venue."""
        values, days = self.values, self.part_days
        if days is None:
            return values
        hour = {} if days.first_day == values.get("start") else {"first_round": None}
        return {**values, **hour, "start": days.first_day, "end": days.last_day}

    @property
    def needs(self) -> tuple[NeededApproval, ...]:
        """What it needs an approval for, as it stands."""
        return needed(self.law, self.values, self.registered_at)

    @property
    def missing(self) -> tuple[NeededApproval, ...]:
        """The approvals that are still missing."""
        return open_approvals(self.needs, self.approvals)

    @property
    def is_official(self) -> bool:
        """Whether the edition takes it for an official event."""
        return counts_as_official(self.law, **self._whose)

    @property
    def safe_from_refusal(self) -> Consulted | None:
        """What forbids to refuse it; None where it may be refused."""
        return cannot_be_refused(self.law, **self._whose)

    @property
    def _whose(self) -> dict[str, bool]:
        values = self.values
        return {"is_of_fide": bool(values.get("official")), "is_continental": bool(values.get("continental"))}

    @property
    def fingerprint(self) -> str:
        """The fingerprint of bytes and facts, to which an acceptance is bound; empty without a report.

        Corrections and answers are part of it.
        """
        if self.report is None:
            return ""
        facts, since = facts_fingerprint(self.facts), (self.report.mended, self.report.answers)
        return f"{self.report.sha256}:{fingerprint((facts, *since)) if any(since) else facts}"

    @property
    def is_still_accepted(self) -> bool:
        """True where what was accepted is what there is now."""
        return bool(self.accepted) and self.accepted == self.fingerprint

    @property
    def people(self) -> dict[str, frozenset[int]]:
        """The numbers of everybody who has to do with it, by what they are in it; players of the report among them."""
        people = people_of(self.values)
        played = self.report.players if self.report is not None else frozenset()
        return {**people, PLAYER_OF: people[PLAYER_OF] | played}


@dataclass(frozen=True, slots=True, kw_only=True)
class EventAct:
    """What every deed about an event has besides its own: a reason, and whether a conflict of roles is passed over."""

    reason: str = ""
    despite_conflict: bool = False


@dataclass(frozen=True, slots=True)
class EventState:
    """What has to be known for a deed about an event."""

    circumstances: Circumstances
    case: EventCase
    day: date
    """The calendar day in the office's zone."""
    new_law: Edition | None = None
    """The edition in force on the first day that is asked for, where that is another."""

    @property
    def as_of_now(self) -> EventCase:
        """The event at the stage to which the days have brought it by now."""
        return by_day(self.case, self.circumstances.now)


@dataclass(frozen=True, slots=True)
class EventDone:
    """What a deed comes to: its outcome, facts, articles, what speaks against it, and conflicts of whoever acts."""

    outcome: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    cites: tuple[str, ...] = ()
    problems: Sequence[Problem] = ()
    conflicts: Sequence[str] = ()
    sealed: Mapping[str, PersonalValue] = field(default_factory=dict)


def by_day(case: EventCase, at: datetime) -> EventCase:
    """Give an event at the stage to which the days have brought it: play begins, and the last day passes."""
    values = case.own_days
    if case.stage == ANNOUNCED and has_begun(at, values):
        case = replace(case, stage=next_stage(ANNOUNCED, DAY, "first_day", case.office))
    if case.stage == RUNNING and has_ended(at, values):
        case = replace(case, stage=next_stage(RUNNING, DAY, "last_day", case.office))
    return case


def role_conflicts(person: Person, case: EventCase, *of: str) -> list[str]:
    """Give what a person is to an event, among the conflicts that a deed asks about."""
    being = [name for name, numbers in case.people.items() if person.number and person.number in numbers]
    if case.refusal is not None and case.refusal.by == person.record and person.record:
        being.append(REFUSED_IT)
    if person.record and person.record in case.asked.values():
        being.append(ASKED_FOR_IT)
    return [conflict for conflict in CONFLICTS if conflict in being and conflict in of]


def decide_about(person: Person, deed: str, asked: EventAct, state: EventState, done: EventDone) -> Decision | Waiting:
    """Decide a deed about an event: its right, its stage, conflicts of roles, and what else speaks against it."""
    case, where = state.as_of_now, str(state.case.event)
    problems = stage_problems(person, case.event, case.stage, deed, case.federation, case.office)
    # At a stage at which nobody can do it, nothing else about it is of use.
    problems = problems or list(done.problems)
    ways = [way.next for way in ways_at(case.stage, case.office) if (way.deed, way.outcome) == (deed, done.outcome)]
    if not problems and not ways:
        event, stage = case.event, case.stage
        problems.append(Problem.of(WORDS, "wrong_outcome", where, event=event, stage=stage, outcome=done.outcome))
    after = ways[0] if ways else ""
    conflicts = list(done.conflicts)
    if conflicts and not asked.despite_conflict:
        problems.append(Problem.of(WORDS, "conflict_of_roles", where, deed=deed, conflicts=conflicts))
    elif conflicts and not asked.reason.strip() and not DEEDS[deed].needs_reason:
        problems.append(Problem.of(WORDS, "no_reason", where, is_alone=False))
    written = {"event": case.event, "part": case.part, "stage": case.stage, "next": after, **done.facts}
    written["conflicts"] = conflicts
    content = Content(
        written, cites=done.cites, sealed=done.sealed, federation=case.federation, problems=problems
    )  # fmt: skip
    return decide(person, deed, content, asked.reason, state.circumstances)


def acts_for_office(person: Person, case: EventCase) -> bool:
    """Tell whether a person acts for the event's federation or for the office, and not for the event."""
    return any(grant.role in _OF_OFFICE and grant.federation in {"", case.federation} for grant in person.grants)


def document_problems(person: Person, document: str, case: EventCase) -> list[Problem]:
    """Say where a decision of a body has to be proved: by its document, unless an approver decides here for it.

    Approvers log in only where the authority runs the office.
    """
    decides_here = case.office == AUTHORITY and APPROVER in person.roles
    if len(document) > MOST_DOCUMENT or not document.isprintable():
        return [Problem.of(WORDS, "long_document", str(case.event), most=MOST_DOCUMENT)]
    if not document.strip() and not decides_here:
        return [Problem.of(WORDS, "no_document", str(case.event), event=case.event)]
    return []


def day_problems(day: date, state: EventState) -> list[Problem]:
    """Say that a day on which something is said to have happened is still to come."""
    if day <= state.day:
        return []
    return [Problem.of(WORDS, "decided_in_future", str(state.case.event), day=day, today=state.day)]


def citations(p: Consulted) -> tuple[str, ...]:
    """Cite what was consulted, as the log keeps it."""
    return tuple(str(citation) for citation in p.citations())

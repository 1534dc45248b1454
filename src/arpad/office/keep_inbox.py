"""Who has something in hand, for whom it waits, notes about it, and who stands in for somebody who is away.

A stand-in gets no right: only the duties of the person who is away are shown, to somebody who holds one of that
person's roles for the same federation, or for the whole office.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.decision import NOTE, Content, PersonalValue, decide_at_once
from arpad.office.letters import MATTERS
from arpad.office.questions import words_problems
from arpad.office.roles import ADMINISTRATOR, APPROVER, ARBITER, OFFICER, ORGANISER, REGISTRAR, may
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from datetime import date

    from arpad.office.decision import Circumstances, Decision
    from arpad.office.person import Person

WAITED_FOR = (ARBITER, ORGANISER, OFFICER, REGISTRAR, ADMINISTRATOR, APPROVER, "fide", "player")
"""For whom something can wait."""


@dataclass(frozen=True, slots=True)
class AboutMatter:
    """What is kept in hand: what it is, its number, and its federation."""

    of: str
    number: int
    federation: str = ""


@dataclass(frozen=True, slots=True)
class MatterState:
    """What has to be known to keep something in hand."""

    circumstances: Circumstances
    is_there: bool = True
    assignee: Person | None = None
    """Who shall have it, with the roles held now; None where nobody does or the account is closed."""


def assign(person: Person, matter: AboutMatter, account: int | None, state: MatterState) -> Decision:
    """Decide who has something in hand; nobody where no account is named."""
    problems = _there(matter, state)
    if account is not None and (state.assignee is None or not may(state.assignee, "inbox.assign", matter.federation)):
        problems.append(Problem.of(WORDS, "cannot_have_in_hand", "account", account=account))
    facts = {"of": matter.of, "number": matter.number, "account": account}
    content = Content(facts, federation=matter.federation, problems=problems)
    return decide_at_once(person, "inbox.assign", content, "", state.circumstances)


def wait_for(person: Person, matter: AboutMatter, whom: str, state: MatterState) -> Decision:
    """Decide that something waits for somebody from now on; for the office again where nobody is named."""
    problems = _there(matter, state)
    if whom and whom not in WAITED_FOR:
        problems.append(Problem.of(WORDS, "unknown_waited_for", "waiting_for", name=whom[:40], known=list(WAITED_FOR)))
    facts = {"of": matter.of, "number": matter.number, "waiting_for": whom}
    content = Content(facts, federation=matter.federation, problems=problems)
    return decide_at_once(person, "inbox.wait", content, "", state.circumstances)


def note(person: Person, matter: AboutMatter, number: int, words: str, state: MatterState) -> Decision:
    """Decide that a note is kept; its words are sealed."""
    problems = [*_there(matter, state), *words_problems(words, "words")]
    facts = {"of": matter.of, "number": matter.number}
    sealed = {"words": PersonalValue(number, words, NOTE)}
    content = Content(facts, {"note": number}, sealed=sealed, federation=matter.federation, problems=problems)
    return decide_at_once(person, "inbox.note", content, "", state.circumstances)


def _there(matter: AboutMatter, state: MatterState) -> list[Problem]:
    if matter.of in MATTERS and state.is_there:
        return []
    return [Problem.of(WORDS, "no_such_matter", str(matter.number), number=matter.number)]


@dataclass(frozen=True, slots=True)
class NameStandIn:
    """Who stands in for oneself, and on which days."""

    stand_in: int
    first_day: date
    last_day: date


@dataclass(frozen=True, slots=True)
class StandInState:
    """What has to be known to name a stand-in."""

    circumstances: Circumstances
    number: int
    day: date
    stand_in: Person | None = None
    """The stand-in with the roles held now; None where there is no open account."""


def name_stand_in(person: Person, asked: NameStandIn, state: StandInState) -> Decision:
    """Decide who sees one's duties while one is away."""
    problems = []
    if asked.last_day < asked.first_day:
        problems.append(Problem.of(WORDS, "days_reversed", "last_day", start=asked.first_day, end=asked.last_day))
    elif asked.last_day < state.day:
        problems.append(Problem.of(WORDS, "day_is_past", "last_day", day=asked.last_day, today=state.day))
    if state.stand_in is None or asked.stand_in == person.record or not shares_role(person, state.stand_in):
        problems.append(Problem.of(WORDS, "cannot_stand_in", "stand_in", account=asked.stand_in))
    facts = {
        "account": person.record, "stand_in": asked.stand_in, "first_day": asked.first_day, "last_day": asked.last_day,
    }  # fmt: skip
    content = Content(facts, {"number": state.number}, problems=problems)
    return decide_at_once(person, "stand_in.name", content, "", state.circumstances)


def end_stand_in(person: Person, number: int, account: int | None, circumstances: Circumstances) -> Decision:
    """Decide that one is back before the last day; `account` is who named the stand-in."""
    problems = []
    if account != person.record:
        problems.append(Problem.of(WORDS, "no_such_stand_in", str(number), number=number))
    content = Content({"number": number, "account": person.record}, problems=problems)
    return decide_at_once(person, "stand_in.end", content, "", circumstances)


def shares_role(away: Person, other: Person) -> bool:
    """Tell whether somebody holds one of a person's roles, for the same federation or for the whole office.

    >>> from arpad.office.person import Grant, Person
    >>> away = Person(1, "a", frozenset({Grant("federation_officer", "HUN")}))
    >>> [shares_role(away, Person(2, "b", frozenset({Grant("federation_officer", of)}))) for of in ("HUN", "POL")]
    [True, False]
    """
    return any(
        grant.role == held.role and held.federation in {"", grant.federation}
        for grant in away.grants
        for held in other.grants
    )


def renew_calendar(person: Person, circumstances: Circumstances) -> Decision:
    """Decide that the calendar of one's own duties has a new address; the one before no longer counts."""
    content = Content({"account": person.record})
    return decide_at_once(person, "own.calendar", content, "", circumstances)


def choose_digest(person: Person, circumstances: Circumstances, *, wanted: bool) -> Decision:
    """Decide whether one's own duties come by mail every morning."""
    content = Content({"account": person.record, "wanted": wanted})
    return decide_at_once(person, "own.digest", content, "", circumstances)

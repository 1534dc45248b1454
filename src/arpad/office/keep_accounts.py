"""Invite people, renew a lost second factor, end log-ins, close accounts. Accounts are never deleted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.decision import ACCOUNT, INVITATION, Content, PersonalValue, decide
from arpad.office.grant_role import last_administrator_problems, role_problems
from arpad.office.person import Grant
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from datetime import datetime

    from arpad.office.decision import Circumstances, Decision, Waiting
    from arpad.office.grant_role import AccountState
    from arpad.office.person import Person

INVITED_FOR = timedelta(days=7)
"""So long an invitation can be accepted where nothing else is said."""
LONGEST_INVITATION = timedelta(days=30)
_ADDRESS = re.compile(r"[^@\s]{1,64}@[^@\s.]+(\.[^@\s.]+)*")
_MOST_NAME = 200
_USERNAME = re.compile(r"[a-z0-9][a-z0-9._-]{1,39}")


@dataclass(frozen=True, slots=True)
class Invite:
    """Who is invited, with which role, until when, and why."""

    full_name: str
    email: str
    role: str
    federation: str = ""
    ends_at: datetime | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class InviteState:
    """What has to be known to invite somebody."""

    circumstances: Circumstances
    invitation: int
    """The number that the invitation has, or will have."""
    is_known: bool = False
    """True where an open account has the same address already."""


def invite(person: Person, asked: Invite, state: InviteState) -> Decision | Waiting:
    """Decide whether somebody is invited; the name and the address are sealed."""
    now = state.circumstances.now
    where, grant = asked.email[:80], Grant(asked.role, asked.federation)
    problems = [*role_problems(grant, where, state.circumstances.office)]
    problems += _problems_of_name(asked.full_name, where)
    if not _ADDRESS.fullmatch(asked.email):
        problems.append(Problem.of(WORDS, "no_address", where, address=asked.email[:80]))
    if state.is_known:
        problems.append(Problem.of(WORDS, "account_known", where, address=asked.email[:80]))
    ends = asked.ends_at or now + INVITED_FOR
    if asked.ends_at is not None and not now < ends <= now + LONGEST_INVITATION:
        problems.append(Problem.of(WORDS, "invitation_days", where, days=LONGEST_INVITATION.days))
    facts = {"role": asked.role, "federation": asked.federation}
    later = {"invitation": state.invitation, "ends": ends}
    sealed = {
        "full_name": PersonalValue(state.invitation, asked.full_name, INVITATION),
        "email": PersonalValue(state.invitation, asked.email, INVITATION),
    }
    content = Content(facts, later, sealed=sealed, problems=problems)
    return decide(person, "account.invite", content, asked.reason, state.circumstances)


def _problems_of_name(name: str, where: str) -> list[Problem]:
    is_name = 0 < len(name.strip()) <= _MOST_NAME and name.isprintable()
    return [] if is_name else [Problem.of(WORDS, "no_name", where, most=_MOST_NAME)]


@dataclass(frozen=True, slots=True)
class AddAccount:
    """Who gets an account at the machine: user name, name, address and first role."""

    username: str
    full_name: str
    email: str
    role: str
    federation: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AddState:
    """What has to be known to add somebody."""

    circumstances: Circumstances
    account: int
    """The number that the account will have."""
    is_taken: bool = False
    """True where an account has the user name already."""


def add_account(person: Person, asked: AddAccount, state: AddState) -> Decision | Waiting:
    """Decide whether somebody is added at the machine: the first administrator, or who cannot be invited by a link."""
    where = asked.username[:40]
    grant = Grant(asked.role, asked.federation)
    problems = [*role_problems(grant, where, state.circumstances.office), *_problems_of_name(asked.full_name, where)]
    problems += username_problems(asked.username, is_taken=state.is_taken)
    if asked.email and not _ADDRESS.fullmatch(asked.email):
        problems.append(Problem.of(WORDS, "no_address", where, address=asked.email[:80]))
    facts = {"account": state.account, "role": asked.role, "federation": asked.federation}
    sealed = {
        name: PersonalValue(state.account, getattr(asked, name), ACCOUNT) for name in ("username", "full_name", "email")
    }
    content = Content(facts, sealed=sealed, problems=problems)
    return decide(person, "account.add", content, asked.reason, state.circumstances)


def username_problems(username: str, *, is_taken: bool = False) -> list[Problem]:
    """Say why a user name cannot be taken."""
    where = username[:40]
    if not _USERNAME.fullmatch(username):
        return [Problem.of(WORDS, "no_username", where, username=where)]
    return [Problem.of(WORDS, "username_taken", where, username=where)] if is_taken else []


@dataclass(frozen=True, slots=True)
class OfAccount:
    """Which account is meant, and why."""

    account: int
    reason: str


@dataclass(frozen=True, slots=True)
class NumberAccount:
    """By which number events name somebody, and why it is known; None where by none."""

    account: int
    number: int | None
    reason: str


def number_account(
    person: Person, asked: NumberAccount, state: AccountState, was: int | None, holder: int | None
) -> Decision | Waiting:
    """Decide by which number events name somebody: by it conflicts of roles are seen.

    `was` is the number until now, `holder` the account that has the new one.
    """
    where, problems = str(asked.account), _of_open_account(OfAccount(asked.account, asked.reason), state)
    if asked.number is not None and asked.number < 1:
        problems.append(Problem.of(WORDS, "no_events_number", where))
    elif asked.number == was:
        problems.append(Problem.of(WORDS, "nothing_to_change", where))
    elif asked.number is not None and holder is not None:
        problems.append(Problem.of(WORDS, "events_number_taken", where, number=asked.number, holder=holder))
    content = Content({"account": asked.account, "number": asked.number, "was": was}, problems=problems)
    return decide(person, "account.number", content, asked.reason, state.circumstances)


def renew_factor(person: Person, asked: OfAccount, state: AccountState) -> Decision | Waiting:
    """Decide whether a lost second factor is renewed: by another administrator, or at the machine."""
    problems = _of_open_account(asked, state)
    if person.record == asked.account:
        problems.append(Problem.of(WORDS, "own_factor_lost", str(asked.account)))
    content = Content({"account": asked.account, "at_machine": person.is_machine}, problems=problems)
    return decide(person, "account.renew_factor", content, asked.reason, state.circumstances)


def end_log_ins(person: Person, asked: OfAccount, state: AccountState) -> Decision | Waiting:
    """Decide whether all log-ins of somebody end."""
    content = Content({"account": asked.account}, {"count": state.log_ins})
    return decide(person, "account.end_log_in", content, asked.reason, state.circumstances)


def close_account(person: Person, asked: OfAccount, state: AccountState) -> Decision | Waiting:
    """Decide whether an account is closed: all its roles and log-ins end, and its record stays."""
    where = str(asked.account)
    problems = [*_of_open_account(asked, state), *last_administrator_problems(state, where)]
    held = sorted(state.grants)
    roles = [{"role": grant.role, "federation": grant.federation} for grant in held]
    content = Content({"account": asked.account, "roles": roles}, {"count": state.log_ins}, problems=problems)
    return decide(person, "account.close", content, asked.reason, state.circumstances)


def _of_open_account(asked: OfAccount, state: AccountState) -> list[Problem]:
    if state.is_closed:
        return [Problem.of(WORDS, "account_closed", str(asked.account), account=asked.account)]
    return []

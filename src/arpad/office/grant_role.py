"""Grant a role, or end one: nobody grants themselves anything, and there is always an administrator."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.decision import UNDER_FIDE, Content, decide
from arpad.office.person import Grant
from arpad.office.roles import (
    ADMINISTRATOR,
    APPROVER,
    AUDITOR,
    CONFIRMER,
    FOR_A_FEDERATION,
    FOR_FEDERATION_OR_OFFICE,
    GRANTED,
)
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.office.decision import Circumstances, Decision, OfficeState, Waiting
    from arpad.office.person import Person

STANDS_ALONE = (AUDITOR, CONFIRMER)
"""Roles of people who do nothing else in the office: who looks at it all, and who confirms from outside."""
_FEDERATION = re.compile("[A-Z]{3}")


@dataclass(frozen=True, slots=True)
class GrantRole:
    """Which role is granted to whom, for which federation, and why; empty for the whole office."""

    account: int
    role: str
    federation: str
    reason: str


@dataclass(frozen=True, slots=True)
class EndGrant:
    """Which role ends, of whom, and why."""

    account: int
    role: str
    federation: str
    reason: str


@dataclass(frozen=True, slots=True)
class AccountState:
    """What has to be known of an account."""

    circumstances: Circumstances
    grants: frozenset[Grant] = frozenset()
    """The roles that the account holds now."""
    is_closed: bool = False
    administrators: int = 1
    """How many open accounts are rating administrators."""
    log_ins: int = 0
    """How many log-ins of the account are open."""


def grant_role(person: Person, asked: GrantRole, state: AccountState) -> Decision | Waiting:
    """Decide whether somebody is granted a role."""
    where, grant = str(asked.account), Grant(asked.role, asked.federation)
    problems = [*role_problems(grant, where, state.circumstances.office), *beside_problems(grant, state.grants, where)]
    if state.is_closed:
        problems.append(Problem.of(WORDS, "account_closed", where, account=asked.account))
    if person.record == asked.account:
        confirms = state.circumstances.confirms is not None
        problems.append(Problem.of(WORDS, "own_right", where, confirms=confirms))
    if grant in state.grants:
        problems.append(Problem.of(WORDS, "granted_already", where, account=asked.account, role=asked.role))
    facts = {"account": asked.account, "role": asked.role, "federation": asked.federation}
    return decide(person, "account.grant", Content(facts, problems=problems), asked.reason, state.circumstances)


def end_grant(person: Person, asked: EndGrant, state: AccountState) -> Decision | Waiting:
    """Decide whether a role that somebody holds ends."""
    where, problems = str(asked.account), []
    if Grant(asked.role, asked.federation) not in state.grants:
        problems.append(Problem.of(WORDS, "not_granted", where, account=asked.account, federation=asked.federation))
    elif asked.role == ADMINISTRATOR:
        problems += last_administrator_problems(state, where)
    facts = {"account": asked.account, "role": asked.role, "federation": asked.federation}
    return decide(person, "account.end_grant", Content(facts, problems=problems), asked.reason, state.circumstances)


def last_administrator_problems(state: AccountState, where: str) -> list[Problem]:
    """Say why the last administrator of an office stays one."""
    is_last = Grant(ADMINISTRATOR) in state.grants and state.administrators <= 1 and not state.is_closed
    return [Problem.of(WORDS, "last_administrator", where)] if is_last else []


def role_problems(grant: Grant, where: str, office: OfficeState) -> Iterator[Problem]:
    """Say what is wrong with a role and its federation; who approves logs in where the authority runs the office."""
    if grant.role == APPROVER and office.serves == UNDER_FIDE:
        yield Problem.of(WORDS, "approver_elsewhere", where)
    if grant.role not in GRANTED:
        yield Problem.of(WORDS, "unknown_role", where, role=grant.role[:40], roles=GRANTED)
        return
    may_have = grant.role in FOR_A_FEDERATION or grant.role in FOR_FEDERATION_OR_OFFICE
    if grant.federation and not may_have:
        yield Problem.of(WORDS, "role_of_whole_office", where, role=grant.role)
    elif grant.federation and not _FEDERATION.fullmatch(grant.federation):
        yield Problem.of(WORDS, "no_federation", where, federation=grant.federation[:40])
    elif not grant.federation and grant.role in FOR_A_FEDERATION:
        yield Problem.of(WORDS, "role_needs_federation", where, role=grant.role)


def beside_problems(grant: Grant, grants: frozenset[Grant], where: str) -> Iterator[Problem]:
    """Say which of two roles has to be held by somebody who holds no other."""
    others = {held.role for held in grants} - {grant.role}
    alone = [role for role in STANDS_ALONE if role in others or (others and role == grant.role)]
    if alone:
        yield Problem.of(WORDS, "role_stands_alone", where, roles=alone)

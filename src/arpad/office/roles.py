"""Roles and rights: which role may do what, for which federation. Pages, commands, tests and the docs read this table.

A role is a sentence in the words of this room. A deed is a code, which is the code of the log too, and the roles that
may do it. Where a deed needs a second person, whoever may do it may also confirm it, and so may approvers and
confirmers; nobody confirms what they asked for themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.person import MACHINE_ROLE
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from arpad.office.person import Grant, Person

VISITOR_ROLE, ARBITER, ORGANISER, OFFICER, REGISTRAR, ADMINISTRATOR, APPROVER, AUDITOR, OPERATOR, CONFIRMER = ROLES = (
    "visitor", "arbiter", "organiser", "federation_officer", "registrar", "rating_administrator", "approver",
    "auditor", "operator", "confirmer",
)  # fmt: skip
"""The roles, each with a sentence in the words of this room."""
GRANTED = ROLES[1:]
"""The roles that somebody can be given; everybody is a visitor."""
FOR_A_FEDERATION = (OFFICER,)
"""The roles that always belong to one federation."""
FOR_FEDERATION_OR_OFFICE = (ARBITER, ORGANISER, REGISTRAR)
"""The roles that may belong to one federation; all others are held for the whole office."""
ALWAYS_CONFIRM = (APPROVER, CONFIRMER)
"""The roles that confirm every deed which needs a second person."""

OFFICE, FEDERATION, ANYWHERE, OWN, PUBLIC = SCOPES = ("office", "federation", "anywhere", "own", "public")
"""Where a right holds.

*office*: the role has to be held for the whole office. *federation*: for the federation that the deed is about, or for
the whole office. *anywhere*: for whichever federation. *own*: everybody who is logged in, for what is their own.
*public*: everybody.
"""


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that can be done in an office, and by whom."""

    code: str
    roles: tuple[str, ...]
    scope: str = OFFICE
    needs_second: bool = False
    """True where somebody else has to confirm it."""
    needs_fresh_proof: bool = False
    """True where the person has to have proved within a quarter of an hour who it is."""
    needs_reason: bool = False
    changes: bool = True
    """False for what only reads."""

    @property
    def confirmed_by(self) -> tuple[str, ...]:
        """The roles whose holders may confirm it; none where it needs no second person."""
        roles = (*self.roles, *ALWAYS_CONFIRM) if self.needs_second else ()
        return tuple(role for role in ROLES if role in roles)


_SIGNED_IN = GRANTED
_INSIDE = (OFFICER, REGISTRAR, ADMINISTRATOR, APPROVER, AUDITOR)
_DECIDING = (REGISTRAR, ADMINISTRATOR, APPROVER, CONFIRMER)
_KEEPING = (ADMINISTRATOR, OPERATOR, MACHINE_ROLE)
_OF_EVENTS = (OFFICER, ADMINISTRATOR)
_ANSWERING = (OFFICER, REGISTRAR, ADMINISTRATOR)


def _reading(code: str, *roles: str, scope: str = OFFICE) -> Deed:
    return Deed(code, roles, scope, changes=False)


def _reasoned(code: str, *roles: str, scope: str = OFFICE) -> Deed:
    """Give a deed that needs a reason and nothing else."""
    return Deed(code, roles, scope, needs_reason=True)


def _grave(code: str, *roles: str, scope: str = OFFICE, needs_reason: bool = True) -> Deed:
    """Give a deed that needs a second person and fresh proof."""
    return Deed(code, roles, scope, needs_second=True, needs_fresh_proof=True, needs_reason=needs_reason)


_EVERY_DEED = (
    # What everybody sees, and what everybody does for themselves.
    Deed("office.health", ROLES, PUBLIC, changes=False),
    Deed("site.read", ROLES, PUBLIC, changes=False),
    _reading("office.read", *_SIGNED_IN, scope=ANYWHERE),
    Deed("own.log_in", ROLES, PUBLIC),
    Deed("own.reset_password", ROLES, PUBLIC),
    Deed("account.accept", ROLES, PUBLIC),
    Deed("own.password", _SIGNED_IN, OWN),
    Deed("own.factor", _SIGNED_IN, OWN),
    Deed("own.log_ins", _SIGNED_IN, OWN),
    # Lists.
    _reading("list.read", *_SIGNED_IN, scope=ANYWHERE),
    _reading("list.preview", *_INSIDE, CONFIRMER, scope=FEDERATION),
    Deed("list.close", (ADMINISTRATOR,), needs_fresh_proof=True),
    _grave("list.close_forced", ADMINISTRATOR),
    _reasoned("list.throw_away", ADMINISTRATOR),
    _grave("list.publish", ADMINISTRATOR, needs_reason=False),
    _grave("list.revise", ADMINISTRATOR),
    Deed("list.compare", _OF_EVENTS, ANYWHERE),
    Deed("book.import", (ADMINISTRATOR,), needs_reason=True),
    Deed("book.export", (ADMINISTRATOR, AUDITOR), changes=False),
    # Events, games, players.
    _reading("event.read", *_INSIDE, scope=FEDERATION),
    _reasoned("event.annul", ADMINISTRATOR, scope=FEDERATION),
    _reasoned("event.replace", ADMINISTRATOR, scope=FEDERATION),
    _reasoned("event.correct", ADMINISTRATOR, scope=FEDERATION),
    _reasoned("event.distinct", ADMINISTRATOR, scope=FEDERATION),
    _reasoned("result.correct", ADMINISTRATOR, scope=FEDERATION),
    _grave("late_report.take_in", ADMINISTRATOR),
    # An event from registration to acceptance; which stage each leads to stands in `stages.py`.
    _reading("registration.read", *_INSIDE, ARBITER, ORGANISER, scope=FEDERATION),
    Deed("event.register", (ARBITER, ORGANISER, *_OF_EVENTS), FEDERATION),
    Deed("event.take_up", _OF_EVENTS, FEDERATION),
    Deed("event.amend", (ARBITER, ORGANISER, *_OF_EVENTS), FEDERATION),
    _reasoned("event.cancel", ORGANISER, *_OF_EVENTS, scope=FEDERATION),
    _reasoned("event.postpone", ORGANISER, *_OF_EVENTS, scope=FEDERATION),
    _reasoned("event.cut_short", ARBITER, ORGANISER, *_OF_EVENTS, scope=FEDERATION),
    _reasoned("event.refuse_registration", ADMINISTRATOR, APPROVER, scope=FEDERATION),
    _reasoned("event.note_unregistered", *_OF_EVENTS, scope=FEDERATION),
    _reasoned("approval.ask", ORGANISER, *_OF_EVENTS, scope=FEDERATION),
    Deed("approval.record", (*_OF_EVENTS, APPROVER), FEDERATION),
    Deed("part.declare_empty", (ARBITER, ORGANISER, *_OF_EVENTS), FEDERATION),
    Deed("report.take_in", (ARBITER, ORGANISER, *_OF_EVENTS), FEDERATION),
    Deed("report.return", _OF_EVENTS, FEDERATION),
    Deed("report.accept", _OF_EVENTS, FEDERATION),
    _reasoned("report.correct", *_OF_EVENTS, scope=FEDERATION),
    _reasoned("report.answer", *_OF_EVENTS, scope=FEDERATION),
    Deed("report.ask_number", _OF_EVENTS, FEDERATION),
    Deed("report.refuse", _OF_EVENTS, FEDERATION, needs_fresh_proof=True),
    Deed("letter.remind", _OF_EVENTS, FEDERATION),
    _reasoned("appeal.lodge", ORGANISER, *_OF_EVENTS, scope=FEDERATION),
    Deed("appeal.decide", (ADMINISTRATOR, APPROVER), FEDERATION, needs_fresh_proof=True, needs_reason=True),
    Deed("report.give_number", (REGISTRAR, ADMINISTRATOR), FEDERATION),
    _reasoned("report.withdraw_number", OFFICER, REGISTRAR, ADMINISTRATOR, scope=FEDERATION),
    Deed("report.attach", (ARBITER, ORGANISER, *_OF_EVENTS), FEDERATION),
    Deed("report.link", _OF_EVENTS, FEDERATION),
    _reasoned("report.end_link", *_OF_EVENTS, scope=FEDERATION),
    # What comes from outside, without a log-in.
    Deed("upload.send", ROLES, PUBLIC),
    _reasoned("upload.set_aside", *_OF_EVENTS, scope=FEDERATION),
    Deed("fide.send_registration", _OF_EVENTS, FEDERATION),
    Deed("fide.answer_registration", _OF_EVENTS, FEDERATION),
    Deed("fide.send", _OF_EVENTS, FEDERATION),
    Deed("fide.answer", _OF_EVENTS, FEDERATION),
    Deed("fide.note_list", _OF_EVENTS, FEDERATION),
    _reading("player.read", *_INSIDE, scope=FEDERATION),
    _reasoned("player.correct", OFFICER, REGISTRAR, ADMINISTRATOR, scope=FEDERATION),
    _grave("player.correct_identity", REGISTRAR, ADMINISTRATOR, scope=FEDERATION),
    _reasoned("player.renumber", REGISTRAR, ADMINISTRATOR, scope=FEDERATION),
    _reasoned("player.distinct", REGISTRAR, ADMINISTRATOR, scope=FEDERATION),
    _grave("player.merge", REGISTRAR, ADMINISTRATOR, scope=FEDERATION),
    _grave("player.exclude", ADMINISTRATOR),
    _reasoned("player.unindex", OFFICER, REGISTRAR, ADMINISTRATOR, scope=FEDERATION),
    _reasoned("base.correct", ADMINISTRATOR),
    Deed("law.decide", (ADMINISTRATOR,), needs_fresh_proof=True, needs_reason=True),
    _grave("person.erase", ADMINISTRATOR),
    # Questions, letters, and what the office has in hand.
    Deed("question.ask", ROLES, PUBLIC),
    Deed("question.confirm_address", ROLES, PUBLIC),
    _reading("question.read", *_INSIDE, scope=FEDERATION),
    Deed("question.pass_on", _ANSWERING, FEDERATION),
    Deed("question.reply", _ANSWERING, FEDERATION),
    Deed("question.answer", _ANSWERING, FEDERATION),
    Deed("question.close", _ANSWERING, FEDERATION),
    _reasoned("question.set_aside", *_ANSWERING, scope=FEDERATION),
    _reading("letter.read", *_INSIDE, scope=FEDERATION),
    _reasoned("letter.edit", ADMINISTRATOR),
    _reading("outbox.read", ADMINISTRATOR, AUDITOR, OPERATOR),
    _reasoned("outbox.send_again", ADMINISTRATOR),
    _reading("inbox.read", *_INSIDE, scope=FEDERATION),
    Deed("inbox.assign", (*_ANSWERING, APPROVER), FEDERATION),
    Deed("inbox.wait", (*_ANSWERING, APPROVER), FEDERATION),
    Deed("inbox.note", (*_ANSWERING, APPROVER), FEDERATION),
    Deed("stand_in.name", _SIGNED_IN, OWN),
    Deed("stand_in.end", _SIGNED_IN, OWN),
    Deed("own.calendar", _SIGNED_IN, OWN),
    Deed("own.digest", _SIGNED_IN, OWN),
    Deed("duties.calendar", ROLES, PUBLIC, changes=False),
    Deed("certificate.issue", _ANSWERING, FEDERATION),
    Deed("certificate.check", ROLES, PUBLIC, changes=False),
    # What waits for a second person.
    _reading("deed.read", *_DECIDING, AUDITOR, scope=ANYWHERE),
    Deed("deed.confirm", _DECIDING, ANYWHERE, needs_fresh_proof=True),
    Deed("deed.decline", _DECIDING, ANYWHERE, needs_reason=True),
    # People of the office.
    _reading("account.read", ADMINISTRATOR, AUDITOR),
    Deed("account.add", (MACHINE_ROLE,), needs_reason=False),
    _grave("account.invite", ADMINISTRATOR),
    _grave("account.grant", ADMINISTRATOR),
    _reasoned("account.end_grant", ADMINISTRATOR),
    _reasoned("account.close", ADMINISTRATOR),
    Deed("account.renew_factor", (ADMINISTRATOR, MACHINE_ROLE), needs_fresh_proof=True, needs_reason=True),
    _reasoned("account.end_log_in", ADMINISTRATOR),
    _reasoned("account.number", ADMINISTRATOR),
    # The record, and the machine.
    _reading("log.read", ADMINISTRATOR, AUDITOR),
    _reading("job.read", REGISTRAR, ADMINISTRATOR, APPROVER, AUDITOR, OPERATOR, scope=ANYWHERE),
    _reasoned("job.cancel", ADMINISTRATOR, OPERATOR),
    _reading("proof.read", ADMINISTRATOR, APPROVER, AUDITOR, OPERATOR, CONFIRMER),
    Deed("proof.verify", _KEEPING),
    Deed("proof.backup", _KEEPING),
    _grave("proof.restore", *_KEEPING),
    _reading("settings.read", ADMINISTRATOR, AUDITOR, OPERATOR),
    Deed("settings.change", (ADMINISTRATOR,), needs_fresh_proof=True, needs_reason=True),
    _grave("settings.second_person", ADMINISTRATOR),
    Deed("office.init", (MACHINE_ROLE,)),
    Deed("office.migrate", (MACHINE_ROLE,)),
)  # fmt: skip

DEEDS: dict[str, Deed] = {deed.code: deed for deed in _EVERY_DEED}
"""Every deed by its code, in the order of the reference page."""


def role_sentence(role: str) -> str:
    """Say what a role is for."""
    return WORDS.say("role", role, {})


def deed_sentence(code: str) -> str:
    """Say what a deed does, as words for a button or a row of a table."""
    return WORDS.say("deed", code, {})


def refusal(person: Person, deed: str, federation: str = "") -> Problem | None:
    """Give why a person may not do a deed for a federation, or in the whole office; None where the person may.

    >>> from arpad.office.person import Grant, Person
    >>> officer = Person(7, "officer", frozenset({Grant("federation_officer", "HUN")}))
    >>> refusal(officer, "player.read", "HUN") is None, refusal(officer, "player.read", "POL").code
    (True, 'no_right')
    """
    asked = DEEDS[deed]
    if asked.scope == PUBLIC or any(_covers(grant, asked, asked.roles, federation) for grant in person.grants):
        return None
    if asked.scope == OWN and person.record:
        return None
    if not person.record and not person.is_machine:
        return Problem.of(WORDS, "not_logged_in", deed, deed=deed)
    return _no_right(asked.roles, deed, federation)


def confirming_refusal(person: Person, deed: str, federation: str = "") -> Problem | None:
    """Give why a person may not be the second person for a deed; None where the person may."""
    asked = DEEDS[deed]
    if person.record and any(_confirms(grant, asked, federation) for grant in person.grants):
        return None
    return _no_right(asked.confirmed_by, deed, federation)


def may(person: Person, deed: str, federation: str = "") -> bool:
    """Tell whether a person may do a deed for a federation, or in the whole office."""
    return refusal(person, deed, federation) is None


def federations_seen(person: Person, deed: str) -> frozenset[str] | None:
    """Give the federations for which a person may do a deed; None where for all of them."""
    if may(person, deed):
        return None
    seen = {federation for role in DEEDS[deed].roles for federation in person.federations(role)}
    return frozenset(federation for federation in seen if may(person, deed, federation))


def _covers(grant: Grant, asked: Deed, roles: tuple[str, ...], federation: str) -> bool:
    """Tell whether a role that is held gives the right, where the deed is about a federation, or about the office."""
    if grant.role not in roles:
        return False
    if asked.scope == ANYWHERE or not grant.federation:
        return True
    return asked.scope == FEDERATION and grant.federation == federation


def _confirms(grant: Grant, asked: Deed, federation: str) -> bool:
    return _covers(grant, asked, asked.confirmed_by, federation)


def _no_right(roles: tuple[str, ...], deed: str, federation: str) -> Problem:
    named = [role for role in roles if role != MACHINE_ROLE]
    at_machine = MACHINE_ROLE in roles
    return Problem.of(
        WORDS, "no_right", deed, deed=deed, roles=named, at_machine=at_machine, federation=federation
    )  # fmt: skip

"""The people of the example office: an account for each role, with passwords that everybody may know."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from django.db import transaction

from arpad.lab.office_world.people import FEDERATIONS
from arpad.model.clock import now
from arpad.office.decision import Decision
from arpad.office.keep_accounts import AddAccount, AddState, add_account
from arpad.office.person import MACHINE, Grant, Person
from arpad.office.roles import (
    ADMINISTRATOR,
    APPROVER,
    ARBITER,
    AUDITOR,
    CONFIRMER,
    OFFICER,
    OPERATOR,
    ORGANISER,
    REGISTRAR,
    role_sentence,
)
from arpad.storage import log
from arpad.storage.deeds.asking import circumstances
from arpad.storage.models import Account, RoleGrant

if TYPE_CHECKING:
    from collections.abc import Iterator


class Role(NamedTuple):
    """Somebody of the example office: user name, made-up name, role and federation."""

    username: str
    full_name: str
    role: str
    federation: str = ""

    @property
    def sentence(self) -> str:
        """What somebody of this role does."""
        return role_sentence(self.role)


NORLAND, VESMARK, TREVENIA = (federation.code for federation in FEDERATIONS)
PEOPLE = (
    Role("administrator", "Asta Velmar", ADMINISTRATOR),
    Role("approver", "Bertil Osk", APPROVER),
    Role("registrar", "Cilia Ravn", REGISTRAR),
    Role("auditor", "Dario Quent", AUDITOR),
    Role("operator", "Eskil Thorne", OPERATOR),
    Role("confirmer", "Fenna Lorrim", CONFIRMER),
    Role("officer.norland", "Gorm Eldskog", OFFICER, NORLAND),
    Role("officer.vesmark", "Hilaria Zolti", OFFICER, VESMARK),
    Role("officer.trevenia", "Idris Penwarne", OFFICER, TREVENIA),
    Role("arbiter", "Jorun Skald", ARBITER, NORLAND),
    Role("organiser", "Kálmo Vesteri", ORGANISER, VESMARK),
)
"""Who has an account; nobody of them exists."""
_WORDS = tuple(town.lower() for federation in FEDERATIONS for town in federation.towns if town.isascii())


def password_of(seed: int, username: str) -> str:
    """Give the password of an account of the example: made from the seed, known to everybody, good for nothing else.

    >>> password_of(15, "auditor") == password_of(15, "auditor") != password_of(15, "approver")
    True
    """
    digest = sha256(f"example office {seed} {username}".encode()).digest()
    first, second = (_WORDS[byte % len(_WORDS)] for byte in digest[:2])
    return f"{first}-{second}-{int.from_bytes(digest[2:4]) % 9000 + 1000}"


def add_people(seed: int) -> None:
    """Add everybody, as the operator does at the machine."""
    for role in PEOPLE:
        asked = AddAccount(role.username, role.full_name, f"{role.username}@office.example", role.role, role.federation)
        number = Account.objects.count() + 1
        decision = add_account(MACHINE, asked, AddState(circumstances("account.add"), number))
        if not isinstance(decision, Decision):
            raise TypeError("an account is added at the machine without a second person")
        account = Account(
            record=number, username=role.username, full_name=role.full_name, email=asked.email, opened_at=now()
        )
        account.set_password(password_of(seed, role.username))
        with transaction.atomic():
            account.save(force_insert=True)
            RoleGrant.objects.create(
                account=account, role=role.role, federation=role.federation, granted_at=now(), granted_by=0
            )
            log.record(decision)


def acting(username: str) -> Person:
    """Give somebody of the example who has just proved who it is."""
    account = Account.objects.get(username=username)
    grants = RoleGrant.objects.filter(account=account, ended_at__isnull=True).values_list("role", "federation")
    held = frozenset(Grant(role, federation) for role, federation in grants)
    return Person(account.record, account.username, held, now())


def log_ins(seed: int) -> Iterator[tuple[str, str, str]]:
    """Give user name, password and what the role does, for everybody."""
    for role in PEOPLE:
        of = f" ({role.federation})" if role.federation else ""
        yield role.username, password_of(seed, role.username), f"{role.sentence}{of}"

"""The people of the example office: an account for each role, with passwords that everybody may know."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from arpad.lab.office_world.people import FEDERATIONS
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


def log_ins(seed: int) -> Iterator[tuple[str, str, str]]:
    """Give user name, password and what the role does, for everybody."""
    for role in PEOPLE:
        of = f" ({role.federation})" if role.federation else ""
        yield role.username, password_of(seed, role.username), f"{role.sentence}{of}"

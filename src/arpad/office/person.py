"""Who acts in an office: a person by record number, the roles that the person holds, and when the person proved it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

MACHINE_ROLE = "machine"
"""Stands among the roles of a deed for whoever holds the folder of the office on its machine; nobody is granted it."""


@dataclass(frozen=True, slots=True, order=True)
class Grant:
    """A role that a person holds, for one federation or, where that is empty, for the whole office."""

    role: str
    federation: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """A person as the office knows one: by a record number that never changes, with the roles held now."""

    record: int
    """The number of the account; 0 for nobody who is logged in."""
    username: str
    grants: frozenset[Grant] = frozenset()
    proved_at: datetime | None = None
    """When the person last proved by password and second factor who it is, in UTC."""
    number: int = 0
    """The number by which events name the person as arbiter, organiser or player; 0 where none is known."""

    @property
    def is_machine(self) -> bool:
        """True for whoever acts with the folder of the office, without an account."""
        return Grant(MACHINE_ROLE) in self.grants

    @property
    def roles(self) -> frozenset[str]:
        """The roles that the person holds, for whichever federation."""
        return frozenset(grant.role for grant in self.grants)

    def federations(self, role: str) -> frozenset[str]:
        """Give the federations for which the person holds a role; the empty one stands for the whole office."""
        return frozenset(grant.federation for grant in self.grants if grant.role == role)


VISITOR = Person(0, "")
"""Whoever has not logged in."""
MACHINE = Person(0, "", frozenset({Grant(MACHINE_ROLE)}))
"""Whoever holds the folder of the office: the operator at the machine. The log names the system user beside."""

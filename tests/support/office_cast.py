"""A cast that everybody knows: the people of a made-up office, each with a role, and the moment at which they act."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from arpad.model.problems import RefusedError
from arpad.office.decision import Circumstances, Decision, OfficeState, Waiting
from arpad.office.person import MACHINE, VISITOR, Grant, Person

if TYPE_CHECKING:
    from collections.abc import Callable

NOW = datetime(2026, 11, 18, 9, 30, tzinfo=UTC)


def person(record: int, role: str, federation: str = "", proved_at: datetime | None = NOW) -> Person:
    """Give somebody with one role."""
    return Person(record, role, frozenset({Grant(role, federation)}), proved_at)


ADMINISTRATOR = person(1, "rating_administrator")
COLLEAGUE = person(2, "rating_administrator")
REGISTRAR = person(3, "registrar")
OFFICER = person(4, "federation_officer", "HUN")
STRANGER = person(5, "federation_officer", "POL")
APPROVER = person(6, "approver")
AUDITOR = person(7, "auditor")
OPERATOR = person(8, "operator")
CONFIRMER = person(9, "confirmer")
ARBITER = person(10, "arbiter")
ORGANISER = person(11, "organiser")
CAST = (
    ADMINISTRATOR, COLLEAGUE, REGISTRAR, OFFICER, STRANGER, APPROVER, AUDITOR, OPERATOR, CONFIRMER, ARBITER, ORGANISER,
    VISITOR, MACHINE,
)  # fmt: skip
"""Everybody, a visitor and whoever sits at the machine among them."""
TWO = Circumstances(OfficeState("required", 2), NOW)
"""An office in which two people hold every right."""
ONE = Circumstances(OfficeState("required", 1), NOW)
"""An office in which nobody else does."""


def codes(deed: Callable[[], object]) -> list[str]:
    """Give the codes of everything for which a deed is refused."""
    with pytest.raises(RefusedError) as refused:
        deed()
    assert all(problem.message for problem in refused.value.problems)
    return [problem.says or problem.code for problem in refused.value.problems]


def decision(outcome: Decision | Waiting) -> Decision:
    """Give what was decided."""
    assert isinstance(outcome, Decision)
    return outcome


def waiting(outcome: Decision | Waiting) -> Waiting:
    """Give what waits for a second person."""
    assert isinstance(outcome, Waiting)
    return outcome


def confirming(asked: Waiting, asker: Person = ADMINISTRATOR) -> Circumstances:
    """Give the circumstances in which somebody confirms what waits."""
    return Circumstances(OfficeState("required", 2), NOW, asked, asker)

"""How a deed is asked for: the circumstances gathered, the office asked, and what came of it.

A deed that somebody else has to confirm is kept with what was asked. When it is confirmed it is decided anew from the
state of that moment; what has changed since is not confirmed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from arpad.model.clock import now
from arpad.model.problems import RefusedError
from arpad.office.canonical import plain
from arpad.office.decision import Circumstances, Decision, OfficeState, PersonalValue, Waiting
from arpad.office.person import Grant, Person
from arpad.office.roles import DEEDS
from arpad.storage.models import Account, Asked, PlayerRow, RoleGrant
from arpad.storage.settings_in_force import settings_in_force
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from arpad.office.log import LogRecord
    from arpad.storage.models import Job


OF_PERSONS = ("player.correct", "player.correct_identity", "account.invite", "account.grant")
"""The deeds whose requests have personal values."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a deed comes from: the click that asked for it, and the user of the machine at the command line."""

    request: str = ""
    system_user: str = ""


@dataclass(frozen=True, slots=True)
class DeedOutcome:
    """What came of a deed: it was done, it is being done as a job, or it waits for a second person."""

    decision: Decision | None = None
    entry: int | None = None
    """The number of its entry in the log, where it is done."""
    job: Job | None = None
    waiting: Asked | None = None


class Recorded(Protocol):
    """What puts a decision into the log, within the transaction that is open, and changes more by it."""

    def __call__(self, decision: Decision, more: Mapping[str, Any]) -> LogRecord:
        """Give the entry of the log; `more` are facts of how the decision was carried out."""


def circumstances(code: str, confirms: Asked | None = None, about: Collection[int] = ()) -> Circumstances:
    """Give in which circumstances a deed is asked for, or confirmed; with the names of the players whom it is about."""
    deed = DEEDS[code]
    roles = {*deed.roles, *deed.confirmed_by}
    held = RoleGrant.objects.filter(role__in=roles, ended_at__isnull=True, account__closed_at__isnull=True)
    settings = settings_in_force()
    office = OfficeState(settings.second_person, held.values("account").distinct().count(), settings.serves)
    names = (
        ()
        if not about
        else tuple(PlayerRow.objects.filter(fide_id__in=about).order_by("fide_id").values_list("name", flat=True))
    )
    if confirms is None:
        return Circumstances(office, now(), names=names)
    return Circumstances(office, now(), waiting_of(confirms), person_of(confirms.asked_by), names)


def person_of(record: int) -> Person | None:
    """Give a person with the roles held now; None where there is no open account."""
    account = Account.objects.filter(record=record, closed_at__isnull=True).first()
    if account is None:
        return None
    grants = RoleGrant.objects.filter(account=account, ended_at__isnull=True).values_list("role", "federation")
    held = frozenset(Grant(role, federation) for role, federation in grants)
    return Person(record, account.username, held, number=account.fide_id or 0)


def keep_waiting(waiting: Waiting, asked: Mapping[str, Any]) -> Asked:
    """Keep what waits for a second person; what waits already is the same."""
    row, _ = Asked.objects.get_or_create(
        deed=waiting.code,
        fingerprint=waiting.fingerprint,
        decided_at=None,
        defaults={
            "input": plain(asked),
            "facts": plain(waiting.facts),
            "asked_by": waiting.by,
            "asked_at": now(),
            "reason": waiting.reason,
            "cites": list(waiting.cites),
            "sealed": {name: plain(list(value)) for name, value in waiting.sealed.items()},
            "federation": waiting.federation,
        },
    )
    return row


def waiting_of(row: Asked) -> Waiting:
    """Give what waits, as it was asked for."""
    sealed = {name: PersonalValue(*value) for name, value in row.sealed.items()}
    return Waiting(
        row.deed, row.facts, row.asked_by, row.reason, row.fingerprint, tuple(row.cites), sealed, row.federation
    )


def settle(number: int | None, decision: Decision) -> None:
    """Mark what waited as confirmed, within the transaction that carries it out; refused where somebody was faster."""
    if number is None:
        return
    settled = Asked.objects.filter(number=number, decided_at__isnull=True).update(
        decided_by=decision.second, decided_at=now(), outcome=Asked.CONFIRMED, sealed={}, input={}
    )
    forget_mark(number)
    if not settled:
        raise RefusedError.of(WORDS, "decided_already", str(number), number=number)


def forget_mark(number: int) -> None:
    """Take away the fingerprint of what was asked, where it was made from personal values: they could be guessed."""
    Asked.objects.filter(number=number, deed__in=OF_PERSONS).update(fingerprint="")


def decision_data(decision: Decision) -> dict[str, Any]:
    """Give a decision as a job keeps it until it is carried out; such a decision has no personal values."""
    if decision.sealed:
        raise TypeError("a decision with personal values is carried out at once")
    return {
        "code": decision.code,
        "facts": plain(decision.facts),
        "by": decision.by,
        "reason": decision.reason,
        "cites": list(decision.cites),
        "second": decision.second,
        "by_one_person": decision.by_one_person,
    }


def work_of_decision(decision: Decision, origin: Origin, confirms: Asked | None = None) -> dict[str, Any]:
    """Give what the work that carries a decision out has to know of it, as plain data, beside what it is about."""
    return {
        "decision": decision_data(decision),
        "asked": None if confirms is None else confirms.number,
        "request": origin.request,
        "system_user": origin.system_user,
    }


def decision_of(data: Mapping[str, Any]) -> Decision:
    """Read a decision that a job kept."""
    return Decision(**{**data, "cites": tuple(data["cites"])})

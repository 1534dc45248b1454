"""People of the office: who asks, who has which role, who is invited, whose log-ins are open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, Prefetch, Q

from arpad.model.clock import now
from arpad.office.person import Grant, Person
from arpad.office.roles import may
from arpad.storage.models import Account, Invitation, LogIn, RecoveryCode, RoleGrant, SecondFactor
from arpad.storage.queries.paging import AskedRows, RowsOfTable, paged

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

_ORDERS = {
    "name": ("full_name", "username", "record"),
    "username": ("username",),
    "opened": ("opened_at", "record"),
    "state": ("closed_at", "record"),
}


def person_with(account: Account, proved_at: datetime | None) -> Person:
    """Give the person of an open account, with the roles held now."""
    held = RoleGrant.objects.filter(account=account.record, ended_at__isnull=True).values_list("role", "federation")
    return Person(
        account.record,
        account.username,
        frozenset(Grant(role, of) for role, of in held),
        proved_at,
        account.fide_id or 0,
    )


def names_of(records: Iterable[int | None]) -> dict[int, str]:
    """Give the names of people by their records, for those that have an account."""
    wanted = {record for record in records if record}
    if not wanted:
        return {}
    rows = Account.objects.filter(record__in=wanted).values_list("record", "full_name", "username")
    return {record: full_name or username for record, full_name, username in rows}


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person of the office in a table."""

    record: int
    username: str
    full_name: str
    grants: tuple[tuple[str, str], ...]
    opened_at: datetime
    closed_at: datetime | None
    log_ins: int
    has_factor: bool


def people(person: Person, asked: AskedRows) -> RowsOfTable[PersonRow]:
    """Give the people of the office, with the roles they hold, as far as the person may see them."""
    if not may(person, "account.read"):
        return RowsOfTable([], 0)
    rows = Account.objects.annotate(
        open_log_ins=Count("log_ins", filter=Q(log_ins__ended_at__isnull=True), distinct=True)
    ).prefetch_related(
        Prefetch("grants", RoleGrant.objects.filter(ended_at__isnull=True).order_by("role", "federation"))
    )
    words = asked.wanted("q")
    if words:
        rows = rows.filter(Q(full_name__icontains=words) | Q(username__icontains=words))
    if role := asked.wanted("role"):
        rows = rows.filter(grants__role=role, grants__ended_at__isnull=True).distinct()
    if state := asked.wanted("state"):
        rows = rows.filter(closed_at__isnull=state == "open")
    return paged(rows.select_related("second_factor"), asked, _ORDERS, _person_row)


def _person_row(account: Account) -> PersonRow:
    factor = getattr(account, "second_factor", None)
    return PersonRow(
        account.record,
        account.username,
        account.full_name,
        tuple((grant.role, grant.federation) for grant in account.grants.all()),
        account.opened_at,
        account.closed_at,
        account.open_log_ins,  # type: ignore[attr-defined] # counted by the query
        factor is not None and factor.confirmed_at is not None,
    )


@dataclass(frozen=True, slots=True)
class PersonPage:
    """Everything that the office knows of a person who has an account."""

    account: Account
    grants: Sequence[RoleGrant]
    log_ins: Sequence[LogIn]
    has_factor: bool
    codes_left: int


def person_page(person: Person, record: int) -> PersonPage | None:
    """Give everything about a person, to whoever may see people; to everybody about themselves."""
    if record != person.record and not may(person, "account.read"):
        return None
    account = Account.objects.filter(record=record).first()
    if account is None:
        return None
    return PersonPage(
        account,
        list(RoleGrant.objects.filter(account=account).order_by("ended_at", "role", "federation", "pk")),
        list(LogIn.objects.filter(account=account, ended_at__isnull=True).order_by("-seen_at")),
        SecondFactor.objects.filter(account=account, confirmed_at__isnull=False).exists(),
        RecoveryCode.objects.filter(account=account, used_at__isnull=True).count(),
    )


def open_invitations(person: Person) -> list[Invitation]:
    """Give the invitations that nobody has taken up yet."""
    if not may(person, "account.read"):
        return []
    return list(Invitation.objects.filter(used_at__isnull=True, ends_at__gt=now()).order_by("ends_at"))

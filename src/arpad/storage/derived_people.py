"""Accounts, roles and settings as they follow from the log, compared with what the database has of them.

An entry names the account, the role and the federation; user name, name and address are sealed beside it. Passwords and
second factors stand in no log: of these only the deeds are known.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.model.problems import Problem
from arpad.office.decision import ACCOUNT
from arpad.storage.deeds.change_settings import settings_of
from arpad.storage.models import Account, DecidedSetting, RoleGrant, SealedValue
from arpad.storage.opening import open_now
from arpad.storage.settings import set_by_environment
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from arpad.office.log import LogRecord

_SEALED = ("username", "full_name", "email")
_FOLDER = 0
"""Whoever held the folder of the office."""


class HeldRole(NamedTuple):
    """A role as it was granted, and ended where it was."""

    account: int
    role: str
    federation: str
    granted_by: int
    ended_by: int | None = None


@dataclass(slots=True)
class DerivedPeople:
    """The people and settings of an office as the log tells them."""

    accounts: dict[int, int | None] = field(default_factory=dict)
    """By record, who closed the account; None while it is open."""
    opened_by: dict[int, int] = field(default_factory=dict)
    """By record, the entry of the log that opened the account."""
    numbers: dict[int, int | None] = field(default_factory=dict)
    """By record, the number by which events name the person."""
    roles: list[HeldRole] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)
    second_person: str | None = None
    """What the setting of the second person was when the office was set up."""
    problems: list[Problem] = field(default_factory=list)
    """What the log itself tells wrongly: an invitation accepted that nobody sent."""
    _invited: dict[int, tuple[int, str, str]] = field(default_factory=dict)

    def change(self, record: LogRecord) -> None:
        """Go on by an entry."""
        facts = record.facts
        match record.code:
            case "office.init":
                self.second_person = facts.get("second_person")
            case "account.add":
                self._open(record, _FOLDER)
            case "account.invite":
                self._invited[facts["invitation"]] = (record.by, facts["role"], facts["federation"])
            case "account.accept":
                self._accept(record)
            case "account.grant":
                self.roles.append(HeldRole(facts["account"], facts["role"], facts["federation"], record.by))
            case "account.end_grant":
                self._end(record.by, facts["account"], facts["role"], facts["federation"])
            case "account.number":
                self.numbers[facts["account"]] = facts["number"]
            case "account.close":
                self.accounts[facts["account"]] = record.by
                self._end(record.by, facts["account"])
            case code:
                self.settings |= settings_of(code, facts)

    def _open(self, record: LogRecord, granted_by: int) -> None:
        facts = record.facts
        self.accounts[facts["account"]], self.opened_by[facts["account"]] = None, record.number
        self.roles.append(HeldRole(facts["account"], facts["role"], facts["federation"], granted_by))

    def _accept(self, record: LogRecord) -> None:
        facts = record.facts
        by, *invited_as = self._invited.pop(facts["invitation"], (_FOLDER, "", ""))
        if invited_as != [facts["role"], facts["federation"]]:
            self.problems.append(
                Problem.of(
                    WORDS, "account_not_invited", str(facts["account"]), account=facts["account"], entry=record.number
                )
            )
        self._open(record, by)

    def _end(self, by: int, account: int, *of: str) -> None:
        """End roles of an account: the one that is named, or all."""
        self.roles = [
            held._replace(ended_by=by)
            if held.account == account and held.ended_by is None and (not of or (held.role, held.federation) == of)
            else held
            for held in self.roles
        ]


def derived_people(records: Iterable[LogRecord]) -> DerivedPeople:
    """Derive accounts, roles and settings from the log."""
    derived = DerivedPeople()
    for record in records:
        derived.change(record)
    return derived


def people_problems(derived: DerivedPeople) -> Iterator[Problem]:
    """Name everything in which accounts, roles and settings are not what the log tells."""
    yield from derived.problems
    yield from _of_accounts(derived)
    yield from _of_roles(derived)
    yield from _of_settings(derived)


def _of_accounts(derived: DerivedPeople) -> Iterator[Problem]:
    rows = {row.record: row for row in Account.objects.order_by("record")}
    sealed = _sealed_values(derived)
    for record in sorted({*rows, *derived.accounts}):
        row, where = rows.get(record), str(record)
        if row is None:
            yield Problem.of(WORDS, "account_gone", where, account=record)
            continue
        if record not in derived.accounts:
            yield Problem.of(WORDS, "account_not_logged", where, account=record)
            continue
        different = [name for name, value in sealed.get(record, {}).items() if getattr(row, name) != value]
        closed_by = derived.accounts[record]
        if row.closed_by != closed_by or (row.closed_at is None) != (closed_by is None):
            different.append("closed")
        if row.fide_id != derived.numbers.get(record):
            different.append("fide_id")
        if different:
            yield Problem.of(WORDS, "account_differs", where, account=record, fields=sorted(different))


def _sealed_values(derived: DerivedPeople) -> dict[int, dict[str, str]]:
    """Give, of every account, what was sealed when it was opened; what was erased since is not compared."""
    record_of = {entry: record for record, entry in derived.opened_by.items()}
    values: dict[int, dict[str, str]] = {}
    for value in SealedValue.objects.filter(of=ACCOUNT, entry_number__in=record_of, key__isnull=False):
        if value.name in _SEALED:
            values.setdefault(record_of[value.entry_number], {})[value.name] = str(value.value)
    return values


def _of_roles(derived: DerivedPeople) -> Iterator[Problem]:
    names = ("account_id", "role", "federation", "granted_by", "ended_by")
    kept = Counter(HeldRole(*values) for values in RoleGrant.objects.values_list(*names))
    logged = Counter(derived.roles)
    for held in _in_order(kept - logged):
        where, is_ended = str(held.account), held.ended_by is not None
        yield Problem.of(
            WORDS, "role_not_logged", where, account=held.account, role=held.role, federation=held.federation,
            is_ended=is_ended,
        )  # fmt: skip
    for held in _in_order(logged - kept):
        where, is_ended = str(held.account), held.ended_by is not None
        yield Problem.of(
            WORDS, "role_gone", where, account=held.account, role=held.role, federation=held.federation,
            is_ended=is_ended,
        )  # fmt: skip


def _in_order(roles: Counter[HeldRole]) -> list[HeldRole]:
    return sorted(roles.elements(), key=lambda held: held[:3])


def _of_settings(derived: DerivedPeople) -> Iterator[Problem]:
    kept = dict(DecidedSetting.objects.values_list("name", "value"))
    for name in sorted({*kept, *derived.settings}):
        if name not in kept or name not in derived.settings or kept[name] != derived.settings[name]:
            yield Problem.of(WORDS, "setting_differs", name, name=name)
    in_file, logged = open_now().settings.second_person, derived.second_person
    is_of_file = "second_person" not in kept and not set_by_environment("second_person")
    if is_of_file and logged is not None and in_file != logged:
        yield Problem.of(WORDS, "second_person_differs", "second_person", in_file=in_file, told=logged)

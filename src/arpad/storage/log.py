"""The log of the office, kept: decisions become entries of the chain, within the transaction that carries them out."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.db import connection, transaction

from arpad.model.clock import now
from arpad.office.canonical import plain
from arpad.office.log import KEY_LENGTH, NO_HEAD, Head, LogRecord, commitment, hash_of
from arpad.storage.models import LogEntry, SealedValue

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arpad.office.decision import Decision

_LOCK = 0x6172706164
"""The number under which PostgreSQL keeps those apart who write the log."""
_AT_A_TIME = 2000


def record(
    decision: Decision, request: str = "", system_user: str = "", more: Mapping[str, Any] | None = None
) -> LogRecord:
    """Put a decision into the log, as its newest entry; `more` are facts of how it was carried out.

    Only within a transaction: what was decided and what it changed are kept together, or not at all.
    """
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("a decision is logged in the transaction that carries it out")
    hold()
    before = head()
    keys = {name: secrets.token_bytes(KEY_LENGTH) for name in decision.sealed}
    sealed = {name: commitment(keys[name], value.value) for name, value in decision.sealed.items()}
    entry = LogRecord(
        before.number + 1,
        now(),
        decision.code,
        plain({**decision.facts, **(more or {})}),
        decision.by,
        decision.second,
        decision.by_one_person,
        decision.reason,
        tuple(decision.cites),
        request,
        system_user,
        sealed,
        before.hash,
    )
    entry = replace(entry, hash=hash_of(entry))
    LogEntry.objects.create(
        **{name: getattr(entry, name) for name in LogRecord.__slots__ if name != "cites"}, cites=list(entry.cites)
    )
    SealedValue.objects.bulk_create(
        SealedValue(
            entry_number=entry.number, name=name, person=value.person, of=value.of, key=keys[name],
            value=plain(value.value),
        )
        for name, value in decision.sealed.items()
    )  # fmt: skip
    return entry


def hold() -> None:
    """Let nobody else write the log until this transaction has ended; with SQLite, whoever writes is alone anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


def head() -> Head:
    """Give how far the log has come."""
    newest = LogEntry.objects.order_by("-number").values_list("number", "hash").first()
    return NO_HEAD if newest is None else Head(*newest)


def records(since: int = 0) -> Iterator[LogRecord]:
    """Give the log after an entry, the oldest first."""
    for entry in LogEntry.objects.filter(number__gt=since).order_by("number").iterator(_AT_A_TIME):
        yield as_record(entry)


def as_record(entry: LogEntry) -> LogRecord:
    """Give an entry as it was hashed."""
    values = {name: getattr(entry, name) for name in LogRecord.__slots__ if name != "cites"}
    return LogRecord(**values, cites=tuple(entry.cites))

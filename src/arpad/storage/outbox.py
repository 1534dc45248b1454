"""The outbox: mails are claimed one by one, sent, and what came of each attempt is kept.

An attempt is written down before anything is sent, so that each is made once. Of an attempt whose worker was killed
nobody knows whether the mail went out; it is marked so, and after the lease another one is made. The mail bears the
same `Message-ID` each time, by which whoever gets it twice can tell.
"""

from __future__ import annotations

import secrets
import smtplib
import sys
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction

from arpad.model.problems import ArpadError
from arpad.office.person import MACHINE
from arpad.storage.archived_files import archive
from arpad.storage.jobs.asking import ask
from arpad.storage.jobs.claims import machine_time
from arpad.storage.models import LogEntry, MailAttempt, OutboxMail

if TYPE_CHECKING:
    from datetime import datetime

    from arpad.office.person import Person
    from arpad.storage.jobs.kinds import Finish, JobInput, Progress, Result
    from arpad.storage.models import Job

KIND = "outbox.send"
LEASE = timedelta(minutes=10)
"""After so long an attempt counts as ended that nobody has ended."""
WAITS = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=4))
"""So long it is waited after each failure; after the last one a person has to look."""
CONFIRM = "question_confirm"
"""The kind of mail whose link is nobody's any more once it is sent."""
_TIMEOUT = 60
_CONSOLE = "django.core.mail.backends.console.EmailBackend"
_MOST_FAILURE = 500
_NOT_FOR_GOOD = 500
"""From this answer of a mail server on, nothing changes by trying again."""


@dataclass(frozen=True, slots=True)
class ClaimedMail:
    """A mail that is being sent, with the attempt that was written down for it."""

    mail: OutboxMail
    token: str
    attempt: int


def ask_outbox() -> Job | None:
    """Ask for the mails to be sent, where one is due; None where none is."""
    if not _due(machine_time()).exists() and not _left(machine_time(), LEASE).exists():
        return None
    return ask(KIND, {}, MACHINE)


def work(job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:  # noqa: ARG001 - as all work
    """Send every mail that is due."""
    result = send_due()
    with transaction.atomic():
        finish(result)
    return result


def send_due(lease: timedelta = LEASE) -> dict[str, Any]:
    """Send every mail that is due; give how many were sent, and how many failed."""
    sent = failed = 0
    while (claim := claimed(lease)) is not None:
        if send(claim):
            sent += 1
        else:
            failed += 1
    return {"sent": sent, "failed": failed}


def claimed(lease: timedelta = LEASE) -> ClaimedMail | None:
    """Take the oldest mail that is due, and write the attempt down; None where there is none."""
    at = machine_time()
    _give_back(at, lease)
    for mail in _due(at).order_by("number"):
        token = secrets.token_hex(16)
        with transaction.atomic():
            taken = OutboxMail.objects.filter(number=mail.number, state=OutboxMail.WAITING).update(
                state=OutboxMail.SENDING, token=token, claimed_at=at
            )
            if taken != 1:
                continue
            attempt = mail.attempts.count() + 1
            MailAttempt.objects.create(mail=mail, attempt=attempt, began_at=at)
        return ClaimedMail(mail, token, attempt)
    return None


def _due(at: datetime) -> Any:  # noqa: ANN401 - rows
    return OutboxMail.objects.filter(state=OutboxMail.WAITING, not_before__lte=at)


def _left(at: datetime, lease: timedelta) -> Any:  # noqa: ANN401 - rows
    return OutboxMail.objects.filter(state=OutboxMail.SENDING, claimed_at__lt=at - lease)


def _give_back(at: datetime, lease: timedelta) -> None:
    """Let mails wait again whose worker is gone; how their attempts ended nobody knows."""
    for mail in _left(at, lease):
        with transaction.atomic():
            freed = OutboxMail.objects.filter(number=mail.number, state=OutboxMail.SENDING, token=mail.token).update(
                state=OutboxMail.WAITING, token="", claimed_at=None
            )
            if freed == 1:
                MailAttempt.objects.filter(mail=mail, outcome=MailAttempt.BEGUN).update(
                    outcome=MailAttempt.UNKNOWN, ended_at=at
                )


def send(claim: ClaimedMail) -> bool:
    """Send a mail that is claimed, and keep what came of it; tell whether it went out."""
    try:
        message_of(claim.mail).send()
    except (OSError, smtplib.SMTPException, ArpadError, ValueError) as fault:
        _failed(claim, fault)
        return False
    with transaction.atomic():
        row = OutboxMail.objects.filter(number=claim.mail.number, token=claim.token, state=OutboxMail.SENDING)
        changed = {"body": ""} if claim.mail.kind == CONFIRM else {}
        if row.update(state=OutboxMail.SENT, token="", claimed_at=None, **changed) == 1:
            _attempt(claim).update(outcome=MailAttempt.SENT, ended_at=machine_time())
    return True


def _failed(claim: ClaimedMail, fault: Exception) -> None:
    is_last = claim.attempt > len(WAITS) or _is_for_good(fault)
    at = machine_time()
    with transaction.atomic():
        row = OutboxMail.objects.filter(number=claim.mail.number, token=claim.token, state=OutboxMail.SENDING)
        waits = at if is_last else at + WAITS[claim.attempt - 1]
        state = OutboxMail.FAILED if is_last else OutboxMail.WAITING
        if row.update(state=state, token="", claimed_at=None, not_before=waits) == 1:
            why = f"{type(fault).__name__}: {fault}"[:_MOST_FAILURE]
            _attempt(claim).update(outcome=MailAttempt.FAILED, ended_at=at, failure=why)


def _attempt(claim: ClaimedMail) -> Any:  # noqa: ANN401 - rows
    return MailAttempt.objects.filter(mail=claim.mail, attempt=claim.attempt, outcome=MailAttempt.BEGUN)


def _is_for_good(fault: Exception) -> bool:
    """Tell whether the mail server refused the address for good."""
    if not isinstance(fault, smtplib.SMTPRecipientsRefused):
        return False
    return all(code >= _NOT_FOR_GOOD for code, _ in fault.recipients.values())


def message_of(mail: OutboxMail) -> EmailMessage:
    """Give a mail as it is sent, with what is attached; the same each time."""
    office = LogEntry.objects.order_by("number").values_list("hash", flat=True).first() or ""
    headers = {"Message-ID": f"<{mail.mark}.{office[:16]}@arpad.invalid>", "Auto-Submitted": "auto-generated"}
    is_console = settings.EMAIL_BACKEND == _CONSOLE
    connection = get_connection(**({"stream": sys.stderr} if is_console else {"timeout": _TIMEOUT}))
    message = EmailMessage(mail.subject, mail.body, None, [mail.address], headers=headers, connection=connection)
    if mail.document:
        name = "explanation.html" if mail.kind == "question_answered" else f"{mail.document[:12]}.bin"
        kind = "text/html" if name.endswith(".html") else "application/octet-stream"
        message.attach(name, archive().read(mail.document), kind)
    return message

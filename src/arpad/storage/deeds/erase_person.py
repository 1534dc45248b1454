"""Erase the personal values of somebody that are sealed beside the log: the entries stay, and the chain verifies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q

from arpad.model.clock import now
from arpad.office.decision import ACCOUNT, INVITATION, LETTER, PLAYER, QUESTION, REQUEST, Waiting
from arpad.office.keep_office import Erase, EraseState
from arpad.office.keep_office import erase_person as decided
from arpad.storage import log
from arpad.storage.deeds.asking import DeedOutcome, Origin, circumstances, keep_waiting, settle
from arpad.storage.deeds.typed_values import erase_files, erase_typed, looks_about, results_about
from arpad.storage.models import Account, Invitation, NumberRequest, OfficeLetter, OutboxMail, SealedValue

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from arpad.office.person import Person
    from arpad.storage.models import Asked

DEED = "person.erase"


def erase_person(
    person: Person,
    asked: Erase,
    origin: Origin = Origin(),  # noqa: B008 - a value that never changes
    confirms: Asked | None = None,
) -> DeedOutcome:
    """Decide whether somebody's sealed values are erased, and do it."""
    values = _sealed(asked)
    is_open = asked.of == ACCOUNT and Account.objects.filter(record=asked.number, closed_at__isnull=True).exists()
    entries = list(values.values_list("entry_number", "name"))
    typed = looks_about(asked.number).count() if asked.of == PLAYER else 0
    files = results_about(asked.number) if asked.of == PLAYER else []
    concerned = [asked.number] if asked.of == PLAYER else []
    state = EraseState(circumstances(DEED, confirms, concerned), entries, files, is_open_account=is_open, typed=typed)
    answer = decided(person, asked, state)
    if isinstance(answer, Waiting):
        given = {"number": asked.number, "reason": asked.reason, "of": asked.of}
        return DeedOutcome(waiting=keep_waiting(answer, given))
    with transaction.atomic():
        settle(None if confirms is None else confirms.number, answer)
        values.update(key=None, value=None, erased_at=now())
        if asked.of == ACCOUNT:
            _erase_account(asked.number)
        _withdraw_mails(asked)
        if asked.of == PLAYER:
            erase_typed(asked.number, answer.by, answer.reason)
        entry = log.record(answer, origin.request, origin.system_user)
    erase_files(files)
    return DeedOutcome(answer, entry.number)


def _sealed(asked: Erase) -> QuerySet[SealedValue]:
    """Give what is sealed of somebody; of an account also what its invitation said, of a player what a request did."""
    values = Q(of=asked.of, person=asked.number)
    if asked.of == PLAYER:
        requests = NumberRequest.objects.filter(fide_id=asked.number).values_list("number", flat=True)
        values |= Q(of=REQUEST, person__in=list(requests))
    if asked.of == ACCOUNT:
        invitations = Invitation.objects.filter(account=asked.number).values_list("pk", flat=True)
        values |= Q(of=INVITATION, person__in=list(invitations))
    if asked.of == QUESTION:
        letters = OfficeLetter.objects.filter(of=QUESTION, about=asked.number).values_list("number", flat=True)
        values |= Q(of=LETTER, person__in=list(letters))
    return SealedValue.objects.filter(values, erased_at__isnull=True)


def _withdraw_mails(asked: Erase) -> None:
    """Take address and words out of the mails of whoever is erased; those that have not gone out no longer do."""
    mails = Q(letter__of=asked.of, letter__about=asked.number) | Q(mark=f"confirm-{asked.number}")
    if asked.of == LETTER:
        mails = Q(letter=asked.number)
    elif asked.of == ACCOUNT:
        mails = Q(mark__startswith=f"digest-{asked.number}-")
    elif asked.of != QUESTION:
        return
    rows = OutboxMail.objects.filter(mails)
    rows.filter(state__in=(OutboxMail.WAITING, OutboxMail.FAILED)).update(state=OutboxMail.WITHDRAWN)
    rows.update(address="", subject="", body="")


def _erase_account(record: int) -> None:
    """Take name and address out of a closed account and its invitation; its number stays, and so does what it did."""
    Account.objects.filter(record=record).update(username=f"erased-{record}", full_name="", email="")
    Invitation.objects.filter(account=record).update(full_name="", email="")


def confirmed(person: Person, row: Asked, origin: Origin) -> DeedOutcome:
    """Decide anew, as the second person, what somebody asked for."""
    given = row.input
    return erase_person(person, Erase(given["number"], given["reason"], given["of"]), origin, row)

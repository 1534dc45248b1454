"""What people do to their own account: a password, a second factor, recovery codes, log-ins, an invitation taken up.

Each is a decision of the person's own, and stands in the log; none of the values does.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction

from arpad.model.clock import now
from arpad.model.problems import RefusedError
from arpad.office.decision import ACCOUNT, Decision, PersonalValue
from arpad.storage.deeds.accounts_state import new_record
from arpad.storage.log import record
from arpad.storage.models import Account, Invitation, LogIn, RecoveryCode, RoleGrant, SecondFactor
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arpad.storage.deeds.asking import Origin


def set_password(account: Account, password: str, code: str, origin: Origin) -> None:
    """Set a password, by its owner (`own.password`) or by a link that came by mail (`own.reset_password`)."""
    account.set_password(password)
    with transaction.atomic():
        account.save(update_fields=["password"])
        record(Decision(code, {"account": account.record}, account.record), origin.request, origin.system_user)


def change_own_password(account: Account, password: str, origin: Origin, session_key: str = "") -> int:
    """Change one's own password; all log-ins end by that but the one from which it is done. Give how many ended."""
    with transaction.atomic():
        set_password(account, password, "own.password", origin)
        others = LogIn.objects.filter(account=account, ended_at__isnull=True).exclude(session_key=session_key)
        return end_own_log_ins(account, others, origin)


def set_up_factor(account: Account, secret: str, step: int, code_hashes: Sequence[str], origin: Origin) -> None:
    """Keep a second factor whose first code was shown, with new recovery codes in the place of older ones."""
    decision = Decision("own.factor", {"account": account.record, "codes": len(code_hashes)}, account.record)
    with transaction.atomic():
        SecondFactor.objects.update_or_create(
            account=account, defaults={"secret": secret, "confirmed_at": now(), "last_step": step}
        )
        _keep_codes(account, code_hashes)
        record(decision, origin.request, origin.system_user)


def renew_codes(account: Account, code_hashes: Sequence[str], origin: Origin) -> None:
    """Keep new recovery codes in the place of older ones."""
    decision = Decision("own.factor", {"account": account.record, "codes": len(code_hashes)}, account.record)
    with transaction.atomic():
        _keep_codes(account, code_hashes)
        record(decision, origin.request, origin.system_user)


def _keep_codes(account: Account, code_hashes: Sequence[str]) -> None:
    RecoveryCode.objects.filter(account=account).delete()
    RecoveryCode.objects.bulk_create(RecoveryCode(account=account, code_hash=digest) for digest in code_hashes)


def end_own_log_ins(account: Account, log_ins: Iterable[LogIn], origin: Origin) -> int:
    """End log-ins of one's own: their sessions are gone with the next click."""
    ended = [log_in for log_in in log_ins if log_in.account_id == account.record]
    with transaction.atomic():
        for log_in in ended:
            SessionStore(log_in.session_key).delete()
        numbers = [log_in.pk for log_in in ended]
        count = LogIn.objects.filter(pk__in=numbers, ended_at__isnull=True).update(ended_at=now())
        if count:
            decision = Decision("own.log_ins", {"account": account.record, "count": count}, account.record)
            record(decision, origin.request, origin.system_user)
    return count


def accept_invitation(token: str, username: str, full_name: str, password: str, origin: Origin) -> Account:
    """Open the account of somebody who was invited, with the role that the invitation names; each is used once."""
    account = Account(username=username, full_name=full_name, opened_at=now())
    account.set_password(password)
    with transaction.atomic():
        held = Invitation.objects.select_for_update().filter(token_hash=sha256(token.encode()).hexdigest())
        invitation = held.filter(used_at__isnull=True, ends_at__gt=now()).first()
        if invitation is None:
            raise RefusedError.of(WORDS, "invitation_ended")
        if Account.objects.filter(username=username).exists():
            raise RefusedError.of(WORDS, "username_taken", "username")
        account.record, account.email = new_record(), invitation.email
        account.save(force_insert=True)
        facts = {
            "invitation": invitation.pk,
            "account": account.record,
            "role": invitation.role,
            "federation": invitation.federation,
        }
        RoleGrant.objects.create(
            account=account, role=invitation.role, federation=invitation.federation,
            granted_at=now(), granted_by=invitation.invited_by,
        )  # fmt: skip
        Invitation.objects.filter(pk=invitation.pk).update(used_at=now(), account=account)
        values = {"username": username, "full_name": full_name, "email": invitation.email}
        sealed = {name: PersonalValue(account.record, value, ACCOUNT) for name, value in values.items()}
        decision = Decision("account.accept", facts, account.record, sealed=sealed)
        record(decision, origin.request, origin.system_user)
    return account

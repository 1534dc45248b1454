"""Logging in: password, second factor, recovery codes; many attempts are slowed down, log-ins are seen and ended."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth import login, logout
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.db.models import Q

from arpad.model.clock import file_time, now
from arpad.storage.models import Account, FailedLogIn, LogIn, RecoveryCode, SecondFactor
from arpad.web.access import PROVED
from arpad.web.one_time_codes import recovery_hash, step_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.http import HttpRequest

MOST_BY_NAME, MOST_BY_ADDRESS = 10, 50
"""So many attempts may fail within the time for one name, and from one address."""
WITHIN = timedelta(minutes=15)
HALF_WAY, HALF_WAY_AT = "half_way", "half_way_at"
"""Where the session keeps who gave the right password and still owes the second factor, and since when."""
_HALF_WAY_SECONDS = 600
_BACKEND = "arpad.web.log_ins.OfficeBackend"
_AGENT = 300


class OfficeBackend:
    """Gives Django the account of a session; a closed one is nobody's."""

    def authenticate(self, request: HttpRequest | None, **given: Any) -> None:  # noqa: ANN401 - as Django asks
        """Log nobody in: `password_account` looks at passwords, and slows attempts down."""

    def get_user(self, record: int) -> Account | None:
        """Give an account that is open."""
        return Account.objects.filter(record=record, closed_at__isnull=True).first()


def moment() -> datetime:
    """Give this moment by the machine's clock, whatever day is set: attempts are counted in real minutes."""
    return datetime.fromtimestamp(file_time() // 1_000_000_000, UTC)


def is_slowed_down(name: str, address: str) -> bool:
    """Tell whether so many attempts failed lately that the next has to wait."""
    lately = FailedLogIn.objects.filter(at__gt=moment() - WITHIN)
    return (
        lately.filter(name=name[:80]).count() >= MOST_BY_NAME
        or lately.filter(address=address[:60]).count() >= MOST_BY_ADDRESS
    )


def note_failure(name: str, address: str) -> None:
    """Keep that an attempt failed, and let those go that no longer count."""
    with transaction.atomic():
        FailedLogIn.objects.filter(at__lt=moment() - timedelta(days=1)).delete()
        FailedLogIn.objects.create(name=name[:80], address=address[:60], at=moment())


def address_of_visitor(request: HttpRequest) -> str:
    """Give the address from which a request came.

    Where a server in front speaks HTTPS for the office, all requests come from that server. It adds the address to
    those that it was told: only its own word, the last one, counts, and elsewhere none does.
    """
    own = str(request.META.get("REMOTE_ADDR", ""))
    if settings.SECURE_PROXY_SSL_HEADER is None:
        return own
    return request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() or own


def password_account(name: str, password: str) -> Account | None:
    """Give the account of a name, if the password is its own. A name that nobody has takes as long as one that is."""
    account = Account.objects.filter(Q(username=name), closed_at__isnull=True).first()
    if account is None:
        make_password(password)
        return None

    def renew(raw: str) -> None:
        account.set_password(raw)
        account.save(update_fields=["password"])

    return account if check_password(password, account.password, renew) else None


def factor_of(account: Account) -> SecondFactor | None:
    """Give the second factor of an account, if it was set up to the end."""
    return SecondFactor.objects.filter(account=account, confirmed_at__isnull=False).first()


def is_own_code(account: Account, code: str) -> bool:
    """Tell whether a code is one of the account's now, and use it up: each is good once."""
    with transaction.atomic():
        factor = SecondFactor.objects.select_for_update().filter(account=account, confirmed_at__isnull=False).first()
        if factor is None:
            return False
        step = step_of(factor.secret, code, factor.last_step)
        if step is not None:
            changed = SecondFactor.objects.filter(pk=factor.pk, last_step=factor.last_step).update(last_step=step)
            return changed == 1
        unused = RecoveryCode.objects.filter(account=account, code_hash=recovery_hash(code), used_at__isnull=True)
        return unused.update(used_at=now()) == 1


def begin(request: HttpRequest, account: Account, *, is_proved: bool) -> None:
    """Log an account in, under a session of its own, and keep that this log-in is open."""
    request.session.pop(HALF_WAY, None)
    login(request, account, backend=_BACKEND)
    if is_proved:
        request.session[PROVED] = now().isoformat()
    request.session.save()
    agent = request.headers.get("User-Agent", "")[:_AGENT]
    key = request.session.session_key or ""
    LogIn.objects.create(account=account, session_key=key, began_at=moment(), seen_at=moment(), agent=agent)


def half_way(request: HttpRequest) -> Account | None:
    """Give who gave the right password a few minutes ago and still owes the second factor."""
    record, since = request.session.get(HALF_WAY), request.session.get(HALF_WAY_AT, 0)
    if record is None or moment().timestamp() - since > _HALF_WAY_SECONDS:
        return None
    return Account.objects.filter(record=record, closed_at__isnull=True).first()


def keep_half_way(request: HttpRequest, account: Account) -> None:
    """Keep who gave the right password, in a session that was nobody's before."""
    request.session.cycle_key()
    request.session[HALF_WAY], request.session[HALF_WAY_AT] = account.record, int(moment().timestamp())


def end(request: HttpRequest) -> None:
    """Log out."""
    LogIn.objects.filter(session_key=request.session.session_key or "", ended_at__isnull=True).update(ended_at=moment())
    logout(request)


def end_log_ins(log_ins: Iterable[LogIn]) -> int:
    """End log-ins: their sessions are gone with the next click."""
    ended = list(log_ins)
    for log_in in ended:
        SessionStore(log_in.session_key).delete()
    return LogIn.objects.filter(pk__in=[log_in.pk for log_in in ended], ended_at__isnull=True).update(ended_at=moment())

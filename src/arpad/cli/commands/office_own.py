"""`arpad office user` for one's own account: password, second factor, recovery codes, log-ins."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from arpad.cli.answer import Answer, table
from arpad.cli.office_session import changed_password, refuse_weak
from arpad.cli.options import whole
from arpad.cli.output import put
from arpad.cli.wording import WORDS
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from arpad.cli.office_session import Session
    from arpad.storage.models import Account

_MOST_CODE = 40
WHATS = {
    "password": "change your own password; all your log-ins end by that",
    "factor": "set up your own second factor: a secret for the telephone, and its first code",
    "codes": "get new recovery codes in the place of those that you have",
    "log-ins": "your own log-ins that are open in a browser",
}
"""What is done to one's own account: about nobody else, so that no user is named."""


def add_arguments(what: argparse.ArgumentParser, name: str) -> None:
    """Say what is asked besides."""
    if name == "password":
        what.add_argument(
            "--new-password-fd", type=whole, metavar="N", help="read the new password from this open file descriptor"
        )
    elif name == "log-ins":
        what.add_argument("--end", action="store_true", help="end all of them")


def _own(now_in: Session) -> Account:
    from arpad.storage.models import Account  # noqa: PLC0415 - needs an office that is open

    return Account.objects.get(record=now_in.person.record)


def _with_password(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.deeds.own_account import change_own_password  # noqa: PLC0415 - needs an office that is open

    account = _own(now_in)
    password = changed_password(given)
    refuse_weak(password, account)
    ended = change_own_password(account, password, now_in.origin)
    return Answer({"log_ins": ended}, WORDS.say("office", "password_changed", {"count": ended}))


def _with_factor(given: argparse.Namespace, now_in: Session) -> Answer:  # noqa: ARG001 - as all answers
    """Set up a second factor, shown as text; its first code is read from standard input."""
    from arpad.storage.deeds.own_account import set_up_factor  # noqa: PLC0415 - an extra, and slow to load
    from arpad.web.one_time_codes import (  # noqa: PLC0415 - the same
        address_of,
        new_recovery_codes,
        new_secret,
        recovery_hash,
        step_of,
    )

    account = _own(now_in)
    secret = new_secret()
    address = address_of(secret, now_in.office.settings.title or now_in.office.folder.name, account.username)
    put(WORDS.say("office", "factor", {"secret": secret, "address": address}), sys.stderr)
    step = step_of(secret, sys.stdin.readline(_MOST_CODE) if sys.stdin is not None else "", None)
    if step is None:
        raise RefusedError.of(WORDS, "wrong_code", "code")
    codes = new_recovery_codes()
    set_up_factor(account, secret, step, [recovery_hash(code) for code in codes], now_in.origin)
    return Answer({"recovery_codes": codes}, WORDS.say("office", "factor_set_up", {"codes": codes}))


def _with_codes(given: argparse.Namespace, now_in: Session) -> Answer:  # noqa: ARG001 - as all answers
    """Give new recovery codes; whoever has a second factor has just proved it."""
    from arpad.storage.deeds.own_account import renew_codes  # noqa: PLC0415 - an extra, and slow to load
    from arpad.web.log_ins import factor_of  # noqa: PLC0415 - the same
    from arpad.web.one_time_codes import new_recovery_codes, recovery_hash  # noqa: PLC0415 - the same

    account = _own(now_in)
    if factor_of(account) is None:
        raise RefusedError.of(WORDS, "no_factor", "--as", username=account.username)
    codes = new_recovery_codes()
    renew_codes(account, [recovery_hash(code) for code in codes], now_in.origin)
    return Answer({"recovery_codes": codes}, WORDS.say("office", "codes_renewed", {"codes": codes}))


def _log_ins(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.deeds.own_account import end_own_log_ins  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.models import LogIn  # noqa: PLC0415 - the same

    account = _own(now_in)
    there = list(LogIn.objects.filter(account=account, ended_at__isnull=True).order_by("began_at"))
    rows = [
        {"began_at": row.began_at.isoformat(), "seen_at": row.seen_at.isoformat(), "agent": row.agent} for row in there
    ]
    if given.end:
        count = end_own_log_ins(account, there, now_in.origin)
        return Answer({"log_ins": rows, "ended": count}, WORDS.say("office", "log_ins_ended", {"count": count}))
    cells = [(row["began_at"][:16], row["seen_at"][:16], row["agent"]) for row in rows]
    text = (
        table(["began (UTC)", "last seen (UTC)", "browser"], cells) if rows else WORDS.say("office", "no_log_ins", {})
    )
    return Answer({"log_ins": rows, "ended": 0}, text)


ANSWERS: dict[str, Callable[[argparse.Namespace, Session], Answer]] = {
    "password": _with_password,
    "factor": _with_factor,
    "codes": _with_codes,
    "log-ins": _log_ins,
}

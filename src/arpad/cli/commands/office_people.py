"""`arpad office user`: the people of an office: added, invited, given roles, closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.commands import office_own
from arpad.cli.office_outcome import outcome_answer, outcome_data
from arpad.cli.office_session import new_password, opened, origin_of, refuse_weak, session
from arpad.cli.options import player_number
from arpad.cli.wording import WORDS
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from arpad.cli.office_session import Session

_WHATS = {
    "add": "add somebody with a role, at the machine; the password is typed",
    "list": "who has an account, and which roles",
    "invite": "invite somebody with a role, by a link that ends",
    "grant": "grant a role",
    "end": "end a role that somebody holds",
    "close": "close an account; it is never deleted",
    "renew-factor": "take a lost second factor away, so that its owner sets up another",
    "number": "say by which number events name somebody as arbiter, organiser or player",
    "end-log-ins": "end all log-ins of somebody",
    **office_own.WHATS,
}
_OF_NOBODY = ("list", *office_own.WHATS)
"""What is about nobody else, so that no user is named."""


def _user(action: argparse.ArgumentParser) -> None:
    whats = action.add_subparsers(dest="what", metavar="WHAT", required=True)
    for name, summary in _WHATS.items():
        what = whats.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        if name == "invite":
            what.add_argument("email", metavar="EMAIL", help="the e-mail address")
        elif name not in _OF_NOBODY:
            what.add_argument("username", metavar="USERNAME", help="the user name")
        if name in {"add", "invite"}:
            what.add_argument("--name", dest="full_name", required=True, help="the person's name")
        if name == "add":
            what.add_argument("--email", default="", help="the e-mail address")
        if name == "number":
            number = what.add_mutually_exclusive_group(required=True)
            number.add_argument("number", metavar="NUMBER", nargs="?", type=player_number, help="the number")
            number.add_argument("--none", action="store_true", help="by none any more")
        if name in {"add", "invite", "grant", "end"}:
            what.add_argument("--role", required=True, help="the role, such as rating_administrator")
            what.add_argument("--federation", default="", metavar="FED", help="for which federation; else for all")
        if name in office_own.WHATS:
            office_own.add_arguments(what, name)
        elif name not in _OF_NOBODY:
            what.add_argument("--why", default="", metavar="TEXT", help="why; kept in the log")


ACTIONS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "user": ("the people of an office: add, list, invite, grant and end roles, close; and your own account", _user),
}


def answered(given: argparse.Namespace) -> Answer:
    """Do what is asked."""
    given.no_wait = False
    if given.what == "add":
        return _added(given)
    now_in = session(given, needs_person=given.what != "renew-factor")
    return _ANSWERS[given.what](given, now_in)


def _added(given: argparse.Namespace) -> Answer:
    opened(given)
    from arpad.office.keep_accounts import AddAccount  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.set_up import add_account  # noqa: PLC0415 - the same
    from arpad.storage.models import Account  # noqa: PLC0415 - the same

    asked = AddAccount(given.username, given.full_name, given.email, given.role, given.federation, given.why)
    password = new_password(given)
    refuse_weak(password, Account(username=given.username, full_name=given.full_name, email=given.email))
    outcome = add_account(asked, password, origin_of())
    return Answer(outcome_data(outcome, None), WORDS.say("office", "added", {"username": given.username}))


def _listed(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.office.roles import refusal  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.models import Account, RoleGrant  # noqa: PLC0415 - the same

    del given
    refused = refusal(now_in.person, "account.read")
    if refused is not None:
        raise RefusedError([refused])
    held: dict[int, list[str]] = {}
    for grant in RoleGrant.objects.filter(ended_at__isnull=True).order_by("role", "federation"):
        held.setdefault(grant.account_id, []).append(
            f"{grant.role}{f' {grant.federation}' if grant.federation else ''}"
        )
    people: list[dict[str, Any]] = [
        {
            "record": account.record,
            "username": account.username,
            "name": account.full_name,
            "roles": held.get(account.record, []),
            "closed": account.closed_at is not None,
        }
        for account in Account.objects.order_by("record")
    ]
    rows = [(row["record"], row["username"], row["name"], ", ".join(row["roles"])) for row in people]
    return Answer({"people": people}, table(["record", "user", "name", "roles"], rows))


def _record_of(username: str) -> int:
    from arpad.storage.models import Account  # noqa: PLC0415 - an extra, and slow to load

    account = Account.objects.filter(username=username).first()
    if account is None:
        raise RefusedError.of(WORDS, "no_account", username, username=username[:80])
    return account.record


def _invited(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.office.keep_accounts import Invite  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.deeds.invite import invite  # noqa: PLC0415 - the same

    asked = Invite(given.full_name, given.email, given.role, given.federation, None, given.why)
    outcome = invite(now_in.person, asked, now_in.origin)
    answer = outcome_answer(outcome, given, now_in)
    if not outcome.token:
        return answer
    link = f"/office/invitation/{outcome.token}/"
    sentence = WORDS.say("office", "invited", {"link": link, "ends": f"{outcome.ends_at:%Y-%m-%d %H:%M}"})
    return Answer({**answer.data, "link": link}, sentence)


def _granted(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.office.grant_role import EndGrant, GrantRole  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.deeds.grant_role import end_grant, grant_role  # noqa: PLC0415 - the same

    of = (_record_of(given.username), given.role, given.federation, given.why)
    if given.what == "grant":
        return outcome_answer(grant_role(now_in.person, GrantRole(*of), now_in.origin), given, now_in)
    return outcome_answer(end_grant(now_in.person, EndGrant(*of), now_in.origin), given, now_in)


def _kept(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.office.keep_accounts import OfAccount  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.deeds.keep_accounts import close_account, end_log_ins, renew_factor  # noqa: PLC0415 - the same

    deed = {"close": close_account, "renew-factor": renew_factor, "end-log-ins": end_log_ins}[given.what]
    asked = OfAccount(_record_of(given.username), given.why)
    return outcome_answer(deed(now_in.person, asked, now_in.origin), given, now_in)


def _numbered(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.office.keep_accounts import NumberAccount  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.deeds.keep_accounts import number_account  # noqa: PLC0415 - the same

    asked = NumberAccount(_record_of(given.username), None if given.none else given.number, given.why)
    return outcome_answer(number_account(now_in.person, asked, now_in.origin), given, now_in)


_ANSWERS = {
    **office_own.ANSWERS,
    "list": _listed,
    "invite": _invited,
    "grant": _granted,
    "end": _granted,
    "close": _kept,
    "renew-factor": _kept,
    "end-log-ins": _kept,
    "number": _numbered,
}

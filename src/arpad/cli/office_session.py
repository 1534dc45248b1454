"""An office at the command line: which one, who acts, and the proof of it.

Whoever names a user with `--as` gives that user's password, and the code of the second factor where there is one, as in
the browser. What needs only the folder of the office is done by whoever holds it. The user of the machine is logged
beside both.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from getpass import getpass, getuser
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.cli.wording import WORDS
from arpad.model.problems import ArpadError, RefusedError

if TYPE_CHECKING:
    import argparse

    from arpad.office.person import Person
    from arpad.storage.deeds.asking import Origin
    from arpad.storage.models import Account, RatingSystem
    from arpad.storage.opening import OfficeFolder

FOLDER_VARIABLE = "ARPAD_OFFICE"
PASSWORD_VARIABLE = "ARPAD_OFFICE_PASSWORD"  # noqa: S105 - the name of a variable
NEW_PASSWORD_VARIABLE = "ARPAD_OFFICE_NEW_PASSWORD"  # noqa: S105 - the same
_MOST_PASSWORD = 1024
_NEEDED = ("django", "polars", "numpy", "granian", "psycopg")
_ADDRESS = "command line"
"""Stands for the address from which somebody logs in, where attempts are slowed down."""


@dataclass(frozen=True, slots=True)
class Session:
    """An office that is open at the command line, with who acts in it."""

    office: OfficeFolder
    person: Person
    origin: Origin


def need_office() -> None:
    """Refuse where the extra `office` is not installed."""
    if any(find_spec(name) is None for name in _NEEDED):
        raise ArpadError.of(WORDS, "office_missing", "arpad office")


def folder_of(given: argparse.Namespace) -> Path:
    """Give the folder of the office: as it is named, by the environment, or this one."""
    name = given.office or os.environ.get(FOLDER_VARIABLE, "") or "."
    if "\0" in name:
        raise ArpadError.of(WORDS, "not_carried_out", "--office", says="no_folder", name=name)
    return Path(name)


def opened(given: argparse.Namespace, *, any_schema: bool = False) -> OfficeFolder:
    """Open the office that is named."""
    from arpad.storage.opening import open_office  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.settings import read_settings  # noqa: PLC0415 - the same
    from arpad.web.django_settings import web_settings  # noqa: PLC0415 - the same

    folder = folder_of(given)
    return open_office(folder, web_settings(read_settings(folder)), any_schema=any_schema)


def session(given: argparse.Namespace, *, needs_person: bool = True) -> Session:
    """Open the office, and find out who acts: the user that is named, or whoever holds the folder."""
    from arpad.office.person import MACHINE  # noqa: PLC0415 - an extra, and slow to load

    office = opened(given)
    if given.user is None:
        if needs_person:
            raise ArpadError.of(WORDS, "nobody_acts", "--as")
        return Session(office, MACHINE, origin_of())
    return Session(office, proved_person(given), origin_of())


def refuse_place(now_in: Session, deed: str) -> None:
    """Refuse whoever may do something for no federation at all; what is shown of which federation, queries say."""
    from arpad.web.access import place_refusal  # noqa: PLC0415 - an extra, and slow to load

    refused = place_refusal(now_in.person, deed)
    if refused is not None:
        raise RefusedError([refused])


def origin_of() -> Origin:
    """Give where a deed comes from: a number of this call, and the user of the machine."""
    from secrets import token_hex  # noqa: PLC0415 - only here

    from arpad.storage.deeds.asking import Origin  # noqa: PLC0415 - an extra, and slow to load

    return Origin(token_hex(8), system_user())


def system_user() -> str:
    """Name the user of the machine; a number where there is no name."""
    try:
        return getuser()[:80]
    except (KeyError, OSError):
        return str(os.getuid()) if hasattr(os, "getuid") else ""


def proved_person(given: argparse.Namespace) -> Person:
    """Give the user who is named, proved by password and, where one is set up, by the second factor."""
    from arpad.model.clock import now  # noqa: PLC0415 - only here
    from arpad.storage.queries.people import person_with  # noqa: PLC0415 - an extra, and slow to load
    from arpad.web.access import needs_factor  # noqa: PLC0415 - the same
    from arpad.web.log_ins import factor_of, is_slowed_down, note_failure, password_account  # noqa: PLC0415 - the same

    name = given.user
    if is_slowed_down(name, _ADDRESS):
        raise RefusedError.of(WORDS, "slowed_down", "--as")
    account = password_account(name, _password(given, name))
    if account is None:
        note_failure(name, _ADDRESS)
        raise RefusedError.of(WORDS, "not_let_in", "--as")
    has_factor = factor_of(account) is not None
    if has_factor:
        _prove_by_code(given, account)
    return person_with(account, now() if has_factor or not needs_factor() else None)


def _prove_by_code(given: argparse.Namespace, account: Account) -> None:
    from arpad.web.log_ins import is_own_code, note_failure  # noqa: PLC0415 - an extra, and slow to load

    code = given.code
    if code is None:
        if not _is_at_a_terminal():
            raise ArpadError.of(WORDS, "no_code", "--code")
        code = getpass("Code of the second factor: ")
    if not is_own_code(account, code):
        note_failure(account.username, _ADDRESS)
        raise RefusedError.of(WORDS, "wrong_code", "--code")


def _password(given: argparse.Namespace, name: str) -> str:
    """Give the password: from an open file, from the environment, or as somebody types it."""
    if given.password_fd is not None:
        with os.fdopen(given.password_fd, "rb") as source:
            return source.read(_MOST_PASSWORD).decode("utf-8", "replace").rstrip("\r\n")
    from_environment = os.environ.get(PASSWORD_VARIABLE)
    if from_environment is not None:
        return from_environment[:_MOST_PASSWORD]
    if not _is_at_a_terminal():
        raise ArpadError.of(WORDS, "no_password", "--as", variable=PASSWORD_VARIABLE)
    return getpass(f"Password of {name}: ")[:_MOST_PASSWORD]


def new_password(given: argparse.Namespace) -> str:
    """Give a new password: from an open file, the environment, or typed twice."""
    first = _password(given, given.username)
    if given.password_fd is None and os.environ.get(PASSWORD_VARIABLE) is None and getpass("Once more: ") != first:
        raise RefusedError.of(WORDS, "passwords_differ", "password")
    return first


def changed_password(given: argparse.Namespace) -> str:
    """Give the password that takes the place of one's own: from an open file, the environment, or typed twice."""
    if given.new_password_fd is not None:
        with os.fdopen(given.new_password_fd, "rb") as source:
            return source.read(_MOST_PASSWORD).decode("utf-8", "replace").rstrip("\r\n")
    from_environment = os.environ.get(NEW_PASSWORD_VARIABLE)
    if from_environment is not None:
        return from_environment[:_MOST_PASSWORD]
    if not _is_at_a_terminal():
        raise ArpadError.of(WORDS, "no_new_password", "--new-password-fd", variable=NEW_PASSWORD_VARIABLE)
    first = getpass("New password: ")[:_MOST_PASSWORD]
    if getpass("Once more: ")[:_MOST_PASSWORD] != first:
        raise RefusedError.of(WORDS, "passwords_differ", "password")
    return first


def refuse_weak(password: str, account: Account) -> None:
    """Refuse a password that is too easy to guess, with everything that is wrong with it."""
    from django.contrib.auth.password_validation import validate_password  # noqa: PLC0415 - an extra, slow to load
    from django.core.exceptions import ValidationError  # noqa: PLC0415 - the same

    try:
        validate_password(password, account)
    except ValidationError as fault:
        raise RefusedError.of(WORDS, "weak_password", "password", faults=list(fault.messages)) from fault


def _is_at_a_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def system_of(given: argparse.Namespace) -> RatingSystem:
    """Give the rating system whose lists are meant: the one that is named, or the only one."""
    from arpad.storage.models import RatingSystem  # noqa: PLC0415 - an extra, and slow to load

    systems = list(RatingSystem.objects.filter(is_ready=True).order_by("number"))
    named = [system for system in systems if given.system in {None, system.key}]
    if len(named) != 1:
        keys = [system.key for system in systems]
        has_several = len(named) > 1
        raise RefusedError.of(
            WORDS, "no_system", "--system", says="which_system" if has_several else "no_system",
            keys=keys, name=given.system,
        )  # fmt: skip
    return named[0]

"""`arpad office`: a rating office on this machine: set it up, let it work, and do in it what the browser does."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from arpad.cli.commands import (
    office_duties,
    office_event,
    office_law,
    office_letters,
    office_lists,
    office_looks,
    office_machine,
    office_people,
    office_questions,
    office_record,
    office_report,
    office_right,
    office_settings,
)
from arpad.cli.office_session import need_office
from arpad.cli.options import whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.cli.answer import Answer

_PARTS = (
    office_machine,
    office_people,
    office_record,
    office_lists,
    office_looks,
    office_right,
    office_law,
    office_event,
    office_questions,
    office_letters,
    office_duties,
    office_report,
    office_settings,
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for part in _PARTS:
        for name, (summary, more) in part.ACTIONS.items():
            action = actions.add_parser(name, help=summary, description=summary, allow_abbrev=False)
            more(action)
            for of_action in _innermost(action):
                _add_common(of_action, has_folder=name in {"init", "restore"})


def _innermost(action: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    """Give the parsers that are asked last: an action, or the parts of one that has parts."""
    for inner in action._actions:  # noqa: SLF001 - argparse has no public list
        if isinstance(inner, argparse._SubParsersAction):  # noqa: SLF001 - the same
            return [part for choice in inner.choices.values() for part in _innermost(choice)]
    return [action]


def _add_common(action: argparse.ArgumentParser, *, has_folder: bool) -> None:
    if not has_folder:
        action.add_argument(
            "--office",
            metavar="FOLDER",
            help="the folder of the office; if not given, that of the variable ARPAD_OFFICE, or this folder",
        )
    action.add_argument("--as", dest="user", metavar="USER", help="who acts: the user name of an account")
    action.add_argument(
        "--password-fd", type=whole, metavar="N", help="read the password from this open file descriptor"
    )
    action.add_argument("--code", metavar="CODE", help="a code of the second factor, or a recovery code")
    action.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print the answer as JSON")
    action.add_argument("--explain", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)


def answer(given: argparse.Namespace) -> Answer:
    """Do what is asked."""
    need_office()
    given_by: dict[str, Callable[[argparse.Namespace], Answer]] = {
        name: part.answered for part in _PARTS for name in part.ACTIONS
    }
    from django.db import DatabaseError  # noqa: PLC0415 - an extra, and slow to load

    try:
        return given_by[given.action](given)
    except DatabaseError as fault:
        from arpad.storage.opening import database_fault  # noqa: PLC0415 - only here

        raise database_fault(fault) from fault

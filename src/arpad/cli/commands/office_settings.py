"""`arpad office settings`: what is set for an office, shown, and changed by a decision."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.office_outcome import outcome_answer
from arpad.cli.office_session import session
from arpad.cli.wording import WORDS
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.cli.office_session import Session

_SHOWN = (
    "title", "zone", "serves", "second_person", "second_factor", "question_days", "letter_prefix", "hosts", "port",
    "https", "email_host", "email_from",
)  # fmt: skip


def _pair(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise argparse.ArgumentTypeError(f"{text!r} sets nothing; write NAME=VALUE, such as zone=Europe/Budapest")
    return name, value


def _settings(action: argparse.ArgumentParser) -> None:
    action.add_argument(
        "--set",
        dest="pairs",
        action="append",
        type=_pair,
        default=[],
        metavar="NAME=VALUE",
        help="change this setting: title, zone, serves (authority or under_fide), question_days, letter_prefix or "
        "second_person (required or alone)",
    )
    action.add_argument(
        "--why", default="", metavar="TEXT", help="why it is changed, without personal data; kept in the log"
    )


ACTIONS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "settings": ("what is set for an office, and where it comes from; `--set` changes it by a decision", _settings),
}


def answered(given: argparse.Namespace) -> Answer:
    """Show the settings, or change some."""
    given.no_wait = False
    now_in = session(given)
    return _changed(given, now_in) if given.pairs else _shown(now_in)


def _changed(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.office.keep_office import ChangeSettings  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.change_settings import change_settings  # noqa: PLC0415 - the same

    asked = ChangeSettings(dict(given.pairs), given.why)
    return outcome_answer(change_settings(now_in.person, asked, now_in.origin), given, now_in)


def _shown(now_in: Session) -> Answer:
    from arpad.office.roles import refusal  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.settings import set_by_environment  # noqa: PLC0415 - the same
    from arpad.storage.settings_in_force import decided_by, settings_in_force  # noqa: PLC0415 - the same

    refused = refusal(now_in.person, "settings.read")
    if refused is not None:
        raise RefusedError([refused])
    settings, decided = settings_in_force(), decided_by()
    rows: list[dict[str, Any]] = [
        {
            "name": name,
            "value": value if not isinstance(value := getattr(settings, name), tuple) else list(value),
            "variable": set_by_environment(name),
            "entry": decided.get(name),
        }
        for name in _SHOWN
    ]
    cells = [(row["name"], _written(row["value"]), _source(row)) for row in rows]
    return Answer({"settings": rows}, table(["setting", "value", "from"], cells))


def _written(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _source(row: dict[str, Any]) -> str:
    says = "from_environment" if row["variable"] else "from_log" if row["entry"] else "from_file"
    return WORDS.say("office", says, {"variable": row["variable"], "entry": row["entry"] or 0})

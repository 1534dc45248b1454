"""Settings of the office changed: kept in the database with the decision, and in force from then on everywhere.

That of the second person is changed by two people, apart from all others. Settings of the machine, such as its port and
its secrets, stand in the file `office.toml` and are changed there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from arpad.model.problems import Problem
from arpad.office.decision import Waiting
from arpad.office.keep_office import SECOND_PERSON_SETTING, ChangeSettings, SettingsState
from arpad.office.keep_office import change_settings as decided
from arpad.office.roles import APPROVER
from arpad.storage import log
from arpad.storage.deeds.asking import DeedOutcome, Origin, circumstances, keep_waiting, settle
from arpad.storage.letters import TEMPLATE
from arpad.storage.models import DecidedSetting, RoleGrant
from arpad.storage.settings import DECIDED, accepted_setting, set_by_environment
from arpad.storage.settings_in_force import settings_in_force
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.office.person import Person
    from arpad.storage.models import Asked

_MOST_TITLE = 200


def change_settings(
    person: Person,
    asked: ChangeSettings,
    origin: Origin = Origin(),  # noqa: B008 - a value that never changes
    confirms: Asked | None = None,
) -> DeedOutcome:
    """Decide whether settings are changed, and change them."""
    with transaction.atomic():
        given, problems = _accepted(asked.settings)
        in_force = settings_in_force()
        code = "settings.second_person" if SECOND_PERSON_SETTING in given else "settings.change"
        known = {name: getattr(in_force, name) for name in DECIDED}
        state = SettingsState(circumstances(code, confirms), known, problems=problems, approvers=_approvers())
        answer = decided(person, ChangeSettings(given, asked.reason), state)
        if isinstance(answer, Waiting):
            return DeedOutcome(waiting=keep_waiting(answer, {"settings": given, "reason": asked.reason}))
        settle(None if confirms is None else confirms.number, answer)
        entry = log.record(answer, origin.request, origin.system_user)
        for name, value in settings_of(answer.code, answer.facts).items():
            DecidedSetting.objects.update_or_create(name=name, defaults={"value": value, "changed_by": entry.number})
    return DeedOutcome(answer, entry.number)


def confirmed(person: Person, row: Asked, origin: Origin) -> DeedOutcome:
    """Decide anew, as the second person, what somebody asked for."""
    return change_settings(person, ChangeSettings(row.input["settings"], row.input["reason"]), origin, row)


def settings_of(code: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Give the settings as an entry of the log left them, of those that it changed."""
    if code == "settings.second_person":
        return {SECOND_PERSON_SETTING: facts["value"]}
    if code == "letter.edit":
        return {f"{TEMPLATE}{facts['kind']}": {"subject": facts["subject"], "body": facts["body"]}}
    return {name: pair[1] for name, pair in facts["values"].items()} if code == "settings.change" else {}


def _approvers() -> int:
    held = RoleGrant.objects.filter(role=APPROVER, ended_at__isnull=True, account__closed_at__isnull=True)
    return held.values("account").distinct().count()


def _accepted(given: Mapping[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
    """Give settings as they are kept, and what is wrong with them; one that is none is named by the office."""
    accepted: dict[str, Any] = {}
    problems = []
    for name, value in given.items():
        if name not in DECIDED:
            accepted[name] = value
            continue
        variable = set_by_environment(name)
        if variable:
            problems.append(Problem.of(WORDS, "set_by_environment", name, name=name, variable=variable))
        accepted[name], problem = accepted_setting(name, value, "")
        asked = "" if problem is None else problem.facts["asked"]
        if name == "title" and not asked and not (len(accepted[name]) <= _MOST_TITLE and accepted[name].isprintable()):
            asked = "title"
        if asked:
            accepted[name] = value
            # The office itself says what the setting of the second person may be.
            wrong = Problem.of(WORDS, "setting_wrong", name, name=name, asked=asked)
            problems += [wrong] if name != SECOND_PERSON_SETTING else []
    return accepted, problems

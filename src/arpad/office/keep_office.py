"""Settings, personal values that are erased, restoring, work that is cancelled: what keeps an office going."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arpad.model.problems import Problem
from arpad.office.decision import (
    ACCOUNT,
    LETTER,
    NOTE,
    PLAYER,
    QUESTION,
    REPORT,
    REQUEST,
    SECOND_PERSON,
    UNDER_FIDE,
    Content,
    decide,
)
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arpad.office.decision import Circumstances, Decision, Waiting
    from arpad.office.person import Person

SECOND_PERSON_SETTING = "second_person"
ERASED = (PLAYER, ACCOUNT, QUESTION, LETTER, NOTE, REQUEST, REPORT)
"""Whose personal values can be erased: of a report by the number of its event."""


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """The settings that shall be otherwise, and why."""

    settings: Mapping[str, Any]
    reason: str


@dataclass(frozen=True, slots=True)
class SettingsState:
    """What has to be known to change settings."""

    circumstances: Circumstances
    settings: Mapping[str, Any]
    """The settings that can be changed, as they are."""
    secret: frozenset[str] = frozenset()
    """Those whose values never stand in the log."""
    problems: Sequence[Problem] = ()
    """What is wrong with the values."""
    approvers: int = 0
    """How many people hold the role of an approver."""


def change_settings(person: Person, asked: ChangeSettings, state: SettingsState) -> Decision | Waiting:
    """Decide whether settings are changed; that of the second person alone, and by two people."""
    given, known = asked.settings, state.settings
    problems = list(state.problems)
    unknown = sorted(set(given) - set(known))
    if unknown:
        problems.append(Problem.of(WORDS, "unknown_settings", "", names=unknown, known=sorted(known)))
    changed = {name: value for name, value in given.items() if name in known and value != known[name]}
    if changed.get("serves") == UNDER_FIDE and state.approvers:
        problems.append(Problem.of(WORDS, "approvers_there", "serves", count=state.approvers))
    if not changed and not unknown:
        problems.append(Problem.of(WORDS, "nothing_to_change", ""))
    if SECOND_PERSON_SETTING in changed:
        return _second_person(person, asked, state, changed, problems)
    values = {name: [known[name], value] for name, value in sorted(changed.items()) if name not in state.secret}
    content = Content({"names": sorted(changed), "values": values}, problems=problems)
    return decide(person, "settings.change", content, asked.reason, state.circumstances)


def _second_person(
    person: Person, asked: ChangeSettings, state: SettingsState, changed: Mapping[str, Any], problems: list[Problem]
) -> Decision | Waiting:
    value = changed[SECOND_PERSON_SETTING]
    if value not in SECOND_PERSON:
        problems.append(Problem.of(WORDS, "wrong_second_person", SECOND_PERSON_SETTING, values=SECOND_PERSON))
    if len(changed) > 1:
        problems.append(Problem.of(WORDS, "second_person_alone", SECOND_PERSON_SETTING))
    content = Content({"was": state.settings[SECOND_PERSON_SETTING], "value": value}, problems=problems)
    return decide(person, "settings.second_person", content, asked.reason, state.circumstances)


@dataclass(frozen=True, slots=True)
class Erase:
    """Whose personal values are erased beside the log, and on which legal ground."""

    number: int
    reason: str
    of: str = PLAYER


@dataclass(frozen=True, slots=True)
class EraseState:
    """What has to be known to erase personal values."""

    circumstances: Circumstances
    values: Sequence[tuple[int, str]]
    """The records of the log and the names of the values beside them that are not erased yet."""
    files: Sequence[str] = field(default=())
    """The hashes of archived files that are erased with them."""
    is_open_account: bool = False
    """True for somebody whose account is not closed."""
    typed: int = 0
    """In so much work stands what was typed about the person and never decided."""


def erase_person(person: Person, asked: Erase, state: EraseState) -> Decision | Waiting:
    """Decide whether somebody's personal values are erased; the records stay, and the chain still verifies."""
    problems = []
    if asked.of == ACCOUNT and state.is_open_account:
        problems.append(Problem.of(WORDS, "erase_of_open_account", str(asked.number), account=asked.number))
    if not (state.values or state.files or state.typed):
        problems.append(Problem.of(WORDS, "nothing_to_erase", str(asked.number), number=asked.number))
    entries = [{"entry": entry, "name": name} for entry, name in sorted(state.values)]
    facts = {"of": asked.of, "number": asked.number, "count": len(entries), "values": entries}
    content = Content({**facts, "files": sorted(state.files)}, problems=problems)
    return decide(person, "person.erase", content, asked.reason, state.circumstances)


@dataclass(frozen=True, slots=True)
class Restore:
    """Which backup is restored, and why."""

    backup: str
    """Its name, with the moment at which it was made."""
    reason: str


@dataclass(frozen=True, slots=True)
class RestoreState:
    """What has to be known to restore a backup."""

    circumstances: Circumstances
    head: int
    """The number of the newest record in the log of the backup."""
    lost: int = 0
    """How many records of the log as it is now the backup does not have."""
    problems: Sequence[Problem] = ()


def restore(person: Person, asked: Restore, state: RestoreState) -> Decision | Waiting:
    """Decide whether a backup takes the place of the office as it is."""
    content = Content({"backup": asked.backup, "head": state.head, "lost": state.lost}, problems=state.problems)
    return decide(person, "proof.restore", content, asked.reason, state.circumstances)

"""Throw a closed list away, as long as it is not published: its events wait to be rated again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.decision import Content, decide
from arpad.office.list_stages import stage_problems
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from arpad.office.decision import Circumstances, Decision, Waiting
    from arpad.office.list_stages import ListState
    from arpad.office.person import Person


@dataclass(frozen=True, slots=True)
class ThrowAwayList:
    """What is asked for, and why; the hash is that of the list which the person has seen."""

    reason: str
    list_hash: str = ""


@dataclass(frozen=True, slots=True)
class ThrowAwayState:
    """What has to be known to throw a list away."""

    circumstances: Circumstances
    list: ListState


def throw_away_list(person: Person, asked: ThrowAwayList, state: ThrowAwayState) -> Decision | Waiting:
    """Decide whether a closed list is thrown away."""
    problems = stage_problems(state.list, "list.throw_away")
    if not problems and not state.list.is_newest:
        problems.append(Problem.of(WORDS, "not_newest", state.list.month, month=state.list.month))
    if asked.list_hash and asked.list_hash != state.list.list_hash:
        problems.append(Problem.of(WORDS, "other_list_seen", state.list.month, month=state.list.month))
    return decide(
        person,
        "list.throw_away",
        Content(state.list.facts, problems=problems),
        asked.reason,
        state.circumstances,
    )

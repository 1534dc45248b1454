"""A person asks not to be found by search engines, or takes that back: the page stays, and asks them to pass it by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.decision import Content, Decision, decide
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from arpad.office.decision import Circumstances
    from arpad.office.person import Person

DEED = "player.unindex"


@dataclass(frozen=True, slots=True)
class UnindexPlayer:
    """Whose page search engines are to pass by, or no longer, and why."""

    player: int
    reason: str
    is_unindexed: bool = True


@dataclass(frozen=True, slots=True)
class UnindexState:
    """What has to be known."""

    circumstances: Circumstances
    system: str
    federation: str | None
    """Of the player; None where there is no such player."""
    is_unindexed: bool


def unindex_player(person: Person, asked: UnindexPlayer, state: UnindexState) -> Decision:
    """Decide whether search engines are to pass a page by."""
    problems = []
    if state.federation is None:
        problems.append(Problem.of(WORDS, "unindex_nobody", str(asked.player), number=asked.player))
    elif asked.is_unindexed == state.is_unindexed:
        is_so = asked.is_unindexed
        problems.append(Problem.of(WORDS, "unindex_already", str(asked.player), number=asked.player, is_so=is_so))
    facts = {"system": state.system, "player": asked.player, "is_unindexed": asked.is_unindexed}
    content = Content(facts, federation=state.federation or "", problems=problems)
    decision = decide(person, DEED, content, asked.reason, state.circumstances)
    if not isinstance(decision, Decision):
        raise TypeError("no second person is asked for")
    return decision

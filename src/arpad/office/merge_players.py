"""Merge two numbers of one person; refused by the book where the two met, and a second person's business always."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arpad.office.decision import Content, decide

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arpad.book.decisions.merge import Merge
    from arpad.model.problems import Problem
    from arpad.office.decision import Circumstances, Decision, Waiting
    from arpad.office.person import Person


@dataclass(frozen=True, slots=True)
class MergeState:
    """What has to be known to merge two numbers."""

    circumstances: Circumstances
    federations: tuple[str, str]
    """Of the number that goes, and of the one that stays."""
    events: tuple[int, ...] = ()
    """The events in which the number that goes played."""
    both_rated: tuple[str, ...] = ()
    """The kinds of chess in which both are rated."""
    differs: tuple[str, ...] = ()
    """In which personal values the two differ, by name of the value."""
    problems: Sequence[Problem] = ()
    """What the book says against it."""
    impact: Mapping[str, Any] = field(default_factory=dict)


def merge_players(person: Person, asked: Merge, state: MergeState) -> Decision | Waiting:
    """Decide whether two numbers are one person; across federations it is a matter of the whole office."""
    facts = {
        "old": asked.old,
        "new": asked.new,
        "events": sorted(state.events),
        "both_rated": sorted(state.both_rated),
        "differs": sorted(state.differs),
        **({"impact": state.impact} if state.impact else {}),
    }
    old, new = state.federations
    content = Content(facts, federation=old if old == new else "", problems=state.problems)
    return decide(person, "player.merge", content, asked.why, state.circumstances)

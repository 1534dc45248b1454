"""Exclude a player for a time: games that are not rated, or a list that does not show the player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.decision import Content, decide
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from arpad.book.decisions.exclude import Exclude
    from arpad.office.decision import Circumstances, Decision, Waiting
    from arpad.office.person import Person


@dataclass(frozen=True, slots=True)
class ExcludeState:
    """What has to be known to exclude a player."""

    circumstances: Circumstances
    problems: Sequence[Problem] = ()
    """What the book says against it."""
    was_until: date | None = None
    """Of an exclusion whose end is set anew, the end until now."""


def exclude_player(person: Person, asked: Exclude, state: ExcludeState) -> Decision | Waiting:
    """Decide whether a player is excluded."""
    problems = list(state.problems)
    if asked.until is not None and asked.until < asked.since and not problems:
        problems.append(Problem.of(WORDS, "days_reversed", str(asked.player), start=asked.since, end=asked.until))
    facts = {"player": asked.player, "since": asked.since, "until": asked.until, "scope": asked.scope}
    content = Content({**facts, "was_until": state.was_until}, problems=problems)
    return decide(person, "player.exclude", content, asked.why, state.circumstances)
